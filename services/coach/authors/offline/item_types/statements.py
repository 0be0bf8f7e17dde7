"""True or false: what the text says of a term, or what it says of another, or the opposite relation.

Read blind, 13 of 14 could be judged without the text, so they come only where one concept is to be mastered.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from services.coach.authors.offline.distractors import other_terms
from services.coach.authors.offline.item_types.choices import article_fits
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import DOUBTFUL, Draft, Span, Statement
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.facts.names import name_of
from services.coach.sentences.mentions import ARTICLE, Mention
from services.coach.sentences.opposites import OPPOSITES
from services.coach.sentences.parts import parts_of
from services.text.words import content_of, fold, inflected

_MOST_TRIED = 12
_NOUNS = frozenset(("increase", "decrease", "rise", "fall", "majority", "minority", "maximum", "minimum"))
_LEAST, _MOST = 9, 32  # words
# What may be either way is no statement to turn round; of two comparisons one would stand.
_HEDGED = re.compile(
    r"\b(?:may|might|can|could|sometimes|often|usually|not|no|if|unless|whether|or|kan|ofte|ikke|noen ganger|hvis|eller"
    r"|kann|oft|nicht|wenn|oder)\b|[\"“„«:;]|\d{3}|^(?:For example|Zum Beispiel)",
    re.IGNORECASE,
)


def from_definitions(definitions: Sequence[Definition], source: Source) -> Iterator[Draft]:
    """One for each sentence that defines, false and true by turns: what is said of another thing of its kind, which
    could be taken for it, stands in the place of what is said of it. So the term that is asked about is the one that an
    answer counts for. A line of a glossary becomes one only about the topic of a round, which may have no other
    question."""
    wording, by_concept = source.wording, {fact.concept: fact for fact in reversed(definitions)}
    made = 0
    for fact in definitions if wording else ():
        listed = fact.printed and fact.concept != source.order.topic
        before = fact.at.block.text[fact.at.start : fact.term.start].strip()
        opens = not before or ARTICLE.match(before)  # "Later, Ada studied the tide, a ..." is about Ada
        wrong = "" if fact.doubt > 1 or listed or not opens else _said_of_another(fact, by_concept, source)
        if not wrong or wording is None:
            continue
        false = made % 2 == 0
        shown = _false(fact.at, fact.said, wrong, source) if false else _true(fact.at, source)
        question = wording.fill(wording.is_it_said, name_of(fact))
        answer = fact.said if false else None
        made += 1
        yield source.draft(
            fact.concept, fact.at, question, shown, "statement", "EASY", answer_at=answer, doubt=DOUBTFUL
        )


def _said_of_another(fact: Definition, by_concept: Mapping[Concept, Definition], source: Source) -> str:
    """What is said of another defined term of the same kind, in words that fit behind this one; "": of none."""
    for other in other_terms(name_of(fact), fact.concept, fact.at.text, source, _MOST_TRIED):
        told = by_concept.get(other)
        if told is None:
            said = _listed(other) if fact.printed else ""
        elif told.asks.split()[:1] == fact.asks.split()[:1]:
            is_alike = source.kind(told) == source.kind(fact) or source.order.only_focus
            said = told.said.text if is_alike else ""
        else:
            said = ""
        own, others = (content_of(text, source.language) for text in (fact.said.text, said))
        # What both are said to be could be true of both; and what names this one is no wrong of it.
        if said and not own <= others and not others <= own and not inflected(name_of(fact), said, source.language):
            return said
    return ""


def _listed(other: Concept) -> str:
    """What a glossary says of another term, though its line did not come along; "": it has none."""
    name, _, said = other.definition.partition(": ")
    return said.rstrip(".") if fold(name).startswith(fold(other.name)) else ""


def from_relations(mentions: Sequence[Mention], source: Source) -> Iterator[Draft]:
    """A sentence that says one thing of another, and two of three times the opposite of it. Of whom it is asked is only
    said where the sentence begins with that."""
    wording, opposites = source.wording, OPPOSITES.get(source.language, {})
    if not wording or not opposites:
        return
    turning = re.compile(rf"(?<![\w.-])(?:{'|'.join(opposites)})(?![\w-]|\.\w)")
    seen = set[tuple[str, int]]()
    for mention in mentions:
        sentence = mention.sentence
        at = Span(sentence.block, sentence.start, sentence.end)
        turns = [*turning.finditer(at.text)]
        place = sentence.block.block_id, sentence.start
        if sentence.doubt or len(turns) != 1 or place in seen or not _LEAST <= len(at.text.split()) <= _MOST:
            continue
        if _HEDGED.search(at.text) or not (mention.others or mention.concept.definition):
            continue
        before, wrong = at.text[: turns[0].start()], opposites[turns[0].group()]
        if _is_other_word(turns[0], at.text, source.language):
            continue
        if source.language == "en" and not article_fits(before, wrong, "en"):
            continue
        seen.add(place)
        before = at.block.text[at.start : mention.start].strip()
        opens = not before or ARTICLE.match(before)
        question = wording.fill(wording.is_it_said, mention.concept.name) if opens else wording.is_it_so
        if len(seen) % 3:
            word = Span(at.block, at.start + turns[0].start(), at.start + turns[0].end())
            shape = _false(at, word, wrong, source)
            yield source.draft(
                mention.concept,
                at,
                question,
                shape,
                "relation",
                "HARD",
                answer_at=word,
                doubt=DOUBTFUL,
                level="understand",
            )
        else:
            yield source.draft(mention.concept, at, question, _true(at, source), "relation", doubt=DOUBTFUL)


def _is_other_word(found: re.Match[str], text: str, language: str) -> bool:
    """Whether what looks like a relation's verb is a noun there ("the loses", "three releases")."""
    part = next((word.part for word in parts_of(text, language) if word.start == found.start()), None)
    return part == "noun" and found.group() not in _NOUNS


def _true(at: Span, source: Source) -> Statement:
    assert source.wording
    wording = source.wording
    return Statement(at.text, wording.fill(wording.true, at.text), why_not=wording.fill(wording.true_not, at.text))


def _false(at: Span, right: Span, wrong: str, source: Source) -> Statement:
    assert source.wording
    text = at.block.text[at.start : right.start] + wrong + at.block.text[right.end : at.end]
    wording, said = source.wording, (right.text, wrong, at.text)
    why, why_not = wording.fill(wording.false, *said), wording.fill(wording.false_not, *said)
    return Statement(text, why, wrong, right.text, why_not)
