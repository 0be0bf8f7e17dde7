"""A worker says of a command that it comes further: from progress alone, not often, and for the newest attempt."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import pytest

from contracts.digest import DocumentDigested
from contracts.envelope import Envelope, answer_id
from contracts.message import Message
from contracts.reading import ReadDocument
from contracts.session import StepProgressed
from services.chassis import progress
from services.chassis.broker.outgoing import Outgoing
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.handlers import Handle, Handler, Run
from services.chassis.worker.heartbeats import Heartbeats
from services.chassis.worker.worker import Worker
from tests.chassis.model.asking import GOOD, Clock, ask
from tests.chassis.waiting import until
from tests.chassis.worker.commands import COMMAND, command
from tests.chassis.worker.test_worker import DIGESTED, Published
from tests.standins.model import model_behaviours as does
from tests.standins.model.openai_server import StandIn

EVERY_S = 0.1
OTHER = UUID(int=78)


@pytest.fixture
def published() -> Published:
    return Published()


def worker(handle: Handle, published: Published, folder: Path, *, at_once: int = 2, every_s: float = EVERY_S) -> Worker:
    handler = Handler(ReadDocument, handle, "reader", dear=False, limit_s=20)
    return Worker("reader", [handler], published, Blobs(folder), at_once=at_once, heartbeat_s=every_s)


def beats(published: Published) -> list[Envelope]:
    return [envelope for envelope, message in published.answers() if isinstance(message, StepProgressed)]


async def test_progress_is_told_and_not_at_each_of_it(published: Published, tmp_path: Path) -> None:
    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        while len(beats(published)) < 2:
            progress.made()
            await asyncio.sleep(0.001)
        return [DIGESTED]

    loop = asyncio.get_running_loop()
    began = loop.time()
    await worker(handle, published, tmp_path).handle(command(attempt=2))
    told = beats(published)
    assert [(one.cause, one.attempt, one.ordinal) for one in told] == [(COMMAND, 2, 0), (COMMAND, 2, 1)]
    assert told[1].id == answer_id(COMMAND, StepProgressed.type_name, 2, 1)
    assert loop.time() - began >= 2 * EVERY_S
    assert all(each.topic == "reader.outputs" for each in published.sent)


async def test_progress_in_a_thread_is_told(published: Published, tmp_path: Path) -> None:
    go_on = threading.Event()

    def work() -> None:
        while not go_on.wait(0.005):
            progress.made()

    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        await asyncio.to_thread(work)
        return [DIGESTED]

    answered = asyncio.create_task(worker(handle, published, tmp_path).handle(command()))
    await until(lambda: len(beats(published)) >= 1)
    go_on.set()
    await answered


async def test_who_hangs_is_silent_though_others_come_further(published: Published, tmp_path: Path) -> None:
    over = asyncio.Event()

    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        while not over.is_set():
            if run.envelope.id != OTHER:
                progress.made()
            await asyncio.sleep(0.005)
        return [DIGESTED]

    service = worker(handle, published, tmp_path)
    both = [asyncio.create_task(service.handle(each)) for each in (command(id=OTHER), command())]
    await until(lambda: len(beats(published)) >= 3)
    over.set()
    await asyncio.gather(*both)
    assert {one.cause for one in beats(published)} == {COMMAND}


async def test_who_waits_for_a_place_is_spoken_for_while_the_queue_comes_further(
    published: Published, tmp_path: Path
) -> None:
    over, hangs = asyncio.Event(), asyncio.Event()

    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        while not over.is_set():
            if not hangs.is_set():
                progress.made()
            await asyncio.sleep(0.005)
        return [DIGESTED]

    service = worker(handle, published, tmp_path, at_once=1)
    first = asyncio.create_task(service.handle(command()))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(service.handle(command(id=OTHER)))
    await until(lambda: OTHER in {one.cause for one in beats(published)})
    hangs.set()
    await asyncio.sleep(2 * EVERY_S)  # What was told of before is told once more.
    count = len(beats(published))
    await asyncio.sleep(3 * EVERY_S)
    assert len(beats(published)) == count
    over.set()
    await asyncio.gather(first, waiting)


async def test_it_speaks_for_the_newest_attempt_that_is_in_hand(published: Published, tmp_path: Path) -> None:
    over = asyncio.Event()

    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        while not over.is_set():
            progress.made()
            await asyncio.sleep(0.005)
        return [DIGESTED]

    service = worker(handle, published, tmp_path)
    first = asyncio.create_task(service.handle(command()))
    await until(lambda: len(beats(published)) >= 1)
    second = asyncio.create_task(service.handle(command(attempt=2)))
    await until(lambda: beats(published)[-1].attempt == 2)
    over.set()
    await asyncio.gather(first, second)


async def test_to_say_progress_costs_the_same_however_many_commands_wait() -> None:
    async def nobody(_: Sequence[Outgoing]) -> None:
        raise AssertionError("nothing is due")

    def cost(many: int) -> float:
        """Of 5,000 tokens, in seconds of this thread."""
        heartbeats = Heartbeats("reader", "reader.outputs", nobody, 3600)
        with contextlib.ExitStack() as held:
            for number in range(many):
                held.enter_context(heartbeats.holding(Envelope.from_headers(command(id=UUID(int=number)).headers)))
            made = heartbeats.of(UUID(int=0))
            begun = time.thread_time()
            for _ in range(5_000):
                made()
            return time.thread_time() - begun

    ratios = [cost(500) / cost(2) for _ in range(3)]
    assert min(ratios) < 10, ratios  # It was a hundred times as much.


async def test_a_short_command_costs_no_message_more(published: Published, tmp_path: Path) -> None:
    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        for _ in progress.each(range(1000)):
            await asyncio.sleep(0)
        return [DIGESTED]

    await worker(handle, published, tmp_path, every_s=10).handle(command())
    assert beats(published) == []


async def test_a_heartbeat_that_is_not_taken_harms_nothing(published: Published, tmp_path: Path) -> None:
    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        published.broken = True
        loop = asyncio.get_running_loop()
        end = loop.time() + 2 * EVERY_S
        while loop.time() < end:
            progress.made()
            await asyncio.sleep(0.005)
        published.broken = False
        return [DIGESTED]

    await worker(handle, published, tmp_path).handle(command())
    assert [type(message) for _, message in published.answers()] == [DocumentDigested]


async def test_who_waits_for_a_place_at_the_model_comes_further_with_those_who_have_one() -> None:
    heard: list[str] = []

    async def asked(name: str, model: OpenAIModel) -> None:
        with progress.told_to(lambda: heard.append(name)):
            await ask(model)

    async with StandIn() as server:
        settings = ModelSettings(base_url=server.base_url, model="one", concurrency=1)
        async with OpenAIModel(settings, sleep=Clock().sleep) as model:
            server.then(does.drip(GOOD), does.ok(GOOD))
            first = asyncio.create_task(asked("first", model))
            second = asyncio.create_task(asked("second", model))
            await first
            assert heard.count("second") > 10
            await second
    assert server.most_at_once == 1
