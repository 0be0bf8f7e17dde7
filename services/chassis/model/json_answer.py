"""Reads JSON out of what a model wrote: thinking tags, code fences and prose around it are left away.

Only what stands around the JSON is dropped. The JSON itself is never mended: what is broken is reported.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

TAG = r"(?:think|thinking|thought|reasoning)>"
THINKING = re.compile(rf"\A(?:<{TAG}.*?</{TAG}\s*)+", re.DOTALL)
THINKING_STARTS = re.compile(rf"\A<{TAG}")
THINKING_ENDS = re.compile(rf"</{TAG}")
FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
MOST_STARTS = 200
MOST_ERRORS = 10


class AnswerUnfit(ValueError):
    """`complaint` is what to tell the model; `shapeless`: a server that enforces the schema could not have sent it."""

    def __init__(self, complaint: str, shapeless: bool) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.shapeless = shapeless


@dataclass(frozen=True)
class Reading(Generic[T]):
    """`bare`: the text was JSON and nothing else (thinking does not count)."""

    value: T
    bare: bool


def read(text: str, schema: type[M]) -> Reading[M]:
    """The first JSON value in the text that fits `schema`, and whether the text was bare JSON. Raises AnswerUnfit."""
    first: AnswerUnfit | None = None
    for value, bare in json_values(text):
        try:
            return Reading(schema.model_validate_json(json.dumps(value)), bare)
        except ValidationError as error:
            first = first or AnswerUnfit(_complaint(error), shapeless=not bare or _shapeless(error))
    raise first or AnswerUnfit("It held no complete JSON object.", shapeless=True)


def read_each(raw: Iterable[Any], item_type: type[T]) -> tuple[list[T], list[tuple[int, str]]]:
    """Read a list item by item: the good ones in order, and (index, what is wrong) for each of the others."""
    adapter = TypeAdapter(item_type)
    good: list[T] = []
    bad: list[tuple[int, str]] = []
    for index, item in enumerate(raw):
        try:
            good.append(adapter.validate_json(json.dumps(item)))
        except ValidationError as error:
            bad.append((index, _complaint(error)))
    return good, bad


def json_values(text: str) -> Iterator[tuple[Any, bool]]:
    """The JSON objects and lists in a text, the likeliest first; with each whether it was the whole text."""
    whole = text.strip().removeprefix("\ufeff")
    spoken = _spoken(whole)
    for candidate in dict.fromkeys((whole, spoken)):
        if bare := _decoded(candidate):
            yield bare[0], True
            return
    for fenced in FENCED.findall(spoken):
        yield from ((value, False) for value in _decoded(fenced.strip()))
    yield from ((value, False) for value in _outermost(spoken))


def _decoded(text: str) -> list[Any]:
    """The text's one JSON value, or nothing."""
    try:
        return [_DECODER.decode(text)]
    except (ValueError, RecursionError):
        return []


def _spoken(text: str) -> str:
    """The text without the thinking before it; servers that know a model's template drop the opening tag."""
    rest = THINKING.sub("", text)
    if THINKING_STARTS.match(rest):
        return ""  # it never stopped thinking: what stands there is a draft
    after = THINKING_ENDS.split(rest)[-1]
    return (after if "{" in after else rest).strip()


def _outermost(text: str) -> Iterator[Any]:
    """Values that stand in prose, left to right, without those inside another."""
    at = 0
    for _ in range(MOST_STARTS):
        start = next((i for i in range(at, len(text)) if text[i] in "{["), None)
        if start is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, start)
            yield value
        except (ValueError, RecursionError):
            at = start + 1


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


# strict=False: models write line breaks into strings as they are
_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_constant)


def _shapeless(error: ValidationError) -> bool:
    """Missing or unknown fields and wrong types: what an enforced schema rules out."""
    kinds = {item["type"] for item in error.errors(include_url=False, include_context=False, include_input=False)}
    return any(kind in {"missing", "extra_forbidden"} or kind.endswith("_type") for kind in kinds)


def _complaint(error: ValidationError) -> str:
    """One line an error, by its place; the values themselves are not repeated."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"- {'.'.join(map(str, item['loc'])) or 'the answer'}: {item['msg']}" for item in found[:MOST_ERRORS]]
    return "\n".join(lines + ([f"- and {len(found) - MOST_ERRORS} more"] if len(found) > MOST_ERRORS else []))
