"""A number to be typed into a sentence of the text."""

from collections.abc import Iterator
from typing import Any

from contracts.items import Numeric
from services.coach.authors.items.rules import Rules
from services.coach.authors.items.typed import told_of
from services.coach.authors.offline.item_types.numbers import numbers_of
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Number
from services.coach.drafts.order import Order


class NumericRules(Rules[Number]):
    """Offline it is written of quantities."""

    shape = Number
    wear = 2.0
    answer_tells = False

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
