"""Wires the gateway: the web server, the intake's sweep and its ear on the bus, in one loop."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import psycopg
import uvicorn

from services.chassis.process import at_rest, serve
from services.chassis.process.health import here
from services.chassis.process.kill_points import requests_pass
from services.chassis.process.starting import CannotStart
from services.chassis.process.web import LONGEST_GOODBYE_SECONDS, Server, listening, served
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import Pool, checked, pool, trouble
from services.chassis.tokens import weakness
from services.chassis.tracing import telemetry
from services.gateway.access.quotas import Quotas
from services.gateway.access.standing import Standings
from services.gateway.api import Resources, create_app
from services.gateway.database import Rows
from services.gateway.documents.pictures import Drawings
from services.gateway.http.bodies import BODY_BYTES
from services.gateway.http.connections import Socket, limited, look_after, room_for_files
from services.gateway.http.limits import Limits
from services.gateway.messaging.bus import Line
from services.gateway.messaging.intake import Intake
from services.gateway.messaging.sweep import sweep_forever
from services.gateway.messaging.waiting import Waiters
from services.gateway.search.meaning import Meanings

SERVICE = "gateway"
CONNECTIONS = 8
SCRATCH_SECONDS = 24 * 3600.0
"""Longer than any upload lasts: what is older was left by a process that was killed."""


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled. Raises CannotStart: without a secret, a database's URL, a port or a place for files."""
    if (wrong := weakness(settings.token_secret)) is not None:
        raise CannotStart(wrong)
    checked(settings.database)
    telemetry.configure(settings, SERVICE)
    waiters = Waiters()
    blobs = Blobs(settings.blobs)
    await asyncio.to_thread(blobs.check)
    drawings = Drawings(blobs, waiters, lambda messages: line.publish(messages))
    meanings = Meanings(settings.model_embed, waiters, lambda messages: line.publish(messages))
    line = Line(settings, waiters, drawings.heard, meanings.heard)
    health = here()
    health.watch("broker", line.trouble)
    health.watch("disk", lambda: asyncio.to_thread(blobs.trouble))
    with listening(settings) as bound:
        async with pool(settings.database, at_most=CONNECTIONS) as connections:
            rows = Rows(connections)

            health.watch("database", lambda: trouble(connections))
            limits = Limits()
            resources = Resources(
                settings,
                rows,
                Intake(rows, line.publish),
                waiters,
                blobs,
                drawings,
                meanings,
                Quotas(rows, limits),
                health.reasons,
                line.comes,
            )
            room_for_files(limits)

            def started() -> None:
                health.started = True
                ready()

            server = Server(configured(resources, limits), started)
            async with asyncio.TaskGroup() as tasks:
                # A connection that was worked with holds 10 MB of Postgres, a new one 4.
                tasks.create_task(_renewed_at_rest(connections))
                tasks.create_task(line.run())
                tasks.create_task(waiters.recent.renew_forever(Standings(rows).standings))
                tasks.create_task(look_after(server.server_state.connections, limits))
                tasks.create_task(sweep_forever(rows, line.publish, line.returned))
                tasks.create_task(asyncio.to_thread(blobs.sweep_scratch, SCRATCH_SECONDS))
                tasks.create_task(served(server, bound, waiters.close))


async def _renewed_at_rest(connections: Pool) -> None:
    """Puts new connections in the place of the old whenever the service comes to rest, until cancelled."""
    rests = asyncio.Event()
    with at_rest.letting_go(rests.set):
        while True:
            await rests.wait()
            rests.clear()
            with contextlib.suppress(psycopg.Error):
                await connections.drain()


def configured(resources: Resources, limits: Limits) -> uvicorn.Config:
    """uvicorn, quiet, without a lifespan of its own."""
    return uvicorn.Config(
        requests_pass(create_app(resources)),
        http=limited(limits),
        timeout_keep_alive=limits.http_idle_seconds,
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        lifespan="off",
        ws=Socket,
        ws_max_size=BODY_BYTES,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=LONGEST_GOODBYE_SECONDS - 1,
    )


def run() -> int:
    """The console script: serve the gateway alone; its exit status."""
    return serve.run(SERVICE)
