"""Breaks between schemas are found, each kind by a planted mutant; what only adds is let through."""

import json
from copy import deepcopy
from itertools import product
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, create_model

from contracts.message import CamelFields, Fields
from contracts.schemas.compare import Schema, breaking
from contracts.schemas.snapshot import FROZEN, MESSAGES, schema_of


class Choice(Fields):
    kind: Literal["choice"]
    options: list[str] = Field(min_length=2, max_length=4)


class Gap(Fields):
    kind: Literal["gap"]
    hint: str | None = None


class Riddle(Fields):
    kind: Literal["riddle"]


class Deep(Fields):
    grade: Literal["low", "high"]
    share: float = Field(default=0.5, ge=0, lt=1)


Task = Annotated[Choice | Gap, Field(discriminator="kind")]
FIELDS: dict[str, Any] = {
    "id": (UUID, ...),
    "name": (Annotated[str, Field(min_length=2, max_length=9, pattern="^[a-z]+$")], ...),
    "count": (Annotated[int, Field(gt=0, le=50)], 10),
    "maybe": (int | None, None),
    "tasks": (list[Task], ...),
    "deep": (Deep, ...),
    "perhaps": (Deep | None, None),
    "table": (dict[str, int], {}),
    "flag": (bool, False),
}


def schema(**fields: Any) -> Schema:
    """The schema of the message above with some fields other; None takes one away."""
    kept = {name: field for name, field in {**FIELDS, **fields}.items() if field is not None}
    return create_model("Planted", __base__=Fields, **kept).model_json_schema()


def one(name: str, kind: Any, **bounds: Any) -> dict[str, Any]:
    """The field `name` with another type or bounds."""
    return {name: (Annotated[kind, Field(**bounds)], FIELDS[name][1])}


class OtherChoice(Fields):
    kind: Literal["choice"]
    options: list[str] = Field(min_length=3, max_length=4)


class DeepLow(Fields):
    grade: Literal["low"]
    share: float = Field(default=0.5, ge=0, lt=1)


class DeepMid(Fields):
    grade: Literal["low", "mid", "high"]
    share: float = Field(default=0.5, ge=0, lt=1)


class DeepNone(Fields):
    grade: Literal["low", "high"]


BREAKS: dict[str, tuple[dict[str, Any], str]] = {
    "field removed": ({"flag": None}, "flag: removed"),
    "required field removed": ({"id": None}, "id: removed"),
    "field of a part removed": ({"deep": (DeepNone, ...)}, "deep.share: removed"),
    "field of an optional part removed": ({"perhaps": (DeepNone | None, None)}, "perhaps.share: removed"),
    "type changed": ({"flag": (int, 0)}, "flag: type was boolean, is integer"),
    "number narrowed to integer": (
        {"deep": (create_model("D", __base__=Deep, share=(int, 0)), ...)},
        "deep.share: type was number, is integer",
    ),
    "null no longer taken": ({"maybe": (int, 0)}, "maybe: type was null"),
    "list to a single": ({"tasks": (Task, ...)}, "tasks: type was array"),
    "what a table holds changed": ({"table": (dict[str, str], {})}, "table{}: type was integer"),
    "value removed": ({"deep": (DeepLow, ...)}, "deep.grade: value 'high' removed"),
    "lower bound raised": (one("count", int, gt=1, le=50), "count: minimum tightened"),
    "upper bound lowered": (one("count", int, gt=0, le=49), "count: maximum tightened"),
    "upper bound excluded": (one("count", int, gt=0, lt=50), "count: maximum tightened"),
    "bound added": (
        {"deep": (create_model("D", __base__=Deep, share=(float, Field(0.5, gt=0, lt=1))), ...)},
        "deep.share: minimum tightened",
    ),
    "least length raised": (one("name", str, min_length=3, max_length=9, pattern="^[a-z]+$"), "name: minLength was 2"),
    "most length lowered": (one("name", str, min_length=2, max_length=8, pattern="^[a-z]+$"), "name: maxLength was 9"),
    "most length added": (one("tasks", list[Task], max_length=5), "tasks: maxItems was open"),
    "pattern changed": (one("name", str, min_length=2, max_length=9, pattern="^[a-y]+$"), "name: pattern was"),
    "format added": ({"name": (UUID, ...)}, "name: format was open"),
    "newly required": ({"flag": (bool, ...)}, "flag: newly required"),
    "new field required": ({"extra": (str, ...)}, "extra: newly required"),
    "default changed": ({"flag": (bool, True)}, "flag: default was False"),
    "kind of item removed": ({"tasks": (list[Gap], ...)}, "tasks[]"),
    "bound inside a kind of item": (
        {"tasks": (list[Annotated[OtherChoice | Gap, Field(discriminator="kind")]], ...)},
        "tasks[].options: minItems was 2",
    ),
}

ALLOWED: dict[str, dict[str, Any]] = {
    "nothing": {},
    "optional field added": {"extra": (str, "")},
    "optional field added to a part": {"deep": (create_model("D", __base__=Deep, more=(int | None, None)), ...)},
    "lower bound widened": one("count", int, ge=0, le=50),
    "the same bound in other words": one("count", int, ge=1, lt=51),
    "upper bound widened": one("count", int, gt=0, le=60),
    "bounds gone": {"count": (int, 10)},
    "lengths widened": one("name", str, min_length=1, max_length=10, pattern="^[a-z]+$"),
    "pattern gone": one("name", str, min_length=2, max_length=9),
    "value added": {"deep": (DeepMid, ...)},
    "any value taken": {"deep": (create_model("D", __base__=Deep, grade=(str, ...)), ...)},
    "null taken too": {"flag": (bool | None, False)},
    "integer widened to number": {"maybe": (float | None, None)},
    "kind of item added": {"tasks": (list[Annotated[Choice | Gap | Riddle, Field(discriminator="kind")]], ...)},
    "single kind made a union": {"deep": (Deep | str, ...)},
}


@pytest.mark.parametrize("mutant", BREAKS)
def test_each_planted_break_is_found_and_named(mutant: str) -> None:
    fields, said = BREAKS[mutant]
    found = breaking(schema(), schema(**fields))
    assert len(found) >= 1
    assert found[0].startswith(said), found


@pytest.mark.parametrize("change", ALLOWED)
def test_each_allowed_change_is_let_through(change: str) -> None:
    assert breaking(schema(), schema(**ALLOWED[change])) == []


def test_an_added_value_may_not_be_taken_back() -> None:
    assert breaking(schema(**ALLOWED["value added"]), schema()) == ["deep.grade: value 'mid' removed"]
    assert breaking(schema(**ALLOWED["kind of item added"]), schema()) != []


def test_a_changed_alias_is_a_removed_field() -> None:
    class Before(CamelFields):
        full_summary: str = ""

    class After(CamelFields):
        full_summary: str = Field(default="", alias="summary")

    assert breaking(Before.model_json_schema(), After.model_json_schema()) == ["fullSummary: removed or renamed"]


def test_a_kind_of_item_is_held_against_itself_however_much_broke() -> None:
    class OtherGap(Fields):
        kind: Literal["gap"]
        first: str
        second: str
        third: str

    now = schema(tasks=(list[Annotated[Choice | OtherGap, Field(discriminator="kind")]], ...))
    assert breaking(schema(), now) == [
        "tasks[].hint: removed or renamed",
        "tasks[].first: newly required",
        "tasks[].second: newly required",
        "tasks[].third: newly required",
    ]


def test_an_optional_part_is_held_against_the_part_not_against_null() -> None:
    class Other(Fields):
        grade: Literal["low"]
        share: int

    assert breaking(schema(), schema(perhaps=(Other | None, None))) == [
        "perhaps.grade: value 'high' removed",
        "perhaps.share: type was number, is integer",
        "perhaps.share: newly required",
    ]


def test_a_part_that_closes_itself_is_a_break() -> None:
    open_, closed = {"type": "object"}, {"type": "object", "additionalProperties": False}
    assert breaking(open_, closed) == ["{}: no longer taken"]
    assert breaking(closed, open_) == breaking(closed, closed) == []


def test_a_default_may_gain_what_an_optional_field_adds() -> None:
    class Inner(Fields):
        least: int = 1

    class Wider(Inner):
        most: int = 9

    def outer(kind: Any, default: Inner) -> Schema:
        return create_model("Outer", inner=(kind, default)).model_json_schema()

    before = outer(Inner, Inner())
    assert breaking(before, outer(Wider, Wider())) == []
    assert breaking(before, outer(Inner, Inner(least=2))) == ["inner: default was {'least': 1}, is {'least': 2}"]


def test_schemas_that_loop_come_to_an_end() -> None:
    class Tree(BaseModel):
        name: str
        below: "list[Tree]" = []
        best: "Tree | None" = None

    now = Tree.model_json_schema()
    assert breaking(now, now) == []
    narrowed = deepcopy(now)
    narrowed["$defs"]["Tree"]["properties"]["name"]["maxLength"] = 3
    assert "name: maxLength was open, is 3" in breaking(now, narrowed)


@pytest.mark.parametrize("name", MESSAGES)
def test_every_field_of_every_frozen_message_is_held(name: str) -> None:
    """Takes away, retypes or requires each property of each definition in turn: each is found."""
    frozen = json.loads((FROZEN / f"{name}.json").read_text(encoding="utf-8"))
    assert breaking(frozen, schema_of(MESSAGES[name])) == []
    for where in [None, *frozen.get("$defs", {})]:
        part = _object(frozen, where)
        for field, change in product(part.get("properties", {}), (_remove, _retype, _require)):
            changed = deepcopy(part)
            if change(changed, field):
                assert breaking(frozen, _with(frozen, where, changed)), (change.__name__, where, field)


def _object(whole: Schema, where: str | None) -> Schema:
    found: Schema = whole["$defs"][where] if where else whole
    return found


def _with(whole: Schema, where: str | None, part: Schema) -> Schema:
    return {**whole, "$defs": {**whole["$defs"], where: part}} if where else part


def _remove(part: Schema, field: str) -> bool:
    del part["properties"][field]
    return True


def _retype(part: Schema, field: str) -> bool:
    part["properties"][field] = {"type": "string", "const": "something else"}
    return True


def _require(part: Schema, field: str) -> bool:
    if field in part.get("required", []):
        return False
    part["required"] = [*part.get("required", []), field]
    return True
