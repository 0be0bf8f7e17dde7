"""The bus on the real embedded broker: what arrives, what is committed when, and what ends it."""

import asyncio
import gc
import time
import warnings
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiokafka import ConsumerRecord, TopicPartition
from aiokafka.consumer.fetcher import Fetcher
from faststream import AckPolicy

from services.chassis.broker.bus import Bus, BusLost
from services.chassis.broker.connection import build
from services.chassis.broker.consumers import Batches, Each, Listening
from services.chassis.broker.idle import NAP_S, REST_S
from services.chassis.broker.offsets import Offsets
from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.console.embedded.broker import EmbeddedBroker
from tests.chassis.waiting import until

TOPIC = "reader.commands"
SERVICES = Path(__file__).resolve().parents[3] / "services"


@pytest.fixture
def broker() -> Iterator[EmbeddedBroker]:
    engine = EmbeddedBroker().start()
    yield engine
    engine.stop()
    with warnings.catch_warnings():
        # aiokafka leaves a connection open that was being made while its client was closed: no later test is to blame.
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture
def settings(broker: EmbeddedBroker) -> Settings:
    return Settings(kafka=broker.bootstrap, kafka_embedded=True)


class Heard(list[ConsumerRecord]):
    """What a handler was given; waits for a number of them."""

    async def batch(self, records: Sequence[ConsumerRecord]) -> None:
        self += records

    async def each(self, record: ConsumerRecord) -> None:
        self.append(record)

    async def until(self, number: int, seconds: float = 30) -> None:
        await until(lambda: len(self) >= number, seconds)

    def values(self) -> list[bytes]:
        return [record.value for record in self]


async def test_a_topic_is_consumed_once_in_a_service(settings: Settings) -> None:
    """On the embedded broker partitions are assigned by hand: a second consumer would get all of it as well."""
    bus, heard = Bus(settings, "reader"), Heard()
    bus.consume_each([TOPIC], heard.each, at_once=1)
    with pytest.raises(ValueError, match="consumed twice"):
        bus.consume_each([TOPIC], heard.each, at_once=1)
    with pytest.raises(ValueError, match="consumed twice"):
        bus.consume_batches([TOPIC], heard.batch)


@asynccontextmanager
async def running(bus: Bus) -> AsyncIterator[Bus]:
    """The bus at work for as long as the block; then ended as SIGTERM ends it."""
    task = asyncio.create_task(bus.run())
    await bus.start()
    try:
        yield bus
    finally:
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()


def messages(number: int, key: bytes = b"k", topic: str = TOPIC) -> list[Outgoing]:
    return [Outgoing(topic, key, str(n).encode(), []) for n in range(number)]


async def publish(settings: Settings, messages: Sequence[Outgoing]) -> None:
    async with running(Bus(settings, "publisher")) as bus:
        await bus.publish(messages)


async def left_over(settings: Settings, service: str = "reader") -> list[bytes]:
    """What a successor of that service gets: everything that was not committed, up to what is said to it last."""
    heard, last = Heard(), b"the last"
    bus = Bus(settings, service)
    bus.consume_batches([TOPIC], heard.batch)
    async with running(bus):
        await bus.publish([message._replace(value=last) for message in messages(1)])
        await until(lambda: last in heard.values())
        await asyncio.sleep(0.1)
    return [value for value in heard.values() if value != last]


async def test_a_message_arrives_as_it_was_given(settings: Settings) -> None:
    heard, bus = Heard(), Bus(settings, "reader")
    bus.consume_each([TOPIC], heard.each, at_once=2)
    headers = [
        ("content-type", b"application/json"),
        ("ce_id", b"7"),
        ("traceparent", b"00-a-b-01"),
        ("x", "ø".encode()),
    ]
    async with running(bus):
        await bus.publish([Outgoing(TOPIC, b"key\xff", b'{"a": "\xc3\xb8"}', headers)])
        await heard.until(1)
    (record,) = heard
    assert (record.key, record.value) == (b"key\xff", b'{"a": "\xc3\xb8"}')
    assert list(record.headers) == headers


async def test_what_another_says_reaches_who_naps(settings: Settings, tmp_path: Path) -> None:
    here = settings.model_copy(update={"data": tmp_path})
    heard, reader = Heard(), Bus(here, "reader")
    reader.consume_each([TOPIC], heard.each, at_once=2)
    begun: list[str] = []
    reader.at_first_ring(lambda: begun.append("reader"))
    async with running(reader), running(Bus(here, "publisher")) as other:
        await asyncio.sleep(3)  # It naps.
        await other.publish(messages(1))
        await heard.until(1)
        assert begun == ["reader"]
        await asyncio.sleep(0.05)
        await other.publish(messages(1))
        await heard.until(2)
    assert begun == ["reader"]
    assert list((tmp_path / "bells").iterdir()) == []


@pytest.mark.parametrize("servers", ["127.0.0.1:1,{}", "{},127.0.0.1:1", "127.0.0.1:1, [::1]:1 ,{}"])
async def test_of_several_addresses_one_that_is_there_is_enough(servers: str, settings: Settings) -> None:
    several = Settings(kafka=servers.format(settings.kafka), kafka_embedded=True)
    heard, bus = Heard(), Bus(several, "reader")
    bus.consume_each([TOPIC], heard.each, at_once=2)
    async with asyncio.timeout(30), running(bus):
        await bus.publish(messages(1))
        await heard.until(1)


async def test_headers_that_nobody_can_read_arrive_too(settings: Settings) -> None:
    from aiokafka import AIOKafkaProducer

    heard, bus = Heard(), Bus(settings, "reader")
    bus.consume_each([TOPIC], heard.each, at_once=2)
    async with running(bus), AIOKafkaProducer(bootstrap_servers=settings.kafka) as producer:
        await producer.send_and_wait(TOPIC, None, b"k", headers=[("ce_id", b"\xff\xfe"), ("reply_to", b"elsewhere")])
        await heard.until(1)
    assert heard[0].headers[0] == ("ce_id", b"\xff\xfe")


async def test_a_batch_is_what_is_there_and_keeps_the_order_of_a_partition(settings: Settings) -> None:
    await publish(settings, messages(60))
    sizes: list[int] = []
    heard = Heard()

    async def handle(records: Sequence[ConsumerRecord]) -> None:
        sizes.append(len(records))
        heard.extend(records)

    bus = Bus(settings, "reader")
    bus.consume_batches([TOPIC], handle, at_most=25)
    async with running(bus):
        await heard.until(60)
    assert heard.values() == [str(n).encode() for n in range(60)]
    assert max(sizes) == 25
    assert len(sizes) <= 4
    assert await left_over(settings) == []


async def test_what_a_handler_raises_ends_the_bus_and_commits_nothing(settings: Settings) -> None:
    async def breaks(records: Sequence[ConsumerRecord]) -> None:
        if records[-1].value == b"2":
            raise LookupError("Postgres is away")

    bus = Bus(settings, "reader")
    bus.consume_batches([TOPIC], breaks, at_most=1)
    await publish(settings, messages(5))
    with pytest.raises(LookupError, match="Postgres is away"):
        await asyncio.wait_for(bus.run(), 30)
    assert await left_over(settings) == [b"2", b"3", b"4"]


async def test_rule_15_side_by_side_the_offset_waits_for_the_slowest_before_it(settings: Settings) -> None:
    gate, done = asyncio.Event(), Heard()

    async def slow_first(record: ConsumerRecord) -> None:
        if record.value == b"1":
            await gate.wait()
        done.append(record)

    await publish(settings, messages(6))
    bus = Bus(settings, "reader")
    bus.consume_each([TOPIC], slow_first, at_once=8)
    async with running(bus):
        await done.until(5)
        await asyncio.sleep(0.05)
    assert sorted(done.values()) == [b"0", b"2", b"3", b"4", b"5"]

    gate.set()
    done.clear()
    again = Bus(settings, "reader")
    again.consume_each([TOPIC], slow_first, at_once=8)
    async with running(again):
        await done.until(5)
        await asyncio.sleep(0.1)
    assert sorted(done.values()) == [b"1", b"2", b"3", b"4", b"5"]
    assert await left_over(settings) == []


async def test_the_bound_holds_the_consumer_back(settings: Settings) -> None:
    gate, done, now = asyncio.Event(), Heard(), [0, 0]

    async def handle(record: ConsumerRecord) -> None:
        now[0] += 1
        now[1] = max(now)
        await gate.wait()
        now[0] -= 1
        done.append(record)

    await publish(settings, messages(20))
    bus = Bus(settings, "reader")
    bus.consume_each([TOPIC], handle, at_once=3)
    async with running(bus):
        await until(lambda: now[0] == 3)
        await asyncio.sleep(0.2)
        assert now == [3, 3]
        gate.set()
        await done.until(20)
    assert now[1] == 3
    assert await left_over(settings) == []


async def test_a_failure_side_by_side_ends_the_bus_and_commits_nothing_behind_it(settings: Settings) -> None:
    async def breaks(record: ConsumerRecord) -> None:
        await asyncio.sleep(0.01 if record.value == b"1" else 0)
        if record.value == b"1":
            raise LookupError("the broker did not take the answer")

    await publish(settings, messages(4))
    bus = Bus(settings, "reader")
    bus.consume_each([TOPIC], breaks, at_once=8)
    with pytest.raises(LookupError):
        await asyncio.wait_for(bus.run(), 30)
    assert await left_over(settings) == [b"1", b"2", b"3"]


async def test_listeners_all_hear_what_is_said_from_now_on(settings: Settings) -> None:
    await publish(settings, [Outgoing("session.updates", b"k", b"old", [])])
    first, second = Heard(), Heard()
    one, two = Bus(settings, "gateway"), Bus(settings, "gateway")
    one.listen(["session.updates"], first.each)
    two.listen(["session.updates"], second.each)
    async with running(one), running(two), asyncio.timeout(30):
        while not (first and second):  # Each begins at the end, which its consumer finds a moment after its start.
            await one.publish([Outgoing("session.updates", b"k", b"new", [])])
            await asyncio.sleep(0.05)
    assert {*first.values()} == {*second.values()} == {b"new"}


@pytest.mark.parametrize("bell", [True, False])
async def test_after_a_rest_a_message_is_heard_at_once_where_who_says_it_rings_and_else_within_a_nap(
    settings: Settings, tmp_path: Path, bell: bool
) -> None:
    settings = settings.model_copy(update={"data": tmp_path if bell else tmp_path / "none"})
    most = 0.5 if bell else NAP_S + 0.5
    heard, bus = Heard(), Bus(settings, "reader")
    bus.consume_each([TOPIC], heard.each, at_once=2)
    async with running(bus), running(Bus(settings, "publisher")) as other:

        async def one_by_one(count: int) -> float:
            """Seconds until so many were heard, each said when the one before it was."""
            started = time.monotonic()
            for _ in range(count):
                number = len(heard) + 1
                await other.publish(messages(1))
                await heard.until(number)
            return time.monotonic() - started

        first, after = [], []
        for _ in range(4):  # The quickest counts: a busy machine is late with some.
            await asyncio.sleep(2.5)
            first.append(await one_by_one(1))
            after.append(await one_by_one(12))
            if first[-1] < most and after[-1] < 0.7:
                break
        assert min(first) < most
        assert min(after) < 0.7, "it goes on napping"


async def test_a_consumer_that_naps_wakes_hardly_but_for_its_looks(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left to itself the client's loop wakes every 0.2 s."""
    turns = 0
    whole = Fetcher._get_actions_per_node

    def counted(fetcher: Fetcher, assignment: Any) -> Any:
        nonlocal turns
        turns += 1
        return whole(fetcher, assignment)

    bus = Bus(settings, "reader")
    bus.consume_batches([TOPIC], Heard().batch)
    async with running(bus):
        await asyncio.sleep(REST_S + 0.5)
        monkeypatch.setattr(Fetcher, "_get_actions_per_node", counted)
        await asyncio.sleep(2 * NAP_S)
    assert 2 <= turns <= 12, "a few for each of the two looks"


async def test_it_waits_for_a_broker_that_is_not_there_yet() -> None:
    engine = EmbeddedBroker().start()
    port = int(engine.bootstrap.rpartition(":")[2])
    engine.stop()
    bus = Bus(Settings(kafka=f"127.0.0.1:{port}", kafka_embedded=True), "reader")
    heard = Heard()
    bus.consume_each([TOPIC], heard.each, at_once=1)
    starting = asyncio.create_task(bus.start())
    await asyncio.sleep(0.3)
    assert not starting.done()
    late = EmbeddedBroker(port=port).start()
    try:
        await asyncio.wait_for(starting, 30)
        await bus.publish(messages(1))
        await heard.until(1)
    finally:
        await bus.stop()
        late.stop()


async def test_a_broker_that_stays_away_ends_the_bus(broker: EmbeddedBroker, settings: Settings) -> None:
    bus = Bus(settings, "reader", away_s=1, probe_s=0.3)
    bus.consume_each([TOPIC], Heard().each, at_once=1)
    await bus.start()
    broker.stop()
    with pytest.raises(BusLost):
        await asyncio.wait_for(bus.run(), 30)


async def test_a_broker_that_lost_everything_ends_the_bus(broker: EmbeddedBroker, settings: Settings) -> None:
    heard, bus = Heard(), Bus(settings, "reader", probe_s=0.3)
    bus.consume_each([TOPIC], heard.each, at_once=1)
    await bus.start()
    await bus.publish(messages(3))
    await heard.until(3)
    broker.start()
    assert broker.bootstrap == settings.kafka
    with pytest.raises(BusLost):
        await asyncio.wait_for(bus.run(), 30)


async def test_a_consumer_whose_loop_ends_ends_the_bus(settings: Settings) -> None:
    bus = Bus(settings, "reader", probe_s=0.3)
    bus.consume_each([TOPIC], Heard().each, at_once=1)
    await bus.start()
    for _, subscriber in bus._running:
        for task in subscriber.tasks:
            task.cancel()
    with pytest.raises(BusLost, match="loop"):
        await asyncio.wait_for(bus.run(), 30)


@pytest.mark.parametrize("embedded", [True, False])
async def test_no_subscriber_has_a_policy_that_acknowledges_by_itself(embedded: bool) -> None:
    async def nothing(records: Any) -> None:
        """Handles nothing."""

    wanted = [Batches([TOPIC], nothing, 9), Each([TOPIC], nothing, 9), Listening(["session.updates"], nothing)]
    made, running = build(Settings(kafka_embedded=embedded, ordinal=1), "reader", wanted)
    assert len(made.subscribers) == len(running) == 3
    assert {subscriber.ack_policy for subscriber in made.subscribers} == {AckPolicy.MANUAL}
    others = [
        path.name
        for path in SERVICES.rglob("*.py")
        if "faststream" in path.read_text() and path.parent.parent.name != "chassis"
    ]
    assert others == [], "only the chassis makes subscribers"


def test_an_offset_is_ready_when_all_before_it_is_done() -> None:
    offsets, partition, other = Offsets(), TopicPartition("t", 0), TopicPartition("t", 1)
    a, b, c = (offsets.take(partition, offset) for offset in (4, 5, 9))
    offsets.take(other, 1).done = True
    b.done = True
    assert offsets.ready() == {other: 2}
    a.done = True
    assert offsets.ready() == {partition: 6}
    assert offsets.ready() == {}
    offsets.forget([partition])
    c.done = True
    assert offsets.ready() == {}, "the partition went away, and its message comes again"
