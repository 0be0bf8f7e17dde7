"""A number to be typed into a sentence of the text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import Numeric
from services.coach.authors.items.rules import Found, Rules, Unfit, gap_in, within
from services.coach.authors.items.typed import told_by, told_of
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.authors.offline.numbers import numbers_of
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Number, Span
from services.coach.drafts.order import Order
from services.text.numbers import value_of


class NumericRules(Rules[Number]):
    """Offline it is written of quantities."""

    shape = Number
    wear = 2.0
    instruction = "the same for a number."
    answer_tells = False

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Numeric: its value is read from the text, whatever the model makes of it."""
        answer = gap_in(composed, quote)
        value = value_of(answer.text, order.language)
        if value is None or (composed.unit and within(composed.unit, quote) is None):
            raise Unfit("answer_not_in_quote")
        if re.search(rf"(?<!\d){re.escape(answer.text)}(?!\d)", composed.question):
            raise Unfit("answer_leaked")
        told = told_by(composed, answer.text, quote, blocks, order)
        return Found(Number(answer.text, value, composed.unit), answer, told=told)

    def offline(self, source: Source) -> Iterator[Draft]:
        yield from numbers_of(source.facts.quantities, source)

    def said(self, shape: Number, language: str) -> str:
        return f"{shape.answer} {shape.unit}".strip()

    def keys(self, shape: Number) -> list[str]:
        return [self.said(shape, "")] if shape.unit else []

    def item(self, fields: dict[str, Any], shape: Number, draft: Draft, order: Order) -> Numeric:
        return Numeric(
            **fields,
            explanations=told_of(draft, order),
            answer=shape.answer,
            value=shape.value,
            tolerance=shape.tolerance,
            unit=shape.unit,
        )
