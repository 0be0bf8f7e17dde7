"""A lane lets so many run, is fair between sessions, and waiting in it is not taking time."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import pytest

from contracts.message import Message
from contracts.problems import Code, Problem, failure
from contracts.reading import PageRendered, ReadDocument, ReadingProgress
from contracts.topics import MESSAGES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.lanes import Lane
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.handlers import Handle, Handler, Run
from services.chassis.worker.worker import Worker
from tests.chassis.worker.commands import command

A, B, C = UUID(int=1), UUID(int=2), UUID(int=3)
TICK = 0.005


class Runs:
    """Runs in a lane that end when they are told to."""

    def __init__(self, lane: Lane) -> None:
        self.lane, self.begun, self.ends = lane, list[str](), dict[str, asyncio.Event]()

    async def run(self, name: str, session: UUID, owner: str, stage: int) -> None:
        self.ends[name] = asyncio.Event()
        async with self.lane.place(session, owner, stage):
            self.begun.append(name)
            await self.ends[name].wait()

    async def start(self, name: str, session: UUID, owner: str = "", stage: int = 0) -> asyncio.Task[None]:
        task = asyncio.create_task(self.run(name, session, owner, stage))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await asyncio.sleep(TICK)


async def test_no_more_than_its_width_run_at_once_and_they_come_in_order() -> None:
    runs = Runs(Lane(2))
    tasks = [await runs.start(name, A) for name in ("a1", "a2", "a3", "a4")]
    assert runs.begun == ["a1", "a2"]
    await runs.end("a2")
    assert runs.begun == ["a1", "a2", "a3"]
    for name in ("a1", "a3", "a4"):
        await runs.end(name)
    await asyncio.gather(*tasks)


async def test_a_session_with_many_runs_leaves_the_next_place_to_one_with_fewer() -> None:
    runs = Runs(Lane(2))
    names = [("a1", A), ("a2", A), ("a3", A), ("a4", A), ("b1", B), ("b2", B), ("c1", C)]
    tasks = [await runs.start(name, session) for name, session in names]
    for name in ("a1", "a2", "b1", "a3", "b2", "a4", "c1"):
        await runs.end(name)
    assert runs.begun == ["a1", "a2", "b1", "a3", "b2", "a4", "c1"]
    await asyncio.gather(*tasks)


async def test_of_one_owner_what_is_nearly_finished_is_first_and_another_owner_is_before_it() -> None:
    runs = Runs(Lane(1))
    waiting = [("read a", 1, "ann", 0), ("read b", 2, "ann", 0), ("read c", 3, "ann", 0), ("digest a", 1, "ann", 2)]
    tasks = [await runs.start(name, UUID(int=number), owner, stage) for name, number, owner, stage in waiting]
    tasks.append(await runs.start("read z", UUID(int=9), "zoe", 0))
    for name in ("read a", "read z", "digest a", "read b", "read c"):
        await runs.end(name)
    assert runs.begun == ["read a", "read z", "digest a", "read b", "read c"]
    await asyncio.gather(*tasks)


@pytest.mark.parametrize("width", [1, 2])
async def test_an_owner_of_many_sessions_leaves_the_next_place_to_every_other_owner(width: int) -> None:
    runs = Runs(Lane(width))
    many = [(f"a{number}", UUID(int=number), "ann") for number in range(9)]
    tasks = [
        await runs.start(*each) for each in (*many, ("b1", B, "ben"), ("b2", UUID(int=99), "ben"), ("c1", C, "cem"))
    ]
    for _ in range(len(tasks)):
        await runs.end(next(name for name in runs.begun if not runs.ends[name].is_set()))
    others = [name for name in runs.begun if not name.startswith("a")]
    assert others == ["b1", "c1", "b2"]
    assert max(map(runs.begun.index, ("b1", "c1"))) <= width + 2
    assert runs.begun.index("b2") <= width + 4
    await asyncio.gather(*tasks)


async def test_who_gives_up_waiting_takes_no_place() -> None:
    runs = Runs(Lane(1))
    first = await runs.start("a1", A)
    waits = await runs.start("a2", A)
    last = await runs.start("b1", B)
    waits.cancel()
    await asyncio.gather(waits, return_exceptions=True)
    await runs.end("a1")
    assert runs.begun == ["a1", "b1"]
    await runs.end("b1")
    await asyncio.gather(first, last)
    async with runs.lane.place(C):
        pass


async def test_who_is_cancelled_with_its_place_just_given_hands_it_on() -> None:
    lane = Lane(1)
    runs = Runs(lane)
    first = await runs.start("a1", A)
    given, after = await runs.start("a2", A), await runs.start("b1", B)
    runs.ends["a1"].set()
    await first
    given.cancel()
    after.cancel()
    await asyncio.gather(given, after, return_exceptions=True)
    async with asyncio.timeout(20), lane.place(C):
        pass


class Published(list[Outgoing]):
    """Stands where the bus does."""

    async def __call__(self, messages: Sequence[Outgoing]) -> None:
        self.extend(messages)

    def types(self) -> list[str]:
        return [dict(each.headers)["ce_type"].decode() for each in self]


def worker(handle: Handle, published: Published, folder: Path, lane: Lane) -> Worker:
    async def chosen(_: Message) -> Lane:
        return lane

    return Worker(
        "reader", [Handler(ReadDocument, handle, "reader", False, 1.0, lane=chosen)], published, Blobs(folder)
    )


async def test_who_holds_a_place_and_who_waits_for_it_may_be_cancelled_in_the_same_moment() -> None:
    runs = Runs(Lane(1))
    tasks = [await runs.start(name, A) for name in ("a1", "a2")]
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in ended] == [asyncio.CancelledError] * 2
    later = await runs.start("a3", A)
    assert runs.begun == ["a1", "a3"]
    await runs.end("a3")
    await later


async def test_waiting_in_a_lane_does_not_count_against_the_limit(tmp_path: Path) -> None:
    published, lane = Published(), Lane(1)

    async def takes_its_time(message: ReadDocument, run: Run) -> Sequence[Message]:
        await asyncio.sleep(0.3)
        return [ReadingProgress(pages_done=1, pages_total=1)]

    at_work = worker(takes_its_time, published, tmp_path, lane)
    await asyncio.gather(*(at_work.handle(command(id=UUID(int=n))) for n in range(10, 15)))
    assert published.types() == [ReadingProgress.type_name] * 5


async def test_one_owners_150_commands_make_anothers_wait_for_no_more_than_those_at_work(tmp_path: Path) -> None:
    begun: list[str] = []

    async def notes(message: ReadDocument, run: Run) -> Sequence[Message]:
        begun.append(run.envelope.owner or "")
        await asyncio.sleep(0)
        return [ReadingProgress(pages_done=1, pages_total=1)]

    at_work = Worker(
        "reader", [Handler(ReadDocument, notes, "reader", False, 5)], Published(), Blobs(tmp_path), at_once=2
    )
    ids = [UUID(int=number) for number in range(1, 152)]
    owners = [*["ann"] * 150, "ben"]
    records = [command(id=id, session=id, owner=owner) for id, owner in zip(ids, owners, strict=True)]
    await asyncio.gather(*map(at_work.handle, records))
    assert len(begun) == 151
    assert begun.index("ben") <= 3


async def test_a_place_is_free_again_after_a_failure(tmp_path: Path) -> None:
    published, lane = Published(), Lane(1)

    async def fails(message: ReadDocument, run: Run) -> Sequence[Message]:
        raise failure(Code.NO_TEXT, "No text.")

    at_work = worker(fails, published, tmp_path, lane)
    async with asyncio.timeout(20):
        for n in range(3):
            await at_work.handle(command(id=UUID(int=n)))
    assert len(published) == 3


@pytest.mark.parametrize("error", [failure(Code.NOT_FOUND, "No such page."), OSError("disk")])
async def test_a_handler_with_a_topic_of_its_own_says_its_failures_there_too(error: Exception, tmp_path: Path) -> None:
    published = Published()

    async def fails(message: ReadDocument, run: Run) -> Sequence[Message]:
        raise error

    def refused(message: ReadDocument, problem: Problem) -> Message:
        return PageRendered(picture="pictures/1.png", problem=problem)

    handler = Handler(ReadDocument, fails, "reader", False, 1, answers="session.updates", failed=refused)
    await Worker("reader", [handler], published, Blobs(tmp_path)).handle(command())
    (sent,) = published
    assert sent.topic == "session.updates"
    told = MESSAGES[published.types()[0]].read(sent.value)
    assert isinstance(told, PageRendered)
    assert told.problem is not None


async def test_figures_stand_in_the_log_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def measures(message: ReadDocument, run: Run) -> Sequence[Message]:
        run.measure(ocr_confidence=91.5, ocr_coverage=None, pages=4)
        return [ReadingProgress(pages_done=1, pages_total=1)]

    with caplog.at_level("INFO"):
        await worker(measures, Published(), tmp_path, Lane(1)).handle(command())
    (line,) = [record for record in caplog.records if record.message == "agent run"]
    assert (vars(line)["ocr_confidence"], vars(line)["pages"]) == (91.5, 4)
    assert "ocr_coverage" not in vars(line)
