"""A broker in memory for walks: partitions from which any message may come next, and every one again until committed.

It allows more than Kafka does (any order, commits of single messages), so what holds on it holds on Kafka. `BagBus` has
the ways of `services.chassis.broker.bus.Bus`; tests/flow/test_brokers_agree.py runs the same promises against both.
"""

import asyncio
import zlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NamedTuple

from contracts.topics import TOPICS
from services.chassis.broker.outgoing import Outgoing


class BagRecord(NamedTuple):
    """A message in its partition."""

    topic: str
    partition: int
    offset: int
    key: bytes
    value: bytes
    headers: tuple[tuple[str, bytes], ...]


class BagBroker:
    """Keeps all messages until `wipe`; `published` counts them by topic."""

    def __init__(self) -> None:
        self._partitions = {topic.name: topic.partitions for topic in TOPICS}
        self._next = 0
        self.records: list[BagRecord] = []
        self.committed: dict[str, set[int]] = defaultdict(set)
        self.consumers: dict[str, list[BagConsumer]] = defaultdict(list)
        self.published: dict[str, int] = defaultdict(int)

    async def publish(self, messages: Sequence[Outgoing]) -> None:
        """Takes them; raises KeyError for a topic that is not there."""
        for each in messages:
            partition = zlib.crc32(each.key) % self._partitions[each.topic]
            headers = tuple(dict(each.headers).items())
            self.records.append(BagRecord(each.topic, partition, self._next, each.key, each.value, headers))
            self.published[each.topic] += 1
            self._next += 1

    def duplicate(self, record: BagRecord) -> None:
        """The same message once more."""
        self.records.append(record._replace(offset=self._next))
        self._next += 1

    def wipe(self) -> None:
        """Everything is gone, as when the embedded broker dies."""
        self.records.clear()
        for group in self.consumers.values():
            for consumer in group:
                consumer.held.clear()


class BagConsumer:
    """One member of a group. What it holds no other member gets, unless that one is told not to mind (a zombie)."""

    def __init__(self, broker: BagBroker, group: str, topics: Iterable[str]) -> None:
        self._broker, self._group, self._topics = broker, group, frozenset(topics)
        self.held: set[int] = set()
        broker.consumers[group].append(self)

    def free(self, *, zombie: bool = False) -> list[BagRecord]:
        """What could come next, oldest first; with `zombie` what another member holds too."""
        held = set(self.held)
        if not zombie:
            held = set().union(*(other.held for other in self._broker.consumers[self._group]))
        done = self._broker.committed[self._group] | held
        return [record for record in self._broker.records if record.topic in self._topics and record.offset not in done]

    def take(self, records: Sequence[BagRecord]) -> None:
        """Has them in hand."""
        self.held.update(record.offset for record in records)

    def commit(self, records: Sequence[BagRecord]) -> None:
        """Is done with them."""
        offsets = {record.offset for record in records}
        self._broker.committed[self._group] |= offsets
        self.held -= offsets

    def crash(self) -> None:
        """Dies: what was in hand comes again."""
        self.held.clear()


class BagBus:
    """A service's bus on a bag broker, with the ways of the real one."""

    def __init__(self, broker: BagBroker, service: str) -> None:
        self._broker, self._service = broker, service
        self._wanted: list[tuple[BagConsumer, Callable[[Sequence[BagRecord]], Awaitable[None]], int]] = []

    def consume_batches(
        self, topics: Sequence[str], handle: Callable[[Sequence[BagRecord]], Awaitable[None]], *, at_most: int = 200
    ) -> None:
        """One message, or what is already there, at a time; committed when `handle` returns."""
        self._wanted.append((BagConsumer(self._broker, self._service, topics), handle, at_most))

    async def start(self) -> None:
        """Nothing to wait for."""

    async def publish(self, messages: Sequence[Outgoing]) -> None:
        """Returns when all are taken."""
        await self._broker.publish(messages)

    async def run(self) -> None:
        """Consumes until cancelled, or until a handler raises."""
        try:
            while True:
                for consumer, handle, at_most in self._wanted:
                    if records := consumer.free()[:at_most]:
                        consumer.take(records)
                        await handle(records)
                        consumer.commit(records)
                await asyncio.sleep(0.001)
        finally:
            for consumer, _, _ in self._wanted:
                consumer.crash()
