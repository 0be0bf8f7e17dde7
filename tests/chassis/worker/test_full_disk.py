"""A worker on a disk that is full, a real one: a step waits, and goes on when there is room, without a failure."""

import asyncio
import errno
from collections.abc import Iterator, Sequence

import pytest

from contracts.message import Message
from contracts.reading import ReadDocument, ReadingProgress
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.disk import is_full
from services.chassis.worker.handlers import Handler, Run
from services.chassis.worker.worker import Worker
from tests.chassis.worker.commands import COMMAND, SESSION, command
from tests.chassis.worker.test_worker import DIGESTED, Published
from tests.standins.small_disk import SmallDisk, small_disk


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with small_disk() as made:
        yield made


async def waits(worker: Worker) -> None:
    async with asyncio.timeout(30):
        while await worker.trouble() is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_what_could_not_be_kept_is_not_made_twice_and_answered_when_there_is_room(disk: SmallDisk) -> None:
    published, blobs, made = Published(), Blobs(disk.path / "blobs"), []

    async def dear(message: ReadDocument, run: Run) -> Sequence[Message]:
        made.append(run.envelope.attempt)
        return [DIGESTED]

    worker = Worker("reader", [Handler(ReadDocument, dear, "reader", True, 5)], published, blobs, wait_s=0.05)
    disk.fill()
    step = asyncio.create_task(worker.handle(command()))
    await waits(worker)
    await asyncio.sleep(0.3)
    assert not step.done()
    assert published.sent == []
    assert await worker.trouble() == "The disk that keeps the documents is full."
    disk.free()
    async with asyncio.timeout(30):
        await step
    assert made == [1]
    assert [type(message) for _, message in published.answers()] == [type(DIGESTED)]
    assert blobs.exists(f"memo/{SESSION}/{COMMAND}.json")
    assert await worker.trouble() is None


async def test_a_handler_that_finds_no_room_is_done_again_and_tells_what_it_told_under_the_same_ids(
    disk: SmallDisk,
) -> None:
    published, blobs = Published(), Blobs(disk.path / "blobs")

    async def writes(message: ReadDocument, run: Run) -> Sequence[Message]:
        await run.tell(ReadingProgress(pages_done=1, pages_total=2))
        await asyncio.to_thread(blobs.create, "readings/one.json", bytes(100_000))
        return [DIGESTED]

    worker = Worker("reader", [Handler(ReadDocument, writes, "reader", False, 5)], published, blobs, wait_s=0.05)
    disk.fill()
    step = asyncio.create_task(worker.handle(command()))
    await waits(worker)
    disk.free()
    async with asyncio.timeout(30):
        await step
    answers = published.answers()
    told = {envelope.id for envelope, message in answers if isinstance(message, ReadingProgress)}
    assert len(told) == 1
    assert type(answers[-1][1]) is type(DIGESTED)
    assert blobs.exists("readings/one.json")


def test_a_full_disk_is_known_behind_other_errors() -> None:
    full = OSError(errno.EDQUOT, "quota")
    wrapped = RuntimeError("it could not be kept")
    wrapped.__cause__ = full
    assert is_full(full)
    assert is_full(wrapped)
    assert not is_full(OSError(errno.EACCES, "no"))
    assert not is_full(None)
