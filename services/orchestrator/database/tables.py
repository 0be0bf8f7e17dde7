"""The tables of the session: a learner's walk through a course, and the journal that all of it comes from.

Only the orchestrator writes them (the gateway writes `intake`). Every row names its tenant and user. Text stands once:
blocks, items and answers are rows of their own, and no state, journal row or message in the journal repeats them.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, Column, Index, LargeBinary, String, UniqueConstraint, text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, Row, stored


@stored(
    "sessions",
    Index("idx_sessions_newest", "tenant_id", "user_id", "created_at", "session_id"),
    Index("idx_sessions_uncounted", "tenant_id", "user_id", postgresql_where=text("uncounted")),
)
class Session(Owned):
    """A learner's walk through a course. `state` is `decide`'s own; `forgotten_at` set: a tombstone.

    `name`: what who joined a class is called; `learning`: what of `state` the learner may see (thresholds, phases);
    `uncounted`: something was done in it since its figures were counted.
    """

    session_id: UUID = Field(primary_key=True)
    course_id: UUID | None = Field(default=None, index=True)
    status: str
    version: int
    state: Json = Field(sa_type=JSON_TEXT)
    progress: Json | None = Field(default=None, sa_type=JSON_TEXT)
    error: Json | None = Field(default=None, sa_type=JSON_TEXT)
    focus_areas: Json = Field(default=Json("[]"), sa_type=JSON_TEXT, sa_column_kwargs={"server_default": text("'[]'")})
    created_at: datetime = Field(sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)
    forgotten_at: datetime | None = Field(default=None, sa_type=MOMENT)
    name: str = Field(default="", sa_column=Column(String, nullable=False, server_default=text("''")))
    learning: Json | None = Field(default=None, sa_type=JSON_TEXT)
    uncounted: bool = Field(default=True, sa_column=Column(Boolean, nullable=False, server_default=text("true")))


@stored("journal", UniqueConstraint("session_id", "message_id", name="journal_message"))
class JournalRow(Owned):
    """A folded message and the commands it led to: history, audit and outbox. `rules`: whose decision it was.

    `kept`: whether it moved anything; None in rows of the first rules.
    """

    on_conflict = ""
    session_id: UUID = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    message_id: UUID = Field(index=True)
    type: str
    meta: Json = Field(sa_type=JSON_TEXT)
    message: Json = Field(sa_type=JSON_TEXT)
    commands: Json = Field(sa_type=JSON_TEXT)
    traceparent: str | None = None
    rules: int
    decide_ms: float
    received_at: datetime = Field(sa_type=MOMENT)
    kept: bool | None = None


@stored("deadlines")
class Deadline(Owned):
    """When an open command is missed. Only `decide` closes it; the sweeper moves it on by a lease.

    A heartbeat of that attempt moves it on by `silence_s`, and not beyond `limit_at`.
    """

    command_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    attempt: int
    due_at: datetime = Field(sa_type=MOMENT, index=True)
    traceparent: str | None = None
    silence_s: float | None = None
    limit_at: datetime | None = Field(default=None, sa_type=MOMENT)


@stored("parked")
class Parked(Row):
    """A message put aside, as it came, with the reason. It may name no session."""

    parked_id: UUID = Field(primary_key=True)
    message_id: UUID | None = Field(default=None, index=True)
    session_id: UUID | None = Field(default=None, index=True)
    tenant_id: str | None = None
    user_id: str | None = None
    type: str
    topic: str
    reason: str
    key: bytes | None = Field(default=None, sa_type=LargeBinary)
    value: bytes | None = Field(default=None, sa_type=LargeBinary)
    headers: Json = Field(sa_type=JSON_TEXT)
    parked_at: datetime = Field(sa_type=MOMENT)


@stored(
    "intake",
    UniqueConstraint("tenant_id", "user_id", "method", "path", "idempotency_key", name="intake_key"),
    Index("idx_intake_due", "due_at", postgresql_where=text("not settled")),
    Index("idx_intake_unsettled", "tenant_id", "user_id", postgresql_where=text("not settled")),
)
class Intake(Owned):
    """What the gateway has accepted. `settled`: the journal knows it, or it never will; the sweep leaves it."""

    message_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    method: str
    path: str
    idempotency_key: str | None = None
    body_sha256: str
    type: str
    message: Json = Field(sa_type=JSON_TEXT)
    answer: Json = Field(sa_type=JSON_TEXT)
    traceparent: str | None = None
    accepted_at: datetime = Field(sa_type=MOMENT)
    due_at: datetime = Field(sa_type=MOMENT)
    tries: int = 0
    settled: bool = False
