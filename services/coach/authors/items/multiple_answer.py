"""A choice with one or more keys and one or more others."""

from typing import Any

from contracts.items import MultipleAnswer
from services.coach.authors.items.options import Options
from services.coach.authors.items.rules import Rules
from services.coach.drafts.draft import Draft, SomeOf
from services.coach.drafts.order import Order
from services.coach.drafts.shapes import in_order


class MultipleAnswerRules(Rules[SomeOf]):
    """Only a model writes it."""

    shape = SomeOf
    wear = 2.5

    def said(self, shape: SomeOf, language: str) -> str:
        return "; ".join(key.text for key in in_order(shape.keys))

    def shown_with(self, shape: SomeOf) -> list[str]:
        return [choice.text for choice in (*shape.keys, *shape.others)]

    def options(self, shape: SomeOf) -> list[str]:
        return self.shown_with(shape)

    def keys(self, shape: SomeOf) -> list[str]:
        return [key.text for key in shape.keys]

    def others(self, shape: SomeOf) -> list[str]:
        return [choice.text for choice in in_order(shape.others)]

    def item(self, fields: dict[str, Any], shape: SomeOf, draft: Draft, order: Order) -> MultipleAnswer:
        chosen = Options(in_order([*shape.keys, *shape.others]), draft, order)
        fields |= {"options": chosen.options, "explanations": chosen.explained(shape.keys)}
        return MultipleAnswer(**fields, answer=sorted(map(chosen.id_of, shape.keys)))
