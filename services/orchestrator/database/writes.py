"""Batched SQL: rows of many sessions in one statement a kind, JSON passed through as text and never parsed here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.database.rows import Change, Row, always_written, columns, statement

_PREPARED: dict[tuple[type[object], frozenset[str]], tuple[bytes, tuple[str, ...]]] = {}


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
            inserting, names = prepared(table, frozenset().union(*(row.model_fields_set for row in rows)))
            await connection.execute(inserting, arrays(names, rows))
        for kind, changes in (*self._changes.items(), *self._at_last.items()):
            changing, names = prepared(kind)
            await connection.execute(changing, arrays(names, changes.values()))
        for after, values in self._after:
            await connection.execute(after, values)


def arrays(names: Iterable[str], values: Collection[Row | Change]) -> list[list[Any]]:
    """The values of these rows or changes, an array a column."""
    return [[getattr(each, name) for each in values] for name in names]


def prepared(kind: type[Row] | type[Change], said: frozenset[str] = frozenset()) -> tuple[bytes, tuple[str, ...]]:
    """The statement of a kind and its columns, made once; of rows what is `said` of any, and what must be."""
    if (found := _PREPARED.get((kind, said))) is None:
        written = said | always_written(kind) if issubclass(kind, Row) else {*columns(kind)}
        names = tuple(name for name in columns(kind) if name in written)
        found = _PREPARED[kind, said] = (statement(kind, names), names)
    return found


def _add(there: dict[object, Change], change: Change) -> None:
    """Adds a change, in the place of an earlier one that it takes back."""
    key: object = tuple(getattr(change, name) for name in change.last_of) if change.last_of else len(there)
    there.pop(key, None)
    there[key] = change
