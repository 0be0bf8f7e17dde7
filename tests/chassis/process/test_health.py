"""Ready is what has started and has nothing in its way; what hangs or breaks while it is looked at is in the way."""

import asyncio
import json
import os
from pathlib import Path

from services.chassis.broker.bus import Bus
from services.chassis.process.health import Health, begin, here
from services.chassis.settings import Settings
from services.chassis.storage.database import pool, trouble
from services.console.embedded.broker import EmbeddedBroker
from tests.chassis.broker.test_bus import running
from tests.chassis.waiting import until


async def fine() -> str | None:
    return None


async def test_what_is_in_the_way_is_named() -> None:
    health = Health()
    assert await health.reasons() == {"start": "It has not started yet."}
    health.started = True
    health.watch("broker", fine)
    assert await health.reasons() == {}

    async def away() -> str | None:
        return "The broker is not there yet."

    async def hangs() -> str | None:
        await asyncio.sleep(60)
        return None

    async def breaks() -> str | None:
        raise ZeroDivisionError

    health.watch("broker", away)
    health.watch("database", hangs)
    health.watch("disk", breaks)
    async with asyncio.timeout(30):
        assert await health.reasons() == {
            "broker": "The broker is not there yet.",
            "database": "The database does not answer.",
            "disk": "The disk cannot be looked at (ZeroDivisionError).",
        }


async def test_what_comes_while_it_is_looked_is_looked_at_the_next_time() -> None:
    health = Health()
    health.started = True

    async def brings_another() -> str | None:
        health.watch("disk", fine)
        return "The broker is not there yet."

    health.watch("broker", brings_another)
    for _ in range(2):
        assert await health.reasons() == {"broker": "The broker is not there yet."}


async def test_the_file_follows_and_a_place_without_room_stops_nothing(tmp_path: Path) -> None:
    health, file = Health(), tmp_path / "health.json"
    beating = asyncio.create_task(health.beat(str(file), "reader"))
    await until(file.exists)
    assert json.loads(file.read_text())["ready"] is False
    health.started = True
    await until(lambda: json.loads(file.read_text())["ready"])
    beating.cancel()
    assert os.listdir(tmp_path) == ["health.json"]
    lost = asyncio.create_task(health.beat("/dev/null/health.json", "reader"))
    await asyncio.sleep(0.1)
    assert not lost.done()
    lost.cancel()


async def test_a_bus_that_has_not_reached_its_broker_or_lost_it_is_in_the_way() -> None:
    health = begin()
    assert here() is health
    health.started = True
    broker = EmbeddedBroker()
    bus = Bus(Settings(kafka="127.0.0.1:1", kafka_embedded=True), "reader")
    assert await health.reasons() == {"broker": "The broker is not there yet."}
    broker.start()
    try:
        bus = Bus(Settings(kafka=broker.bootstrap, kafka_embedded=True), "reader", probe_s=0.2)
        bus.listen(["session.updates"], lambda record: asyncio.sleep(0))
        async with running(bus):
            assert await health.reasons() == {}
            await asyncio.to_thread(broker.stop)
            async with asyncio.timeout(30):
                while await health.reasons() != {"broker": "The broker does not answer."}:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
    finally:
        broker.stop()


async def test_a_database_that_is_away_says_so_without_its_address() -> None:
    async with pool("postgresql://me:hidden@127.0.0.1:1/x") as nobody:
        assert await trouble(nobody) == "The database cannot be reached."
