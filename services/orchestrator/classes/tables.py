"""The table of the codes by which courses are joined."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field

from services.orchestrator.database.rows import MOMENT, Owned, stored


@stored("course_shares")
class SharedCourse(Owned):
    """The code by which a course is joined; the newest that is not closed counts."""

    code: str = Field(primary_key=True)
    course_id: UUID = Field(index=True)
    session_id: UUID
    created_at: datetime = Field(sa_type=MOMENT)
    closed_at: datetime | None = Field(default=None, sa_type=MOMENT)
