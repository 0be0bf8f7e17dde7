"""The embedded broker carries messages with all declared topics, returns to its port, and ends with its owner."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

from contracts.topics import TOPICS
from services.console.embedded.broker import EmbeddedBroker

PARTITIONS = 3


@pytest.fixture
def broker() -> Iterator[EmbeddedBroker]:
    embedded = EmbeddedBroker([("walk", PARTITIONS), ("other", 1)]).start()
    yield embedded
    embedded.stop()


async def walk(bootstrap: str, texts: set[bytes]) -> tuple[set[bytes], int | None]:
    """Send the texts round the partitions and read them back; they, and the offset committed for the first one."""
    partitions = [TopicPartition("walk", number) for number in range(PARTITIONS)]
    producer = AIOKafkaProducer(bootstrap_servers=bootstrap, acks="all")
    consumer = AIOKafkaConsumer(
        bootstrap_servers=bootstrap, group_id="room", enable_auto_commit=False, auto_offset_reset="earliest"
    )
    consumer.assign(partitions)
    await producer.start()
    await consumer.start()
    try:
        for number, text in enumerate(sorted(texts)):
            await producer.send_and_wait("walk", text, partition=number % PARTITIONS)
        got: set[bytes] = set()
        async with asyncio.timeout(10):
            while len(got) < len(texts):
                got.add((await consumer.getone()).value)
        await consumer.commit()
        return got, await consumer.committed(partitions[0])
    finally:
        await consumer.stop()
        await producer.stop()


async def test_messages_pass_through_every_partition(broker: EmbeddedBroker) -> None:
    texts = {f"{number:02}".encode() for number in range(9)}
    assert await walk(broker.bootstrap, texts) == (texts, 3)


async def test_it_comes_back_on_its_port_after_a_crash_and_has_forgotten_all(broker: EmbeddedBroker) -> None:
    await walk(broker.bootstrap, {b"before"})
    before = broker.bootstrap
    assert broker.pid
    assert broker.process
    os.kill(broker.pid, signal.SIGKILL)
    broker.process.wait(5)
    broker.start()
    assert broker.bootstrap == before
    assert await walk(broker.bootstrap, {b"after"}) == ({b"after"}, 1)


async def test_a_taken_port_costs_the_port_and_not_the_broker(broker: EmbeddedBroker) -> None:
    other = EmbeddedBroker([("walk", PARTITIONS)], port=int(broker.bootstrap.rpartition(":")[2])).start()
    try:
        assert other.bootstrap != broker.bootstrap
        assert await walk(other.bootstrap, {b"mine"}) == ({b"mine"}, 1)
    finally:
        other.stop()


async def test_all_topics_of_the_contracts_are_there() -> None:
    embedded = EmbeddedBroker().start()
    producer = AIOKafkaProducer(bootstrap_servers=embedded.bootstrap)
    await producer.start()
    try:
        metadata = await producer.client.fetch_all_metadata()
        found = {name: len(metadata.partitions_for_topic(name) or ()) for name in metadata.topics()}
        assert found == {topic.name: topic.partitions for topic in TOPICS}
    finally:
        await producer.stop()
        embedded.stop()


def test_it_ends_with_its_owner() -> None:
    code = (
        "import time; from services.console.embedded.broker import EmbeddedBroker;"
        "print(EmbeddedBroker([]).start().pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        pid = int(owner.stdout.readline())
        owner.kill()
    deadline = time.monotonic() + 5
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, "the broker outlived its owner"
        time.sleep(0.01)
