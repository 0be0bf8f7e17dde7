"""Steps to be put in the order in which the text names them."""

from typing import Any

from contracts.items import Ordering
from services.coach.authors.items.options import Options
from services.coach.authors.items.rules import Rules
from services.coach.drafts.draft import Draft, Steps
from services.coach.drafts.order import Order
from services.coach.drafts.shapes import turned


class OrderingRules(Rules[Steps]):
    """Offline it is written of processes (`offline/item_types/steps.py`)."""

    shape = Steps
    wear = 2.5

    def said(self, shape: Steps, language: str) -> str:
        return " → ".join(step.text for step in shape.steps)

    def shown_with(self, shape: Steps) -> list[str]:
        return [step.text for step in shape.steps]

    def asked_with(self, shape: Steps) -> list[str]:
        return self.shown_with(shape)

    def item(self, fields: dict[str, Any], shape: Steps, draft: Draft, order: Order) -> Ordering:
        chosen = Options(turned(shape.steps, [step.text for step in shape.steps]), draft, order)
        fields |= {"options": chosen.options, "explanations": chosen.explained(())}
        return Ordering(**fields, answer=list(map(chosen.id_of, shape.steps)))
