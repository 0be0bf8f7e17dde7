"""The protocol's rules 10 to 12, on the real shell and the real Postgres."""

import asyncio
import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from contracts.agents import Spent
from contracts.documents import AgentRun
from contracts.problems import Code, problem
from contracts.session import ForgetRequested, QuizRequested, RetryRequested, StepFailed
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection, connect
from services.coach.app import handlers as coach
from services.coach.settings import CoachSettings
from services.evaluator.app import handlers as evaluator
from services.evaluator.settings import EvaluatorSettings
from services.orchestrator.outbox.commands import OF_KIND
from services.orchestrator.outbox.deadlines import sweep
from services.orchestrator.outbox.outgoing import Waits
from services.orchestrator.workflow.stages import AGENT
from tests.standins.messages import Hall, Rec, all_answers, answer, envelope_of, said, submitted, timeout

AWAY = StepFailed(problem=problem(Code.UNAVAILABLE, "A store was away."), final=False)
REFUSED = StepFailed(problem=problem(Code.NO_TEXT, "No text."), final=True)


async def start(hall: Hall) -> Outgoing:
    """A session whose document is being read."""
    [read] = await hall.tell(submitted(uuid4()))
    return read


async def status(hall: Hall, command: Outgoing) -> str:
    return str((await hall.row(envelope_of(command).subject))["status"])


async def fail_until_it_does(hall: Hall, read: Outgoing) -> list[Outgoing]:
    """Three failures, each of its own attempt; the commands."""
    sent = [read]
    while more := await hall.tell(answer(sent[-1], AWAY)):
        sent += more
    return sent


async def test_rule_10_the_third_failure_fails_the_step_with_its_own_status(hall: Hall) -> None:
    read = await start(hall)
    sent = await fail_until_it_does(hall, read)
    assert [envelope_of(each).attempt for each in sent] == [1, 2, 3]
    row = await hall.row(envelope_of(read).subject)
    assert (row["status"], row["error"]["status"]) == ("failed", 503)


async def test_rule_10_a_final_failure_is_final_at_once(hall: Hall) -> None:
    read = await start(hall)
    assert await hall.tell(answer(read, REFUSED)) == []
    assert (await hall.row(envelope_of(read).subject))["error"]["code"] == "no_text"


async def test_rule_10_losses_are_counted_apart_and_end_with_504(hall: Hall) -> None:
    read = await start(hall)
    [second] = await hall.tell(answer(read, AWAY))
    sent = [(await hall.tell(answer(second, AWAY)))[0]]
    while more := await hall.tell(timeout(sent[-1])):
        sent += more
    assert len(sent) == 7
    row = await hall.row(envelope_of(read).subject)
    assert (row["status"], row["error"]["status"]) == ("failed", 504)


async def test_a_failure_a_loss_and_what_was_put_aside_are_runs_with_their_errors_in_the_sessions_log(
    hall: Hall,
) -> None:
    read = await start(hall)
    session = envelope_of(read).subject
    run = AgentRun(
        timestamp=datetime.now(UTC),
        agent="reader",
        input_summary="a document of tides",
        duration_ms=12.5,
        input_hash="0" * 64,
        output_hash="1" * 64,
        errors=["unavailable: A store was away."],
    )
    failed = AWAY.model_copy(update={"run": run})
    [second] = await hall.tell(answer(read, failed))
    [third] = await hall.tell(timeout(second))
    [fourth] = await hall.tell(answer(third, failed), answer(read, AWAY), timeout(second))
    logged = await hall.rows("select agent, duration_ms, errors from session_logs where part = 0 order by seq")
    lost = ["step_timed_out: no answer in time to attempt 2"]
    assert [(row["agent"], row["duration_ms"], row["errors"]) for row in logged] == [
        ("reader", 12.5, run.errors),
        ("reader", 0.0, lost),
        ("reader", 12.5, run.errors),
    ], "what is stale is no run"
    why = [*fourth.headers, ("pensum_reason", b"it broke"), ("pensum_topic", fourth.topic.encode())]
    await hall.tell(Rec(f"{fourth.topic}.parked", fourth.key, fourth.value, why))
    [*_, aside] = await hall.rows("select agent, errors from session_logs where part = 0 order by seq")
    assert (aside["agent"], len(aside["errors"])) == ("reader", 1)
    assert "it broke" in aside["errors"][0]
    assert "tides" not in json.dumps(await hall.rows("select message, meta from journal"), default=str)
    await hall.tell(said(ForgetRequested(), session))
    assert await hall.count("agent_runs") == 0


@pytest.mark.parametrize("closed", [False, True])
async def test_what_a_failure_took_that_comes_too_late_is_kept_once(hall: Hall, closed: bool) -> None:
    """Its attempt is over, or its command is closed: nothing is decided, and the money is spent all the same."""
    read = await start(hall)
    session = envelope_of(read).subject
    spent = Spent(role="digest", model="m", tokens_in=100, tokens_out=20, cost="0.003", currency="EUR")
    run = AgentRun(
        timestamp=datetime.now(UTC),
        agent="reader",
        duration_ms=12.5,
        input_hash="0" * 64,
        output_hash="1" * 64,
        errors=["model_truncated: cut off"],
        tokens_used=120,
        spending=[spent],
    )
    late = answer(read, AWAY.model_copy(update={"run": run}))
    [second] = await hall.tell(timeout(read))
    if closed:
        await hall.tell(*all_answers(second))
    before = await status(hall, read)
    assert await hall.tell(late) == []
    assert await hall.tell(late) == []
    assert await status(hall, read) == before
    found = await hall.rows(f"select tokens_in, cost::text from spending_view where session_id = '{session}'")
    assert found == [{"tokens_in": 100, "cost": "0.003"}]


def test_a_run_has_one_agent_whether_it_is_told_or_lost() -> None:
    """What a worker calls its run, and what the orchestrator writes of one of which nothing was heard."""
    told = {
        handler.command: handler.agent
        for handler in (*coach(None, CoachSettings(), 1.0), *evaluator(None, EvaluatorSettings()))
    }
    lost = {OF_KIND[kind]: agent for kind, agent in AGENT.items() if OF_KIND[kind] in told}
    assert told == lost


async def test_rule_10_stale_failures_and_timeouts_are_ignored(hall: Hall) -> None:
    read = await start(hall)
    [again] = await hall.tell(timeout(read))
    for stale in (answer(read, REFUSED), answer(read, AWAY)):
        assert await hall.tell(stale) == []
    assert await status(hall, read) == "reading"
    assert len(await hall.tell(answer(again, AWAY))) == 1


async def test_rule_10_a_success_is_taken_from_any_attempt(hall: Hall) -> None:
    read = await start(hall)
    await hall.tell(timeout(read))
    [digest] = await hall.tell(*all_answers(read))
    assert envelope_of(digest).type == "pensum.reader.digest_document.v1"


async def test_rule_14_parts_are_folded_once_whatever_their_attempt(hall: Hall) -> None:
    read = await start(hall)
    one, two = all_answers(read)
    await hall.tell(one)
    [again] = await hall.tell(timeout(read))
    assert await hall.tell(all_answers(again)[0]) == []
    assert len(await hall.tell(two)) == 1
    assert await hall.count("blocks") == 4


async def test_rule_11_a_missed_deadline_is_told_by_one_of_two_sweepers(hall: Hall, database: str) -> None:
    read = await start(hall)
    told: list[Outgoing] = []

    async def publish(messages: "list[Outgoing] | tuple[Outgoing, ...]") -> None:
        told.extend(messages)

    assert await sweep(hall.connection, publish) == 0  # type: ignore[arg-type]
    await hall.connection.execute("update deadlines set due_at = now()")
    async with await connect(database) as one, await connect(database) as two:
        swept = await asyncio.gather(sweep(one, publish), sweep(two, publish))  # type: ignore[arg-type]
    assert sorted(swept) == [0, 1]
    [lease] = await hall.rows("select extract(epoch from due_at - now())::float as left from deadlines")
    assert 20 < lease["left"] <= 30
    [again] = await hall.tell(Rec(*told[0]))
    assert (envelope_of(again).id, envelope_of(again).attempt) == (envelope_of(read).id, 2)


async def test_rule_11_the_sweeper_publishes_without_a_lock(hall: Hall, database: str) -> None:
    read = await start(hall)
    await hall.connection.execute("update deadlines set due_at = now()")

    async def publish(messages: object) -> None:
        async with asyncio.timeout(30):
            await hall.tell(*all_answers(read))

    async with await connect(database) as other:
        assert await sweep(other, publish) == 1
    assert await status(hall, read) == "digesting"


async def test_rule_11_waits_double_with_every_loss_and_not_with_a_failure(connection: Connection) -> None:
    hall = Hall(connection, waits=Waits(dict.fromkeys(Waits().by_kind, 3000.0), 100.0))
    sent, waits = [await start(hall)], []

    async def left() -> float:
        [row] = await hall.rows("select extract(epoch from due_at - now())::float as left from deadlines")
        return float(round(row["left"], -1))

    waits.append(await left())
    for message in (None, AWAY, None, None):
        record = timeout(sent[-1]) if message is None else answer(sent[-1], message)
        sent += await hall.tell(record)
        waits.append(await left())
    assert waits == [100, 200, 200, 400, 800]


async def test_rule_11_only_decide_closes_a_deadline(hall: Hall) -> None:
    read = await start(hall)
    one, two = all_answers(read)
    await hall.tell(one)
    assert await hall.rows("select command_id from deadlines") == [{"command_id": envelope_of(read).id}]
    [digest] = await hall.tell(two)
    assert await hall.rows("select command_id from deadlines") == [{"command_id": envelope_of(digest).id}]


async def test_rule_12_a_failed_journey_is_closed_and_late_answers_change_nothing(hall: Hall) -> None:
    read = await start(hall)
    sent = await fail_until_it_does(hall, read)
    session = envelope_of(read).subject
    assert await hall.count("deadlines") == 0
    before = await hall.row(session)
    assert await hall.tell(*all_answers(sent[1]), timeout(sent[-1])) == []
    after = await hall.row(session)
    assert (after["state"], after["status"]) == (before["state"], "failed")
    assert await hall.count("blocks") == 0


async def test_rule_12_one_journey_fails_and_the_other_goes_on(hall: Hall) -> None:
    session = await hall.ready()
    [grade] = await hall.tell(said(await hall.answers(session), session))
    [write] = await hall.tell(said(QuizRequested(), session))
    assert await hall.tell(answer(write, REFUSED)) == []
    assert (await hall.row(session))["status"] == "failed"
    [notes] = await hall.tell(*all_answers(grade))
    await hall.tell(*all_answers(notes))
    assert await hall.count("notes", session) == 1


async def test_rule_12_a_retry_goes_on_under_its_own_ids_with_a_fresh_allowance(hall: Hall) -> None:
    read = await start(hall)
    sent = await fail_until_it_does(hall, read)
    session = envelope_of(read).subject
    version = (await hall.row(session))["version"]
    [again] = await hall.tell(said(RetryRequested(version=version), session))
    assert (envelope_of(again).id, envelope_of(again).attempt) == (envelope_of(read).id, 4)
    assert len(sent) == 3
    assert len(await fail_until_it_does(hall, again)) == 3


@pytest.mark.parametrize("off", [-1])
async def test_rule_12_a_retry_for_another_version_changes_nothing(hall: Hall, off: int) -> None:
    read = await start(hall)
    await fail_until_it_does(hall, read)
    session = envelope_of(read).subject
    version = (await hall.row(session))["version"]
    assert await hall.tell(said(RetryRequested(version=version + off), session)) == []
    assert await status(hall, read) == "failed"


async def test_rule_12_two_retries_of_one_failure_are_one(hall: Hall) -> None:
    read = await start(hall)
    await fail_until_it_does(hall, read)
    session = envelope_of(read).subject
    version = (await hall.row(session))["version"]
    retries = [said(RetryRequested(version=version), session) for _ in range(2)]
    assert len(await hall.tell(*retries)) == 1
