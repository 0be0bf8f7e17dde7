"""What a language model's question of each type must hold up to, and the shape that it then has. Pure.

Each takes the composed question and its quote, and raises `Unfit` with the reason as a shortfall counts it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contracts.documents import Block
from services.coach.authors.model.numerals import value_of
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import (
    GAP,
    Choice,
    Gap,
    Number,
    OneOf,
    Open,
    Pairs,
    Shape,
    SomeOf,
    Span,
    Statement,
    Steps,
)
from services.coach.drafts.order import Order
from services.coach.drafts.quote import locate
from services.text.words import content_of, find, fold, tells_all

_MOST_OPTIONS, _MOST_ANSWERS, _MOST_PAIRS, _MOST_STEPS, _MOST_POINTS = 4, 8, 6, 8, 8


class Unfit(Exception):
    """`reason` as a shortfall counts it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Found:
    """A question's shape, its answer's place, and its quote where that is another than the composed one."""

    shape: Shape
    answer: Span | None = None
    quote: Span | None = None


def quoted(block_id: str, quote: str, blocks: Mapping[str, Block]) -> Span:
    """Where a quote stands. Raises `Unfit`."""
    block = blocks.get(block_id)
    place = locate(quote, block.text) if block else None
    if block is None or place is None:
        raise Unfit("quote_not_found")
    return Span(block, *place)


def within(words: str, quote: Span) -> Span | None:
    """Where words stand in a quote, in any case; None: nowhere."""
    place = locate(words, quote.block.text, quote.start, quote.end, any_case=True) if words.strip() else None
    return Span(quote.block, *place) if place else None


def one_of(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Multiple choice."""
    answer = _answer(composed.answer, quote)
    options = _distinct(composed.options, 2, _MOST_OPTIONS)
    key = next((option for option in options if fold(option) == fold(composed.answer)), None)
    if key is None:
        raise Unfit("answer_not_in_options")
    others = [option for option in options if option != key]
    _told(composed.question, [key], others, order)
    _not_in(others, quote)
    return Found(OneOf(_choice(key, composed, quote), [_choice(each, composed, None) for each in others]), answer)


def some_of(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Multiple answer."""
    options = _distinct(composed.options, 3, _MOST_ANSWERS)
    wanted = {fold(answer) for answer in composed.answers}
    keys = [option for option in options if fold(option) in wanted]
    others = [option for option in options if fold(option) not in wanted]
    if not keys or len(keys) != len(wanted):
        raise Unfit("answer_not_in_options")
    if not others:
        raise Unfit("options_unfit")
    for key in keys:
        _answer(key, quote)
    _told(composed.question, keys, others, order)
    _not_in(others, quote)
    return Found(
        SomeOf([_choice(key, composed, quote) for key in keys], [_choice(each, composed, None) for each in others])
    )


def statement(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """True or false: the text's own words, but for those exchanged."""
    why = composed.reasons[0].why if composed.reasons else ""
    said, answer = composed.question, fold(composed.answer)
    if answer == "true":
        place = within(said, quote)
        if place is None:
            raise Unfit("answer_not_in_quote")
        return Found(Statement(said, why), place)
    if answer != "false" or not composed.wrong or not composed.right or said.count(composed.wrong) != 1:
        raise Unfit("unreadable")
    if within(said.replace(composed.wrong, composed.right), quote) is None or within(composed.wrong, quote):
        raise Unfit("answer_not_in_quote")
    return Found(Statement(said, why, composed.wrong, composed.right), within(composed.right, quote))


def gap(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Cloze."""
    answer = _gapped(composed, quote)
    if tells_all(composed.question.replace(GAP, " "), answer.text, order.language):
        raise Unfit("answer_leaked")
    return Found(Gap(answer.text), answer)


def number(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Numeric: its value is read from the text, whatever the model makes of it."""
    answer = _gapped(composed, quote)
    value = value_of(answer.text, order.language)
    if value is None or (composed.unit and within(composed.unit, quote) is None):
        raise Unfit("answer_not_in_quote")
    if re.search(rf"(?<!\d){re.escape(answer.text)}(?!\d)", composed.question):
        raise Unfit("answer_leaked")
    return Found(Number(answer.text, value, composed.unit), answer)


def pairs(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Matching: each pair stands in its own quote."""
    _distinct([pair.prompt for pair in composed.pairs], 2, _MOST_PAIRS)
    _distinct([pair.answer for pair in composed.pairs], 2, _MOST_PAIRS)
    joined: list[tuple[Choice, str]] = []
    for pair in composed.pairs:
        at = quoted(pair.block_id, pair.quote, blocks)
        if within(pair.prompt, at) is None or within(pair.answer, at) is None:
            raise Unfit("answer_not_in_quote")
        others = [each for each in composed.pairs if each is not pair]
        if any(within(each.answer, at) for each in others):
            raise Unfit("key_ambiguous")
        if content_of(pair.prompt, order.language) & content_of(pair.answer, order.language):
            raise Unfit("answer_leaked")
        joined.append((Choice(pair.prompt, _why(pair.prompt, composed), at), pair.answer))
    return Found(Pairs(joined), within(joined[0][1], joined[0][0].at or quote), joined[0][0].at)


def steps(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Ordering: the quote names the steps in that order."""
    _distinct(composed.answers, 3, _MOST_STEPS)
    places = [_answer(step, quote) for step in composed.answers]
    if any(left.end > right.start for left, right in pairwise(places)):
        raise Unfit("order_not_in_quote")
    return Found(Steps([_choice(step, composed, quote) for step in composed.answers]))


def open_question(composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
    """Short answer: each key point stands in the quote."""
    if not 1 <= len(composed.answers) <= _MOST_POINTS:
        raise Unfit("unreadable")
    points = [_answer(point, quote) for point in composed.answers]
    if all(find(point.text, fold(composed.question)) >= 0 for point in points):
        raise Unfit("answer_leaked")
    model_answer = composed.answer if within(composed.answer, quote) else "; ".join(point.text for point in points)
    return Found(Open(model_answer, points), within(model_answer, quote))


def _answer(words: str, quote: Span) -> Span:
    place = within(words, quote)
    if place is None:
        raise Unfit("answer_not_in_quote")
    return place


def _gapped(composed: ComposedQuestion, quote: Span) -> Span:
    """The answer's place, if the question is the quote's own words with one gap for it."""
    answer = _answer(composed.answer, quote)
    if composed.question.count(GAP) != 1 or "__" in composed.question.replace(GAP, ""):
        raise Unfit("gap_mismatch")
    if within(composed.question.replace(GAP, composed.answer), quote) is None:
        raise Unfit("gap_mismatch")
    return answer


def _distinct(options: Sequence[str], least: int, most: int) -> Sequence[str]:
    if not least <= len(options) <= most or len({fold(option) for option in options}) != len(options):
        raise Unfit("options_unfit")
    return options


def _told(question: str, keys: Sequence[str], others: Sequence[str], order: Order) -> None:
    """Raises where the question shares a word with a key that no other option has."""
    elsewhere = frozenset[str]().union(*(content_of(option, order.language) for option in others))
    for key in keys:
        if (content_of(question, order.language) & content_of(key, order.language)) - elsewhere:
            raise Unfit("answer_leaked")


def _not_in(others: Sequence[str], quote: Span) -> None:
    folded = fold(quote.text)
    if any(find(option, folded) >= 0 for option in others):
        raise Unfit("key_ambiguous")


def _choice(text: str, composed: ComposedQuestion, at: Span | None) -> Choice:
    return Choice(text, _why(text, composed), at)


def _why(text: str, composed: ComposedQuestion) -> str:
    return next((reason.why for reason in composed.reasons if fold(reason.option) == fold(text)), "")
