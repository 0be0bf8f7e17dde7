"""A sentence of the text with a gap to type into."""

from typing import Any

from contracts.items import Cloze
from services.coach.authors.items.rules import Rules
from services.coach.authors.items.typed import told_of
from services.coach.drafts.draft import Draft, Gap
from services.coach.drafts.order import Order


class ClozeRules(Rules[Gap]):
    """Offline it is written of a sentence that mentions the concept (`offline/item_types/gap.py`)."""

    shape = Gap
    wear = 1.3

    def item(self, fields: dict[str, Any], shape: Gap, draft: Draft, order: Order) -> Cloze:
        return Cloze(**fields, explanations=told_of(draft, order), answer=shape.answer, accepted=list(shape.accepted))
