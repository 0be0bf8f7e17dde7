"""What is changed of documents, readings and courses."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.orchestrator.database.rows import Change, Json


@dataclass(slots=True, kw_only=True)
class ReadingComplete(Change):
    reading_id: UUID
    statement = "update readings t set complete = true from {rows} where t.reading_id = r.reading_id"


@dataclass(slots=True, kw_only=True)
class ReadingDescribed(Change):
    reading_id: UUID
    reader: str | None
    recognition: Json | None
    notices: Json
    statement = """update readings t set reader = r.reader, recognition = r.recognition::json, notices = r.notices::json
       from {rows} where t.reading_id = r.reading_id"""


@dataclass(slots=True, kw_only=True)
class DocumentChanged(Change):
    course_id: UUID
    sha256: str
    filename: str
    password: str | None
    ordinal: int
    reading_id: UUID | None
    review: str | None
    statement = """update documents t set filename = r.filename, password = r.password, ordinal = r.ordinal,
              reading_id = r.reading_id, review = r.review, replaced_at = null
       from {rows} where t.course_id = r.course_id and t.sha256 = r.sha256"""


@dataclass(slots=True, kw_only=True)
class DocumentReplacedBy(Change):
    course_id: UUID
    sha256: str
    replaced_at: datetime
    statement = """update documents t set replaced_at = r.replaced_at from {rows}
       where t.course_id = r.course_id and t.sha256 = r.sha256"""


@dataclass(slots=True, kw_only=True)
class ReadingDigested(Change):
    reading_id: UUID
    digest: Json
    statement = "update readings t set digest = r.digest::json from {rows} where t.reading_id = r.reading_id"


@dataclass(slots=True, kw_only=True)
class CourseRead(Change):
    course_id: UUID
    reading_id: UUID
    title: str
    statement = (
        "update courses t set reading_id = r.reading_id, title = r.title from {rows} where t.course_id = r.course_id"
    )
