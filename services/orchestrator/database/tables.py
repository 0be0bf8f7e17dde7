"""The tables of the session: a learner's walk through a course, and the journal that all of it comes from.

Only the orchestrator writes them (the gateway writes `intake`). Every row names its tenant and user. Text stands once:
blocks, items and answers are rows of their own, and no state, journal row or message in the journal repeats them.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Identity,
    Index,
    Integer,
    LargeBinary,
    String,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from services.orchestrator.database.owned import Owned, json_column, time_column


class Session(Owned, table=True):
    """A learner's walk through a course. `state` is `decide`'s own; `forgotten_at` set: a tombstone.

    `name`: what who joined a class is called; `learning`: what of `state` the learner may see (thresholds, phases).
    """

    __tablename__ = "sessions"
    __table_args__ = (Index("idx_sessions_user", "tenant_id", "user_id", "created_at"),)
    session_id: UUID = Field(primary_key=True)
    course_id: UUID | None = Field(default=None, index=True)
    status: str
    version: int
    state: dict[str, Any] = json_column()
    progress: dict[str, Any] | None = json_column(nullable=True)
    error: dict[str, Any] | None = json_column(nullable=True)
    focus_areas: list[str] = Field(sa_column=Column(JSON, nullable=False, server_default=text("'[]'")))
    created_at: datetime = time_column()
    updated_at: datetime = time_column()
    forgotten_at: datetime | None = time_column(nullable=True)
    name: str = Field(default="", sa_column=Column(String, nullable=False, server_default=text("''")))
    learning: dict[str, Any] | None = json_column(nullable=True)


class JournalRow(Owned, table=True):
    """A folded message and the commands it led to: history, audit and outbox. `rules`: whose decision it was.

    `kept`: whether it moved anything; None in rows of the first rules.
    """

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("session_id", "message_id", name="journal_message"),)
    session_id: UUID = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    message_id: UUID = Field(index=True)
    type: str
    meta: dict[str, Any] = json_column()
    message: dict[str, Any] = json_column()
    commands: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))
    traceparent: str | None = None
    rules: int
    decide_ms: float
    received_at: datetime = time_column()
    kept: bool | None = None


class Deadline(Owned, table=True):
    """When an open command is missed. Only `decide` closes it; the sweeper moves it on by a lease.

    A heartbeat of that attempt moves it on by `silence_s`, and not beyond `limit_at`.
    """

    __tablename__ = "deadlines"
    command_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    attempt: int
    due_at: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False, index=True))
    traceparent: str | None = None
    silence_s: float | None = None
    limit_at: datetime | None = time_column(nullable=True)


class Attempt(Owned, table=True):
    """Raw answers to a quiz, handed in once. `score` None: not graded yet, or nothing of it counts any more.

    `improvement_areas`: what to work on by these answers alone.
    """

    __tablename__ = "attempts"
    attempt_id: UUID = Field(primary_key=True)
    quiz_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    answers: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))
    graded_by: str
    score: float | None = None
    weak_concepts: list[str] | None = Field(default=None, sa_column=Column(JSON))
    submitted_at: datetime = time_column()
    graded_at: datetime | None = time_column(nullable=True)
    improvement_areas: list[str] | None = Field(default=None, sa_column=Column(JSON))


class ResultRow(Owned, table=True):
    """A graded answer. `void`: its item was taken back, and it counts in nothing; `repeat`: the item was known."""

    __tablename__ = "results"
    result_id: UUID = Field(primary_key=True)
    attempt_id: UUID = Field(index=True)
    quiz_id: UUID
    item_id: UUID
    session_id: UUID = Field(index=True)
    ordinal: int
    concept: str
    difficulty: str
    answer: str | None = None
    is_correct: bool
    credit: float
    latency_sec: float
    graded_by: str
    timestamp: datetime = time_column()
    undecided: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    observation: dict[str, Any] | None = json_column(nullable=True)
    made_by: str = Field(default="", sa_column=Column(String, nullable=False, server_default=text("''")))
    void: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    repeat: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


class Note(Owned, table=True):
    """A sentence of the Coach about an attempt, and what it rests on. `taken_back`: it was disputed, rightly."""

    __tablename__ = "notes"
    session_id: UUID = Field(primary_key=True)
    attempt_id: UUID = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    note: str
    evidence: dict[str, Any] | None = json_column(nullable=True)
    timestamp: datetime = time_column()
    taken_back: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


class AgentRunRow(Owned, table=True):
    """One run of a worker's agent, also one that failed, timed out or was put aside.

    The orchestrator's own runs are the journal's rows (view `agent_log`).
    """

    __tablename__ = "agent_runs"
    message_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    timestamp: datetime = time_column()
    agent: str
    input_summary: str
    output: str
    reasoning: str
    duration_ms: float
    input_hash: str
    output_hash: str
    tokens_used: int | None = None
    errors: list[str] = Field(sa_column=Column(JSON, nullable=False))
    spending: list[dict[str, Any]] = Field(
        default=[], sa_column=Column(JSON, nullable=False, server_default=text("'[]'"))
    )


class AgentTransition(Owned, table=True):
    """Who handed over to whom, and why (seed 000)."""

    __tablename__ = "agent_transitions"
    __table_args__ = (Index("idx_transitions_session", "session_id"),)
    id: int | None = Field(default=None, sa_column=Column(Integer, Identity(), primary_key=True))
    session_id: UUID
    from_agent: str
    to_agent: str
    reason: str | None = None
    message_excerpt: str | None = Field(default=None, max_length=100)
    timestamp: datetime = time_column()


class Parked(SQLModel, table=True):
    """A message put aside, as it came, with the reason. It may name no session."""

    __tablename__ = "parked"
    parked_id: UUID = Field(primary_key=True)
    message_id: UUID | None = Field(default=None, index=True)
    session_id: UUID | None = Field(default=None, index=True)
    tenant_id: str | None = None
    user_id: str | None = None
    type: str
    topic: str
    reason: str
    key: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    value: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    headers: dict[str, Any] = json_column()
    parked_at: datetime = time_column()


class Intake(Owned, table=True):
    """What the gateway has accepted. `settled`: the journal knows it, or it never will; the sweep leaves it."""

    __tablename__ = "intake"
    __table_args__ = (
        UniqueConstraint("tenant_id", "user_id", "method", "path", "idempotency_key", name="intake_key"),
        Index("idx_intake_due", "due_at", postgresql_where=text("not settled")),
    )
    message_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    method: str
    path: str
    idempotency_key: str | None = None
    body_sha256: str
    type: str
    message: dict[str, Any] = json_column()
    answer: dict[str, Any] = json_column()
    traceparent: str | None = None
    accepted_at: datetime = time_column()
    due_at: datetime = time_column()
    tries: int = 0
    settled: bool = False
