"""A choice with one or more keys and one or more others."""

from collections.abc import Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import MultipleAnswer
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
from services.coach.drafts.draft import Draft, SomeOf, Span
from services.coach.drafts.order import Order
from services.coach.drafts.shapes import in_order
from services.text.words import fold

_MOST_ANSWERS = 8


class MultipleAnswerRules(Rules[SomeOf]):
    """Offline it is written of lists (`offline/lists.py`)."""

    shape = SomeOf
    wear = 2.5
    instruction = "several right ones of 4 to 6, each in the quote."

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Multiple answer."""
        options = distinct(composed.options, 3, _MOST_ANSWERS)
        wanted = {fold(answer) for answer in composed.answers}
        keys = [option for option in options if fold(option) in wanted]
        others = [option for option in options if fold(option) not in wanted]
        if not keys or len(keys) != len(wanted):
            raise Unfit("answer_not_in_options")
        if not others:
            raise Unfit("options_unfit")
        for key in keys:
            answer_in(key, quote)
        refuse_told(composed.question, keys, others, order)
        refuse_in_quote(others, quote)
        return Found(
            SomeOf(
                [choice_of(key, composed, quote) for key in keys], [choice_of(each, composed, None) for each in others]
            )
        )

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
