"""A sentence of the text with a gap to type into."""

from collections.abc import Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import Cloze
from services.coach.authors.items.rules import Found, Rules, Unfit, gap_in
from services.coach.authors.items.typed import told_by, told_of
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import GAP, Draft, Gap, Span
from services.coach.drafts.order import Order
from services.text.words import tells_all


class ClozeRules(Rules[Gap]):
    """Offline it is written of a sentence that mentions the concept (`offline/gap.py`)."""

    shape = Gap
    wear = 1.3
    instruction = f"a sentence of the text, word for word, with its answer replaced by {GAP}, once."

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """Cloze."""
        answer = gap_in(composed, quote)
        if tells_all(composed.question.replace(GAP, " "), answer.text, order.language):
            raise Unfit("answer_leaked")
        return Found(Gap(answer.text), answer, told=told_by(composed, answer.text, quote, blocks, order))

    def item(self, fields: dict[str, Any], shape: Gap, draft: Draft, order: Order) -> Cloze:
        return Cloze(**fields, explanations=told_of(draft, order), answer=shape.answer, accepted=list(shape.accepted))
