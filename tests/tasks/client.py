"""A client of the tasks: the SDK's own session over HTTP, and `pensum serve tasks` as a process of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self
from uuid import UUID, uuid4

import httpx2
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client

from contracts.tasks import CALL, Task, TaskResult
from services.chassis.process.lineage import die_with_parent
from services.chassis.settings import Settings
from services.chassis.tokens import Claims, signed
from tests.e2e.houses import PENSUM, clean_environment

SECRET = "a-secret-that-is-for-these-tests-alone"
READY_SECONDS = 60.0
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


class Served:
    """`pensum serve tasks` on a free port."""

    def __init__(self, folder: Path, settings: Settings, **more: str) -> None:
        self.folder, self._settings, self._more = folder, settings, more
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/mcp"
        self.log, self.health = folder / "tasks.log", folder / "health.json"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> Self:
        """Returns when it serves."""
        given = {
            "PENSUM_DATABASE": self._settings.database,
            "PENSUM_TASKS_SECRET": self._settings.tasks_secret,
            "PENSUM_HTTP_PORT": str(self.port),
            "PENSUM_HEALTH_FILE": str(self.health),
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(PENSUM), "serve", "tasks"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**clean_environment(), **given, **self._more},
                preexec_fn=partial(die_with_parent, signal.SIGKILL, os.getpid()),
            )
        deadline = time.monotonic() + READY_SECONDS
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            assert time.monotonic() < deadline, self.log.read_text()[-2000:]
            time.sleep(0.02)
        return self

    def answers(self) -> bool:
        """Whether somebody listens there."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def end(self) -> int:
        """End it; its exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)


def token(user: str, *, tenant: str = "home", role: Any = "learner", secret: str = SECRET, days: float = 1) -> str:
    """A token for the tasks."""
    return signed(Claims(tenant, user, role), secret, days=days)


class Caller:
    """One user's session with the server."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, tool: str, id: UUID | str | None = None, /, **parameters: object) -> TaskResult:
        """A call; `id`: its own, else none is sent."""
        meta: Any = {} if id is None else {CALL: str(id)}
        answer = await self.session.call_tool(tool, parameters, meta=meta)
        result = TaskResult.model_validate(answer.structured_content)
        assert answer.is_error == (not result.success)
        return result

    async def task(self, tool: str, **parameters: object) -> Task:
        """A call that succeeds; the task it answers with."""
        result = await self.call(tool, uuid4(), **parameters)
        assert result.success, result
        return Task.model_validate(result.data)

    async def listed(self, **parameters: object) -> list[Task]:
        """What list_tasks answers."""
        result = await self.call("list_tasks", **parameters)
        assert result.data is not None, result
        found: Any = result.data["tasks"]
        return [Task.model_validate(each) for each in found]

    async def refused(self, tool: str, id: UUID | str | None = None, /, **parameters: object) -> tuple[str, str]:
        """A call that does not succeed: its code and the field."""
        result = await self.call(tool, id, **parameters)
        assert result.error is not None, result
        assert result.error.message
        return result.error.code, result.error.field


@contextlib.asynccontextmanager
async def calling(url: str, bearer: str, headers: Mapping[str, str] | None = None) -> AsyncIterator[Caller]:
    """A session over HTTP with that token."""
    given = {"Authorization": f"Bearer {bearer}", **(headers or {})}
    async with (
        httpx2.AsyncClient(headers=given, trust_env=False, timeout=30) as client,
        streamable_http_client(url, http_client=client) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        yield Caller(session)


def body(tool: str = "list_tasks", **arguments: object) -> dict[str, Any]:
    """A call as it goes over the wire in the handshake's era of the protocol."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


async def post(url: str, content: bytes | str, bearer: str | None = None, **headers: str) -> httpx2.Response:
    """A request without the SDK."""
    given = {**HEADERS, **({"Authorization": f"Bearer {bearer}"} if bearer else {}), **headers}
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        return await client.post(url, content=content, headers=given)
