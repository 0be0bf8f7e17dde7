"""Flashcards: a definition both ways, a list, a reason, a difference, a number; a gap as the last resort."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.item_types.choices import mention_spans
from services.coach.authors.offline.item_types.gap import doubt_of_gap, gapped_sentence
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, Open
from services.coach.facts.fact import Definition
from services.coach.facts.names import is_clause, name_of
from services.coach.sentences.mentions import Mention
from services.coach.sentences.split import doubt_of
from services.text.words import content_of

# "Gulls is a term that": so one speaks of the word, and not of gulls.
_OF_WORDS = re.compile(r"(?:the|an?|et|en|der|ein) (?:terms?|words?|names?|ord|begrep|navn|Begriff|Wort|Name)\b")
# "A large vessel" is many a thing; "a vessel that ..." is one.
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|where|by which|som|der|hvor)\b")
_LEAST_APART = 6
_OF_ALL = re.compile(
    r"(?:(?:Because|Since|If|When|Whenever) (?:of )?)?(?!(?:an?|the|from|in|at|on|with|by)\b)", re.IGNORECASE
)


def of_definition(fact: Definition, source: Source) -> Iterator[Draft]:
    """What is it; which term is it."""
    wording, said, key = source.wording, fact.said.text, name_of(fact)
    if not wording:
        return
    whole = fact.asks and not _OF_WORDS.match(said)
    question = wording.what.format(fact.asks) if whole else wording.fill(wording.meant, key)
    back = fact.at if whole else fact.said
    yield source.draft(
        fact.concept, fact.at, question, Card(back.text), "what", "EASY", answer_at=back, doubt=fact.doubt
    )
    apart = fact.printed or len(content_of(said, source.language)) >= _LEAST_APART or _RELATIVE.search(said)
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


def of_open(drafts: Iterable[Draft], language: str) -> Iterator[Draft]:
    """What asks for a reason, a consequence, a difference or a list in a quiz does so on a card, if it names a term, or
    speaks of all there are."""
    for draft in drafts:
        if isinstance(draft.shape, Open) and (not draft.doubt or _is_general(draft.quote, language)):
            yield replace(draft, shape=Card(draft.shape.answer), told=())


def _is_general(text: str, language: str) -> bool:
    """Whether a sentence stands alone and speaks of all there are: "Because ropes rot, ...", not "The rope rots"."""
    return language == "en" and bool(_OF_ALL.match(text)) and doubt_of(text, language) == 0


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
