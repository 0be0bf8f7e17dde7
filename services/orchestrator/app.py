"""Wires the orchestrator: one connection for the shell, one for the sweeper, one subscriber for all its topics. Where a
model for vectors is named, whoever asks for these has a connection too."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

from contracts.topics import consumed_by
from services.chassis.broker.bus import Bus
from services.chassis.process import serve
from services.chassis.process.health import here
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import first_connection
from services.chassis.tracing import telemetry
from services.orchestrator.batch.handle import Shell
from services.orchestrator.outbox.deadlines import Sweeps, grace, sweep_for_ever
from services.orchestrator.outbox.embedding import embed_for_ever
from services.orchestrator.outbox.resend import resend
from services.orchestrator.settings import OrchestratorSettings

SERVICE = "orchestrator"


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled; an outage of Postgres or the broker ends it, and whoever watches starts it again."""
    telemetry.configure(settings, SERVICE)
    own = OrchestratorSettings()
    bus = Bus(settings, SERVICE)
    url, wait = settings.database, settings.database_wait
    async with AsyncExitStack() as more:
        folding, sweeping = [await more.enter_async_context(await first_connection(url, wait)) for _ in range(2)]
        sweeps = Sweeps(own.sweep_seconds)
        here().watch("database", sweeps.trouble)
        blobs = Blobs(settings.blobs)
        shell = Shell(folding, bus.publish, own.waits(), blobs)
        bus.consume_batches([topic.name for topic in consumed_by(SERVICE)], shell.handle)
        await bus.start()
        await grace(sweeping)
        if settings.kafka_embedded:
            await resend(sweeping, bus.publish)
        ready()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(bus.run())
            tasks.create_task(sweep_for_ever(sweeping, bus.publish, sweeps, blobs))
            if settings.model_embed:
                embedding = await more.enter_async_context(await first_connection(url, wait))
                tasks.create_task(embed_for_ever(embedding, bus.publish, settings.model_embed))


def run() -> int:
    """The console script: serve the service alone; its exit status."""
    return serve.run(SERVICE)
