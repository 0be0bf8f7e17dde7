"""Why an option is right or wrong, in the text's language, and the sentence that says so; and of an answer that is
typed what more the text says of it, and what other terms and numbers of the text are that may be typed instead."""

import math
from itertools import pairwise

from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Quantity
from services.coach.sentences.unfit import is_order
from services.text.alphabets import length_of
from services.text.quantities.numbers import numerals_in
from services.text.splitting import ends, spans_of
from services.text.words import bare, content_of

_MOST_OTHERS = 6
_NEAR = 0.03  # of a power of ten: 7 %, and no tolerance is wider
_LEAST_WORDS, _MOST_WORDS = 4, 45  # of a sentence beside another
_LEAST_NEW = 0.25


def right(text: str, at: Span, source: Source) -> Choice:
    """The key, with its quote."""
    return Choice(text, _filled(source, "right", at.text), at)


def other_term(text: str, concept: Concept, source: Source) -> Choice:
    """A wrong term, with what the text says of it."""
    place = source.places.of(concept)
    if place is None and concept.definition:  # Its sentence is not among the blocks of this order.
        return Choice(text, _filled(source, "not_it", text, concept.definition))
    if place is None:
        return Choice(text, _filled(source, "not_it_unsaid", text))
    return Choice(text, _filled(source, "not_it" if place.tells else "not_it_named", text, place.at.text), place.at)


def told_of_option(text: str, source: Source) -> Choice:
    """A wrong option that the document prints itself, with what the text says of it, or where it names it; nothing
    where it does neither, as whether the text says this of it nobody knows ("which of these is not ...")."""
    term = next((each for each in source.order.concepts if bare(each.name) == bare(text)), None)
    if term and source.places.of(term):
        return other_term(text, term, source)
    at = next(source.places.sentences_with(text), None)
    return Choice(text, _filled(source, "not_it_named", text, at.text), at) if at else Choice(text)


def said_of(text: str, term: str, at: Span, source: Source) -> Choice:
    """Something that the text says of another term."""
    return Choice(text, _filled(source, "said_of", term, at.text), at)


def typed_word(text: str, concept: Concept, at: Span, source: Source) -> list[Choice]:
    """The term that fills a gap, and the terms nearest to it."""
    others = (other_term(other.name, other, source) for other in source.near(concept))
    right = more_of(text, concept, at, source, names_it=True)
    return [*right, *(other for other in others if other.at)][: _MOST_OTHERS + 1]


def typed_number(fact: Quantity, source: Source) -> list[Choice]:
    """The number that fills a gap, and others of the text: those of its sentence, then those of its kind."""
    text = fact.at.text
    inside = [(each.value, text[each.start : each.end], fact.at) for each in numerals_in(text, source.language)]
    alike = [each for each in source.facts.quantities if each.unit == fact.unit]
    found: dict[float, Choice] = {}
    for value, figures, at in [*inside, *((each.value, each.number.text, each.at) for each in alike)]:
        if value not in found and not _may_be(value, fact.value) and any(map(str.isdigit, figures)):
            found[value] = Choice(figures, _filled(source, "other_number", figures, at.text), at)
    return [*more_of(fact.number.text, fact.concept, fact.at, source), *[*found.values()][:_MOST_OTHERS]]


def more_of(text: str, concept: Concept, at: Span, source: Source, *, names_it: bool = False) -> list[Choice]:
    """A right answer, with what the text says beside its quote: where it defines the concept, if the answer is its name
    (`names_it`), else the sentence behind the quote or before it, else what it says of the concept elsewhere; nothing
    where there is nothing else, as the quote is shown beside it."""
    place = source.places.of(concept)
    elsewhere = place if place and (place.at.block, place.at.start) != (at.block, at.start) else None
    if elsewhere and elsewhere.defines and names_it:
        return [Choice(text, _filled(source, "said_of", concept.name, elsewhere.at.text), elsewhere.at)]
    for frame, beside in zip(("goes_on", "before_it"), _beside(at), strict=True):
        if beside and _says_more(beside, at, source):
            return [Choice(text, _filled(source, frame, beside.text), beside)]
    if elsewhere and _says_more(elsewhere.at, at, source):
        frame = "said_of" if elsewhere.tells else "named_in"
        return [Choice(text, _filled(source, frame, concept.name, elsewhere.at.text), elsewhere.at)]
    naming = source.places.sentences_with(concept.name)
    named = next((each for each in naming if each != at and _says_more(each, at, source)), None)
    return [Choice(text, _filled(source, "named_in", concept.name, named.text), named)] if named else []


def _says_more(one: Span, at: Span, source: Source) -> bool:
    """Whether so much of a sentence is not the quote once more, in whatever forms of its words."""
    words = content_of(one.text, source.language)
    return len(words - content_of(at.text, source.language)) >= _LEAST_NEW * len(words)


def _beside(at: Span) -> tuple[Span | None, Span | None]:
    """The whole sentences right behind and right before a span, in its block."""
    spans = [Span(at.block, start, end) for start, end in spans_of(at.block.text)]
    behind = next((after for before, after in pairwise(spans) if before.end <= at.end <= after.start), None)
    ahead = next((before for before, after in pairwise(spans) if before.end <= at.start <= after.start), None)
    return _if_whole(behind), _if_whole(ahead)


def _if_whole(found: Span | None) -> Span | None:
    if found is None or not ends(found.text) or found.text[0] == "(" or "__" in found.text or is_order(found.text):
        return None
    return found if _LEAST_WORDS <= length_of(found.text) <= _MOST_WORDS else None


def _may_be(value: float, right: float) -> bool:
    """Whether a number may be meant as the right one: near it, or in another unit."""
    if not value or not right:
        return value == right
    power = math.log10(abs(value / right))
    return abs(power - round(power)) < _NEAR


def _filled(source: Source, frame: str, *texts: str) -> str:
    """The frame of that name; nothing in a language without words."""
    wording = source.wording
    return wording.fill(getattr(wording, frame), *texts) if wording else ""
