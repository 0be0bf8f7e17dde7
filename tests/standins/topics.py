"""A third party at the broker: every message that lies in the topics, and how far a service's group has come."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from aiokafka import AIOKafkaConsumer, TopicPartition

from contracts.envelope import Envelope
from contracts.message import Message
from contracts.topics import MESSAGES, TOPICS, consumed_by

SILENCE = 20.0
"""For how many seconds a broker may give nothing of what it says that it has."""


@dataclass(frozen=True)
class Seen:
    """A message as it lies in its topic, and the message that it is."""

    topic: str
    envelope: Envelope
    message: Message
    value: bytes


def messages(bootstrap: str, session: str | None = None) -> list[Seen]:
    """Every message from the beginning of every live topic; of one session if it is named."""
    return asyncio.run(_everything(bootstrap, UUID(session) if session else None))


def committed(bootstrap: str, service: str) -> int:
    """How many messages of its topics a service's group has acknowledged in all."""
    return asyncio.run(_committed(bootstrap, service))


def _partitions(topics: Sequence[str]) -> list[TopicPartition]:
    return [TopicPartition(topic.name, n) for topic in TOPICS if topic.name in topics for n in range(topic.partitions)]


async def _everything(bootstrap: str, subject: UUID | None) -> list[Seen]:
    partitions = _partitions([topic.name for topic in TOPICS if not topic.name.endswith(".parked")])
    consumer = AIOKafkaConsumer(
        bootstrap_servers=bootstrap, enable_auto_commit=False, fetch_max_wait_ms=20, auto_offset_reset="earliest"
    )
    await consumer.start()
    try:
        consumer.assign(partitions)
        ends = await consumer.end_offsets(partitions)
        left = {partition for partition, end in ends.items() if end > 0}
        found: list[Seen] = []
        heard = time.monotonic()
        while left:
            for partition, records in (await consumer.getmany(timeout_ms=100)).items():
                for record in records:
                    envelope = Envelope.from_headers(tuple(record.headers))
                    if subject in (None, envelope.subject):
                        message = MESSAGES[envelope.type].read(record.value)
                        found.append(Seen(record.topic, envelope, message, record.value))
                if records[-1].offset + 1 >= ends[partition]:
                    left.discard(partition)
                heard = time.monotonic()
            if time.monotonic() - heard > SILENCE:
                raise TimeoutError(f"nothing came for {SILENCE} s from {left}")
        return found
    finally:
        await consumer.stop()


async def _committed(bootstrap: str, service: str) -> int:
    partitions = _partitions([topic.name for topic in consumed_by(service)])
    consumer = AIOKafkaConsumer(bootstrap_servers=bootstrap, group_id=f"pensum.{service}", enable_auto_commit=False)
    await consumer.start()
    try:
        consumer.assign(partitions)
        offsets = [await consumer.committed(partition) for partition in partitions]
        return sum(offset or 0 for offset in offsets)
    finally:
        await consumer.stop()
