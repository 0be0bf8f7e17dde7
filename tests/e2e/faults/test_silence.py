"""A step does not hang: a stranger's answer uses up nothing, and a worker of which nothing is heard is found out."""

import asyncio
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from uuid import UUID, uuid4

import pytest
from aiokafka import AIOKafkaProducer

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.envelope import Envelope, reply
from contracts.session import StepTimedOut
from tests.e2e.houses import Up
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner
from tests.standins.tables import journal, replayed, select
from tests.standins.topics import Seen, messages

SILENCE_S = 4
PATIENCE_S = 60.0
T = TypeVar("T")


@pytest.fixture(scope="module")
def quick() -> Iterator[Up]:
    """A house that takes four seconds of silence for what others take a minute for."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    env = {"PENSUM_ORCHESTRATOR_SILENCE_SECONDS": str(SILENCE_S), "PENSUM_HEARTBEAT_S": "0.5"}
    with Up(around / "data", env=env) as up:
        yield up
    shutil.rmtree(around)


@pytest.fixture
def me(quick: Up) -> Iterator[Learner]:
    with Learner(quick.house.url, quick.house.owner_token, quick.house.learner_token) as found:
        yield found


def until(look: Callable[[], T | None], what: str) -> T:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        if (found := look()) is not None:
            return found
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def order_of(up: Up, session: str) -> Seen:
    """The session's first order for material."""

    def look() -> Seen | None:
        found = [each for each in messages(up.house.kafka, session) if isinstance(each.message, WriteMaterial)]
        return found[0] if found else None

    return until(look, "nothing is ordered")


async def publish(bootstrap: str, answers: list[tuple[Envelope, bytes]]) -> None:
    async with AIOKafkaProducer(bootstrap_servers=bootstrap) as producer:
        for envelope, body in answers:
            key = str(envelope.subject).encode()
            await producer.send_and_wait("coach.outputs", body, key=key, headers=envelope.headers())


@pytest.mark.timeout(240)
def test_a_strangers_answer_is_put_aside_and_a_worker_that_hangs_is_found_out(quick: Up, me: Learner) -> None:
    coach = quick.service("coach")
    coach.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        session = me.upload(lesson("photosynthesis.en")).json()["session_id"]
        order = order_of(quick, session)
        assert isinstance(order.message, WriteMaterial)
        empty = StudyMaterial(quiz_id=order.message.quiz_id, flashcards=[], quiz=[])
        true = reply(empty, order.envelope, source="a stranger", ordinal=0)
        bad = [
            true.model_copy(update={"cause": None}),
            true.model_copy(update={"cause": uuid4()}),
            true.model_copy(update={"attempt": 9, "id": uuid4()}),
        ]
        asyncio.run(publish(quick.house.kafka, [(envelope, empty.write()) for envelope in bad]))

        def aside() -> list[str] | None:
            rows = select(quick.house.database, "select reason from parked where session_id = %s", UUID(session))
            return sorted(row["reason"] for row in rows) if len(rows) == len(bad) else None

        reasons = until(aside, "the strangers' answers are not put aside")
        assert [reason.split(":")[0] for reason in reasons] == ["ce_attempt", "ce_causeid", "invalid"]

        def missed() -> float | None:
            told = [row for row in journal(quick.house.database, session) if row["type"] == StepTimedOut.type_name]
            return time.monotonic() - began if told else None

        assert until(missed, "nobody notices that the Coach hangs") < PATIENCE_S / 2
    finally:
        coach.send_signal(signal.SIGKILL)
    assert me.settle(session)["status"] == "ready"
    assert me.quiz(session)["questions"]
    assert replayed(quick.house.database, session).differs == ""


@pytest.mark.timeout(240)
def test_a_strangers_answer_of_a_quiet_house_costs_no_time(quick: Up, me: Learner) -> None:
    """Both come at once: the stranger's first, under the id of the true one."""
    coach = quick.service("coach")
    coach.send_signal(signal.SIGSTOP)
    try:
        session = me.upload(lesson("printing.en")).json()["session_id"]
        order = order_of(quick, session)
        assert isinstance(order.message, WriteMaterial)
        empty = StudyMaterial(quiz_id=order.message.quiz_id, flashcards=[], quiz=[])
        true = reply(empty, order.envelope, source="a stranger", ordinal=0)
        asyncio.run(publish(quick.house.kafka, [(true.model_copy(update={"cause": None}), empty.write())]))
    finally:
        coach.send_signal(signal.SIGCONT)
    began = time.monotonic()
    assert me.settle(session)["status"] == "ready"
    assert time.monotonic() - began < PATIENCE_S
