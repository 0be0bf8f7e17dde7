"""Connections to Postgres: autocommitting, rows as dicts, transactions opened by whoever decides their bounds."""

from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

Connection = AsyncConnection[dict[str, Any]]
Pool = AsyncConnectionPool[Connection]


async def connect(url: str) -> Connection:
    """One connection. Raises psycopg.OperationalError when Postgres is away."""
    return await AsyncConnection.connect(url, autocommit=True, row_factory=dict_row)


def pool(url: str, *, at_least: int = 1, at_most: int = 4) -> Pool:
    """A closed pool; open it with `async with`."""
    return AsyncConnectionPool(
        url,
        connection_class=AsyncConnection[DictRow],
        min_size=at_least,
        max_size=at_most,
        open=False,
        kwargs={"autocommit": True, "row_factory": dict_row},
    )
