"""A session's timeline: which service did what, when and how long, what was tried again, and what it took. Pure.

It is made of the log's rows: a run of a worker stands with the message that told of it, and that message's row says
which service sent it and whether the orchestrator asked once more.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any
from uuid import UUID

from contracts.agents import Spent
from contracts.views.history import ServiceTrace, TraceSpan, TraceView
from services.chassis.model.spending import plain

Row = Mapping[str, Any]
HOUSE = "orchestrator"
AGAIN = ("pensum.step.failed.v1", "pensum.session.step_timed_out.v1")
SERVICES = {"reader": "reader", "coach": "coach", "evaluator": "evaluator", "assistant": "assistant"}
OF_AGENT = {"quiz": "coach", "feedback": "coach", "pathplanner": "coach", "planner": "coach", "executor": "coach"}
OF_AGENT |= {"diagnostic": "evaluator", "safety": "evaluator"}
"""Where a failed run's message does not say which service it was: the agents that only one service has."""


def trace(session: UUID, rows: Sequence[Row], url: str | None) -> TraceView:
    """The timeline of the log's `rows`, in their order."""
    spans = []
    for _, group in groupby(rows, key=lambda row: row["seq"]):
        of_message = list(group)
        decided = next((row for row in of_message if row["part"] == 1), None)
        told = decided["input_summary"] if decided else ""
        again = told in AGAIN and not decided["output"].startswith("0 ") if decided else False
        for row in of_message:
            spans.append(_span(row, told, again))
    spans.sort(key=lambda one: (one.started_at, one.seq))
    first = spans[0].started_at if spans else None
    ends = [one.started_at + timedelta(milliseconds=one.duration_ms) for one in spans]
    return TraceView(
        session_id=session,
        trace_id=session.hex,
        url=url,
        first=first,
        last=max(ends, default=None),
        spans=[
            one.model_copy(update={"after_ms": round((one.started_at - first) / timedelta(milliseconds=1), 3)})
            for one in spans
            if first is not None
        ],
        services=[_added_up(name, [one for one in spans if one.service == name]) for name in _services(spans)],
    )


def _span(row: Row, told: str, again: bool) -> TraceSpan:
    house = row["part"] == 1
    spent = [Spent.model_validate(one, extra="ignore") for one in row["spending"]]
    service = HOUSE if house else SERVICES.get(told.split(".")[1] if told.count(".") > 1 else "", "")
    return TraceSpan(
        seq=row["seq"],
        service=service or OF_AGENT.get(row["agent"], row["agent"]),
        agent=row["agent"],
        what=row["input_summary"] if house else row["output"] or row["input_summary"],
        message=told,
        started_at=row["timestamp"],
        duration_ms=row["duration_ms"],
        tokens_used=row["tokens_used"],
        cost=_cost(spent, row["tokens_used"]),
        currency=next((one.currency for one in spent if one.currency), None),
        errors=row["errors"],
        tried_again=again and not house,
    )


def _services(spans: Sequence[TraceSpan]) -> list[str]:
    return list(dict.fromkeys(one.service for one in spans))


def _added_up(name: str, spans: Sequence[TraceSpan]) -> ServiceTrace:
    costs = [one.cost for one in spans]
    known = [Decimal(one) for one in costs if one is not None]
    return ServiceTrace(
        service=name,
        runs=len(spans),
        duration_ms=round(sum(one.duration_ms for one in spans), 3),
        failed=sum(bool(one.errors) for one in spans),
        tried_again=sum(one.tried_again for one in spans),
        tokens_used=sum(one.tokens_used or 0 for one in spans),
        cost=plain(sum(known, Decimal(0))) if len(known) == len(costs) else None,
    )


def _cost(spent: Sequence[Spent], tokens: int | None) -> str | None:
    """What a run took; "0" where no model was asked, None where a price is unknown."""
    if tokens and not spent:
        return None
    costs = [Decimal(one.cost) for one in spent if one.cost is not None]
    return plain(sum(costs, Decimal(0))) if len(costs) == len(spent) else None
