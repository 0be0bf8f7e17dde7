"""A statement to judge: the text's own words, but for those exchanged."""

from typing import Any

from contracts.items import TrueFalse
from contracts.proof import Explanation, Option
from services.coach.authors.items.rules import Rules
from services.coach.drafts.draft import Draft, Statement
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof
from services.text.truths import truths


class TrueFalseRules(Rules[Statement]):
    """Only a model writes it: nearly all that was written of a text's sentences could be judged without it."""

    shape = Statement
    wear = 2.5
    answer_tells = False
    judged = True

    def said(self, shape: Statement, language: str) -> str:
        return truths(language)[bool(shape.wrong)]

    def shown_with(self, shape: Statement) -> list[str]:
        return [shape.text]

    def asked_with(self, shape: Statement) -> list[str]:
        return [shape.text]

    def others(self, shape: Statement) -> list[str]:
        return [shape.text, shape.wrong]

    def item(self, fields: dict[str, Any], shape: Statement, draft: Draft, order: Order) -> TrueFalse:
        return TrueFalse(**fields, **_stated(shape, draft, order))


def _stated(shape: Statement, draft: Draft, order: Order) -> dict[str, Any]:
    """A true-or-false item's own fields."""
    yes, no = truths(draft.at.block.language or order.language)
    proved = proof(draft.at, order, draft.answer_at)
    why = shape.why or draft.quote
    answer = "false" if shape.wrong else "true"
    told = {name: why if name == answer else shape.why_not or why for name in ("true", "false")}
    return {
        "statement": shape.text,
        "options": [Option(option_id="true", text=yes), Option(option_id="false", text=no)],
        "answer": answer,
        "wrong": shape.wrong,
        "right": shape.right,
        "explanations": [Explanation(option_id=name, sentence=why, proof=proved) for name, why in told.items()],
    }
