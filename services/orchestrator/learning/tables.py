"""The tables of learning: mastery, cycles, diagnoses, and the agents' state."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Column, Index, Integer, text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, counted, stored


@stored("concept_mastery")
class ConceptMasteryRow(Owned):
    """How well a learner stands in a concept, as `contracts.mastery.Standing` has it."""

    session_id: UUID = Field(primary_key=True)
    concept: str = Field(primary_key=True)
    score: float
    answers: int
    correct: int
    decided: bool
    mastered: bool
    mark: str
    updated_at: datetime = Field(sa_type=MOMENT)
    needed: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default=text("0")))


@stored("mastery_history")
class MasteryPointRow(Owned):
    """How well a concept was known from `at` on. `low` and `high`: what the next answer would have made of it, wrong or
    right; None: from before this was kept. Appended to: a grade that is set right later adds a point."""

    session_id: UUID = Field(primary_key=True)
    concept: str = Field(primary_key=True)
    at: datetime = Field(sa_type=MOMENT, primary_key=True)
    score: float
    low: float | None = None
    high: float | None = None
    answers: int
    correct: int


@stored("learning_cycles", Index("idx_cycles_user", "user_id"), Index("idx_cycles_topic", "topic"))
class LearningCycleRow(Owned):
    """One round of explanation, quiz and feedback on a topic. `cycle_id` derives from what began it."""

    id: int | None = Field(default=None, sa_column=counted())
    cycle_id: UUID = Field(unique=True)
    session_id: UUID = Field(index=True)
    topic: str
    cycle_number: int
    quiz_id: UUID | None = None
    quiz_score: float | None = None
    mastery_achieved: bool | None = None
    started_at: datetime = Field(sa_type=MOMENT)
    completed_at: datetime | None = Field(default=None, sa_type=MOMENT)


@stored("diagnostic_results", Index("idx_diagnostic_user", "user_id"))
class DiagnosticResultRow(Owned):
    """A diagnosis; the two lists are JSON arrays of text."""

    id: int | None = Field(default=None, sa_column=counted())
    message_id: UUID = Field(unique=True)
    session_id: UUID = Field(index=True)
    topic: str
    prerequisite_gaps: Json = Field(sa_type=JSON_TEXT)
    learner_level: str
    recommendations: Json = Field(sa_type=JSON_TEXT)
    timestamp: datetime = Field(sa_type=MOMENT)


@stored(
    "agent_state",
    Index("idx_agent_state_tags", "tenant_id", "user_id", postgresql_where=text("key = 'tags'")),
)
class AgentStateRow(Owned):
    """One key of the session's state and its value; `agent` writes it, alone (`contracts.agents.STATE_KEYS`).

    Beside the seed's keys: `explanation_quotes` (tutor), `recommendations` (diagnostic), `remediation` (pathplanner).
    """

    session_id: UUID = Field(primary_key=True)
    key: str = Field(primary_key=True)
    agent: str
    value: Json = Field(sa_type=JSON_TEXT)
    updated_at: datetime = Field(sa_type=MOMENT)
