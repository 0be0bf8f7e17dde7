"""Wires the tasks: a web server around the MCP server, and the pool of connections to their table. No broker."""

import asyncio
import logging
from collections.abc import Callable

import psycopg
import uvicorn
from psycopg_pool import PoolTimeout
from starlette.types import ASGIApp, Receive, Scope, Send

from services.chassis.process import kill_points, serve
from services.chassis.process.health import here
from services.chassis.process.starting import CannotStart
from services.chassis.process.web import LONGEST_GOODBYE_SECONDS, Server, listening, served
from services.chassis.settings import Settings
from services.chassis.storage.database import checked, pool, trouble
from services.chassis.tokens import weakness
from services.chassis.tracing import telemetry
from services.tasks.access import Checked
from services.tasks.calls import Calls

SERVICE = "tasks"
CONNECTIONS = 4
REQUESTS = 200
"""More at once are told to come again."""
SWEEP_S = 3600.0
log = logging.getLogger(__name__)


class Late:
    """The MCP server, made at the first request: the SDK is a second's work and 40 MB, and many a house has no task."""

    def __init__(self, calls: Calls, settings: Settings) -> None:
        self._calls, self._settings = calls, settings
        self._application: ASGIApp | None = None
        self._making = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        async with self._making:
            if self._application is None:
                self._application = await asyncio.to_thread(self._make)
        await self._application(scope, receive, send)

    def _make(self) -> ASGIApp:
        from services.tasks.server import application

        return application(self._calls, self._settings)


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled. Raises CannotStart: without a secret, a database's URL or a port."""
    if (wrong := weakness(settings.tasks_secret, "PENSUM_TASKS_SECRET")) is not None:
        raise CannotStart(wrong)
    checked(settings.database)
    telemetry.configure(settings, SERVICE)
    kill_points.enter(SERVICE)
    logging.getLogger("mcp").setLevel(logging.WARNING)
    with listening(settings) as bound:
        async with pool(settings.database, at_most=CONNECTIONS) as connections:
            calls = Calls(connections)
            sweeping = asyncio.create_task(swept(calls))
            here().watch("database", lambda: trouble(connections))
            config = uvicorn.Config(
                kill_points.requests_pass(Checked(Late(calls, settings), settings.tasks_secret)),
                http="h11",
                ws="none",
                log_config=None,
                log_level=logging.WARNING,
                access_log=False,
                lifespan="off",
                server_header=False,
                limit_concurrency=REQUESTS,
                timeout_graceful_shutdown=LONGEST_GOODBYE_SECONDS - 1,
            )
            try:
                await served(Server(config, ready), bound)
            finally:
                sweeping.cancel()


async def swept(calls: Calls) -> None:
    """Removes what is too old, now and every hour, until cancelled."""
    while True:
        try:
            await calls.sweep()
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("What is too old of the calls could not be removed.", extra={"error": error})
        await asyncio.sleep(SWEEP_S)


def run() -> int:
    """The console script: serve the tasks alone; its exit status."""
    return serve.run(SERVICE)
