"""The tasks' server as it runs, on a real Postgres, and the SDK's own client before it."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from services.chassis.settings import Settings
from services.console.embedded.postgres import Postgres
from tests.standins import database
from tests.standins.otlp_receiver import OtlpReceiver
from tests.tasks.client import SECRET, Caller, Served, calling, token


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The embedded server with the house's tables in the database `postgres`; each test has users of its own."""
    around = Path(tempfile.mkdtemp(prefix="pensum-tasks-"))
    around.chmod(0o711)
    with database.running(around / "data") as server:
        yield server
    shutil.rmtree(around)


@pytest.fixture(scope="session")
def settings(postgres: Postgres) -> Settings:
    return Settings(database=postgres.url("pensum_tasks", "postgres"), tasks_secret=SECRET, http_port=0)


@pytest.fixture(scope="session")
def served(settings: Settings, traces: OtlpReceiver, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`pensum serve tasks`, for all tests, with its spans sent to `traces`. Do it no harm."""
    more = {"OTEL_EXPORTER_OTLP_ENDPOINT": traces.endpoint, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    with Served(tmp_path_factory.mktemp("served"), settings, **more) as running:
        yield running


@pytest.fixture
async def me(served: Served) -> AsyncIterator[Caller]:
    """Somebody who has no task yet."""
    opened: asyncio.Future[Caller] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def hold() -> None:
        async with calling(served.url, token(uuid4().hex)) as caller:
            opened.set_result(caller)
            await over.wait()

    held = asyncio.create_task(hold())  # A session is closed by the task that opened it, which pytest does not promise.
    either: set[asyncio.Future[Any]] = {held, opened}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    yield opened.result()
    over.set()
    await held


@pytest.fixture
def folder_of_its_own() -> Iterator[Path]:
    """A folder that the user can enter to whom root hands Postgres."""
    around = Path(tempfile.mkdtemp(prefix="pensum-tasks-"))
    around.chmod(0o711)
    yield around
    shutil.rmtree(around)
