"""How a model is told the shape of its answer: by a strict JSON schema, by JSON mode, or only in the prompt.

Servers differ: some enforce a schema, some refuse the parameter, some ignore it. The manners are tried in this order.
"""

import functools
import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


class Manner(StrEnum):
    """How the answer's shape is asked for."""

    SCHEMA = "json_schema"
    """`response_format` holds the schema and the server enforces it."""
    OBJECT = "json_object"
    """`response_format` asks for any JSON object; the schema stands in the prompt."""
    PROMPT = "prompt"
    """No `response_format`; the schema stands in the prompt."""

    def simpler(self) -> "Manner":
        """The next one to try; the last is its own next."""
        return Manner.OBJECT if self is Manner.SCHEMA else Manner.PROMPT


@dataclass(frozen=True)
class ShownAs:
    """Marks a value that the model is told to write as `item_type`, and that is not checked as such when it comes.

    `cards: list[Annotated[Any, ShownAs(Card)]]` and then `read_each(answer.value.cards, Card)`: one bad card costs one.
    """

    item_type: Any

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.item_type).core_schema)


# What every enforcing server understands. Lengths, ranges and patterns are left out of the enforced schema (some
# servers refuse the whole request over one of them) and are checked when the answer is read.
PORTABLE = {"type", "enum", "const", "description", "$ref", "required", "additionalProperties"}


@functools.cache
def strict_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of `schema` in the portable subset: every property required, no others allowed.

    Made once: to make it takes as long as a call's all else. Nobody changes it.
    """
    return _strict(schema.model_json_schema())


def _strict(node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in node:  # a reference may have no neighbours
        return {"$ref": node["$ref"]}
    kept = {name: value for name, value in node.items() if name in PORTABLE}
    if "properties" in node:
        kept.pop("description", None)  # What a class says of itself is for who reads the code, and costs tokens.
        kept["properties"] = {name: _strict(value) for name, value in node["properties"].items()}
        kept["required"] = list(node["properties"])
        kept["additionalProperties"] = False
    if "items" in node:
        kept["items"] = _strict(node["items"])
    if choices := node.get("anyOf") or node.get("oneOf"):
        kept["anyOf"] = [_strict(choice) for choice in choices]
    if "$defs" in node:
        kept["$defs"] = {name: _strict(value) for name, value in node["$defs"].items()}
    return kept


def response_format(schema: type[BaseModel], manner: Manner) -> dict[str, Any] | None:
    """The request's `response_format`; None: leave it out."""
    if manner is Manner.PROMPT:
        return None
    if manner is Manner.OBJECT:
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", schema.__name__)[:64]
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": strict_schema(schema)}}


@functools.cache
def _in_words(schema: type[BaseModel]) -> str:
    """With lengths and ranges, which nobody enforces here, and without what tells a model nothing."""
    return json.dumps(_untitled(schema.model_json_schema()), ensure_ascii=False, separators=(",", ":"))


def _untitled(node: dict[str, Any]) -> dict[str, Any]:
    silent = ("title", "default", *(("description",) if "properties" in node else ()))
    kept = {name: value for name, value in node.items() if name not in silent}
    for name in ("properties", "$defs"):
        if name in kept:
            kept[name] = {key: _untitled(value) for key, value in kept[name].items()}
    if "items" in kept:
        kept["items"] = _untitled(kept["items"])
    return kept


def messages(
    system: str, user: str, schema: type[BaseModel], manner: Manner, complaint: str | None
) -> list[dict[str, str]]:
    """The two messages of an ask; `complaint` says what was wrong with a first answer."""
    rules, request = [system], [user]
    if manner is not Manner.SCHEMA or complaint:
        shape = _in_words(schema)
        rules.append(
            f"Answer with one JSON object and nothing else. It must be valid against this JSON schema:\n{shape}"
        )
    if complaint:
        request.append(f"A first answer to this could not be used:\n{complaint}\nAnswer again, as valid JSON.")
    return [{"role": "system", "content": "\n\n".join(rules)}, {"role": "user", "content": "\n\n".join(request)}]
