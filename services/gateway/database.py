"""Queries as the gateway's login: one statement each, asked again once when a connection broke under it."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, LiteralString, Self

import psycopg
from fastapi import Depends, Request

from services.chassis.storage.database import Pool

Row = dict[str, Any]
PATIENCE_SECONDS = 5.0


class Rows:
    """Rows of the database. Raises `psycopg.OperationalError` or `psycopg_pool.PoolTimeout` when it is away."""

    def __init__(self, pool: Pool, patience: float = PATIENCE_SECONDS) -> None:
        self._pool, self._patience = pool, patience

    async def all(self, sql: LiteralString, values: Mapping[str, Any] | None = None) -> list[Row]:
        """Every row. The statement must be one that may run twice: a broken connection does not say whether it ran."""
        try:
            return await self._ask(sql, values)
        except psycopg.OperationalError:
            return await self._ask(sql, values)

    async def one(self, sql: LiteralString, values: Mapping[str, Any] | None = None) -> Row | None:
        """The first row, if there is one."""
        return next(iter(await self.all(sql, values)), None)

    async def _ask(self, sql: LiteralString, values: Mapping[str, Any] | None) -> list[Row]:
        async with self._pool.connection(timeout=self._patience) as connection:
            # The pool waits with Python 3.11's `wait_for`, which loses a cancellation that comes with the connection.
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise asyncio.CancelledError
            cursor = await connection.execute(sql, values)
            return await cursor.fetchall()


async def _rows(request: Request) -> Rows:
    rows: Rows = request.app.state.rows
    return rows


Database = Annotated[Rows, Depends(_rows)]


class Queries:
    """What is asked of the database about one subject: a subclass has a method for each question."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    @classmethod
    async def of(cls, rows: Database) -> Self:
        """As a dependency: `Annotated[Items, Depends(Items.of)]`."""
        return cls(rows)
