"""An open question, and what a full answer must hold."""

from collections.abc import Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import KeyPoint, ShortAnswer
from services.coach.authors.items.rules import Found, Rules, Unfit, answer_in, within
from services.coach.authors.items.typed import told_by, told_of
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import Draft, Open, Span
from services.coach.drafts.order import Order
from services.text.words import find, fold

_MOST_POINTS = 8


class ShortAnswerRules(Rules[Open]):
    """Offline it is written of causes, contrasts and lists (`offline/open_questions.py`, `offline/lists.py`)."""

    shape = Open
    wear = 2.5
    instruction = "an open question for a reason or a difference; its key points stand in the quote, word for word."

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Short answer: each key point stands in the quote."""
        if not 1 <= len(composed.answers) <= _MOST_POINTS:
            raise Unfit("unreadable")
        points = [answer_in(point, quote) for point in composed.answers]
        if all(find(point.text, fold(composed.question)) >= 0 for point in points):
            raise Unfit("answer_leaked")
        model_answer = composed.answer if within(composed.answer, quote) else "; ".join(point.text for point in points)
        told = told_by(composed, model_answer, quote, blocks, order)
        return Found(Open(model_answer, points), within(model_answer, quote), told=told)

    def keys(self, shape: Open) -> list[str]:
        return [at.text for at in shape.key_points]

    def item(self, fields: dict[str, Any], shape: Open, draft: Draft, order: Order) -> ShortAnswer:
        points = [KeyPoint(text=at.text, start=at.start, end=at.end) for at in shape.key_points]
        return ShortAnswer(**fields, explanations=told_of(draft, order), answer=shape.answer, key_points=points)
