"""What a language model composed, as a draft's shape. Quotes are found in the text or it is let go; what the quotes
bear out is not for words to tell, but for the Evaluator, and there for a reviewer. Pure.

An answer may be in words of its own, or computed: then it has no place in its quote.
"""

from collections.abc import Mapping, Sequence

from contracts.documents import Block
from services.coach.authors.items.typed import told_by
from services.coach.authors.model.holding import Found, Unfit, answer_in, distinct, option_of, quoted, within
from services.coach.authors.model.schemas import ComposedQuestion, ComposedQuote, ComposedReason
from services.coach.drafts.draft import (
    GAP,
    Choice,
    Gap,
    Number,
    OneOf,
    Open,
    Pairs,
    SomeOf,
    Span,
    Statement,
    Steps,
)
from services.coach.drafts.order import Order
from services.text.quantities.numbers import value_of
from services.text.words import fold

_MOST_OPTIONS, _MOST_ANSWERS, _MOST_PAIRS, _MOST_STEPS, _MOST_POINTS = 4, 8, 6, 8, 8

Blocks = Mapping[str, Block]


def shaped(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks, order: Order) -> Found:
    """Its shape. `at`: its quotes, the first of which is the proof. Raises `Unfit`."""
    match composed.type:
        case "multiple_choice":
            return _one_of(composed, at, blocks)
        case "multiple_answer":
            return _some_of(composed, at, blocks)
        case "true_false":
            return _statement(composed, at)
        case "matching":
            return _pairs(composed, blocks)
        case "ordering":
            return _steps(composed, at, blocks)
        case "short_answer":
            return _open(composed, at, blocks, order)
        case "numeric":
            return _number(composed, at, blocks, order)
        case "cloze":
            return _gap(composed, at, blocks, order)


def place_of(reason_or_support: ComposedQuote, blocks: Blocks) -> Span | None:
    """Where a quote stands that may be missing; one that is not verbatim proves nothing."""
    try:
        return quoted(reason_or_support.block_id, reason_or_support.quote, blocks)
    except Unfit:
        return None


def _one_of(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks) -> Found:
    options = distinct(composed.options, 2, _MOST_OPTIONS)
    key = option_of(composed.answer, options)
    if key is None:
        raise Unfit("answer_not_in_options")
    others = [_choice(each, composed, None, blocks) for each in options if each != key]
    return Found(OneOf(_choice(key, composed, at[0], blocks), others), within(key, at[0]))


def _some_of(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks) -> Found:
    options = distinct(composed.options, 3, _MOST_ANSWERS)
    wanted = {option_of(answer, options) for answer in composed.answers}
    keys = [option for option in options if option in wanted]
    others = [_choice(option, composed, None, blocks) for option in options if option not in wanted]
    if not keys or len(keys) != len(wanted):
        raise Unfit("answer_not_in_options")
    if not others:
        raise Unfit("options_unfit")
    return Found(SomeOf([_choice(key, composed, at[0], blocks) for key in keys], others))


def _statement(composed: ComposedQuestion, at: Sequence[Span]) -> Found:
    """A false one says which of its words are wrong, and what the text has instead."""
    why = composed.reasons[0].why if composed.reasons else ""
    said, answer = composed.question, fold(composed.answer)
    if answer == "true":
        return Found(Statement(said, why), within(said, at[0]))
    wrong, right = composed.answers if len(composed.answers) == 2 else (composed.wrong, composed.right)
    if answer != "false" or not wrong or not right or said.count(wrong) != 1:
        raise Unfit("unreadable")
    return Found(Statement(said, why, wrong, right), within(right, at[0]))


def _pairs(composed: ComposedQuestion, blocks: Blocks) -> Found:
    distinct([pair.prompt for pair in composed.pairs], 2, _MOST_PAIRS)
    distinct([pair.answer for pair in composed.pairs], 2, _MOST_PAIRS)
    joined = [
        (Choice(pair.prompt, _why(pair.prompt, composed), quoted(pair.block_id, pair.quote, blocks)), pair.answer)
        for pair in composed.pairs
    ]
    (first, option), *_ = joined
    return Found(Pairs(joined), within(option, first.at) if first.at else None, first.at)


def _steps(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks) -> Found:
    distinct(composed.answers, 3, _MOST_STEPS)
    steps = []
    for step in composed.answers:
        own = next((quote for quote in at if within(step, quote)), None)
        steps.append(_choice(step, composed, own, blocks))
    return Found(Steps(steps))


def _open(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks, order: Order) -> Found:
    """Its key points are the text's words; the model answer may be in others."""
    if not 1 <= len(composed.answers) <= _MOST_POINTS:
        raise Unfit("unreadable")
    points = [answer_in(point, at[0]) for point in composed.answers]
    answer = composed.answer.strip() or "; ".join(point.text for point in points)
    return Found(Open(answer, points), within(answer, at[0]), told=_told(composed, answer, at, blocks, order))


def _number(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks, order: Order) -> Found:
    """Its value is read from what was written, whatever the model makes of it."""
    value = value_of(composed.answer, order.language)
    if value is None:
        raise Unfit("number_misread")
    if GAP in composed.question:
        _one_gap(composed.question)
    told = _told(composed, composed.answer, at, blocks, order)
    return Found(Number(composed.answer, value, composed.unit), within(composed.answer, at[0]), told=told)


def _gap(composed: ComposedQuestion, at: Sequence[Span], blocks: Blocks, order: Order) -> Found:
    _one_gap(composed.question)
    if not composed.answer.strip():
        raise Unfit("unreadable")
    told = _told(composed, composed.answer, at, blocks, order)
    return Found(Gap(composed.answer), within(composed.answer, at[0]), told=told)


def _one_gap(question: str) -> None:
    if question.count(GAP) != 1 or "__" in question.replace(GAP, ""):
        raise Unfit("gap_mismatch")


def _choice(text: str, composed: ComposedQuestion, own: Span | None, blocks: Blocks) -> Choice:
    """An option with its reason, and the quote that bears the reason out, where it names one."""
    reason = next((each for each in composed.reasons if _is_of(each, text, composed)), None)
    if reason is None:
        return Choice(text, "", own)
    return Choice(text, reason.why, place_of(reason, blocks) or own)


def _why(text: str, composed: ComposedQuestion) -> str:
    """The reason that was composed for an option."""
    return next((reason.why for reason in composed.reasons if fold(reason.option) == fold(text)), "")


def _is_of(reason: ComposedReason, option: str, composed: ComposedQuestion) -> bool:
    return fold(reason.option) == fold(option) or option_of(reason.option, composed.options) == option


def _told(composed: ComposedQuestion, answer: str, at: Sequence[Span], blocks: Blocks, order: Order) -> list[Choice]:
    """What is told of answers that are typed: each reason that has a quote of its own, else what a sentence of the text
    says that names the answer."""
    found: dict[str, Choice] = {}
    for reason in composed.reasons:
        is_key = fold(reason.option) in (fold(answer), fold(composed.answer))
        if place := place_of(reason, blocks) or (at[0] if is_key else None):
            text = answer if is_key else reason.option
            found.setdefault(fold(text), Choice(text, reason.why, place))
    for each in told_by(composed, answer, at[0], blocks, order):
        found.setdefault(fold(each.text), each)
    return [*found.values()]
