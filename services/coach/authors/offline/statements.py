"""True or false: what the text says of a term, or with another term, number or year in its place."""

import re
from collections.abc import Iterator, Mapping, Sequence

from services.coach.authors.offline.distractors import other_terms
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Span, Statement
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition, Quantity
from services.coach.facts.names import begun, name_of
from services.text.words import content_of, fold

_APART = 1.25  # a wrong number is off by a quarter at least; a wrong year by two years
_YEARS = 2
_MOST_TRIED = 12


def from_definitions(definitions: Sequence[Definition], source: Source) -> Iterator[Draft]:
    """One for each definition, false and true by turns."""
    wording = source.wording
    if not wording:
        return
    by_concept = {fact.concept: fact for fact in reversed(definitions)}
    for n, fact in enumerate(definitions):
        if fact.doubt > 1:
            continue
        swapped = _swapped(fact, by_concept, source) if n % 2 == 0 else None
        shown = (
            swapped[0]
            if swapped
            else Statement(
                fact.at.text,
                wording.fill(wording.true, fact.at.text),
                why_not=wording.fill(wording.true_not, fact.at.text),
            )
        )
        question = wording.fill(wording.is_it_said, swapped[1] if swapped else name_of(fact))
        answer = fact.term if swapped else None
        yield source.draft(fact.concept, fact.at, question, shown, "statement", answer_at=answer, doubt=fact.doubt)


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


def from_quantities(quantities: Sequence[Quantity], source: Source) -> Iterator[Draft]:
    """A number or year of the text in the place of another of its kind."""
    wording = source.wording
    if not wording:
        return
    for n, fact in enumerate(quantities):
        if fact.doubt or n % 2 or not _may_change(fact):
            continue
        for other in sorted(quantities, key=lambda each: abs(each.value - fact.value)):
            far = abs(other.value - fact.value) >= _YEARS if fact.is_year else _far(other.value, fact.value)
            same = other.is_year == fact.is_year and other.unit == fact.unit and _written_as(other, fact)
            if same and far and other.number.text not in fact.at.text:
                shape = _false(fact.at, fact.number, other.number.text, source)
                question = wording.fill(wording.is_it_said, fact.concept.name)
                yield source.draft(fact.concept, fact.at, question, shape, "statement", answer_at=fact.number)
                break


def _may_change(fact: Quantity) -> bool:
    """Whether another number can stand there: this one stands once, with no article before it and no part behind."""
    text, at, number = fact.at.block.text, fact.at, fact.number
    once = len(re.findall(rf"(?<!\d){re.escape(number.text)}(?!\d)", at.text)) == 1
    before = text[at.start : number.start].lower().split()
    return once and text[number.end : number.end + 1] != "-" and before[-1:] not in (["a"], ["an"])


def _written_as(one: Quantity, other: Quantity) -> bool:
    """Whether two numbers look alike: in figures or in words, with decimals or without, about as long."""
    first, second = one.number.text, other.number.text
    return first[:1].isdigit() == second[:1].isdigit() and abs(len(first) - len(second)) <= 2


def _far(one: float, other: float) -> bool:
    low, high = sorted((abs(one), abs(other)))
    return high >= max(low * _APART, low + 1) and high <= max(low, 1) * 20


def _false(at: Span, right: Span, wrong: str, source: Source) -> Statement:
    assert source.wording
    text = at.block.text[at.start : right.start] + wrong + at.block.text[right.end : at.end]
    wording, said = source.wording, (right.text, wrong, at.text)
    why, why_not = wording.fill(wording.false, *said), wording.fill(wording.false_not, *said)
    return Statement(text, why, wrong, right.text, why_not)
