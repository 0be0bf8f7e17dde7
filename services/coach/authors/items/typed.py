"""What is told of an answer that is typed: of the right one, and of wrong ones that the text has elsewhere. Pure."""

from collections.abc import Mapping

from contracts.documents import Block
from contracts.proof import Explanation
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import Choice, Draft, Span
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof, within
from services.coach.drafts.quote import locate
from services.text.matches import rests_on
from services.text.splitting import spans_of
from services.text.words import fold

_MOST = 6


def told_of(draft: Draft, order: Order) -> list[Explanation]:
    """A draft's, each with the place that says so."""
    return [
        Explanation(option_id=each.text, sentence=each.why or each.at.text, proof=proof(each.at, order, _in(each)))
        for each in draft.told
        if each.at
    ]


def told_by(
    composed: ComposedQuestion, answer: str, quote: Span, blocks: Mapping[str, Block], order: Order
) -> list[Choice]:
    """What a model gave as reasons: what a sentence of the text that names the answer does not say is let go."""
    found: dict[str, Choice] = {}
    for reason in composed.reasons:
        text = answer if fold(reason.option) in (fold(answer), fold(composed.answer)) else reason.option
        at = quote if text == answer else _sentence_with(text, blocks)
        if at and fold(text) not in found and rests_on(reason.why, [at.text, composed.question, text], order.language):
            found[fold(text)] = Choice(text, reason.why, at)
    return [*found.values()][: _MOST + 1]


def _sentence_with(text: str, blocks: Mapping[str, Block]) -> Span | None:
    """The first that names it."""
    for block in blocks.values():
        if place := locate(text, block.text, any_case=True):
            spans = (Span(block, start, end) for start, end in spans_of(block.text))
            return next((at for at in spans if at.start <= place[0] and place[1] <= at.end), None)
    return None


def _in(told: Choice) -> Span | None:
    return within(told.at, told.text) if told.at else None
