"""Connections to Postgres: autocommitting, rows as dicts, transactions opened by whoever decides their bounds."""

import asyncio
import logging
import time
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from services.chassis.process.starting import CannotStart

Connection = AsyncConnection[dict[str, Any]]
Pool = AsyncConnectionPool[Connection]
AGAIN_S, PATIENCE_S = 0.1, 1.0
RECONNECT_S = 2.0
"""How long a pool tries by itself. It waits twice as long each time; after that whoever asks has it try at once."""
log = logging.getLogger(__name__)


async def connect(url: str, patience: float = 0.0) -> Connection:
    """One connection. Raises psycopg.OperationalError when Postgres refuses it, or is away for `patience` seconds."""
    deadline, waiting = time.monotonic() + patience, False
    while True:
        try:
            return await AsyncConnection.connect(url, autocommit=True, row_factory=dict_row)
        except psycopg.OperationalError as error:
            if time.monotonic() >= deadline or not _away(error):
                raise
            if not waiting:
                log.warning("Postgres is not there yet: %s", str(error).strip())
            waiting = True
            await asyncio.sleep(AGAIN_S)


def _away(error: psycopg.OperationalError) -> bool:
    """Whether it may be there in a moment: nobody listens, or it is starting or ending."""
    said = str(error)
    return "FATAL" not in said or any(each in said for each in ("starting up", "shutting down", "recovery"))


async def first_connection(url: str, patience: float = 0.0) -> Connection:
    """One connection for a service that starts. Raises CannotStart, after `patience` seconds if Postgres is away."""
    try:
        return await connect(checked(url), patience)
    except psycopg.OperationalError as error:
        said = str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
        raise CannotStart(f"The database of PENSUM_DATABASE does not answer as it should: {said}.") from error


async def trouble(pool: Pool) -> str | None:
    """Why nothing can be asked of the database just now, as a sentence; None when it answers, by a connection that is
    kept: to make one costs more than all else that a service at rest does. Takes about two seconds at most."""
    for again in (True, False):
        try:
            async with pool.connection(timeout=PATIENCE_S) as connection:
                await connection.execute("select 1")
            return None
        except psycopg.errors.DiskFull:
            return "The disk of the database is full."
        except psycopg.Error as error:
            if not again or isinstance(error, PoolTimeout):
                break
            await pool.check()  # It may have been of a server that is gone since.
    return "The database cannot be reached."


def checked(url: str) -> str:
    """The URL, if it is one; whether a server is there is not asked. Raises CannotStart."""
    if not url.strip():
        raise CannotStart("PENSUM_DATABASE is not set: this service needs its database.")
    try:
        given = conninfo_to_dict(url)
        ports = [int(port) for port in str(given.get("port") or 0).split(",")]
    except (psycopg.ProgrammingError, ValueError):
        ports = [-1]
    if not all(0 <= port <= 65535 for port in ports):
        raise CannotStart("PENSUM_DATABASE is no libpq URL such as postgresql://login:password@host:5432/pensum.")
    return url


def pool(url: str, *, at_least: int = 1, at_most: int = 4) -> Pool:
    """A closed pool; open it with `async with`. Whoever asks it in vain says so: it is silent about its own tries."""
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    return AsyncConnectionPool(
        url,
        connection_class=AsyncConnection[DictRow],
        min_size=at_least,
        max_size=at_most,
        open=False,
        reconnect_timeout=RECONNECT_S,
        kwargs={"autocommit": True, "row_factory": dict_row},
    )
