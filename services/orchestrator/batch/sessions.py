"""A batch's sessions: begun and locked, then what their journals and courses have of what its messages name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.grading import CardReviewed
from contracts.lessons import Begins, LessonRequested
from contracts.quizzes import ItemsValidated
from contracts.session import CourseJoined, DocumentSubmitted, MessageParked
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.batch.locked import States
from services.orchestrator.classes.courses import Courses
from services.orchestrator.items.events import about
from services.orchestrator.workflow.quizzes import KnownItem
from services.orchestrator.workflow.state import State

_BEGIN = """insert into sessions (session_id, tenant_id, user_id, status, version, state, created_at, updated_at)
            select session_id, tenant_id, user_id, 'accepted', 0, '{}', %s, %s
            from unnest(%s::uuid[], %s::text[], %s::text[]) as r(session_id, tenant_id, user_id)
            order by session_id on conflict do nothing"""
_BEGIN_FAILED = """insert into sessions (session_id, tenant_id, user_id, status, version, state, created_at, updated_at)
                   select session_id, tenant_id, user_id, 'accepted', 0, '{}', %s, %s from intake
                   where message_id = %s and session_id = %s on conflict do nothing"""
# The state only where it is another than the one that is known.
_LOCK = """select session_id, s.tenant_id, s.user_id, s.version,
             k.version is not distinct from s.version as known,
             case when k.version is distinct from s.version then s.state end as state
           from sessions s left join unnest(%s::uuid[], %s::int[]) as k(session_id, version) using (session_id)
           where session_id = any(%s) order by session_id for update of s"""
_JOURNALED = """select session_id, message_id, seq, commands, traceparent from journal
                where session_id = any(%s) and message_id = any(%s)"""
# The attempts at which commands were sent that are open no more: their answers are late, and no stranger's.
_ASKED = """select j.session_id, (c ->> 'command')::uuid as command, max((c ->> 'attempt')::int) as attempt
            from journal j, json_array_elements(j.commands) c
            where j.session_id = any(%s) and c ->> 'command' = any(%s) group by 1, 2"""
_WRITTEN = """select card_id as id, true as card, body #>> '{origin,author}' = 'offline' as offline
              from flashcards where quiz_id = any(%(quizzes)s) union all
              select item_id, false, true from items
              where quiz_id = any(%(quizzes)s) and body #>> '{origin,author}' = 'offline'"""
# The whole course's: its owner may write about any item of it, and who learns may be asked it.
_ITEMS = """select s.session_id, i.item_id as id, i.quiz_id, false as card, i.accepted is true as accepted, i.revision,
              i.state = 'retracted' as retracted
            from sessions s join items i on i.course_id = s.course_id
            where s.session_id = any(%(sessions)s) and i.item_id = any(%(ids)s) union all
            select s.session_id, f.card_id, f.quiz_id, true, f.accepted is true, f.revision, f.state = 'retracted'
            from sessions s join flashcards f on f.course_id = s.course_id
            where s.session_id = any(%(sessions)s) and f.card_id = any(%(ids)s)"""
_BEGINNING = (DocumentSubmitted.type_name, CourseJoined.type_name, LessonRequested.type_name)


async def begin_sessions(connection: Connection, arrivals: Sequence[Arrival], now: datetime) -> None:
    """Inserts the rows of sessions that begin here, in key order."""
    begun: dict[UUID, DocumentSubmitted | Begins] = {}
    for arrival in arrivals:
        match arrival.message:
            case DocumentSubmitted() as submitted:
                begun[arrival.session] = submitted
            case LessonRequested(begins=Begins() as whose):
                begun[arrival.session] = whose
    if begun:
        tenants, users = zip(*((began.tenant_id, began.user_id) for began in begun.values()), strict=True)
        await connection.execute(_BEGIN, (now, now, list(begun), list(tenants), list(users)))
    for arrival in arrivals:
        message = arrival.message
        if isinstance(message, MessageParked) and message.message_type in _BEGINNING:
            await connection.execute(_BEGIN_FAILED, (now, now, message.message_id, arrival.session))


@dataclass
class Sessions:
    """`rows`: the sessions', locked; `journaled`: the journal's, by session and message; ids of flashcards and of what
    the offline author wrote; items that owners write about.

    `asked`: of commands that are answered here, by session, the attempt at which they were sent last.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    journaled: dict[tuple[UUID, UUID], dict[str, Any]] = field(default_factory=dict)
    cards: set[UUID] = field(default_factory=set)
    offline: set[UUID] = field(default_factory=set)
    items: dict[tuple[UUID, UUID], KnownItem] = field(default_factory=dict)
    asked: dict[tuple[UUID, UUID], int] = field(default_factory=dict)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival], courses: Courses, known: States) -> None:
        """Locks all sessions' rows in key order, then reads what these arrivals need; in a pipeline all at once."""
        if not arrivals:
            return
        sessions = sorted({arrival.session for arrival in arrivals} | set(courses.told))
        locked = await connection.execute(_LOCK, (*known.versions(sessions), sessions))
        messages = [*(arrival.envelope.id for arrival in arrivals), *courses.derived]
        journaled = await connection.execute(_JOURNALED, (sessions, messages))
        quizzes = [arrival.message.quiz_id for arrival in arrivals if isinstance(arrival.message, ItemsValidated)]
        written = await connection.execute(_WRITTEN, {"quizzes": quizzes}) if quizzes else None
        ids = [item for arrival in arrivals if (item := _named(arrival))]
        items = await connection.execute(_ITEMS, {"sessions": sessions, "ids": ids}) if ids else None
        self.rows = await locked.fetchall()
        self.journaled = {(row["session_id"], row["message_id"]): row for row in await journaled.fetchall()}
        for row in await written.fetchall() if written is not None else ():
            for ids_of, holds in ((self.cards, row["card"]), (self.offline, row["offline"])):
                if holds:
                    ids_of.add(row["id"])
        for row in await items.fetchall() if items is not None else ():
            found = {name: row[name] for name in KnownItem.model_fields}
            self.items[row["session_id"], row["id"]] = KnownItem.model_validate(found)

    async def load_asked(
        self, connection: Connection, arrivals: Sequence[Arrival], states: Mapping[UUID, State]
    ) -> None:
        """Which commands the sessions have asked: by their states, and only where these do not say, by the journal."""
        closed: set[tuple[UUID, UUID]] = set()
        for arrival in arrivals:
            state, command = states.get(arrival.session), arrival.command
            if state is None or command is None:
                continue
            step = state.open.get(command) or state.unfinished.get(command)
            if step is not None:
                self.asked[state.session_id, command] = step.attempt
            elif (state.session_id, arrival.envelope.id) not in self.journaled:
                closed.add((state.session_id, command))
        if closed:
            sessions, commands = map(list, zip(*closed, strict=True))
            found = await connection.execute(_ASKED, (sessions, [str(command) for command in commands]))
            for row in await found.fetchall():
                self.asked[row["session_id"], row["command"]] = row["attempt"]

    def item(self, arrival: Arrival) -> KnownItem | None:
        """The item or card that an owner's message or a review is about, if the session's course has it."""
        item = _named(arrival)
        return self.items.get((arrival.session, item)) if item else None

    def recalled(self, item: UUID, retracted: bool) -> None:
        """An item was taken back within this batch, or counts again."""
        for key, found in self.items.items():
            if key[1] == item:
                self.items[key] = found.changed(retracted=retracted)

    def edited(self, session: UUID, item: UUID) -> None:
        """An edit was taken within this batch: later ones of the batch must be made from its text."""
        if (found := self.items.get((session, item))) is not None:
            self.items[session, item] = found.changed(revision=found.revision + 1)


def _named(arrival: Arrival) -> UUID | None:
    return arrival.message.card_id if isinstance(arrival.message, CardReviewed) else about(arrival.message)
