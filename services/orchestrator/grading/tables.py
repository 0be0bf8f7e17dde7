"""The tables of attempts: answers, results, notes, and what mistakes say."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, Column, Index, String, text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


@stored(
    "attempts",
    Index("ix_attempts_place", "session_id", "submitted_at", "attempt_id"),
    Index("ix_attempts_ungraded", "session_id", postgresql_where=text("graded_at is null")),
)
class Attempt(Owned):
    """Raw answers to a quiz, handed in once. `score` None: not graded yet, or nothing of it counts any more.

    `improvement_areas`: what to work on by these answers alone. `open`: not handed in yet; its answers so far were
    given, and are graded, one by one, the first at `submitted_at`. When the rest is handed in they stay as they
    were, and the attempt has no score until all of it is graded.
    """

    on_conflict = """on conflict (attempt_id) do update set open = false, submitted_at = excluded.submitted_at,
        score = null, graded_at = null, graded_by = excluded.graded_by, answers = (
          select json_agg(coalesce(o.value, e.value) order by e.n)
          from json_array_elements(excluded.answers) with ordinality e(value, n)
          left join json_array_elements(attempts.answers) o(value) on o.value ->> 'item_id' = e.value ->> 'item_id')
        where attempts.open"""

    attempt_id: UUID = Field(primary_key=True)
    quiz_id: UUID = Field(index=True)
    session_id: UUID
    answers: Json = Field(sa_type=JSON_TEXT)
    graded_by: str
    score: float | None = None
    weak_concepts: Json | None = Field(default=None, sa_type=JSON_TEXT)
    submitted_at: datetime = Field(sa_type=MOMENT)
    graded_at: datetime | None = Field(default=None, sa_type=MOMENT)
    improvement_areas: Json | None = Field(default=None, sa_type=JSON_TEXT)
    open: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


@stored("results", Index("ix_results_item", "session_id", "item_id"))
class ResultRow(Owned):
    """A graded answer. `void`: its item was taken back, and it counts in nothing; `repeat`: the item was known."""

    on_conflict = """on conflict (result_id) do update set ordinal = excluded.ordinal, concept = excluded.concept,
        difficulty = excluded.difficulty, is_correct = excluded.is_correct, credit = excluded.credit,
        graded_by = excluded.graded_by, undecided = excluded.undecided, observation = excluded.observation,
        made_by = excluded.made_by, void = false, timestamp = excluded.timestamp"""
    result_id: UUID = Field(primary_key=True)
    attempt_id: UUID = Field(index=True)
    quiz_id: UUID
    item_id: UUID
    session_id: UUID
    ordinal: int
    concept: str
    difficulty: str
    answer: str | None = None
    is_correct: bool
    credit: float
    latency_sec: float
    graded_by: str
    timestamp: datetime = Field(sa_type=MOMENT)
    undecided: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    observation: Json | None = Field(default=None, sa_type=JSON_TEXT)
    made_by: str = Field(default="", sa_column=Column(String, nullable=False, server_default=text("''")))
    void: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    repeat: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


@stored("notes")
class Note(Owned):
    """A sentence of the Coach about an attempt, and what it rests on. `taken_back`: it was disputed, rightly.
    `phrase`: the same as data; null where a model wrote it, or it was kept before there was such data."""

    on_conflict = """on conflict (session_id, attempt_id, ordinal) do update set note = excluded.note,
        evidence = excluded.evidence, timestamp = excluded.timestamp, taken_back = false, phrase = excluded.phrase"""
    session_id: UUID = Field(primary_key=True)
    attempt_id: UUID = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    note: str
    evidence: Json | None = Field(default=None, sa_type=JSON_TEXT)
    timestamp: datetime = Field(sa_type=MOMENT)
    taken_back: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    phrase: Json | None = Field(default=None, sa_type=JSON_TEXT)


@stored("error_patterns")
class ErrorPatternRow(Owned):
    """A pattern in the mistakes of an attempt; the phrases are its two sentences as data."""

    on_conflict = """on conflict (attempt_id, ordinal) do update set pattern_type = excluded.pattern_type,
        description = excluded.description, affected_questions = excluded.affected_questions,
        suggested_remediation = excluded.suggested_remediation, concept = excluded.concept,
        made_by = excluded.made_by, timestamp = excluded.timestamp, phrase = excluded.phrase,
        remediation_phrase = excluded.remediation_phrase"""
    attempt_id: UUID = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    pattern_type: str
    description: str
    affected_questions: Json = Field(sa_type=JSON_TEXT)
    suggested_remediation: str
    concept: str
    made_by: str
    timestamp: datetime = Field(sa_type=MOMENT)
    phrase: Json | None = Field(default=None, sa_type=JSON_TEXT)
    remediation_phrase: Json | None = Field(default=None, sa_type=JSON_TEXT)


@stored("knowledge_gaps")
class KnowledgeGapRow(Owned):
    """A concept that an attempt showed to be lacking."""

    on_conflict = """on conflict (attempt_id, concept) do update set description = excluded.description,
        severity = excluded.severity, item_ids = excluded.item_ids, mistaken_for = excluded.mistaken_for,
        timestamp = excluded.timestamp, phrase = excluded.phrase"""
    attempt_id: UUID = Field(primary_key=True)
    concept: str = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    description: str
    severity: str
    item_ids: Json = Field(sa_type=JSON_TEXT)
    mistaken_for: str
    timestamp: datetime = Field(sa_type=MOMENT)
    phrase: Json | None = Field(default=None, sa_type=JSON_TEXT)


@stored("evidence_sums")
class EvidenceSum(Owned):
    """What the answers up to and with an attempt say of a concept, and what those before it said (see `sums.py`)."""

    session_id: UUID = Field(primary_key=True)
    concept: str = Field(primary_key=True)
    attempt_id: UUID
    before: Json = Field(sa_type=JSON_TEXT)
    all_of_it: Json = Field(sa_type=JSON_TEXT)
