"""Steps to be put in the order in which the text names them."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from contracts.documents import Block
from contracts.items import Ordering
from services.coach.authors.items.options import Options
from services.coach.authors.items.rules import Found, Rules, Unfit, answer_in, choice_of, distinct
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import Draft, Span, Steps
from services.coach.drafts.order import Order
from services.coach.drafts.shapes import turned

_MOST_STEPS = 8


class OrderingRules(Rules[Steps]):
    """Offline it is written of processes and of years (`offline/steps.py`)."""

    shape = Steps
    wear = 2.5
    instruction = "3 to 6 steps that the quote gives in that order."

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Ordering: the quote names the steps in that order."""
        distinct(composed.answers, 3, _MOST_STEPS)
        places = [answer_in(step, quote) for step in composed.answers]
        if any(left.end > right.start for left, right in pairwise(places)):
            raise Unfit("order_not_in_quote")
        return Found(Steps([choice_of(step, composed, quote) for step in composed.answers]))

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
