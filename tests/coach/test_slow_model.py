"""Many sessions and a model that takes its time: as many calls are in flight as may be, nobody waits for another's, and
what was done is not asked for again. The Coach's own handlers on the worker's frame, without a broker."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from contracts.coaching import StudyMaterial
from contracts.envelope import Envelope
from contracts.session import StepFailed
from services.chassis.broker.outgoing import Outgoing
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.worker import Worker, side_by_side
from services.coach.app import handlers
from services.coach.settings import CoachSettings
from tests.chassis.waiting import until
from tests.chassis.worker.commands import command
from tests.coach.orders import order
from tests.standins.model import model_behaviours as does
from tests.standins.model.author import composes
from tests.standins.model.model_behaviours import Body
from tests.standins.model.openai_server import StandIn

MANY, SESSIONS, ASKS = 64, 34, 3
CALL_S = 0.4
HURRIED = "A quick one"


class Coach:
    """A Coach whose model may be asked so many things at once; `done`: when each session had all of its material."""

    def __init__(self, server: StandIn, folder: Path, concurrency: int = MANY) -> None:
        self.model = OpenAIModel(ModelSettings(base_url=server.base_url, model="one", concurrency=concurrency))
        wired = handlers(self.model, CoachSettings(), 60.0)
        self.worker = Worker("coach", wired, self._publish, Blobs(folder), at_once=side_by_side(concurrency))
        self.done: dict[UUID, float] = {}

    async def _publish(self, messages: Sequence[Outgoing]) -> None:
        for each in messages:
            envelope = Envelope.from_headers(each.headers)
            assert envelope.type != StepFailed.type_name
            if envelope.type == StudyMaterial.type_name:
                self.done[envelope.subject] = time.monotonic()

    async def write(self, number: int, title: str = "Cells") -> None:
        """One session's material, each a few asks."""
        wanted = order(questions=8, cards=4)
        metadata = wanted.handover.metadata.model_copy(update={"source_title": title})
        handover = wanted.handover.model_copy(update={"metadata": metadata})
        message = wanted.model_copy(update={"handover": handover})
        await self.worker.handle(command(message, id=UUID(int=1000 + number), session=UUID(int=2000 + number)))


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    async with StandIn() as standing:
        standing.when(_hurries, does.ok(composes))
        standing.otherwise(replace(does.ok(composes), wait_s=CALL_S))
        yield standing


def _hurries(body: Body) -> bool:
    return HURRIED in str(body)


def _hurried(server: StandIn) -> int:
    return sum(_hurries(call.body) for call in server.calls)


async def test_as_many_calls_are_in_flight_as_may_be_and_all_is_done(server: StandIn, tmp_path: Path) -> None:
    # So long that the last call has begun before the first ends, on a busy machine too.
    server.otherwise(replace(does.ok(composes), wait_s=10 * CALL_S))
    coach = Coach(server, tmp_path)
    async with coach.model:
        await asyncio.gather(*(coach.write(number) for number in range(SESSIONS)))
    assert len(coach.done) == SESSIONS
    assert len(server.calls) >= ASKS * SESSIONS
    assert server.most_at_once == MANY


async def test_a_quick_session_waits_for_no_slow_one(server: StandIn, tmp_path: Path) -> None:
    """Twenty slow sessions have their calls under way; one whose calls are quick is done before any of them goes on."""
    coach = Coach(server, tmp_path)
    async with coach.model:
        slow = [asyncio.create_task(coach.write(number)) for number in range(20)]
        await until(lambda: len(server.calls) >= 20)
        await coach.write(99, HURRIED)
        assert list(coach.done) == [UUID(int=2099)]
        await asyncio.gather(*slow)


async def test_who_takes_over_asks_for_nothing_that_was_done(server: StandIn, tmp_path: Path) -> None:
    first, second = Coach(server, tmp_path), Coach(server, tmp_path)
    async with first.model, second.model:
        slow = [asyncio.create_task(first.write(number)) for number in range(4)]
        await asyncio.gather(*(first.write(number, HURRIED) for number in range(50, 60)))
        for each in slow:
            each.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        asked = _hurried(server)
        # What was not committed comes again: all of it, since the slow ones were the first.
        every = [second.write(number) for number in range(4)]
        await asyncio.gather(*every, *(second.write(number, HURRIED) for number in range(50, 60)))
    assert len(second.done) == 14
    assert _hurried(server) == asked >= 10
