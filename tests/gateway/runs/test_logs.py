"""The logs: as JSON, as text, added up, as they come, and the whole conversation."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.agents import Spending, Spent
from contracts.views.history import LoggedSessions, LogLine, Logs, LogSummary, Replay, Summary, TurnsSpent
from contracts.views.sessions import SessionState
from services.gateway.access.bearer import Who
from services.gateway.database import Rows
from services.gateway.messaging.waiting import Waiters
from services.gateway.runs.queries import Logbook
from services.gateway.runs.routes import AT_ONCE, stream, whole
from tests.gateway.conftest import As
from tests.gateway.learnt import ran, studied
from tests.gateway.shelf import Kept, Shelf

AGENTS = [(1, "evaluator"), (1, "coordinator"), (2, "coach"), (2, "coordinator")]


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    kept = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")), "CANARY")
    shelf.ask("delete from journal where session_id = %(s)s and seq > 2", s=kept.session)
    return kept


def at(kept: Kept, part: str) -> str:
    return f"/v1/sessions/{kept.session}/{part}"


async def test_lines_are_in_the_journals_order_in_pages_and_by_agent(ann: httpx.AsyncClient, kept: Kept) -> None:
    for part in ("logs", "agent-logs"):
        told = Logs.model_validate_json((await ann.get(at(kept, part))).content)
        assert ([(one.seq, one.agent) for one in told.logs], told.total) == (AGENTS, 4)
    coach = told.logs[2]
    assert (coach.output, coach.tokens_used, coach.errors, coach.duration_ms) == (
        "1 of 2 right",
        7,
        ["it was away"],
        10,
    )
    page = (await ann.get(at(kept, "logs?limit=2&offset=1"))).json()
    assert ([(one["seq"], one["agent"]) for one in page["logs"]], page["total"]) == (AGENTS[1:3], 4)
    only = (await ann.get(at(kept, "logs?agent=coordinator&limit=1"))).json()
    assert ([one["seq"] for one in only["logs"]], only["total"]) == ([1], 2)
    assert (await ann.get(at(kept, "logs?agent=A%20B"))).json()["fields"] == ["agent"]


async def test_an_agents_reasoning_is_not_for_learners(as_user: As, kept: Kept) -> None:
    for part in ("logs", "logs/text", "logs/stream?seconds=0"):
        assert "CANARY" not in (await as_user("ann").get(at(kept, part))).text, part
        assert "CANARY" in (await as_user("ann", "owner").get(at(kept, part))).text, part


async def test_the_text_has_a_line_for_each(ann: httpx.AsyncClient, kept: Kept) -> None:
    answer = await ann.get(at(kept, "logs/text"))
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert [line.split()[1:3] for line in lines] == [[f"[{seq}]", f"{agent}:"] for seq, agent in AGENTS]
    assert lines[2].endswith("coach: 2 answers -> 1 of 2 right [10.0 ms, 7 tokens] ERRORS: it was away")


async def test_the_summary_adds_up(ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept) -> None:
    told = LogSummary.model_validate_json((await ann.get(at(kept, "logs/summary"))).content)
    assert (told.lines, told.duration_ms, told.tokens_used, told.errors) == (4, 23, 14, 1)
    figures = [(one.agent, one.runs, one.failed, one.longest_ms) for one in told.agents]
    assert figures == [("coach", 1, 1, 10), ("coordinator", 2, 0, 1.5), ("evaluator", 1, 0, 10)]
    empty = shelf.session(tenant, "ann")
    nothing = LogSummary.model_validate_json((await ann.get(at(empty, "logs/summary"))).content)
    assert (nothing.lines, nothing.first, nothing.agents) == (0, None, [])


def spent(role: str, cost: str | None, model: str = "small", currency: str = "USD") -> Spent:
    return Spent(role=role, model=model, tokens_in=10, tokens_out=3, cost=cost, currency=currency if cost else None)


async def spending(ann: httpx.AsyncClient, kept: Kept) -> Spending:
    """As it is told in three places alike."""
    state = SessionState.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}")).content)
    logs = LogSummary.model_validate_json((await ann.get(at(kept, "logs/summary"))).content)
    summary = Summary.model_validate_json((await ann.get(at(kept, "summary"))).content)
    assert state.spending
    assert state.spending == logs.spending == summary.spending
    return state.spending


async def test_what_models_took_is_told_by_run_and_added_up_exactly(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann")
    nothing = Spending(tokens_in=0, tokens_out=0, cost="0", currency=None)
    assert await spending(ann, kept) == nothing, "offline: no model was asked, so nothing was spent"
    ran(shelf, kept, 1, "reader", tokens_used=None)
    assert await spending(ann, kept) == nothing
    dear, failed = spent("coach", "0.1"), spent("coach", "0.2")
    ran(shelf, kept, 2, "quiz", spending=(dear, spent("coach", "0.0000001", "large")))
    ran(shelf, kept, 3, "quiz", spending=(failed,), errors=("model_refused",))
    told = await spending(ann, kept)
    assert (told.tokens_in, told.tokens_out, told.cost, told.currency) == (30, 9, "0.3000001", "USD")
    assert [(each.role, each.model, each.tokens_in, each.cost) for each in told.models] == [
        ("coach", "large", 10, "0.0000001"), ("coach", "small", 20, "0.3"),
    ]  # fmt: skip
    lines = Logs.model_validate_json((await ann.get(at(kept, "logs?agent=quiz"))).content).logs
    assert [line.spending[0] for line in lines] == [dear, failed]


@pytest.mark.parametrize(
    ("unpriced", "tokens", "currency"),
    [
        ({"spending": (spent("evaluator", None),)}, 20, "USD"),
        ({"spending": (spent("evaluator", "1", currency="NOK"),)}, 20, None),
        ({"tokens_used": 7}, None, "USD"),
    ],
    ids=["no price", "another currency", "a run that says its tokens alone"],
)
async def test_a_cost_that_is_not_wholly_known_is_not_told_as_if_it_were(
    unpriced: dict[str, Any],
    tokens: int | None,
    currency: str | None,
    ann: httpx.AsyncClient,
    shelf: Shelf,
    tenant: str,
) -> None:
    kept = shelf.session(tenant, "ann")
    ran(shelf, kept, 1, "quiz", spending=(spent("coach", "0.1"),))
    ran(shelf, kept, 2, "evaluator", **unpriced)
    told = await spending(ann, kept)
    assert (told.cost, told.tokens_in, told.currency) == (None, tokens, currency)
    assert "0.1" in [each.cost for each in told.models]


async def test_what_each_turn_took_is_told_to_the_owner_alone(as_user: As, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann")
    first, second = uuid4(), uuid4()
    ran(shelf, kept, 1, "planner", spending=(spent("coach", "0.1"), spent("evaluator", "0.3")), turn=first)
    ran(shelf, kept, 2, "executor", spending=(spent("coach", "0.2"),), turn=first)
    ran(shelf, kept, 3, "safety", tokens_used=None, turn=second)
    ran(shelf, kept, 4, "quiz", spending=(spent("coach", "9"),))
    learner, owner = as_user("ann"), as_user("ann", "owner")
    refused = await learner.get(at(kept, "logs/turns"))
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    answer = await owner.get(at(kept, "logs/turns"))
    told = TurnsSpent.model_validate_json(answer.content)
    assert [(each.turn_id, each.runs, each.duration_ms) for each in told.turns] == sorted(
        [(first, 2, 20.0), (second, 1, 10.0)]
    )
    of = {each.turn_id: each.spending for each in told.turns}
    assert (of[first].tokens_in, of[first].tokens_out, of[first].cost, of[first].currency) == (30, 9, "0.6", "USD")
    assert [(each.role, each.tokens_in, each.cost) for each in of[first].models] == [
        ("coach", 20, "0.3"), ("evaluator", 10, "0.3"),
    ]  # fmt: skip
    assert of[second] == Spending(tokens_in=0, tokens_out=0, cost="0", currency=None)
    page = TurnsSpent.model_validate_json((await owner.get(at(kept, "logs/turns?offset=1&limit=1"))).content)
    assert (page.turns, page.total) == (told.turns[1:], 2)


async def test_sessions_with_their_logs_are_listed_in_pages(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    older = shelf.session(tenant, "ann", age=9)
    first = LoggedSessions.model_validate_json((await ann.get("/v1/sessions/logs?limit=1")).content)
    assert (first.sessions[0].session_id, first.sessions[0].lines, first.sessions[0].errors) == (kept.session, 4, 1)
    second = LoggedSessions.model_validate_json(
        (await ann.get(f"/v1/sessions/logs?limit=1&cursor={first.next}")).content
    )
    assert (second.sessions[0].session_id, second.sessions[0].lines, second.sessions[0].last) == (
        older.session,
        0,
        None,
    )
    assert (first.total, second.total, second.next) == (2, 2, None)


def events(text: str) -> list[tuple[str | None, LogLine]]:
    """The id and the line of each event."""
    found = []
    for event in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in event.split("\n") if not line.startswith(":"))
        if fields:
            assert fields["event"] == "log"
            found.append((fields.get("id"), LogLine.model_validate_json(fields["data"])))
    return found


async def test_the_stream_tells_what_there_is_and_goes_on_after_an_event(ann: httpx.AsyncClient, kept: Kept) -> None:
    answer = await ann.get(at(kept, "logs/stream?seconds=0"))
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = events(answer.text)
    assert [(line.seq, line.agent) for _, line in told] == AGENTS
    assert [id for id, _ in told] == [None, "1", None, "2"], "an id stands for the whole of its message"
    rest = await ann.get(at(kept, "logs/stream?seconds=0"), headers={"Last-Event-ID": "1"})
    assert [(line.seq, line.agent) for _, line in events(rest.text)] == AGENTS[2:]
    one = await ann.get(at(kept, "logs/stream?seconds=0&agent=coach"))
    assert [line.agent for _, line in events(one.text)] == ["coach"]
    bad = await ann.get(at(kept, "logs/stream?seconds=0"), headers={"Last-Event-ID": "x"})
    assert (bad.status_code, bad.json()["fields"]) == (400, ["last-event-id"])


async def test_a_line_that_comes_later_is_told_and_the_end_of_the_house_ends_it(
    rows: Rows, shelf: Shelf, waiters: Waiters, kept: Kept
) -> None:
    who = Who(kept.tenant, "ann", "learner")
    told: AsyncIterator[str] = stream(Logbook(rows), waiters, who, kept.session, None, 2, 30)
    coming = asyncio.ensure_future(anext(told))
    ran(shelf, kept, 3, "tutor")
    waiters.wake(kept.session)
    ((_, line),) = events(await asyncio.wait_for(coming, 20))
    assert (line.seq, line.agent) == (3, "tutor")
    assert [line.agent for _, line in events(await anext(told))] == ["coordinator"]
    waiters.close()
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(told), 20)


def test_a_full_page_ends_with_a_whole_message() -> None:
    rows = [{"seq": number // 2} for number in range(AT_ONCE)]
    assert whole(rows[:5]) == rows[:5]
    assert whole(rows) == rows[:-2]


async def test_the_replay_is_all_of_it(ann: httpx.AsyncClient, kept: Kept) -> None:
    told = Replay.model_validate_json((await ann.get(at(kept, "replay"))).content)
    assert [(one.role, one.text) for one in told.messages] == [
        ("learner", "What is a leaf?"), ("tutor", "A leaf is green."),
    ]  # fmt: skip
    assert (told.transitions[0].to_agent, told.transitions[0].message_excerpt) == ("tutor", "What is")
    assert (told.cycles[0].topic, told.cycles[0].cycle_number) == ("leaf", 1)
