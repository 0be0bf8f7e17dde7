"""The tables of grades that change: recalls, disputes and rulings."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field

from services.orchestrator.database.rows import MOMENT, Owned, stored


@stored("recalls")
class RecallRow(Owned):
    """What an item that was taken back or corrected did to an attempt. Scores None: not graded, or nothing left."""

    message_id: UUID = Field(primary_key=True)
    attempt_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    item_id: UUID
    what: str
    reason: str
    score_before: float | None = None
    score_after: float | None = None
    timestamp: datetime = Field(sa_type=MOMENT)


@stored("disputes")
class DisputeRow(Owned):
    """A learner's objection to a grade or a note, and the owner's decision. `state`: open, upheld or rejected.

    `subject`: the note's words (a note that is written anew with them stays taken back); of a grade nothing.
    """

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
    raised_at: datetime = Field(sa_type=MOMENT)
    decided_at: datetime | None = Field(default=None, sa_type=MOMENT)


@stored("rulings")
class StandingRuling(Owned):
    """What a person (or a model that was asked once) ruled that an answer earns; it stands when graded again."""

    result_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    attempt_id: UUID = Field(index=True)
    item_id: UUID
    credit: float
    by: str
    timestamp: datetime = Field(sa_type=MOMENT)
