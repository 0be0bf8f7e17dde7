"""A real Postgres for the orchestrator's tests, emptied for each."""

from collections.abc import AsyncIterator, Iterator

import pytest

from services.chassis.storage.database import Connection, connect
from services.console.embedded.postgres import Postgres
from tests.standins import database as databases
from tests.standins.messages import Hall


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """The embedded server with the house's tables in the database `postgres`."""
    with databases.running(tmp_path_factory.mktemp("pg")) as engine:
        yield engine


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The orchestrator's URL, all tables empty."""
    databases.empty(postgres)
    return postgres.url("pensum_orchestrator", "postgres")


@pytest.fixture
async def connection(database: str) -> AsyncIterator[Connection]:
    """A connection as the orchestrator."""
    async with await connect(database) as opened:
        yield opened


@pytest.fixture
def hall(connection: Connection) -> Hall:
    """A shell whose publishing is kept."""
    return Hall(connection)
