"""What is changed of sessions and their deadlines."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.orchestrator.database.rows import Change, Json


@dataclass(slots=True, kw_only=True)
class SessionSaved(Change):
    session_id: UUID
    state: Json
    status: str
    version: int
    progress: Json | None
    error: Json | None
    focus_areas: Json
    updated_at: datetime
    course_id: UUID | None
    forgotten_at: datetime | None
    learning: Json | None
    statement = """update sessions s set state = r.state::json, status = r.status, version = r.version,
       progress = r.progress::json, error = r.error::json, focus_areas = r.focus_areas::json,
       updated_at = r.updated_at, course_id = coalesce(r.course_id, s.course_id), forgotten_at = r.forgotten_at,
       learning = r.learning::json, uncounted = true
       from {rows} where s.session_id = r.session_id"""


@dataclass(slots=True, kw_only=True)
class SessionTouched(Change):
    """A message moved nothing of a session's state: it is not written once more, however large it is."""

    session_id: UUID
    version: int
    updated_at: datetime
    statement = """update sessions s set version = r.version, updated_at = r.updated_at, uncounted = true
       from {rows} where s.session_id = r.session_id"""


@dataclass(slots=True, kw_only=True)
class CourseMoved(Change):
    """What its owner's session has is what others who learn from it are asked: they are to be counted anew too."""

    course_id: UUID
    last_of = ("course_id",)
    statement = """update sessions s set uncounted = true from {rows}
       where s.course_id = r.course_id and not s.uncounted"""


@dataclass(slots=True, kw_only=True)
class DeadlineMet(Change):
    command_id: UUID
    statement = "delete from deadlines d using {rows} where d.command_id = r.command_id"


@dataclass(slots=True, kw_only=True)
class DeadlineSet(Change):
    command_id: UUID
    session_id: UUID
    tenant_id: str
    user_id: str
    attempt: int
    silence: float
    limit: float
    traceparent: str | None
    statement = """
       insert into deadlines (command_id, session_id, tenant_id, user_id, attempt, due_at, traceparent, silence_s,
         limit_at)
       select distinct on (r.command_id) r.command_id, r.session_id, r.tenant_id, r.user_id, r.attempt,
              now() + make_interval(secs => r.silence), r.traceparent, r.silence, now() + make_interval(secs => r.limit)
       from {rows}
       on conflict (command_id) do update set attempt = excluded.attempt, due_at = excluded.due_at,
         silence_s = excluded.silence_s, limit_at = excluded.limit_at"""
