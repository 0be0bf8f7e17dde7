"""The protocol's rule 11: silence is noticed, a heartbeat moves a deadline on, and nothing else comes of it."""

from collections.abc import Sequence
from uuid import uuid4

import pytest

from contracts.session import StepProgressed
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection, connect
from services.orchestrator.outbox.deadlines import LEASE_SECONDS, SILENT_S, Sweeps, grace, sweep
from services.orchestrator.outbox.outgoing import Waits
from services.orchestrator.settings import OrchestratorSettings
from tests.standins.messages import Hall, Rec, all_answers, answer, envelope_of, submitted, timeout


def beat(command: Outgoing, attempt: int | None = None, ordinal: int = 0) -> Rec:
    return answer(command, StepProgressed(), ordinal, attempt)


async def left(hall: Hall) -> float:
    """Seconds until the only deadline is missed."""
    [row] = await hall.rows("select extract(epoch from due_at - now())::float as left from deadlines")
    return float(row["left"])


async def soon(hall: Hall, seconds: float = 5) -> None:
    await hall.rows("update deadlines set due_at = now() + make_interval(secs => %s) returning 1", seconds)


@pytest.fixture
def waiting(connection: Connection) -> Hall:
    """60 s of silence, 100 s in all."""
    return Hall(connection, waits=Waits(dict.fromkeys(Waits().by_kind, 100.0), 60.0))


def test_a_command_of_which_nothing_is_heard_is_missed_within_a_minute() -> None:
    for waits in (Waits(), OrchestratorSettings().waits()):
        for kind in waits.by_kind:
            assert waits.silence_of(kind) <= 60
            assert waits.of(kind) >= 5 * waits.silence_of(kind)


async def test_a_heartbeat_moves_the_deadline_on_and_nothing_else(waiting: Hall) -> None:
    [read] = await waiting.tell(submitted(uuid4()))
    before = await waiting.row(envelope_of(read).subject)
    assert 50 < await left(waiting) <= 60
    await soon(waiting)
    assert await waiting.tell(beat(read)) == []
    assert 50 < await left(waiting) <= 60
    assert await waiting.row(envelope_of(read).subject) == before
    assert await waiting.count("journal") == 1
    assert [each.topic for each in waiting.out] == ["reader.commands", "session.updates"]


async def test_however_much_is_heard_it_has_an_end(waiting: Hall) -> None:
    [read] = await waiting.tell(submitted(uuid4()))
    await waiting.rows("update deadlines set limit_at = now() + interval '20 s' returning 1")
    await soon(waiting)
    await waiting.tell(beat(read))
    assert 15 < await left(waiting) <= 20
    await soon(waiting, 40)
    await waiting.tell(beat(read, ordinal=1))
    assert 35 < await left(waiting) <= 40


async def test_one_of_another_attempt_session_or_command_moves_nothing(waiting: Hall) -> None:
    [read] = await waiting.tell(submitted(uuid4()))
    [again] = await waiting.tell(timeout(read))
    await soon(waiting)
    session = str(uuid4()).encode()
    strange = [(name, session if name == "ce_subject" else value) for name, value in beat(again).headers]
    foreign = beat(again)._replace(headers=strange)
    for record in (beat(read), beat(again, attempt=3), foreign):
        assert await waiting.tell(record) == []
        assert await left(waiting) <= 5
    await waiting.tell(beat(again))
    assert await left(waiting) > 90


async def test_after_the_answer_it_is_nothing_and_without_a_cause_it_is_put_aside(waiting: Hall) -> None:
    [read] = await waiting.tell(submitted(uuid4()))
    await waiting.tell(*all_answers(read), beat(read))
    assert await waiting.tell(beat(read)) == []
    nameless = beat(read)
    headers = [(name, value) for name, value in nameless.headers if name != "ce_causeid"]
    [parked] = await waiting.tell(nameless._replace(headers=headers))
    assert b"ce_causeid: missing" in dict(parked.headers)["pensum_reason"]


async def test_nobody_waits_for_a_row_that_somebody_else_has_locked(waiting: Hall, database: str) -> None:
    [read] = await waiting.tell(submitted(uuid4()))
    async with await connect(database) as other, other.transaction():
        await other.execute("select * from deadlines for update")
        assert await waiting.tell(beat(read)) == []


async def test_a_missed_one_that_comes_further_after_all_is_not_asked_again_twice(waiting: Hall) -> None:
    """The sweep has told it; then the worker speaks for the attempt that is asked now."""
    [read] = await waiting.tell(submitted(uuid4()))
    [again] = await waiting.tell(timeout(read))
    sent: list[Outgoing] = []

    async def publish(messages: Sequence[Outgoing]) -> None:
        sent.extend(messages)

    await soon(waiting, -1)
    await waiting.tell(beat(again))
    assert await sweep(waiting.connection, publish) == 0
    assert sent == []


async def test_an_orchestrator_that_was_away_does_not_take_its_own_silence_for_others(waiting: Hall) -> None:
    await waiting.tell(submitted(uuid4()))
    await soon(waiting, -300)
    await grace(waiting.connection)
    assert LEASE_SECONDS - 10 < await left(waiting) <= LEASE_SECONDS
    await soon(waiting, 50)
    await grace(waiting.connection)
    assert await left(waiting) > 40


async def test_the_database_answers_as_long_as_sweeps_end() -> None:
    sweeps = Sweeps(1)
    assert await sweeps.trouble() is None
    sweeps.last -= 1 + SILENT_S
    assert await sweeps.trouble() == "The database does not answer."
