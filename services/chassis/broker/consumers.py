"""How a service takes its messages: one FastStream subscriber each, acknowledged by hand and never by the framework.

FastStream's own policies lose a message (`ACK_FIRST`), commit what failed (`ACK`) or repeat it for ever
(`NACK_ON_ERROR`), and it swallows what a handler raises. So here nothing is acknowledged but by an explicit commit of
explicit offsets, and what a handler raises is handed to `fail`, which ends the process.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.abc import ConsumerRebalanceListener
from aiokafka.errors import CommitFailedError, IllegalStateError
from faststream.kafka.message import KafkaAckableMessage, KafkaMessage

from services.chassis.broker.idle import Brake
from services.chassis.broker.offsets import Offsets, Ticket
from services.chassis.process.kill_points import passes

COMMIT_S = 10.0
log = logging.getLogger(__name__)
Fail = Callable[[BaseException], None]


class Consumption(ABC):
    """One subscriber's work. `seen` is, by partition, the offset after the newest message that came."""

    grouped = True

    def __init__(self, topics: Sequence[str]) -> None:
        self.topics = tuple(topics)
        self.seen: dict[TopicPartition, int] = {}
        self.brake: Brake | None = None
        self._consumer: AIOKafkaConsumer | None = None
        self._begun = asyncio.Event()
        self._fail: Fail = _raise
        self._failed = False

    @property
    def consumer(self) -> AIOKafkaConsumer:
        """The consumer, once begun."""
        assert self._consumer is not None
        return self._consumer

    def begin(self, consumer: AIOKafkaConsumer, brake: Brake | None, fail: Fail) -> None:
        """The consumer is there and takes messages from now on."""
        self._consumer, self.brake, self._fail = consumer, brake, fail
        self._begun.set()

    async def end(self) -> None:
        """Takes nothing more; what is not done stays uncommitted."""
        self._failed = True

    async def on_record(self, record: ConsumerRecord) -> None:
        """FastStream's handler: the loop asks for the next message when this returns."""
        await self._begun.wait()  # FastStream takes the first message before it says that it has started.
        self.note(record)
        if self._failed:
            await asyncio.Event().wait()
        try:
            await self.work(record)
        except Exception as error:
            self._failed = True
            self._fail(error)
            await asyncio.Event().wait()  # Nothing after a failure is taken: the process is ending.

    def note(self, record: ConsumerRecord) -> TopicPartition:
        """Something came: the brake is let go."""
        if self.brake is not None:
            self.brake.stir()
        partition = TopicPartition(record.topic, record.partition)
        self.seen[partition] = record.offset + 1
        return partition

    def listener(self) -> ConsumerRebalanceListener | None:
        """Who is told of partitions that come and go."""
        return None

    @abstractmethod
    async def work(self, record: ConsumerRecord) -> None:
        """Does what is to be done for the next message."""

    async def commit(self, offsets: dict[TopicPartition, int]) -> None:
        """Commits exactly these. A partition that has gone to another member is left to it: the messages come again."""
        mine = self.consumer.assignment()
        if not (still := {partition: offset for partition, offset in offsets.items() if partition in mine}):
            return
        try:
            await self._acknowledge(still)
        except (CommitFailedError, IllegalStateError) as error:
            log.info("A commit came too late, its messages come again: %s", error)

    @passes(after="acknowledged")
    async def _acknowledge(self, offsets: dict[TopicPartition, int]) -> None:
        async with asyncio.timeout(COMMIT_S):
            await self.consumer.commit(offsets)


class Batches(Consumption):
    """One message, or as many as are already there: the same shell for an idle house and a busy one."""

    def __init__(
        self, topics: Sequence[str], handle: Callable[[Sequence[ConsumerRecord]], Awaitable[None]], at_most: int
    ) -> None:
        super().__init__(topics)
        self._handle, self._at_most = handle, at_most

    async def work(self, record: ConsumerRecord) -> None:
        """Handles the batch, then commits it."""
        batch = [record]
        if self._at_most > 1:
            more = await self.consumer.getmany(timeout_ms=0, max_records=self._at_most - 1)
            batch += [each for records in more.values() for each in records]
        offsets: dict[TopicPartition, int] = {}
        for each in batch:
            offsets[self.note(each)] = each.offset + 1
        await self._handle(batch)
        await self.commit(offsets)


class Each(Consumption):
    """Messages side by side, at most `at_once`; a partition's offset moves when everything before it is done."""

    def __init__(
        self, topics: Sequence[str], handle: Callable[[ConsumerRecord], Awaitable[None]], at_once: int
    ) -> None:
        super().__init__(topics)
        self._handle = handle
        self._places = asyncio.Semaphore(at_once)
        self._offsets = Offsets()
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._committing: asyncio.Task[None] | None = None

    def begin(self, consumer: AIOKafkaConsumer, brake: Brake | None, fail: Fail) -> None:
        """Also begins to commit."""
        super().begin(consumer, brake, fail)
        self._committing = asyncio.create_task(self._commit_as_done())

    async def end(self) -> None:
        """Gives up what is in hand and commits what was done before it."""
        await super().end()
        tasks = [*self._tasks, *([self._committing] if self._committing else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._consumer is not None and (offsets := self._offsets.ready()):
            try:
                async with asyncio.timeout(1):
                    await self.commit(offsets)
            except Exception as error:
                log.info("The last commit was not taken, its messages come again: %s", error)

    async def work(self, record: ConsumerRecord) -> None:
        """Waits for a place, which holds the consumer back, and sets to work."""
        ticket = self._offsets.take(TopicPartition(record.topic, record.partition), record.offset)
        await self._places.acquire()
        task = asyncio.create_task(self._do(record, ticket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, record: ConsumerRecord, ticket: Ticket) -> None:
        try:
            await self._handle(record)
        except Exception as error:
            self._failed = True
            self._fail(error)
            return
        finally:
            self._places.release()
        ticket.done = True
        self._news.set()
        if self.brake is not None:
            self.brake.stir()

    async def _commit_as_done(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                if offsets := self._offsets.ready():
                    await self.commit(offsets)
            except Exception as error:
                self._failed = True
                self._fail(error)
                return

    def listener(self) -> ConsumerRebalanceListener:
        """Partitions that go away take their tickets along; if they come back, so do their messages."""
        return _Forgetting(self._offsets)


class Listening(Consumption):
    """Everything that is said from now on, to every instance; nothing is committed."""

    grouped = False

    def __init__(self, topics: Sequence[str], handle: Callable[[ConsumerRecord], Awaitable[None]]) -> None:
        super().__init__(topics)
        self._handle = handle

    async def work(self, record: ConsumerRecord) -> None:
        """Handles it."""
        await self._handle(record)


class _Forgetting(ConsumerRebalanceListener):  # type: ignore[misc]
    def __init__(self, offsets: Offsets) -> None:
        self._offsets = offsets

    async def on_partitions_revoked(self, revoked: Iterable[TopicPartition]) -> None:
        self._offsets.forget(revoked)

    async def on_partitions_assigned(self, assigned: Iterable[TopicPartition]) -> None:
        self._offsets.forget(assigned)


async def as_it_came(record: ConsumerRecord) -> KafkaMessage:
    """FastStream's parser: touches neither headers nor value, since what cannot be read must reach us to be parked."""
    return KafkaAckableMessage(raw_message=record, body=b"", headers={}, consumer=_NoConsumer())


async def untouched(message: KafkaMessage) -> Any:
    """FastStream's decoder: handlers get the raw record."""
    return message.raw_message


class _NoConsumer:
    """Who acknowledges through FastStream's message does it wrong."""

    async def commit(self) -> None:
        raise RuntimeError("offsets are committed explicitly")

    def seek(self, partition: TopicPartition, offset: int) -> None:
        raise RuntimeError("nothing is sought back")


def _raise(error: BaseException) -> None:
    raise error
