"""An owner's edit of an item or a card: a JSON merge of what may be edited. Pure.

Ids, type, concept and origin stay; naming them as they are is no harm. Of options, prompts and explanations those that
are named by `option_id` change and the rest stays, but for the explanation of an option that got other words, and of a
typed answer that is no longer the key, or no longer wrong; other lists are replaced; null is as if the field were left
out of the item. The quote is cut anew where the proof's span is edited, and the answer's place is looked for in it.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any

from pydantic_core import from_json

from contracts.documents import Block
from contracts.items import Flashcard, Item, ItemFields
from services.gateway.http.problems import broken
from services.gateway.items.spans import cut, moved, placed, points
from services.text.quotation import alike
from services.text.words import bare

Json = dict[str, Any]
MOST_BYTES = 32_000
"""Of an edit. With its blocks and what was asked before it must fit into a message to the Evaluator."""
CARD = frozenset({"question", "answer", "proof"})
EVERY = CARD | {"difficulty", "explanations"}


_MEANT = frozenset({"value", "tolerance", "unit"})
_KEYS = _MEANT | {"answer", "accepted"}
"""What makes a typed answer right."""


def editable(old: Item | Flashcard) -> frozenset[str]:
    """The fields that may be edited: of an item also those that its type alone has."""
    if isinstance(old, Flashcard):
        return CARD
    return EVERY | (set(type(old).model_fields) - set(ItemFields.model_fields) - {"type"})


def wish(body: bytes) -> tuple[Json, int | None]:
    """The fields to change, and the revision that the owner has seen, if it is named. Raises `Failure` 400."""
    try:
        said = from_json(body, allow_inf_nan=False)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise broken("(body)", "no_json_object")
    revision = said.pop("revision", None)
    if revision is not None and (type(revision) is not int or revision < 1):
        raise broken("revision", "no_revision")
    if not said:
        raise broken("(body)", "no_change")
    return said, revision


def edited(old: Item | Flashcard, wanted: Json, block: Block) -> Item | Flashcard:
    """The item or card with the wish carried out; `block` is the one that it rests on.

    Raises `Failure` 400 or `pydantic.ValidationError`, both naming the field.
    """
    before: Json = old.model_dump(mode="json")
    text = block.text
    body, may = dict(before), editable(old)
    wanted = {name: value for name, value in wanted.items() if name not in before or value != before[name]}
    for name in wanted:
        if name not in may:
            raise broken(name, "fixed" if name in before else "extra_forbidden")
    _bounded(wanted)
    # Of pairs the prompts are explained, else the options.
    explained = "prompts" if "prompts" in before else "options"
    ids = {one["option_id"] for one in before.get(explained, [])}
    typed = isinstance(old, ItemFields) and old.by == "words"
    if typed:
        ids = {before["answer"], *(one["option_id"] for one in before["explanations"])}
    for name, value in wanted.items():
        if name == "explanations":
            body[name] = _named(name, before[name], [] if value is None else value, "sentence", ids)
        elif name in ("options", "prompts"):
            body[name] = _named(name, before[name], value, "text", {one["option_id"] for one in before[name]})
        elif value is None:
            body.pop(name)
        elif isinstance(value, dict) and isinstance(before[name], dict) and name != "proof":
            body[name] = {key: one for key, one in {**before[name], **value}.items() if one is not None}
        elif name != "proof":
            body[name] = value
    if "options" in wanted and explained == "options":
        body["explanations"] = _still_true(body, before, wanted.get("explanations") or [])
    if typed and not _KEYS.isdisjoint(wanted):
        body["explanations"] = _of_wrong(body, before)
    if "proof" in wanted:
        body["proof"] = cut(before["proof"], wanted["proof"], block)
        for one in body.get("explanations", []):
            if one["proof"] is not None:
                one["proof"] = moved(one["proof"], before["proof"], body["proof"])
    if "key_points" in wanted:
        body["key_points"] = points(wanted["key_points"], before["key_points"], body["proof"], text)
    new = type(old).model_validate_json(json.dumps(body), strict=True)
    other = "proof" in wanted or _answers(new) != _answers(old)
    if other and "answer_start" not in wanted.get("proof", {}):
        body["proof"] = placed(body["proof"], _answers(new), text)
        new = type(old).model_validate_json(json.dumps(body), strict=True)
    return new


def _still_true(body: Json, before: Json, given: Sequence[Json]) -> list[Json]:
    """The explanations without those that were of other words: an option's whose text changed, with none given for it.

    That of a key stays where it tells the proof's quote, which does not depend on the option's words.
    """
    texts = {one["option_id"]: one["text"] for one in before["options"]}
    changed = {one["option_id"] for one in body["options"] if one["text"] != texts[one["option_id"]]}
    changed -= {one["option_id"] for one in given}
    keys = [body["answer"]] if isinstance(body["answer"], str) else body["answer"]
    quote = alike(before["proof"]["quote"])
    return [
        one
        for one in body["explanations"]
        if one["option_id"] not in changed or (one["option_id"] in keys and quote in alike(one["sentence"]))
    ]


def _of_wrong(body: Json, before: Json) -> list[Json]:
    """The explanations of typed answers without that of a key that is none any more, and of what is right now."""
    key, accepted = body.get("answer"), body.get("accepted")
    said = [key, *(accepted if isinstance(accepted, list) else [])]
    right = {bare(text) for text in said if isinstance(text, str)}
    gone = {before["answer"]} if key != before["answer"] else set()
    if any(body.get(name) != before.get(name) for name in _MEANT):  # Any number may be right now.
        gone |= {one["option_id"] for one in before["explanations"]} - {before["answer"]}
    told = [(one["option_id"], one) for one in body["explanations"]]
    return [one for typed, one in told if typed == key or (typed not in gone and bare(typed) not in right)]


def _answers(new: Item | Flashcard) -> list[str]:
    """Words that may stand at the answer's place, the likeliest first; none for what is no single place."""
    return [new.answer, new.concept] if isinstance(new, Flashcard) else new.answer_words


def _bounded(wanted: Json) -> None:
    sizes = {name: len(json.dumps(value, ensure_ascii=False).encode()) for name, value in wanted.items()}
    if sum(sizes.values()) > MOST_BYTES:
        raise broken(max(sizes, key=lambda name: sizes[name]), "edit_too_large", limit=MOST_BYTES)
    accepted = wanted.get("accepted")
    for number, one in enumerate(accepted if isinstance(accepted, list) else ()):
        if isinstance(one, str) and not one.strip():
            raise broken(f"accepted.{number}", "empty_answer")


def _named(name: str, old: Sequence[Json], wanted: object, field: str, may: Collection[str]) -> list[Json]:
    """`old` with the `field` of those that are named by their `option_id`, which is one of `may`."""
    if not isinstance(wanted, list):
        raise broken(name, "list_type")
    merged = {one["option_id"]: one for one in old}
    for number, one in enumerate(wanted):
        at = f"{name}.{number}"
        if not isinstance(one, dict):
            raise broken(at, "dict_type")
        option = one.get("option_id")
        if not isinstance(option, str) or option not in may:
            raise broken(f"{at}.option_id", "strange_option")
        known = merged.get(option, {"option_id": option} | ({"proof": None} if field == "sentence" else {}))
        for key, value in one.items():
            if key != field and (key not in known or known[key] != value):
                raise broken(f"{at}.{key}", "fixed_here")
        if not isinstance(said := one.get(field), str) or not said.strip():
            raise broken(f"{at}.{field}", "no_text")
        merged[option] = {**known, field: said}
    return list(merged.values())
