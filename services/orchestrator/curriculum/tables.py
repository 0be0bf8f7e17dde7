"""The table of guidelines."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Row, stored


@stored("teaching_guidelines", Index("ix_teaching_guidelines_place", "country", "board", "grade", "subject", "topic"))
class TeachingGuideline(Row):
    """How a subtopic is taught. Its id is its place in the curriculum, so what is imported again takes its place.

    `guideline`: the teacher's part. `objectives`, `misconceptions`: lists, as `services/curriculum/guideline.py` says.
    `material`: the learner's part as the rows of a course hold it: `blocks` and `items` as their `body`, `terms` (by
    which each block is found, or null), `digest` as a reading's. `sha256`: the file's. `shipped`: it came with Pensum,
    and no import has taken its place.
    """

    guideline_id: UUID = Field(primary_key=True)
    country: str
    board: str
    grade: int
    subject: str
    topic: str
    subtopic: str
    language: str
    title: str
    guideline: str
    objectives: Json = Field(sa_type=JSON_TEXT)
    misconceptions: Json = Field(sa_type=JSON_TEXT)
    material: Json = Field(sa_type=JSON_TEXT)
    sha256: str
    shipped: bool
    imported_at: datetime = Field(sa_type=MOMENT)
