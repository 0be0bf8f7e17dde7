"""Batched SQL: rows of many sessions in one statement a kind, JSON passed through as text and never parsed here."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.database.rows import Change, Row, always_written, as_array, columns, statement

_PREPARED: dict[tuple[type[object], frozenset[str]], tuple[bytes, dict[str, str]]] = {}


class Writes:
    """What one transaction will write: rows to insert by table, then changes by kind, then statements in order.

    `cards`: sessions and cards whose ratings change, so that their schedules are folded anew when all is written.
    """

    def __init__(self) -> None:
        self._rows: dict[type[Row], list[Row]] = defaultdict(list)
        self._changes: dict[type[Change], dict[object, Change]] = defaultdict(dict)
        self._at_last: dict[type[Change], dict[object, Change]] = defaultdict(dict)
        self.cards: set[tuple[UUID, UUID]] = set()
        self._after: list[tuple[LiteralString, Sequence[Any] | Mapping[str, Any]]] = []

    def insert(self, row: Row) -> None:
        """A row."""
        self._rows[type(row)].append(row)

    def change(self, change: Change) -> None:
        """A change after the inserts."""
        _add(self._changes[type(change)], change)

    def late(self, change: Change) -> None:
        """A change after all other changes, which finds what they made."""
        _add(self._at_last[type(change)], change)

    def then(self, statement: LiteralString, *values: Any) -> None:
        """A statement that runs after all of these."""
        self._after.append((statement, values))

    def then_named(self, statement: LiteralString, **values: Any) -> None:
        """The same with `%(name)s` for its values."""
        self._after.append((statement, values))

    async def run(self, connection: Connection) -> None:
        """Sends everything, tables and kinds in the order in which they were named."""
        for table, rows in self._rows.items():
            inserting, types = prepared(table, frozenset().union(*(row.model_fields_set for row in rows)))
            await connection.execute(inserting, arrays(types, rows))
        for kind, changes in (*self._changes.items(), *self._at_last.items()):
            changing, types = prepared(kind)
            await connection.execute(changing, arrays(types, changes.values()))
        for after, values in self._after:
            await connection.execute(after, values)


def arrays(types: Mapping[str, str], values: Collection[Row | Change]) -> list[str | Sequence[Any]]:
    """The values of these rows or changes, an array for each of the columns (by name, their Postgres types)."""
    return [as_array(of, [getattr(each, name) for each in values]) for name, of in types.items()]


def prepared(kind: type[Row] | type[Change], said: frozenset[str] = frozenset()) -> tuple[bytes, dict[str, str]]:
    """The statement of a kind and its columns with their types, made once; of rows what is `said` of any, and what
    must be."""
    if (found := _PREPARED.get((kind, said))) is None:
        every = columns(kind)
        written = said | always_written(kind) if issubclass(kind, Row) else {*every}
        types = {name: of for name, of in every.items() if name in written}
        found = _PREPARED[kind, said] = (statement(kind, types), types)
    return found


def _add(there: dict[object, Change], change: Change) -> None:
    """Adds a change, in the place of an earlier one that it takes back."""
    key: object = tuple(getattr(change, name) for name in change.last_of) if change.last_of else len(there)
    there.pop(key, None)
    there[key] = change
