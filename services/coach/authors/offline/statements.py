"""True or false: what the text says of a term, or with another term, or the opposite relation, in its place."""

import re
from collections.abc import Iterator, Mapping, Sequence

from services.coach.authors.offline.choices import article_fits
from services.coach.authors.offline.distractors import other_terms
from services.coach.authors.offline.opposites import OPPOSITES
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Span, Statement
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.facts.names import begun, name_of
from services.coach.sentences.mentions import Mention
from services.coach.sentences.parts import parts_of
from services.text.words import content_of, fold

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
    """One for each definition, false and true by turns."""
    wording = source.wording
    if not wording:
        return
    by_concept = {fact.concept: fact for fact in reversed(definitions)}
    for n, fact in enumerate(definitions):
        if fact.doubt > 1 or (fact.printed and fact.at.block.text[fact.term.end : fact.said.start].strip() != ":"):
            continue
        swapped = _swapped(fact, by_concept, source) if n % 2 == 0 or fact.printed else None
        if swapped is None and not fact.asks and fact.said.start > fact.term.start:
            continue  # an entry, or words beside the term, are no sentence that says it
        shown = swapped[0] if swapped else _true(fact.at, source)
        question = wording.fill(wording.is_it_said, swapped[1] if swapped else name_of(fact))
        answer = fact.term if swapped else None
        yield source.draft(
            fact.concept, fact.at, question, shown, "statement", "EASY", answer_at=answer, doubt=fact.doubt
        )


def _swapped(
    fact: Definition, by_concept: Mapping[Concept, Definition], source: Source
) -> tuple[Statement, str] | None:
    """The definition with another defined term in its place, which has the same article; and that term."""
    lead = fact.at.block.text[fact.at.start : fact.term.start]
    key = name_of(fact)
    for other in other_terms(key, fact.concept, fact.at.text, source, _MOST_TRIED):
        told = by_concept.get(other)
        if told is None or fold(told.at.block.text[told.at.start : told.term.start]) != fold(lead):
            continue
        if told.asks.split()[:1] != fact.asks.split()[:1]:
            continue
        if source.language == "no" and fact.term.text.endswith(("en", "et")) != told.term.text.endswith(("en", "et")):
            continue
        name = name_of(told)
        wrong = begun(name) if not lead and fact.term.text[:1].isupper() else name
        # What both are said to be could be true of both.
        if content_of(fact.said.text, source.language) <= content_of(told.said.text, source.language):
            continue
        return _false(fact.at, fact.term, wrong, source), name
    return None


def from_relations(mentions: Sequence[Mention], source: Source) -> Iterator[Draft]:
    """A sentence that says one thing of another, and two of three times the opposite of it."""
    wording, opposites = source.wording, OPPOSITES.get(source.language, {})
    if not wording:
        return
    turning = re.compile(rf"(?<![\w-])(?:{'|'.join(opposites)})(?![\w-])")
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
        question = wording.fill(wording.is_it_said, mention.concept.name)
        if len(seen) % 3:
            word = Span(at.block, at.start + turns[0].start(), at.start + turns[0].end())
            shape = _false(at, word, wrong, source)
            yield source.draft(
                mention.concept, at, question, shape, "relation", "HARD", answer_at=word, level="understand"
            )
        else:
            yield source.draft(mention.concept, at, question, _true(at, source), "relation", answer_at=None)


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
