"""The frame of a stateless worker: one command in, its answers out. What each ending of a command becomes:

answers                          published; those of a dear handler are kept by command id before
Failure, a model's failure       StepFailed with its problem
longer than the handler's limit  StepFailed, step_timed_out; another attempt may help
OSError: a disk is full          nothing: it is done again when there is room
OSError: a store is away         StepFailed, unavailable; another attempt may help
invalid, or any other exception  parked with its reason, no answer
publishing failed                an exception out of the worker: nothing is committed, the process ends

Where a handler answers on a topic of its own, its `failed` stands for StepFailed. A run that waits for its lane has not
begun.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from aiokafka import ConsumerRecord

from contracts.envelope import Envelope, reply
from contracts.message import Message
from contracts.problems import Failure
from contracts.topics import MESSAGES, answers_of, consumed_by
from services.chassis import progress
from services.chassis.broker.bus import Bus
from services.chassis.broker.dead_letters import parking, said, session_of
from services.chassis.broker.outgoing import Outgoing
from services.chassis.lanes import Lane
from services.chassis.logs.json_lines import about
from services.chassis.model.failures import ModelError
from services.chassis.process import at_rest
from services.chassis.process.health import here
from services.chassis.process.kill_points import passes
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.disk import SENTENCE, is_full
from services.chassis.tracing import telemetry
from services.chassis.worker.handlers import Handler, Run
from services.chassis.worker.heartbeats import EVERY_S, Heartbeats
from services.chassis.worker.in_hand import InHand
from services.chassis.worker.memos import Memos
from services.chassis.worker.outcomes import failed, signed, within_limit

T = TypeVar("T")
AT_ONCE = 8
IN_HAND = 256
"""Commands that are taken: most of them wait in a lane, where the next one is chosen fairly and all are spoken for."""
SWEEP_S = 3600.0
WAITED_S = 1.0
"""Who has waited longer for a place looks once more whether the work is done already."""
PIECE_BYTES = 1 << 20
PAUSE_S = 0.25
"""Between pieces of an answer on the embedded broker, which keeps 5 MiB a partition and drops what is older."""
WAIT_S, LONGEST_WAIT_S = 1.0, 30.0
"""Before a step that found its disk full is done again; doubling."""
Publish = Callable[[Sequence[Outgoing]], Awaitable[None]]
log = logging.getLogger(__name__)


class Worker:
    """Handles records; needs only something that publishes and a blob store. `pause_s`: after a megabyte of answers."""

    def __init__(
        self,
        service: str,
        handlers: Sequence[Handler],
        publish: Publish,
        blobs: Blobs,
        *,
        pause_s: float = 0.0,
        at_once: int = AT_ONCE,
        heartbeat_s: float = EVERY_S,
        wait_s: float = WAIT_S,
    ) -> None:
        self._service, self._pause_s = service, pause_s
        self._handlers = {handler.command: handler for handler in handlers}
        self._publish = publish
        self._memos = Memos(blobs)
        self._hands = InHand()
        self._lane = Lane(at_once)
        self._heartbeats = Heartbeats(service, answers_of(service), publish, heartbeat_s)
        self._blobs, self._waiting, self._wait_s = blobs, 0, wait_s

    async def handle(self, record: ConsumerRecord) -> None:
        """Answers one command, or parks it. Returns when all is acknowledged."""
        with about(session_of(record)), at_rest.hands.holding():
            await self._take(record)

    async def _take(self, record: ConsumerRecord) -> None:
        try:
            envelope, message, handler = self._read(record)
        except ValueError as error:
            log.warning("A message is parked: %s", error, extra={"topic": record.topic, "offset": record.offset})
            await self._publish([parking(record, said(error))])
            return
        with self._heartbeats.holding(envelope, counts=handler.answers is None):
            async with self._hands.turn(envelope.id, envelope.attempt) as mine:
                if mine:
                    await self._answer(record, envelope, message, handler)

    async def sweep(self) -> None:
        """Removes old memos, now and every hour, until cancelled."""
        while True:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(self._memos.sweep)
            await asyncio.sleep(SWEEP_S)

    def _read(self, record: ConsumerRecord) -> tuple[Envelope, Message, Handler]:
        envelope = Envelope.from_headers(record.headers)
        kind = MESSAGES.get(envelope.type)
        handler = self._handlers.get(kind) if kind else None
        if kind is None or handler is None:
            raise ValueError(f"{self._service} has no handler for {envelope.type}")
        return envelope, kind.read(record.value or b""), handler

    @passes(before="received", after="published")
    async def _answer(self, record: ConsumerRecord, envelope: Envelope, message: Message, handler: Handler) -> None:
        named, topic = _attributes(self._service, record, envelope), handler.answers or answers_of(self._service)
        with telemetry.span(f"process {record.topic}", parent=envelope.traceparent, kind="consumer", **named) as span:

            def outgoing(answer: Message, ordinal: int) -> Outgoing:
                source = f"pensum/{self._service}"
                answered = reply(answer, envelope, source=source, ordinal=ordinal, traceparent=span.traceparent)
                key = str(envelope.subject).encode()
                return Outgoing(topic, key, answer.write(), answered.headers())

            async def say(event: Message, ordinal: int) -> None:
                await self._publish([outgoing(event, ordinal)])

            run = Run(envelope, say, span.set, span.failed)
            try:
                answers = await self._do(message, handler, run)
                messages = [outgoing(answer, ordinal) for ordinal, answer in enumerate(answers)]
            except Exception as error:
                if run.unsaid is None:
                    log.exception("A command broke its handler and is parked.")
                span.broke(error)
                messages = [parking(record, f"{type(error).__name__}: {said(error)}")]
            if run.unsaid is not None:
                raise run.unsaid
            await self._publish_all(messages)

    async def _publish_all(self, messages: Sequence[Outgoing]) -> None:
        """A megabyte at a time where the broker keeps little: what comes faster than it is read would be lost there."""
        piece: list[Outgoing] = []
        for message in messages:
            if piece and sum(len(each.value) for each in piece) + len(message.value) > PIECE_BYTES:
                await self._publish(piece)
                await asyncio.sleep(self._pause_s)
                piece = []
            piece.append(message)
        await self._publish(piece)

    async def _lane_of(self, message: Message, handler: Handler) -> Lane:
        """Where a command waits for its place, which is no part of its run; sessions take turns there."""
        return self._lane if handler.lane is None else await handler.lane(message)

    async def _do(self, message: Message, handler: Handler, run: Run) -> Sequence[Message]:
        """The answers to publish: kept ones, new ones, or the failure. Raises what is a bug."""
        return await self._with_room(lambda: self._try(message, handler, run), run)

    async def _with_room(self, work: Callable[[], Awaitable[T]], run: Run) -> T:
        """Its outcome; while its disk is full it is waited for and done again, however long that lasts."""
        wait_s = self._wait_s
        while True:
            try:
                return await work()
            except OSError as error:
                if not is_full(error):
                    raise
                log.warning("The disk is full: a step waits for room.", extra={"trace_id": run.envelope.subject.hex})
            self._waiting += 1
            self._heartbeats.waits(run.envelope.id)
            looked = self._heartbeats.of(run.envelope.id)
            try:
                await asyncio.sleep(wait_s)
                while await asyncio.to_thread(self._blobs.trouble) is not None:
                    looked()  # The disk answers, if only that it is full: the step's deadline moves on.
                    await asyncio.sleep(self._wait_s)
            finally:
                self._waiting -= 1
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)
            run.again()

    async def trouble(self) -> str | None:
        """Why steps wait, as a sentence."""
        return SENTENCE if self._waiting else await asyncio.to_thread(self._blobs.trouble)

    async def _try(self, message: Message, handler: Handler, run: Run) -> Sequence[Message]:
        try:
            if handler.dear and (kept := await asyncio.to_thread(self._memos.find, run.envelope)) is not None:
                log.info("Answered from the memo.")
                return kept
            made = self._heartbeats.of(run.envelope.id)
            self._heartbeats.waits(run.envelope.id)
            taken = time.monotonic()
            lane, owner = await self._lane_of(message, handler), run.envelope.owner or ""
            async with lane.place(run.envelope.subject, owner, handler.stage):
                self._heartbeats.begins(run.envelope.id)
                made()  # The queue has moved.
                waited = time.monotonic() - taken > WAITED_S
                if handler.dear and waited and (kept := await asyncio.to_thread(self._memos.find, run.envelope)):
                    return kept  # Somebody else has done it meanwhile.
                run.notes.begin()
                with progress.told_to(made):
                    answers = signed(await within_limit(message, handler, run), message, handler, run)
            return await self._keep(answers, handler, run)
        except (Failure, ModelError, OSError) as error:
            if is_full(error) and isinstance(error, OSError):
                raise
            return failed(error, message, handler, run)

    @passes(after="committed")
    async def _keep(self, answers: Sequence[Message], handler: Handler, run: Run) -> Sequence[Message]:
        """The answers to publish. By itself: what was dear to make is not made again because it could not be kept."""
        if not handler.dear:
            return answers
        return await self._with_room(lambda: asyncio.to_thread(self._memos.keep, run.envelope, answers), run)


def _attributes(service: str, record: ConsumerRecord, envelope: Envelope) -> dict[str, Any]:
    return {
        "messaging.system": "kafka",
        "messaging.operation.type": "process",
        "messaging.operation.name": "process",
        "messaging.destination.name": record.topic,
        "messaging.destination.partition.id": str(record.partition),
        "messaging.kafka.offset": record.offset,
        "messaging.consumer.group.name": f"pensum.{service}",
        "messaging.message.id": str(envelope.id),
        "session.id": str(envelope.subject),
        "pensum.letter": envelope.type,
        "pensum.attempt": envelope.attempt,
    }


def side_by_side(calls: int) -> int:
    """How many commands go at once where so many calls of a model may: each waits for its own, and costs nothing then.

    Without a model it is `AT_ONCE`: what computes gains nothing by more.
    """
    return max(AT_ONCE, calls)


async def work(
    service: str,
    handlers: Sequence[Handler],
    settings: Settings,
    ready: Callable[[], None],
    *,
    at_once: int = AT_ONCE,
    in_hand: int = IN_HAND,
    warm: Callable[[], object] | None = None,
) -> None:
    """Serve a worker's service until cancelled: at most `at_once` commands side by side, of `in_hand` that are taken.

    What is taken and waits is spoken for; what still lies in its topic is not. `warm` loads in a thread what the first
    command needs, when something is said in the embedded house for the first time: it comes to this service soon.
    """
    telemetry.configure(settings, service)
    blobs = Blobs(settings.blobs)
    await asyncio.to_thread(blobs.check)
    bus = Bus(settings, service)
    pause_s = PAUSE_S if settings.kafka_embedded else 0.0
    worker = Worker(
        service, handlers, bus.publish, blobs, pause_s=pause_s, at_once=at_once, heartbeat_s=settings.heartbeat_s
    )
    here().watch("disk", worker.trouble)
    bus.consume_each([topic.name for topic in consumed_by(service)], worker.handle, at_once=in_hand)
    if warm is not None:
        bus.at_first_ring(lambda: asyncio.get_running_loop().run_in_executor(None, warm))
    sweeping = asyncio.create_task(worker.sweep())
    try:
        await bus.start()
        ready()
        await bus.run()
    finally:
        sweeping.cancel()
