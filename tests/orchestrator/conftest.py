"""A real Postgres for the orchestrator's tests, emptied for each."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest

from services.chassis.database import Connection, connect
from services.console.embedded.postgres import Postgres
from services.orchestrator.migrating import migrate


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """The embedded server with the house's tables in the database `postgres`."""
    engine = Postgres(Path(tmp_path_factory.mktemp("pg")))
    engine.start()
    migrate(engine.url())
    yield engine
    engine.stop()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The orchestrator's URL, all tables empty."""
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        names = admin.execute(
            "select string_agg(format('%I', tablename), ',') from pg_tables where schemaname = 'public'"
            " and tablename <> 'alembic_version'"
        ).fetchone()
        assert names
        admin.execute(f"truncate {names[0]}".encode())
    return postgres.url("pensum_orchestrator", "postgres")


@pytest.fixture
async def connection(database: str) -> AsyncIterator[Connection]:
    """A connection as the orchestrator."""
    async with await connect(database) as opened:
        yield opened
