"""An open question, and what a full answer must hold."""

from typing import Any

from contracts.items import KeyPoint, ShortAnswer
from services.coach.authors.items.rules import Rules
from services.coach.authors.items.typed import told_of
from services.coach.drafts.draft import Draft, Open
from services.coach.drafts.order import Order


class ShortAnswerRules(Rules[Open]):
    """Offline it is written of causes, contrasts and lists (`offline/item_types/open_questions.py`)."""

    shape = Open
    wear = 2.5

    def keys(self, shape: Open) -> list[str]:
        return [at.text for at in shape.key_points]

    def item(self, fields: dict[str, Any], shape: Open, draft: Draft, order: Order) -> ShortAnswer:
        points = [KeyPoint(text=at.text, start=at.start, end=at.end) for at in shape.key_points]
        return ShortAnswer(**fields, explanations=told_of(draft, order), answer=shape.answer, key_points=points)
