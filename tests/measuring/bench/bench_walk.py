"""The five-step session that is measured: a house with the real orchestrator and trivial workers, and who drives it."""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_OID, UUID, uuid5

from setproctitle import setproctitle

from contracts.documents import Document
from contracts.envelope import Envelope, first, reply
from contracts.message import Message
from contracts.session import DocumentSubmitted, SessionUpdated, Status
from contracts.topics import COMMANDS, MESSAGES, answers_of
from services.chassis.broker.bus import Bus
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import log_json_lines
from services.chassis.process.serve import serve
from services.chassis.settings import Settings
from services.console.house.folder import Running
from services.console.house.supervisor import House, installed
from services.orchestrator.arrivals import Record
from tests.standins.workers.services import answers

BLOCK_BYTES = 8900
"""Two blocks of this size make messages of 20 KB in the mean (0.3 to 80 KB), 180 KB a session."""
HOPS = 10
"""Messages one after the other: the upload, four commands, four answers, and the wake-up that tells `ready`."""
OUTPUTS = {topic: answers_of(topic.removesuffix(".commands")) for topic in sorted(set(COMMANDS.values()))}


def submitted(run: str, number: int) -> tuple[Envelope, DocumentSubmitted]:
    """The upload that begins a session: bytes and owner that nobody has seen before."""
    session = uuid5(NAMESPACE_OID, f"bench:{run}:{number}")
    sha = hashlib.sha256(session.bytes).hexdigest()
    document = Document(
        filename="tides.pdf", media_type="application/pdf", bytes=20_000, sha256=sha, blob=f"documents/{sha}"
    )
    message = DocumentSubmitted(
        tenant_id="bench",
        user_id="bench",
        course_id=uuid5(session, "course"),
        document=document,
        uploaded_at=datetime.now(UTC),
    )
    trace = f"00-{session.hex}-{session.hex[:16]}-00"
    envelope = first(message, id=uuid5(session, "upload"), source="bench", session=session, traceparent=trace)
    return envelope, message


def answer(record: Record) -> list[tuple[Envelope, bytes]]:
    """What a trivial worker does with a command: read it, answer it, write the answers."""
    envelope = Envelope.from_headers(list(record.headers))
    command = MESSAGES[envelope.type].read(record.value or b"")
    told: Sequence[Message] = answers(command, parts=1, size=BLOCK_BYTES)
    return [(reply(each, envelope, source="bench", ordinal=number), each.write()) for number, each in enumerate(told)]


async def work(settings: Settings, ready: Callable[[], None]) -> None:
    """All three workers in one process, as cheap as can be: a batch in, its answers out, then acknowledged."""
    bus = Bus(settings, "workers")

    async def handle(records: Sequence[Record]) -> None:
        out = [
            Outgoing(OUTPUTS[record.topic], str(envelope.subject).encode(), body, envelope.headers())
            for record in records
            for envelope, body in answer(record)
        ]
        await bus.publish(out)

    bus.consume_batches(list(OUTPUTS), handle)
    await bus.start()
    ready()
    await bus.run()


def workers(ready_fd: int) -> int:
    """The process of the trivial workers."""
    setproctitle("pensum serve workers")
    log_json_lines("workers")
    return serve(work, Settings(), ready_fd)


@contextlib.contextmanager
def house(data: Path, kafka: bool) -> Iterator[Running]:
    """Postgres, a broker, the real orchestrator and the trivial workers, each a process."""
    kept = House(data, kafka=kafka, services={"orchestrator": installed("orchestrator"), "workers": workers})
    with kept:
        yield kept.wait_ready(120)


class Driver:
    """Begins sessions and hears when they are ready. `run` tells its sessions from those of others."""

    def __init__(self, running: Running, run: str) -> None:
        self._bus = Bus(Settings(kafka=running.kafka, kafka_embedded=running.kafka_embedded), "bench")
        self._bus.listen(["session.updates"], self._hear)
        self._run, self._number = run, 0
        self._waiting: dict[UUID, asyncio.Future[None]] = {}

    @contextlib.asynccontextmanager
    async def driving(self) -> AsyncIterator["Driver"]:
        """While the bus runs."""
        await self._bus.start()
        task = asyncio.create_task(self._bus.run())
        try:
            await asyncio.sleep(1.0)  # The listener takes its place at the end of the topic.
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def walk(self, patience: float = 60.0) -> float:
        """One session from upload to ready: seconds."""
        self._number += 1
        envelope, message = submitted(self._run, self._number)
        future = asyncio.get_running_loop().create_future()
        self._waiting[envelope.subject] = future
        begun = time.perf_counter()
        out = Outgoing("session.inputs", str(envelope.subject).encode(), message.write(), envelope.headers())
        await self._bus.publish([out])
        async with asyncio.timeout(patience):
            await future
        return time.perf_counter() - begun

    async def many(self, count: int, at_once: int) -> float:
        """Sessions side by side: seconds for all of them."""
        left = count

        async def one_after_the_other() -> None:
            nonlocal left
            while left > 0:
                left -= 1
                await self.walk()

        begun = time.perf_counter()
        async with asyncio.TaskGroup() as tasks:
            for _ in range(at_once):
                tasks.create_task(one_after_the_other())
        return time.perf_counter() - begun

    async def _hear(self, record: Record) -> None:
        message = SessionUpdated.read(record.value or b"")
        if message.status in (Status.READY, Status.FAILED) and (future := self._waiting.pop(message.session_id, None)):
            if message.status is Status.FAILED:
                future.set_exception(RuntimeError(f"the session {message.session_id} failed"))
            else:
                future.set_result(None)
