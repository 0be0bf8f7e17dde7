"""The bag broker keeps the promises of the real one: one file of them runs against both."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import pytest

from services.chassis.broker.bus import Bus
from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.console.embedded.broker import EmbeddedBroker
from tests.standins.bag_broker import BagBroker, BagBus

TOPIC = "session.inputs"
MakeBus = Callable[[str], Any]


@pytest.fixture(scope="module")
def embedded() -> Any:
    broker = EmbeddedBroker().start()
    yield broker
    broker.stop()


@pytest.fixture(params=["bag", "embedded"])
def bus(request: pytest.FixtureRequest) -> MakeBus:
    """Makes a service's bus; services of other tests are other groups."""
    if request.param == "bag":
        broker = BagBroker()
        return lambda service: BagBus(broker, service)
    settings = Settings(kafka=request.getfixturevalue("embedded").bootstrap, kafka_embedded=True)
    return lambda service: Bus(settings, service)


def message(text: str, key: str = "k") -> Outgoing:
    return Outgoing(TOPIC, key.encode(), text.encode(), [("ce_id", b"1"), ("ce_subject", "ø".encode())])


@asynccontextmanager
async def running(bus: Any) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.create_task(bus.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Seen:
    """What a service was handed, of this test's own messages."""

    def __init__(self, mark: str, fail_at: str = "") -> None:
        self.mark, self.fail_at = mark, fail_at
        self.texts: list[str] = []
        self.headers: list[tuple[tuple[str, bytes], ...]] = []
        self._more = asyncio.Event()

    async def __call__(self, records: Sequence[Any]) -> None:
        for record in records:
            text = (record.value or b"").decode()
            if not text.startswith(self.mark):
                continue
            if self.fail_at and text.endswith(self.fail_at):
                raise RuntimeError("the handler broke")
            self.texts.append(text)
            self.headers.append(tuple(record.headers))
            self._more.set()

    async def has(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.texts) < count:
                self._more.clear()
                await self._more.wait()


async def consume(bus: MakeBus, service: str, seen: Seen, count: int, publish: Sequence[Outgoing] = ()) -> None:
    made = bus(service)
    made.consume_batches([TOPIC], seen)
    await made.start()
    async with running(made):
        if publish:
            await made.publish(publish)
        await seen.has(count)
        await asyncio.sleep(0.3)


async def test_each_message_comes_once_in_order_of_its_key_with_its_headers(bus: MakeBus) -> None:
    mark = uuid4().hex
    seen = Seen(mark)
    await consume(bus, f"service-{mark}", seen, 10, [message(f"{mark}{number}") for number in range(10)])
    assert seen.texts == [f"{mark}{number}" for number in range(10)]
    assert {header for headers in seen.headers for header in headers} >= {
        ("ce_id", b"1"),
        ("ce_subject", "ø".encode()),
    }


async def test_every_service_gets_every_message(bus: MakeBus) -> None:
    mark = uuid4().hex
    one, two = Seen(mark), Seen(mark)
    await consume(bus, f"one-{mark}", one, 3, [message(f"{mark}{number}", str(number)) for number in range(3)])
    await consume(bus, f"two-{mark}", two, 3)
    assert sorted(one.texts) == sorted(two.texts)


async def test_what_is_committed_does_not_come_again(bus: MakeBus) -> None:
    mark = uuid4().hex
    await consume(bus, f"service-{mark}", Seen(mark), 2, [message(f"{mark}{number}") for number in range(2)])
    later = Seen(mark)
    await consume(bus, f"service-{mark}", later, 1, [message(f"{mark}new")])
    assert later.texts == [f"{mark}new"]


async def test_a_handler_that_raises_ends_the_run_and_its_messages_come_again(bus: MakeBus) -> None:
    mark = uuid4().hex
    made = bus(f"service-{mark}")
    made.consume_batches([TOPIC], Seen(mark, fail_at="bad"))
    await made.start()
    await made.publish([message(f"{mark}bad")])
    with pytest.raises(RuntimeError, match="the handler broke"):
        async with asyncio.timeout(20):
            await made.run()
    again = Seen(mark)
    await consume(bus, f"service-{mark}", again, 1)
    assert again.texts == [f"{mark}bad"]
