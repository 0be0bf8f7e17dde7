"""Every field of every message, mutated: the message is refused and the field is named."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from contracts.message import Message
from contracts.problems import contract_problem
from contracts.schemas.compare import Schema
from contracts.schemas.snapshot import MESSAGES, schema_of
from tests.contracts.walk import TABLES, Place, changed, example, objects, places, removed

TAGS = {"multiple_choice", "cloze", "Phrase"}  # pydantic puts the kind of item, or of value, into the path


def refused_for(message: type[Message], value: Any, name: str, *, building: bool = False) -> bool:
    """Whether the message is refused with a 400 that names this field (or one inside it)."""
    body = json.dumps(value)
    try:
        message.model_validate_json(body) if building else message.read(body)
    except ValidationError as error:
        said = contract_problem(error)
        paths = [".".join(part for part in field.split(".") if part not in TAGS) for field in said.fields]
        return said.status == 400 and any(path == name or path.startswith(f"{name}.") for path in paths)
    return False


def wrong_values(place: Place, value: Any) -> Iterator[Any]:
    """Values of another type, and values beyond each bound."""
    accepts = [
        Draft202012Validator({key: word for key, word in one.items() if key != "$from"}) for one in place.schemas
    ]
    candidates: tuple[Any, ...] = ("\u2603", 7, 1.5, True, None, [], {})
    for candidate in candidates:
        if all(_refuses(one, candidate) for one in accepts):
            yield candidate
    for one, schema in enumerate(place.schemas):
        others = accepts[:one] + accepts[one + 1 :]
        # What one way of a union refuses another may take: a name beside some that are known.
        yield from (wrong for wrong in _beyond(schema, value) if all(_refuses(other, wrong) for other in others))


def _refuses(one: Draft202012Validator, candidate: Any) -> bool:
    schema = cast(Schema, one.schema)
    if isinstance(candidate, dict | list):  # what is inside may refer to definitions; the outside is enough here
        wanted = "object" if isinstance(candidate, dict) else "array"
        return schema.get("type") not in (wanted, None)
    return not one.is_valid(candidate)


def _beyond(schema: Schema, value: Any) -> Iterator[Any]:
    if schema.get("type") in ("integer", "number"):
        yield from (schema[word] - 1 for word in ("minimum",) if word in schema)
        yield from (schema[word] + 1 for word in ("maximum",) if word in schema)
        yield from (schema[word] for word in ("exclusiveMinimum", "exclusiveMaximum") if word in schema)
    if schema.get("type") == "string":
        if schema.get("minLength"):
            yield ""
        if "maxLength" in schema:
            yield "x" * (schema["maxLength"] + 1)
        if "pattern" in schema:
            yield from (wrong for wrong in ("\0!", "") if not re.search(schema["pattern"], wrong))
        if schema.get("format") == "uuid":
            yield "no-uuid"
        if schema.get("format") == "date-time":
            yield from ("yesterday", "2026-01-01T00:00:00")
        if "enum" in schema or "const" in schema:
            yield "no_such_value"
    if schema.get("type") == "array":
        if schema.get("minItems"):
            yield []
        if "maxItems" in schema and value:
            yield [value[0]] * (schema["maxItems"] + 1)


def mutants(message: type[Message]) -> Iterator[tuple[str, str, bool]]:
    """(kind, field, whether it was refused with that field named)."""
    value, schema = example(message.type_name), schema_of(message)
    for place in places(value, schema, schema):
        held: Any = value
        for key in place.path:
            held = held[key] if not isinstance(held, dict) or key in held else None
        for wrong in wrong_values(place, held):
            yield "wrong value", place.name, refused_for(message, changed(value, place.path, wrong), place.name)
        if place.required and place.present:
            yield "removed", place.name, refused_for(message, removed(value, place.path), place.name)
    for path in objects(value):
        if path[-1:] not in TABLES:
            unknown = (*path, "invented")
            name = ".".join(map(str, unknown))
            yield "unknown", name, refused_for(message, changed(value, unknown, 1), name, building=True)


def test_each_mutated_field_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    found = [(message, *mutant) for message in MESSAGES.values() for mutant in mutants(message)]
    missed = [f"{message.type_name} {kind}: {field}" for message, kind, field, refused in found if not refused]
    kinds = dict(Counter(kind for _, kind, _, _ in found))
    with capsys.disabled():
        print(f"\n  {len(found) - len(missed)} of {len(found)} contract mutants refused by name: {kinds}")
    assert missed == []
    assert {message for message, *_ in found} == set(MESSAGES.values())


def test_every_field_is_walked() -> None:
    """The walk must not be blind: it finds the fields of nested items, and those the example leaves out."""
    schema = schema_of(MESSAGES["pensum.coach.study_material.v1"])
    names = {place.name for place in places(example("pensum.coach.study_material.v1"), schema, schema)}
    assert {"quiz.0.item.options.1.text", "quiz.1.item.accepted.0", "quiz.1.correctAnswerIndex", "run.errors"} <= names
