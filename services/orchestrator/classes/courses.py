"""Messages that concern a course as a whole: its row is locked before its sessions, and these are looked up.

A retraction, its undoing, or the check of an edit, is folded in every live session of the course within one
transaction; who joins and who forgets takes the same lock, so a session either exists before that, or finds what it
changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, LiteralString
from uuid import UUID, uuid5

from contracts.digest import DocumentDigested
from contracts.editing import ItemReinstated, ItemRetracted
from contracts.quizzes import ItemsValidated
from contracts.session import CourseJoined, ForgetRequested
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.workflow.documents import KnownCourse
from services.orchestrator.workflow.params import CheckParams
from services.orchestrator.workflow.state import Decision, State, Step

_COURSES: LiteralString = """
select w.message_id, s.session_id, s.course_id, s.state -> 'open' -> w.command ->> 'kind' = 'check' as checks
from unnest(%s::uuid[], %s::uuid[], %s::text[]) as w(message_id, session_id, command)
join sessions s on s.session_id = w.session_id where s.course_id is not null"""
_LOCK: LiteralString = "select course_id from courses where course_id = any(%s) order by course_id for update"
_LIVE: LiteralString = """select session_id, course_id from sessions
                          where course_id = any(%s) and forgotten_at is null order by session_id"""
_EDITS: LiteralString = """
select h.message_id, h.item_id, h.after, i.body from item_history h join items i on i.item_id = h.item_id
where h.session_id = any(%s) and h.action = 'edited' and h.outcome is null"""
_JOIN: LiteralString = """
insert into sessions (session_id, tenant_id, user_id, course_id, name, status, version, state, created_at, updated_at)
values (%(session)s, %(tenant)s, %(user)s,
  (select course_id from course_shares where code = %(code)s and course_id = %(course)s
     and (closed_at is null or closed_at > %(at)s) and exists (select from courses where course_id = %(course)s)),
  %(name)s, 'accepted', 0, '{}', %(now)s, %(now)s) on conflict do nothing"""
# The course as its owner's session knows it; where that was forgotten, as the first who joined does.
_JOINED: LiteralString = """
select j.session_id, s.state, array(
  select q.item_id from quiz_items q join items i on i.item_id = q.item_id
  where q.quiz_id = (select quiz_id from quizzes where session_id = s.session_id and complete and ready
                     order by number limit 1)
    and i.accepted and i.state in ('live', 'approved') order by q.ordinal, q.item_id) as items
from sessions j join courses c on c.course_id = j.course_id
cross join lateral (
  select * from sessions o where o.course_id = j.course_id and o.session_id <> j.session_id and o.forgotten_at is null
    and o.state ->> 'reading_id' is not null
  order by o.user_id = c.user_id desc, o.created_at, o.session_id limit 1) s
where j.session_id = any(%s)"""
_KEY = ("type", "concept", "difficulty", "answer", "accepted", "value", "tolerance", "unit", "key_points")
"""What of an item decides on grades and what they count for; option ids beside."""


@dataclass
class Courses:
    """Of this batch: the live sessions to tell a cause to, edits under check, and courses that are joined."""

    sessions: dict[UUID, list[UUID]] = field(default_factory=dict)
    edits: dict[UUID, dict[str, Any]] = field(default_factory=dict)
    joined: dict[UUID, KnownCourse] = field(default_factory=dict)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival], now: datetime) -> None:
        """Locks the courses concerned in key order, begins sessions that join, then looks up who is to be told."""
        asking = [one for one in arrivals if isinstance(one.message, _CONCERNED)]
        joins = [one for one in arrivals if isinstance(one.message, CourseJoined)]
        if not asking and not joins:
            return
        rows = await self._rows(connection, asking)
        wide = {row["message_id"]: row["course_id"] for row in rows if row["wide"]}
        locked = {row["course_id"] for row in rows if row["locked"]}
        locked |= {one.message.course_id for one in joins if isinstance(one.message, CourseJoined)}
        if locked:
            await connection.execute(_LOCK, (sorted(locked),))
        for one in sorted(joins, key=lambda one: one.session):
            await _join(connection, one, now)
        if joins:
            await self._joined(connection, [one.session for one in joins])
        if wide:
            live: dict[UUID, list[UUID]] = {}
            for row in await (await connection.execute(_LIVE, (sorted(set(wide.values())),))).fetchall():
                live.setdefault(row["course_id"], []).append(row["session_id"])
            self.sessions = {message: live.get(course, []) for message, course in wide.items()}
            checking = [row["session_id"] for row in rows if row["checks"]]
            if checking:
                found = await connection.execute(_EDITS, (checking,))
                self.edits = {row["message_id"]: row for row in await found.fetchall()}

    @property
    def told(self) -> list[UUID]:
        """All sessions to lock beside those of the batch."""
        return sorted({session for sessions in self.sessions.values() for session in sessions})

    @property
    def derived(self) -> list[UUID]:
        """The ids of all messages that may be derived here."""
        return [derived_id(message, session) for message, sessions in self.sessions.items() for session in sessions]

    def items(self, arrivals: Sequence[Arrival]) -> list[UUID]:
        """The items that may be recalled here."""
        retracted = [one.message.item_id for one in arrivals if isinstance(one.message, ItemRetracted | ItemReinstated)]
        return [*retracted, *(edit["item_id"] for edit in self.edits.values())]

    def spread(self, cause: Arrival, step: Step | None, decision: Decision) -> list[Arrival]:
        """What a kept message tells each session of its course, in key order."""
        message: ItemRecalled | None = None
        if isinstance(cause.message, ItemRetracted | ItemReinstated) and decision.kept:
            what: Literal["retracted", "reinstated"] = (
                "retracted" if isinstance(cause.message, ItemRetracted) else "reinstated"
            )
            message = ItemRecalled(item_id=cause.message.item_id, what=what, reason=cause.message.reason)
        elif (
            step is not None
            and isinstance(step.params, CheckParams)
            and any(one.outcome == "done" for one in decision.settled)
        ):
            edit = self.edits.get(step.params.wish)
            if edit is not None and key_of(edit["after"]) != key_of(edit["body"]):
                message = ItemRecalled(item_id=edit["item_id"], what="corrected")
        if message is None:
            return []
        return [_derived(cause, session, message) for session in self.sessions.get(cause.envelope.id, [])]

    async def _rows(self, connection: Connection, asking: Sequence[Arrival]) -> list[dict[str, Any]]:
        """The courses of these messages: which of them every session is told of, and which are only locked."""
        if not asking:
            return []
        columns = [[one.envelope.id for one in asking], [one.session for one in asking]]
        commands = [str(one.envelope.cause or "") for one in asking]
        kinds = {one.envelope.id: type(one.message) for one in asking}
        found = await (await connection.execute(_COURSES, (*columns, commands))).fetchall()
        for row in found:
            kind = kinds[row["message_id"]]
            row["wide"] = kind in (ItemRetracted, ItemReinstated) or (kind is ItemsValidated and bool(row["checks"]))
            row["locked"] = row["wide"] or kind is not ItemsValidated
        return found

    async def _joined(self, connection: Connection, sessions: list[UUID]) -> None:
        for row in await (await connection.execute(_JOINED, (sessions,))).fetchall():
            state = State.model_validate(row["state"])
            there = [paper for paper in state.papers if paper.read and not paper.rejected]
            papers = [paper.changed(held=None, reviewable=False, corrections={}) for paper in there]
            if state.reading_id is None or not papers:
                continue
            about = {"papers": papers, "reading_id": state.reading_id, "instructions": state.instructions}
            self.joined[row["session_id"]] = KnownCourse.model_validate({**about, "items": row["items"]})


_CONCERNED = (ItemRetracted, ItemReinstated, ItemsValidated, ForgetRequested, DocumentDigested)
"""Those that change the course, or what is asked in it; not each of them is told to all."""


def derived_id(cause: UUID, session: UUID) -> UUID:
    """The id under which a session is told of a message of its course."""
    return uuid5(cause, str(session))


def key_of(body: dict[str, Any]) -> dict[str, Any]:
    """What of an item decides on grades."""
    ids = {name: [option["option_id"] for option in body.get(name, [])] for name in ("options", "prompts")}
    return {**{name: body.get(name) for name in _KEY}, **ids}


def _derived(cause: Arrival, session: UUID, message: ItemRecalled) -> Arrival:
    about = {"id": derived_id(cause.envelope.id, session), "subject": session, "type": message.type_name}
    envelope = cause.envelope.model_copy(update={**about, "cause": None, "attempt": 1})
    return replace(cause, envelope=envelope, message=message, derived_from=cause)


async def _join(connection: Connection, arrival: Arrival, now: datetime) -> None:
    message = arrival.message
    assert isinstance(message, CourseJoined)
    values = {"session": arrival.session, "tenant": message.tenant_id, "user": message.user_id, "code": message.code}
    values |= {"course": message.course_id, "name": message.name, "at": arrival.envelope.time, "now": now}
    await connection.execute(_JOIN, values)
