"""One real Postgres for all walks; a walk settles what it leaves."""

from collections.abc import Iterator

import pytest

from services.console.embedded.postgres import Postgres
from tests.standins import database


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """The embedded server with the house's tables."""
    with database.running(tmp_path_factory.mktemp("pg")) as engine:
        yield engine
