"""Batched SQL: rows of many sessions in one statement a kind, JSON passed through as text and never parsed here."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.database.changes import Change
from services.orchestrator.database.columns import Into


class Writes:
    """What one transaction will write: rows to insert by table, then changes by kind, then statements in order.

    `cards`: sessions and cards whose ratings change, so that their schedules are folded anew when all is written.
    """

    def __init__(self) -> None:
        self._rows: dict[Into | Change, list[tuple[Any, ...]]] = defaultdict(list)
        self._changes: dict[Into | Change, list[tuple[Any, ...]]] = defaultdict(list)
        self._at_last: dict[Into | Change, list[tuple[Any, ...]]] = defaultdict(list)
        self.cards: set[tuple[UUID, UUID]] = set()
        self._after: list[tuple[LiteralString, Sequence[Any] | Mapping[str, Any]]] = []

    def insert(self, into: Into, *values: Any) -> None:
        """A row, values in the order of the table's columns; JSON as text."""
        if len(values) != len(into.columns):
            raise ValueError(f"{into.name} takes {len(into.columns)} values, not {len(values)}")
        self._rows[into].append(values)

    def change(self, kind: Change, *values: Any) -> None:
        """A change after the inserts, values in the order of its columns."""
        if len(values) != len(kind.columns):
            raise ValueError(f"{kind.columns} are {len(kind.columns)} values, not {len(values)}")
        if kind.last:
            self._changes[kind] = [row for row in self._changes[kind] if row[0] != values[0]]
        self._changes[kind].append(values)

    def late(self, kind: Change, *values: Any) -> None:
        """A change after all other changes, which finds what they made."""
        if len(values) != len(kind.columns):
            raise ValueError(f"{kind.columns} are {len(kind.columns)} values, not {len(values)}")
        self._at_last[kind].append(values)

    def then(self, statement: LiteralString, *values: Any) -> None:
        """A statement that runs after all of these."""
        self._after.append((statement, values))

    def then_named(self, statement: LiteralString, **values: Any) -> None:
        """The same with `%(name)s` for its values."""
        self._after.append((statement, values))

    async def run(self, connection: Connection) -> None:
        """Sends everything, tables and kinds in the order in which they were named."""
        for kind, rows in (*self._rows.items(), *self._changes.items(), *self._at_last.items()):
            await connection.execute(statement(kind), list(map(list, zip(*rows, strict=True))))
        for after, values in self._after:
            await connection.execute(after, values)


@cache
def statement(kind: Into | Change) -> bytes:
    """One statement for any number of rows: an array a column."""
    types = {name: "text" if of == "json" else of for name, of in kind.columns.items()}
    # Long text goes as binary: as a textual array it would be escaped here and unescaped there.
    arrays = ", ".join(f"{'%b' if of == 'text' else '%s'}::{of}[]" for of in types.values())
    names = ", ".join(f'"{name}"' for name in types)
    rows = f"unnest({arrays}) as r({names})"
    if isinstance(kind, Change):
        return kind.statement.format(rows=rows).encode()
    values = ", ".join(f'r."{name}"{"::json" if of == "json" else ""}' for name, of in kind.columns.items())
    return f"insert into {kind.name} ({names}) select {values} from {rows} {kind.conflict}".encode()
