"""Walks a golden example beside its schema: every object, and every field with what it may hold."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import contracts
from contracts.schemas.compare import Schema, alternatives

EXAMPLES = Path(contracts.__file__).parent / "examples"
Where = tuple[str | int, ...]
TABLES: tuple[Where, ...] = (
    ("numbers",),
    ("headings",),
    ("values",),
    ("questions",),
    ("told",),
    ("mastery_updates",),
    ("updated_step_statuses",),
    ("updated_status_info",),
    ("task_references",),
    ("parameters",),
    ("last_tool_parameters",),
    ("entities",),
    ("result",),
    ("data",),
)
"""Fields that hold names of any kind: counts of a problem, what fills a phrase, figures by concept or step, what a tool
takes and gives."""


@dataclass(frozen=True)
class Place:
    """A field, present in the example or not, or an element of a list."""

    path: Where
    schemas: list[Schema]
    required: bool
    present: bool

    @property
    def name(self) -> str:
        return ".".join(map(str, self.path))


def example(type_name: str) -> dict[str, Any]:
    """The golden example's value."""
    loaded: dict[str, Any] = json.loads((EXAMPLES / f"{type_name}.json").read_text(encoding="utf-8"))
    return loaded


def objects(value: Any, path: Where = ()) -> Iterator[Where]:
    """The path of every object in a value."""
    if isinstance(value, dict):
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from objects(inner, (*path, key))


def places(value: Any, schema: Schema, root: Schema, path: Where = ()) -> Iterator[Place]:
    """Every place below a value; what is absent is named, not entered."""
    for shape in alternatives(schema, root):
        if isinstance(value, dict) and shape.get("type") == "object" and _tagged(value, shape):
            for name, field in shape.get("properties", {}).items():
                here = (*path, name)
                kinds = alternatives(field, root)
                yield Place(here, kinds, name in shape.get("required", []), name in value)
                if name in value:
                    yield from places(value[name], field, root, here)
        if isinstance(value, list) and "items" in shape:
            for index, inner in enumerate(value):
                yield Place((*path, index), alternatives(shape["items"], root), False, True)
                yield from places(inner, shape["items"], root, (*path, index))


def changed(value: Any, path: Where, new: Any) -> Any:
    """A copy in which the place holds something else."""
    copy = deepcopy(value)
    _holder(copy, path)[path[-1]] = new
    return copy


def removed(value: Any, path: Where) -> Any:
    """A copy without the place."""
    copy = deepcopy(value)
    del _holder(copy, path)[path[-1]]
    return copy


def _holder(value: Any, path: Where) -> Any:
    for key in path[:-1]:
        value = value[key]
    return value


def _tagged(value: dict[str, Any], shape: Schema) -> bool:
    fields = shape.get("properties", {}).items()
    return all(value.get(name) == field["const"] for name, field in fields if "const" in field)
