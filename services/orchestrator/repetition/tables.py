"""The tables of spaced repetition: ratings, and the schedule that they lead to."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index
from sqlmodel import Field

from services.orchestrator.database.rows import MOMENT, Owned, stored


@stored("review_events", Index("ix_review_events_place", "session_id", "card_id", "timestamp", "event_id"))
class ReviewEvent(Owned):
    """A rating of a card or an item: the learner's own, or from a graded answer (`event_id` is then the result's).

    `rating` from 1 (again) to 4 (easy); `source`: review or answer.
    """

    event_id: UUID = Field(primary_key=True)
    session_id: UUID
    card_id: UUID
    kind: str
    rating: int
    source: str
    timestamp: datetime = Field(sa_type=MOMENT)


@stored("schedules", Index("idx_schedules_due", "tenant_id", "user_id", "due"))
class Schedule(Owned):
    """When a card or an item is due, folded from its ratings by FSRS. Without a row: new, due at once.

    `last_event`: the rating up to and with which it is folded; null: one of those changed, so all are folded anew.
    """

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
    step: int | None = None
    last_event: UUID | None = None
