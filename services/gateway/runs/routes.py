"""A session's log: what its agents did, as JSON, as text, added up, as it happens; and the whole conversation."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import Header, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from contracts.agents import Spending
from contracts.session import Status
from contracts.views.history import (
    AgentFigures,
    LoggedSession,
    LoggedSessions,
    LogLine,
    Logs,
    LogSummary,
    Replay,
    TraceView,
    Transition,
    TurnSpent,
    TurnsSpent,
)
from services.gateway.access.bearer import Anyone, HasSettings, Holding, Owner, Who
from services.gateway.access.standing import OpenSession
from services.gateway.database import Row
from services.gateway.http.bodies import router
from services.gateway.http.paging import Fewer, Limit, Offset, page_of, place
from services.gateway.learning.queries import LearnerQueries
from services.gateway.learning.views import cycle
from services.gateway.messaging.waiting import HasWaiters
from services.gateway.runs.queries import LogQueries
from services.gateway.runs.spending import spending
from services.gateway.runs.trace import trace
from services.gateway.tutor import views
from services.gateway.tutor.queries import ConversationQueries

routes = router("/v1/sessions", "logs")
AgentName = Annotated[str | None, Query(max_length=30, pattern="^[a-z0-9_]+$", description="Only this agent's lines.")]
Seconds = Annotated[int, Query(ge=0, le=3600, description="Ends after so long; 0: with what there is.")]
KEEP_ALIVE_SECONDS = 15.0
AT_ONCE = 200
MOST_TEXT_LINES = 5000
MOST_SPANS = 2000


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@routes.get("/logs")
async def logged_sessions(
    who: Anyone, rows: LogQueries, limit: Fewer = 50, cursor: str | None = None
) -> LoggedSessions:
    """Your sessions with the size of their logs, newest first."""
    found, total = await rows.sessions(who, place(cursor), limit + 1)
    shown, following = page_of(found, limit)
    told = [
        LoggedSession(
            **{name: row[name] for name in LoggedSession.model_fields if name not in ("status", "title")},
            status=Status(row["status"]),
            title=row["title"] or "",
        )
        for row in shown
    ]
    return LoggedSessions(sessions=told, total=total, next=following)


@routes.get("/{session_id}/logs")
@routes.get("/{session_id}/agent-logs", operation_id="agent_logs")
async def logs(
    session: OpenSession,
    who: Anyone,
    rows: LogQueries,
    agent: AgentName = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Logs:
    """What the agents did, oldest first; one agent's only, if wished. Their reasoning is for the owner."""
    session_id = session.session_id
    found = await rows.lines(session_id, agent, offset=offset, limit=limit)
    total = await rows.counted(session_id, agent)
    return Logs(session_id=session_id, logs=[line(row, who) for row in found], total=total)


@routes.get("/{session_id}/logs/text", response_class=PlainTextResponse)
async def logs_as_text(
    session: OpenSession, who: Anyone, rows: LogQueries, agent: AgentName = None, offset: Offset = 0
) -> Response:
    """The same to read and to keep: at most 5,000 lines from `offset`."""
    session_id = session.session_id
    found = await rows.lines(session_id, agent, offset=offset, limit=MOST_TEXT_LINES)
    said = "".join(f"{sentence(line(row, who))}\n" for row in found)
    name = {"Content-Disposition": f'inline; filename="agent_steps-{session_id}.txt"'}
    return PlainTextResponse(said, headers=name)


@routes.get("/{session_id}/logs/summary")
async def logs_added_up(session: OpenSession, rows: LogQueries) -> LogSummary:
    """Runs, time, tokens and errors, by agent; and what models took, in tokens and money."""
    session_id = session.session_id
    return total_of(session_id, await rows.figures(session_id), await rows.spending(session_id))


@routes.get("/{session_id}/logs/turns")
async def spent_by_turn(
    session: OpenSession, who: Owner, rows: LogQueries, offset: Offset = 0, limit: Limit = 100
) -> TurnsSpent:
    """What each turn of the session's lessons took, in runs, time, tokens and money, for the owner; oldest first."""
    found, total = await rows.turns(session.session_id, offset, limit)
    turns = [TurnSpent(**{**row, "spending": spending(row["spending"])}) for row in found]
    return TurnsSpent(session_id=session.session_id, turns=turns, total=total)


@routes.get("/{session_id}/trace")
async def timeline(session: OpenSession, who: Owner, rows: LogQueries, settings: HasSettings) -> TraceView:
    """The session's timeline over the services, for the owner: what each did, from when and for how long, what was
    tried again, and what it took. At most 2,000 pieces of work, the oldest."""
    id = session.session_id
    found = await rows.lines(id, limit=MOST_SPANS + 1)
    told = trace(id, found[:MOST_SPANS], page_of_trace(settings.zipkin_endpoint, id))
    return told.model_copy(update={"truncated": len(found) > MOST_SPANS})


def page_of_trace(endpoint: str | None, session: UUID) -> str | None:
    """Where the tracing page shows a session, by where spans are sent to."""
    if endpoint is None:
        return None
    where = urlsplit(endpoint)
    return f"{where.scheme}://{where.netloc}/zipkin/traces/{session.hex}"


@routes.get("/{session_id}/logs/stream", response_class=EventStream)
async def stream_logs(
    session: OpenSession,
    who: Anyone,
    rows: LogQueries,
    waiters: HasWaiters,
    holds: Holding,
    agent: AgentName = None,
    seconds: Seconds = 600,
    last_event_id: Annotated[str | None, Header(pattern=r"^\d{1,9}$")] = None,
) -> Response:
    """Lines as they come (server-sent events `log`, each a `LogLine`), after `Last-Event-ID`, else from the first.

    The id of an event is its line's `seq`; lines of one message share it, and it is sent with the last of them.
    """
    session_id = session.session_id
    after = int(last_event_id or 0)
    headers = {"X-Accel-Buffering": "no"}
    events = stream(rows, waiters, who, session_id, agent, after, seconds, holds)
    return EventStream(events, 200, headers)


@routes.get("/{session_id}/replay")
async def replay(
    session: OpenSession,
    rows: LogQueries,
    said: ConversationQueries,
    learners: LearnerQueries,
) -> Replay:
    """The whole conversation, who handed over to whom, and the rounds of learning."""
    session_id = session.session_id
    messages, _ = await said.messages(session_id)
    transitions = await rows.transitions(session_id)
    cycles = await learners.cycles(session_id)
    return Replay(
        session_id=session_id,
        messages=[views.message(row) for row in messages],
        transitions=[Transition(**row) for row in transitions],
        cycles=[cycle(row) for row in cycles],
    )


def line(row: Row, who: Who) -> LogLine:
    """A line of the log; an agent's reasoning is not for learners."""
    shown = {name: row[name] for name in LogLine.model_fields}
    return LogLine(**{**shown, "reasoning": row["reasoning"] if who.role == "owner" else ""})


def sentence(of: LogLine) -> str:
    """A line of the log to read."""
    tokens = f", {of.tokens_used} tokens" if of.tokens_used is not None else ""
    said = f"{of.timestamp.isoformat(timespec='milliseconds')} [{of.seq}] {of.agent}: {of.input_summary} -> {of.output}"
    more = f" ({of.reasoning})" if of.reasoning else ""
    wrong = f" ERRORS: {'; '.join(of.errors)}" if of.errors else ""
    return " ".join(f"{said}{more} [{of.duration_ms:.1f} ms{tokens}]{wrong}".split())


def total_of(session: UUID, rows: Sequence[Row], spending: Spending) -> LogSummary:
    """The agents' figures, and all of them together."""
    return LogSummary(
        session_id=session,
        lines=sum(row["runs"] for row in rows),
        duration_ms=sum(row["duration_ms"] for row in rows),
        tokens_used=sum(row["tokens_used"] for row in rows),
        errors=sum(row["errors"] for row in rows),
        first=min((row["first"] for row in rows), default=None),
        last=max((row["last"] for row in rows), default=None),
        agents=[AgentFigures(**{name: row[name] for name in AgentFigures.model_fields}) for row in rows],
        spending=spending,
    )


async def stream(
    rows: LogQueries,
    waiters: HasWaiters,
    who: Who,
    session: UUID,
    agent: str | None,
    after: int,
    seconds: float,
    holds: Callable[[], bool] = lambda: True,
) -> AsyncIterator[str]:
    """Events until the time is over, the token no longer `holds` or the gateway ends; a comment now and then, so that
    the connection is kept."""
    clock = asyncio.get_running_loop().time
    end, place = clock() + seconds, after

    async def look() -> list[Row] | None:
        return (await rows.lines(session, agent, after=place, limit=AT_ONCE) or None) if holds() else []

    while True:
        left = max(0.0, end - clock())
        found = await waiters.until(session, look, min(left, KEEP_ALIVE_SECONDS))
        if not holds():
            return
        shown = whole(found or [])
        last = {row["seq"]: number for number, row in enumerate(shown)}
        for number, row in enumerate(shown):
            numbered = f"id: {row['seq']}\n" if last[row["seq"]] == number else ""
            yield f"{numbered}event: log\ndata: {line(row, who).model_dump_json()}\n\n"
            place = row["seq"]
        if found is None:
            if left <= 0 or waiters.closed:
                return
            yield ": nothing new\n\n"


def whole(found: list[Row]) -> list[Row]:
    """A page of lines without those of its last message, which may go on in the next page; all of a short page."""
    if len(found) < AT_ONCE or found[0]["seq"] == found[-1]["seq"]:
        return found
    return [row for row in found if row["seq"] != found[-1]["seq"]]
