"""Flashcards: the term for a definition, else what it means; lists, reasons, differences; gaps as the last resort."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.item_types.choices import mention_spans
from services.coach.authors.offline.item_types.gap import LEAST_OF_LINE, doubt_of_gap, gapped_sentence, predicate_of
from services.coach.authors.offline.item_types.open_questions import is_said_again
from services.coach.authors.offline.placing import placed
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, Open, Span
from services.coach.facts.fact import Definition
from services.coach.facts.names import answer_of, is_clause, name_of
from services.coach.sentences.clauses import opens_with_pronoun, points
from services.coach.sentences.inverted import inverted
from services.coach.sentences.mentions import Mention
from services.coach.sentences.parts import parts_of
from services.text.words import ARTICLES, content_of, is_small, stems_of

# "A large vessel" is many a thing; "a vessel that ..." is one.
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|where|by which|som|der|hvor)\b")
_LEAST_APART, _MOST_TOLD = 6, 4
_LEAST_SAID = 4, 2  # words beyond the term's own: of a line, and of a sentence, which reads alone
_FINITE = frozenset(("verb", "past"))
_ASKED = frozenset(("do", "does", "is", "are"))
_USED = re.compile(r"(?:is|are) (?:\w+ )?used (?=(?:to|for) )")
# Of these one asks for what stands behind them; of the idle ones nothing, since they say how something is.
_HOLDS = frozenset(("contain", "include", "hold", "store", "represent", "cover", "support", "provide", "offer"))
_IDLE_VERBS = """
    have mean refer occur vary depend seem appear remain become tend need require differ exist lie consist belong come
    go get look feel know want like change happen play take give make work show start begin end stand resemble relate
    use involve be correspond apply matter suffer follow face concern
"""
_IDLE = frozenset(_IDLE_VERBS.split())
_ELSEWHERE = re.compile(r"\b(?:similar|following|above|below|you|your|we|our|same|only|also)\b", re.IGNORECASE)


def of_definition(fact: Definition, source: Source) -> Iterator[Draft]:
    """Which term is it, where what is said tells it apart; else what it is."""
    wording, said, key = source.wording, fact.said.text, name_of(fact)
    if not wording:
        return
    least = LEAST_OF_LINE if fact.printed else _LEAST_APART
    apart = len(content_of(said, source.language)) >= least or _RELATIVE.search(said)
    if apart and not is_clause(said) and not tells(said, fact.term.text, (), source.language):
        yield source.draft(
            fact.concept,
            fact.at,
            wording.fill(wording.recall, said),
            Card(key),
            "which",
            answer_at=fact.term,
            doubt=fact.doubt,
        )
    elif len(content_of(said, source.language) - content_of(key, source.language)) >= _LEAST_SAID[bool(fact.asks)]:
        question = wording.what.format(fact.asks) if fact.asks else wording.fill(wording.meant, key)
        if is_said_again(key, said, source):
            return
        if " " not in key and not fact.asks and not fact.printed and source.is_lay(key):
            bare, question = question, placed(question, fact.at, said, source)
            if question == bare:
                return  # what "share" means depends on of what one speaks
        back = answer_of(fact)
        shape = Card(back.text)
        yield source.draft(fact.concept, fact.at, question, shape, "what", "EASY", answer_at=back, doubt=fact.doubt)


def of_open(drafts: Iterable[Draft], language: str) -> Iterator[Draft]:
    """What asks for a reason, a difference or a list in a quiz does so on a card, if it names a term; not what happens
    in a case, of which one front calls for more than one back."""
    for draft in drafts:
        if isinstance(draft.shape, Open) and not draft.doubt and draft.frame != "when":
            answer = draft.shape.answer
            # Of "they descend from bacteria" the sentence says who.
            if opens_with_pronoun(answer, language) and draft.frame == "reason":
                yield replace(draft, shape=Card(draft.quote), answer_at=draft.at, told=())
            else:
                yield replace(draft, shape=Card(answer), told=())


def of_predicate(mention: Mention, source: Source) -> Iterator[Draft]:
    """A term that begins its sentence; what the text says that it does, has in it or is used for."""
    if set(mention.concept.key) <= set(stems_of(source.order.title, source.language)):
        return  # what all of the text is about does many a thing
    at = None if mention.sentence.doubt or source.language != "en" else predicate_of(mention, source.language)
    if at is None or not source.wording or points(at.text, source.language) or _ELSEWHERE.search(at.text):
        return
    clause = at.block.text[mention.sentence.start : at.end]
    turned = inverted(clause, source.language)
    if turned is None or turned.lead or source.is_one_of_many(turned.subject):
        return
    if turned.subject.lower() == f"the {mention.text}".lower() and source.is_lay(mention.term):
        return  # "the boat" is one that was told of
    words = [word for word in parts_of(clause, source.language) if word.start >= at.start - mention.sentence.start]
    if words[1].part in _FINITE or (":" in at.text and _FINITE & {word.part for word in words[1:]}):
        return  # in "Tide gauges are read" gauges are no deed; nor does a clause behind a colon say what it has
    verb, behind = turned.rest.partition(" ")[0], words[1].text.lower()
    if turned.verb in ("do", "does") and verb not in _HOLDS and is_small(behind) and behind not in ARTICLES:
        return  # "rises from the sea": it does nothing to anything
    asks, answer = "do", at
    if turned.verb in ("is", "are"):
        used = _USED.match(at.text)
        asks, answer = "used for", Span(at.block, at.start + used.end() if used else at.end, at.end)
    elif verb in _HOLDS:
        asks, answer = verb, Span(at.block, at.start + len(at.text.partition(" ")[0]) + 1, at.end)
    if asks == "do" and source.places.count(mention.concept) > _MOST_TOLD:
        return  # so does what the text speaks of again and again
    if answer.text and verb not in _IDLE and turned.verb in _ASKED:
        question = source.wording.what_of.format(turned.verb, source.within(turned.subject), asks)
        question = placed(question, at, answer.text, source)
        sentence = Span(at.block, mention.sentence.start, mention.sentence.end)
        yield source.draft(mention.concept, sentence, question, Card(answer.text), "does", answer_at=answer, doubt=1)


def of_mention(mention: Mention, source: Source) -> Iterator[Draft]:
    """A sentence with a gap, if it stands alone and does not say what the term is, which is asked better; in a language
    that we have no words in any, and also a term and the sentence that it stands in."""
    sentence, answer = mention_spans(mention)
    doubt = max(1, doubt_of_gap(mention, source))
    asked = source.wording and (mention.said or mention.sentence.doubt)
    gapped = None if asked else gapped_sentence(mention, source.language)
    if gapped is not None:
        yield source.draft(mention.concept, sentence, gapped, Card(mention.text), "gap", answer_at=answer, doubt=doubt)
    if not source.wording:
        yield source.draft(
            mention.concept, sentence, mention.term, Card(sentence.text), "sentence", answer_at=sentence, doubt=doubt
        )
