"""The tables of learning: mastery, gaps, patterns, cycles, diagnoses, the agents' state, and the conversation."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Column, Identity, Index, Integer
from sqlmodel import Field

from services.orchestrator.database.owned import Owned, time_column


def _list_column() -> Any:
    return Field(sa_column=Column(JSON, nullable=False))


class ConceptMasteryRow(Owned, table=True):
    """How well a learner stands in a concept (seed 000), as `contracts.mastery.Standing` has it."""

    __tablename__ = "concept_mastery"
    session_id: UUID = Field(primary_key=True)
    concept: str = Field(primary_key=True)
    score: float
    answers: int
    correct: int
    decided: bool
    mastered: bool
    mark: str
    updated_at: datetime = time_column()


class KnowledgeGapRow(Owned, table=True):
    """A concept that an attempt showed to be lacking (seed 000)."""

    __tablename__ = "knowledge_gaps"
    attempt_id: UUID = Field(primary_key=True)
    concept: str = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    description: str
    severity: str
    item_ids: list[str] = _list_column()
    mistaken_for: str
    timestamp: datetime = time_column()


class ErrorPatternRow(Owned, table=True):
    """A pattern in the mistakes of an attempt."""

    __tablename__ = "error_patterns"
    attempt_id: UUID = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    pattern_type: str
    description: str
    affected_questions: list[str] = _list_column()
    suggested_remediation: str
    concept: str
    made_by: str
    timestamp: datetime = time_column()


class LearningCycleRow(Owned, table=True):
    """One round of explanation, quiz and feedback on a topic (seed 000). `cycle_id` derives from what began it."""

    __tablename__ = "learning_cycles"
    __table_args__ = (Index("idx_cycles_user", "user_id"), Index("idx_cycles_topic", "topic"))
    id: int | None = Field(default=None, sa_column=Column(Integer, Identity(), primary_key=True))
    cycle_id: UUID = Field(unique=True)
    session_id: UUID = Field(index=True)
    topic: str
    cycle_number: int
    quiz_id: UUID | None = None
    quiz_score: float | None = None
    mastery_achieved: bool | None = None
    started_at: datetime = time_column()
    completed_at: datetime | None = time_column(nullable=True)


class DiagnosticResultRow(Owned, table=True):
    """A diagnosis (seed 000); the two lists are JSON arrays of text."""

    __tablename__ = "diagnostic_results"
    __table_args__ = (Index("idx_diagnostic_user", "user_id"),)
    id: int | None = Field(default=None, sa_column=Column(Integer, Identity(), primary_key=True))
    message_id: UUID = Field(unique=True)
    session_id: UUID = Field(index=True)
    topic: str
    prerequisite_gaps: list[str] = _list_column()
    learner_level: str
    recommendations: list[str] = _list_column()
    timestamp: datetime = time_column()


class AgentStateRow(Owned, table=True):
    """One key of the session's state and its value; `agent` writes it, alone (`contracts.agents.STATE_KEYS`).

    Beside the seed's keys: `explanation_quotes` (tutor), `recommendations` (diagnostic), `remediation` (pathplanner).
    """

    __tablename__ = "agent_state"
    session_id: UUID = Field(primary_key=True)
    key: str = Field(primary_key=True)
    agent: str
    value: Any = Field(sa_column=Column(JSON, nullable=False))
    updated_at: datetime = time_column()


class MessageRow(Owned, table=True):
    """A line of the conversation with the coordinator. `seq`: the journal row that brought it; `agent`: who speaks;
    `opens`: what it leads to (quiz, path, mastery), of a quiz which."""

    __tablename__ = "messages"
    message_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    seq: int
    role: str
    agent: str
    text: str
    quotes: list[dict[str, Any]] = _list_column()
    timestamp: datetime = time_column()
    opens: str | None = None
    quiz_id: UUID | None = None


class RecallRow(Owned, table=True):
    """What an item that was taken back or corrected did to an attempt. Scores None: not graded, or nothing left."""

    __tablename__ = "recalls"
    message_id: UUID = Field(primary_key=True)
    attempt_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    item_id: UUID
    what: str
    reason: str
    score_before: float | None = None
    score_after: float | None = None
    timestamp: datetime = time_column()


class DisputeRow(Owned, table=True):
    """A learner's objection to a grade or a note, and the owner's decision. `state`: open, upheld or rejected.

    `subject`: the note's words (a note that is written anew with them stays taken back); of a grade nothing.
    """

    __tablename__ = "disputes"
    dispute_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    of: str
    result_id: UUID | None = None
    attempt_id: UUID | None = None
    note: int | None = None
    subject: str
    reason: str
    state: str
    credit: float | None = None
    decided_by: str
    decision_reason: str
    raised_at: datetime = time_column()
    decided_at: datetime | None = time_column(nullable=True)


class StandingRuling(Owned, table=True):
    """What a person (or a model that was asked once) ruled that an answer earns; it stands when graded again."""

    __tablename__ = "rulings"
    result_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    attempt_id: UUID = Field(index=True)
    item_id: UUID
    credit: float
    by: str
    timestamp: datetime = time_column()


class SharedCourse(Owned, table=True):
    """The code by which a course is joined; the newest that is not closed counts."""

    __tablename__ = "course_shares"
    code: str = Field(primary_key=True)
    course_id: UUID = Field(index=True)
    session_id: UUID
    created_at: datetime = time_column()
    closed_at: datetime | None = time_column(nullable=True)
