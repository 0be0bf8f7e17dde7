"""The gateway over a real Postgres with the house's own migrations; only the broker is a list."""

import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx
import jwt
import pytest
from fastapi import FastAPI

from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import pool
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE, create_database
from services.gateway.access.quotas import Quotas
from services.gateway.api import Resources, create_app
from services.gateway.database import Rows
from services.gateway.documents.pictures import Drawings
from services.gateway.http.limits import Limits
from services.gateway.messaging.intake import Intake
from services.gateway.messaging.waiting import Waiters
from services.gateway.search.meaning import Meanings
from services.orchestrator.database.migrating import migrate
from tests.gateway.shelf import Shelf

SECRET = "a secret of at least thirty-two bytes"
UPLOAD_BYTES = 64 * 1024 * 1024


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A migrated database, shared by all tests: each test has a tenant of its own."""
    around = Path(tempfile.mkdtemp(prefix="pensum-test-"))
    around.chmod(0o711)
    server = Postgres(around / "data").start()
    create_database(server.url())
    migrate(server.url("postgres", DATABASE))
    yield server
    server.stop()
    shutil.rmtree(around)


@pytest.fixture
def shelf(postgres: Postgres) -> Iterator[Shelf]:
    shelf = Shelf(postgres.url("pensum_orchestrator", DATABASE))
    yield shelf
    shelf.close()


@dataclass
class Sent:
    """The broker's side of the gateway. `fails` raises, `asked` is called before a message is taken."""

    messages: list[Outgoing] = field(default_factory=list)
    fails: Exception | None = None
    asked: Callable[[Sequence[Outgoing]], None] = lambda messages: None

    async def publish(self, messages: Sequence[Outgoing]) -> None:
        self.asked(messages)
        if self.fails:
            raise self.fails
        self.messages.extend(messages)


@pytest.fixture
def sent() -> Sent:
    return Sent()


@pytest.fixture
def tenant() -> str:
    return f"tenant-{uuid4()}"


@pytest.fixture
def waiters() -> Waiters:
    return Waiters()


@pytest.fixture
async def rows(postgres: Postgres) -> AsyncIterator[Rows]:
    async with pool(postgres.url("pensum_gateway", DATABASE)) as connections:
        yield Rows(connections)


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path / "blobs")


@pytest.fixture
def drawings(blobs: Blobs, waiters: Waiters, sent: Sent) -> Drawings:
    return Drawings(blobs, waiters, sent.publish, seconds=0.5)


@pytest.fixture
def meanings(waiters: Waiters, sent: Sent) -> Meanings:
    """The house has no model for vectors, unless a test gives it one."""
    return Meanings("", waiters, sent.publish, seconds=0.5)


@pytest.fixture
def resources(
    rows: Rows, sent: Sent, waiters: Waiters, blobs: Blobs, drawings: Drawings, meanings: Meanings
) -> Resources:
    async def reasons() -> dict[str, str]:
        return {} if sent.fails is None else {"broker": "The broker cannot be reached."}

    settings = Settings(token_secret=SECRET, upload_bytes=UPLOAD_BYTES)
    intake = Intake(rows, sent.publish)
    return Resources(settings, rows, intake, waiters, blobs, drawings, meanings, Quotas(rows, Limits()), reasons)


@pytest.fixture
def app(resources: Resources) -> FastAPI:
    return create_app(resources)


def token(tenant: str, user: str, role: str = "learner", **more: object) -> str:
    said = {"tenant": tenant, "sub": user, "role": role, "exp": int(time.time()) + 3600, **more}
    return jwt.encode(said, SECRET, algorithm="HS256")


As = Callable[..., httpx.AsyncClient]


@pytest.fixture
async def as_user(app: FastAPI, tenant: str) -> AsyncIterator[As]:
    """`as_user("ann", role="owner", trusted=True)`: a client that carries that person's token."""
    async with AsyncExitStack() as stack:
        made: list[httpx.AsyncClient] = []

        def client(user: str = "ann", role: str = "learner", **more: object) -> httpx.AsyncClient:
            headers = {"Authorization": f"Bearer {token(tenant, user, role, **more)}"}
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            made.append(httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers))
            stack.push_async_callback(made[-1].aclose)
            return made[-1]

        yield client


@pytest.fixture
def ann(as_user: As) -> httpx.AsyncClient:
    return as_user("ann")


@pytest.fixture
async def as_(app: FastAPI) -> AsyncIterator[As]:
    """`as_("tenant", "ann", "owner")`: that person's client; `as_(None, None)`: one without a token."""
    async with AsyncExitStack() as stack:

        def client(tenant: str | None, user: str | None, role: str = "learner") -> httpx.AsyncClient:
            headers = {"Authorization": f"Bearer {token(tenant, user, role)}"} if tenant and user else {}
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            made = httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers)
            stack.push_async_callback(made.aclose)
            return made

        yield client
