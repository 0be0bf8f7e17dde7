"""The tables of spaced repetition: ratings, and the schedule that they lead to."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index
from sqlmodel import Field

from services.orchestrator.database.rows import MOMENT, Owned, stored


@stored("review_events")
class ReviewEvent(Owned):
    """A rating of a card or an item: the learner's own, or from a graded answer (`event_id` is then the result's).

    `rating` from 1 (again) to 4 (easy); `source`: review or answer.
    """

    event_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    card_id: UUID = Field(index=True)
    kind: str
    rating: int
    source: str
    timestamp: datetime = Field(sa_type=MOMENT)


@stored("schedules", Index("idx_schedules_due", "tenant_id", "user_id", "due"))
class Schedule(Owned):
    """When a card or an item is due, folded from its ratings by FSRS. Without a row: new, due at once."""

    session_id: UUID = Field(primary_key=True)
    card_id: UUID = Field(primary_key=True)
    kind: str
    due: datetime = Field(sa_type=MOMENT)
    state: str
    stability: float | None = None
    difficulty: float | None = None
    reviews: int
    lapses: int
    last_review: datetime | None = Field(default=None, sa_type=MOMENT)
