"""A question that an owner writes by hand: the fields of its type, and the quote that proves it, cut from its block.

The types are those whose one quote proves all of it; the pairs and steps of the others have a proof each. Pure.
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contracts.documents import Block
from contracts.items import Cloze, Item, ItemFields, MultipleAnswer, MultipleChoice, Numeric, ShortAnswer, TrueFalse
from contracts.proof import Origin
from services.gateway.http.problems import broken
from services.gateway.items.schemas import NewItem
from services.gateway.items.spans import cut, placed, points, standing
from services.text.truths import truths

HAND = Origin(author="owner", name="", version="1")
TYPES: Mapping[str, type[ItemFields]] = {
    kind.model_fields["type"].default: kind
    for kind in (MultipleChoice, MultipleAnswer, TrueFalse, Cloze, Numeric, ShortAnswer)
}
_ABOUT = {"type", "quiz_id", "proof", "explanations"}


def written(wish: NewItem, item_id: UUID, quiz_id: UUID, block: Block, document: str, language: str) -> Item:
    """The item that is wished for. Raises `Failure` 400 or `pydantic.ValidationError`, both naming the field."""
    kind = TYPES[wish.type]
    said = wish.model_dump(mode="json", exclude_unset=True)
    for name in said.keys() - _ABOUT:
        if name not in kind.model_fields:
            raise broken(name, "extra_forbidden")
    body: dict[str, Any] = {name: value for name, value in said.items() if name not in _ABOUT}
    body |= {"type": wish.type, "item_id": str(item_id), "quiz_id": str(quiz_id), "origin": HAND.model_dump()}
    body["difficulty"] = wish.difficulty
    if kind is TrueFalse:
        yes, no = truths(block.language or language)
        body["options"] = [{"option_id": "true", "text": yes}, {"option_id": "false", "text": no}]
    known = {one["option_id"] for one in body.get("options", [])}
    for number, one in enumerate(wish.explanations):
        if one.option_id not in known:
            raise broken(f"explanations.{number}.option_id", "strange_option")
    body["explanations"] = [one.model_dump() for one in wish.explanations]
    proof = _proved(wish, block, document)
    if "key_points" in body:
        body["key_points"] = points(body["key_points"], [], proof, block.text)
    body["proof"] = proof
    new = kind.model_validate_json(json.dumps(body), strict=True)
    body["proof"] = placed(proof, new.answer_words, block.text)
    item: Item = kind.model_validate_json(json.dumps(body), strict=True)  # type: ignore[assignment] # All are in the union.
    return item


def _proved(wish: NewItem, block: Block, document: str) -> dict[str, Any]:
    """The proof: the span as it is given, else where the quote stands."""
    span = wish.proof
    start, end = (span.start, span.end) if span.start is not None else standing(span.quote, block.text) or (None, None)
    if start is None or end is None:
        raise broken("proof.quote", "quote_nowhere")
    empty = {"document_sha256": document, "block_id": block.block_id, "answer_start": None, "answer_end": None}
    return cut(empty, {"start": start, "end": end}, block)
