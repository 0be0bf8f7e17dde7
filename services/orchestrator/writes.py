"""Batched SQL: rows of many sessions in one statement a table, JSON passed through as text and never parsed here."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

from services.chassis.database import Connection
from services.orchestrator.columns import Into


class Writes:
    """What one transaction will write: rows to insert by table, and statements that run after them, in order."""

    def __init__(self) -> None:
        self._rows: dict[Into, list[tuple[Any, ...]]] = defaultdict(list)
        self._after: list[tuple[LiteralString, Sequence[Any] | Mapping[str, Any]]] = []

    def insert(self, into: Into, *values: Any) -> None:
        """A row, values in the order of the table's columns; JSON as text."""
        if len(values) != len(into.columns):
            raise ValueError(f"{into.name} takes {len(into.columns)} values, not {len(values)}")
        self._rows[into].append(values)

    def then(self, statement: LiteralString, *values: Any) -> None:
        """A statement that runs after the inserts."""
        self._after.append((statement, values))

    def then_named(self, statement: LiteralString, **values: Any) -> None:
        """The same with `%(name)s` for its values."""
        self._after.append((statement, values))

    async def run(self, connection: Connection) -> None:
        """Sends everything, in the order in which the tables were named."""
        for into, rows in self._rows.items():
            await connection.execute(insert_statement(into), list(map(list, zip(*rows, strict=True))))
        for statement, values in self._after:
            await connection.execute(statement, values)


def insert_statement(into: Into) -> bytes:
    """One insert for any number of rows: an array a column."""
    arrays = ", ".join(f"%s::{'text' if kind == 'json' else kind}[]" for kind in into.columns.values())
    names = ", ".join(f'"{name}"' for name in into.columns)
    values = ", ".join(f'r."{name}"{"::json" if kind == "json" else ""}' for name, kind in into.columns.items())
    told = f"insert into {into.name} ({names}) select {values} from unnest({arrays}) as r({names}) {into.conflict}"
    return told.encode()
