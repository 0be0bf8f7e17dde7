"""Rows and changes of rows as typed values: a model is the only list of its columns; what is written derives from it.

JSON is text here (`Json`): it is set in as it comes, and never parsed on its way to the table.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import NoneType, UnionType, new_class
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    LiteralString,
    NewType,
    TypedDict,
    TypeVar,
    Union,
    get_args,
    get_origin,
)
from uuid import UUID

from sqlalchemy import JSON, Column, DateTime, Identity, Integer
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.sql.schema import SchemaItem
from sqlmodel import SQLModel

from contracts.message import Fields

Json = NewType("Json", str)
"""A JSON value as text."""
Terms = NewType("Terms", str)
"""The terms by which a text is found, as Postgres writes a tsvector."""
MOMENT: Any = DateTime(timezone=True)
JSON_TEXT: Any = JSON
TERMS: Any = TSVECTOR
_TYPES: dict[Any, str] = {
    UUID: "uuid",
    str: "text",
    Json: "json",
    Terms: "tsvector",
    int: "int",
    float: "float8",
    bool: "bool",
    datetime: "timestamptz",
    bytes: "bytea",
}
_AS_TEXT = ("json", "tsvector")
"""What travels as text and is cast where it is inserted."""
_WRITTEN: dict[str, Callable[[Any], str]] = {
    "uuid": lambda value: value.hex,
    "int": str,
    "float8": str,
    "bool": str,
    "timestamptz": datetime.isoformat,
}
"""What is never quoted in an array, as Postgres reads it: psycopg asks each value for its type and looks for what it
would have to quote, a tenth of all that a session costs here."""


class Row(SQLModel):
    """A row to insert, whole; what is there already is left as it is, unless `on_conflict` says otherwise."""

    on_conflict: ClassVar[LiteralString] = "on conflict do nothing"
    table: ClassVar[str]
    defaults: ClassVar[dict[str, object]]
    if not TYPE_CHECKING:
        # Types are checked before it runs: like a table's object of SQLModel a row validates nothing. Unlike it a row
        # costs 2 us and not 50, since no mapper ever sees it.
        def __new__(cls, **_: object) -> "Row":
            return object.__new__(cls)

        def __init__(self, **said: object) -> None:
            object.__setattr__(self, "__dict__", {**self.defaults, **said})
            object.__setattr__(self, "__pydantic_fields_set__", said.keys())


class Own(TypedDict):
    """Whose row it is."""

    tenant_id: str
    user_id: str


class Owned(Row):
    """Whose row it is: every row names its tenant and user."""

    tenant_id: str
    user_id: str


class Change:
    """Rows that one statement changes, whatever the number of sessions in the batch. Its fields are the columns of `r`.

    `{rows}` in the statement stands for them. No row is changed twice by one kind in one batch, and no kind reads what
    another one writes, so their order is free. `last_of`: of changes that are equal in these the last one counts.
    """

    __slots__ = ()
    statement: ClassVar[LiteralString]
    last_of: ClassVar[tuple[str, ...]] = ()


R = TypeVar("R", bound=Row)


def stored(name: str, *args: SchemaItem) -> Callable[[type[R]], type[R]]:
    """Declares a model's table. The model itself stays a plain value: rows are made by the thousand, and one that is
    mapped costs many times as much."""

    def declare(row: type[R]) -> type[R]:
        row.table = name
        row.defaults = {key: field.default for key, field in row.model_fields.items() if not field.is_required()}
        body = {"__tablename__": name, "__table_args__": args, "__module__": row.__module__, "__doc__": row.__doc__}
        new_class(f"{row.__name__}Table", (row,), {"table": True}, lambda space: space.update(body))
        return row

    return declare


def counted() -> Any:
    """The column of a number that the database gives out."""
    return Column(Integer, Identity(), primary_key=True)


def dump(value: Fields, exclude: set[str] | None = None) -> Json:
    """A value as its contract's JSON."""
    return Json(value.model_dump_json(exclude_none=True, exclude=exclude))


def dump_all(values: Sequence[Fields]) -> Json:
    """Several as a JSON array."""
    return Json(f"[{','.join(map(dump, values))}]")


def as_json(value: object) -> Json:
    """Plain lists, dictionaries and numbers as JSON."""
    return Json(json.dumps(value, ensure_ascii=False))


def columns(kind: type[Row] | type[Change]) -> dict[str, str]:
    """The columns that are written of a kind, with their Postgres types; those that the database counts are not."""
    if issubclass(kind, Change):
        return {name: _type(each) for name, each in kind.__annotations__.items()}
    fields = {**kind.model_fields}
    given = [name for name, field in fields.items() if getattr(getattr(field, "sa_column", None), "identity", None)]
    return {name: _type(field.annotation) for name, field in fields.items() if name not in given}


def always_written(kind: type[Row]) -> frozenset[str]:
    """The columns that the database does not fill by itself where nothing is said of them, as the model would."""
    fields = kind.model_fields
    own = [name for name, field in fields.items() if field.default is None or _server_default(field) is not None]
    return frozenset(columns(kind)) - frozenset(own)


def statement(kind: type[Row] | type[Change], types: Mapping[str, str]) -> bytes:
    """One statement for any number of rows: an array for each of these columns (by name, their Postgres types)."""
    plain = {name: "text" if of in _AS_TEXT else of for name, of in types.items()}
    # Long text goes as binary: as a textual array it would be escaped here and unescaped there.
    arrays = ", ".join(f"{'%s' if of in _WRITTEN else '%b'}::{of}[]" for of in plain.values())
    named = ", ".join(f'"{name}"' for name in types)
    rows = f"unnest({arrays}) as r({named})"
    if issubclass(kind, Change):
        return kind.statement.format(rows=rows).encode()
    values = ", ".join(f'r."{name}"{f"::{of}" if of in _AS_TEXT else ""}' for name, of in types.items())
    return f"insert into {kind.table} ({named}) select {values} from {rows} {kind.on_conflict}".encode()


def as_array(of: str, values: Sequence[Any]) -> str | Sequence[Any]:
    """The values of a column of this Postgres type as `statement` takes them."""
    if (written := _WRITTEN.get(of)) is None:
        return values
    return f"{{{','.join('NULL' if value is None else written(value) for value in values)}}}"


def _server_default(field: Any) -> object:
    """What the database fills in, by the two ways in which a field says it."""
    column, given = getattr(field, "sa_column", None), getattr(field, "sa_column_kwargs", None)
    return getattr(column, "server_default", None) or (given.get("server_default") if isinstance(given, dict) else None)


def _type(annotation: Any) -> str:
    """The Postgres type of a field. Raises KeyError for one that has none."""
    if get_origin(annotation) in (Union, UnionType):
        [annotation] = [each for each in get_args(annotation) if each is not NoneType]
    return "text" if get_origin(annotation) is Literal else _TYPES[annotation]
