"""A session's timeline: pure, and who may see it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from contracts.views.history import TraceView
from services.gateway.runs.routes import page_of_trace
from services.gateway.runs.trace import trace
from tests.gateway.conftest import As
from tests.gateway.learnt import studied
from tests.gateway.shelf import Shelf

SESSION = UUID(int=5)
START = datetime(2026, 3, 1, tzinfo=UTC)


def row(seq: int, agent: str, at_ms: int, took_ms: float, told: str = "", **more: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {"output": "", "tokens_used": None, "errors": [], "spending": [], "part": 1 if told else 0}
    when = {"timestamp": START + timedelta(milliseconds=at_ms), "duration_ms": took_ms, "input_summary": told}
    return {"seq": seq, "agent": agent, **plain, **when, **more}


def spent(cost: str | None) -> dict[str, Any]:
    return {"role": "quiz", "model": "m", "tokens_in": 5, "tokens_out": 2, "cost": cost, "currency": "EUR"}


ROWS = [
    row(1, "coordinator", 0, 1, "pensum.session.document_submitted.v1", output="1 commands"),
    row(2, "reader", 10, 40, output="3 blocks"),
    row(2, "coordinator", 55, 2, "pensum.reader.output.v1", output="1 commands"),
    row(3, "quiz", 60, 500, tokens_used=7, errors=["model_failed: away"], spending=[spent("0.02")]),
    row(3, "coordinator", 570, 1, "pensum.step.failed.v1", output="1 commands"),
    row(4, "tutor", 600, 20, tokens_used=7, spending=[spent("0.30")]),
    row(4, "coordinator", 630, 1, "pensum.coach.explained.v1", output="0 commands"),
    row(5, "tutor", 620, 5),
    row(5, "coordinator", 640, 1, "pensum.evaluator.reply_judged.v1", output="0 commands"),
    row(6, "safety", 660, 1, errors=["timeout: 60 s"]),
    row(6, "coordinator", 700, 1, "pensum.step.failed.v1", output="0 commands"),
]


def test_each_piece_of_work_has_its_service_and_its_place_in_time() -> None:
    told = trace(SESSION, ROWS, None)
    assert [(one.service, one.after_ms) for one in told.spans if one.agent != "coordinator"] == [
        ("reader", 10), ("coach", 60), ("coach", 600), ("evaluator", 620), ("evaluator", 660),
    ]  # fmt: skip
    assert [one.after_ms for one in told.spans] == sorted(one.after_ms for one in told.spans)
    assert (told.first, told.last) == (START, START + timedelta(milliseconds=701))
    assert told.trace_id == SESSION.hex


def test_what_failed_and_was_asked_again_is_told_and_what_it_cost() -> None:
    told = trace(SESSION, ROWS, None)
    assert [(one.agent, one.cost) for one in told.spans if one.tried_again] == [("quiz", "0.02")]
    coach, evaluator = (next(one for one in told.services if one.service == name) for name in ("coach", "evaluator"))
    assert (coach.runs, coach.failed, coach.tried_again, coach.tokens_used, coach.cost) == (2, 1, 1, 14, "0.32")
    assert (evaluator.failed, evaluator.tried_again, evaluator.cost) == (1, 0, "0")
    unpriced = [row(1, "quiz", 0, 1, tokens_used=3), row(2, "quiz", 2, 1, spending=[spent(None)])]
    assert [one.cost for one in trace(SESSION, unpriced, None).spans] == [None, None]
    assert trace(SESSION, unpriced, None).services[0].cost is None


def test_nothing_done_is_no_timeline() -> None:
    told = trace(SESSION, [], None)
    assert (told.first, told.last, told.spans, told.services) == (None, None, [], [])


def test_the_tracing_page_is_where_spans_are_sent_to() -> None:
    assert page_of_trace(None, SESSION) is None
    assert (
        page_of_trace("http://127.0.0.1:9411/api/v2/spans", SESSION)
        == f"http://127.0.0.1:9411/zipkin/traces/{SESSION.hex}"
    )


async def test_the_timeline_is_the_owners(as_user: As, shelf: Shelf, tenant: str) -> None:
    kept = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")), "CANARY")
    at = f"/v1/sessions/{kept.session}/trace"
    assert (await as_user("ann").get(at)).status_code == 403
    told = TraceView.model_validate_json((await as_user("ann", "owner").get(at)).content)
    assert {"evaluator", "orchestrator"} <= {one.service for one in told.spans}
    assert (told.truncated, told.url) == (False, None)
