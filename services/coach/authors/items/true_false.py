"""A statement to judge: the text's own words, but for those exchanged."""

from collections.abc import Iterator, Mapping
from typing import Any

from contracts.documents import Block
from contracts.items import TrueFalse
from contracts.proof import Explanation, Option
from services.coach.authors.items.rules import Found, Rules, Unfit, within
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.authors.offline import statements
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Span, Statement
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof
from services.text.truths import truths
from services.text.words import fold


class TrueFalseRules(Rules[Statement]):
    """Offline it is written of definitions and quantities."""

    shape = Statement
    wear = 2.5
    instruction = "a sentence of the text, word for word; a false one with a few words exchanged (`wrong` for `right`)."
    answer_tells = False
    judged = True

    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """True or false: the text's own words, but for those exchanged."""
        why = composed.reasons[0].why if composed.reasons else ""
        said, answer = composed.question, fold(composed.answer)
        if answer == "true":
            place = within(said, quote)
            if place is None:
                raise Unfit("answer_not_in_quote")
            return Found(Statement(said, why), place)
        if answer != "false" or not composed.wrong or not composed.right or said.count(composed.wrong) != 1:
            raise Unfit("unreadable")
        if within(said.replace(composed.wrong, composed.right), quote) is None or within(composed.wrong, quote):
            raise Unfit("answer_not_in_quote")
        return Found(Statement(said, why, composed.wrong, composed.right), within(composed.right, quote))

    def offline(self, source: Source) -> Iterator[Draft]:
        yield from statements.from_definitions(source.facts.definitions, source)
        yield from statements.from_quantities(source.facts.quantities, source)

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
