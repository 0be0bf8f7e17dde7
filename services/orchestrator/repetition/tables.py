"""The tables of practice: what a quiz asks, how far it is answered, and the schedule of reviews."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Boolean, Column, Index, text
from sqlmodel import Field

from services.orchestrator.database.owned import Owned, time_column


class QuizItem(Owned, table=True):
    """An item as a question of a quiz: its own, or one of its course that is asked again (`repeat`: of this learner).

    `session_id`: the quiz's.
    """

    __tablename__ = "quiz_items"
    quiz_id: UUID = Field(primary_key=True)
    item_id: UUID = Field(primary_key=True, index=True)
    session_id: UUID = Field(index=True)
    ordinal: int
    repeat: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


class QuizProgressRow(Owned, table=True):
    """How far a quiz is answered that is not handed in."""

    __tablename__ = "quiz_progress"
    quiz_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(primary_key=True)
    answers: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))
    question_index: int
    paused: bool
    saved_at: datetime = time_column()


class ReviewEvent(Owned, table=True):
    """A rating of a card or an item: the learner's own, or from a graded answer (`event_id` is then the result's).

    `rating` from 1 (again) to 4 (easy); `source`: review or answer.
    """

    __tablename__ = "review_events"
    event_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    card_id: UUID = Field(index=True)
    kind: str
    rating: int
    source: str
    timestamp: datetime = time_column()


class Schedule(Owned, table=True):
    """When a card or an item is due, folded from its ratings by FSRS. Without a row: new, due at once."""

    __tablename__ = "schedules"
    __table_args__ = (Index("idx_schedules_due", "tenant_id", "user_id", "due"),)
    session_id: UUID = Field(primary_key=True)
    card_id: UUID = Field(primary_key=True)
    kind: str
    due: datetime = time_column()
    state: str
    stability: float | None = None
    difficulty: float | None = None
    reviews: int
    lapses: int
    last_review: datetime | None = time_column(nullable=True)
