"""A choice with one key: one to three others, in any order; options are sorted when they become an item."""

from typing import Any

from contracts.items import MultipleChoice
from services.coach.authors.items.options import Options
from services.coach.authors.items.rules import Rules
from services.coach.drafts.draft import Draft, OneOf
from services.coach.drafts.order import Order
from services.coach.drafts.shapes import in_order


class MultipleChoiceRules(Rules[OneOf]):
    """The commonest."""

    shape = OneOf
    wear = 1.0

    def said(self, shape: OneOf, language: str) -> str:
        return shape.key.text

    def options(self, shape: OneOf) -> list[str]:
        return [choice.text for choice in (shape.key, *shape.others)]

    def keys(self, shape: OneOf) -> list[str]:
        return [shape.key.text]

    def others(self, shape: OneOf) -> list[str]:
        return [choice.text for choice in in_order(shape.others)]

    def item(self, fields: dict[str, Any], shape: OneOf, draft: Draft, order: Order) -> MultipleChoice:
        chosen = Options(in_order([shape.key, *shape.others]), draft, order)
        fields |= {"options": chosen.options, "explanations": chosen.explained([shape.key])}
        return MultipleChoice(**fields, answer=chosen.id_of(shape.key))
