"""A choice with one key: one to three others, in any order; options are sorted when they become an item."""

from collections.abc import Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import MultipleChoice
from services.coach.authors.items.options import Options
from services.coach.authors.items.rules import (
    Found,
    Rules,
    Unfit,
    answer_in,
    choice_of,
    distinct,
    refuse_in_quote,
    refuse_told,
)
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import Draft, OneOf, Span
from services.coach.drafts.order import Order
from services.coach.drafts.shapes import in_order
from services.text.words import fold

_MOST_OPTIONS = 4


class MultipleChoiceRules(Rules[OneOf]):
    """The commonest."""

    shape = OneOf
    wear = 1.0
    instruction = "one right option of 3 or 4."

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Multiple choice."""
        answer = answer_in(composed.answer, quote)
        options = distinct(composed.options, 2, _MOST_OPTIONS)
        key = next((option for option in options if fold(option) == fold(composed.answer)), None)
        if key is None:
            raise Unfit("answer_not_in_options")
        others = [option for option in options if option != key]
        refuse_told(composed.question, [key], others, order)
        refuse_in_quote(others, quote)
        return Found(
            OneOf(choice_of(key, composed, quote), [choice_of(each, composed, None) for each in others]), answer
        )

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
