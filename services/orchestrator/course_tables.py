"""The tables of a course: its documents, their reading, and the immutable blocks of text."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Index
from sqlmodel import Field

from services.orchestrator.owned import Owned, json_column, time_column


class Course(Owned, table=True):
    """A document set and what was made of it. `reading_id` None: not read yet."""

    __tablename__ = "courses"
    course_id: UUID = Field(primary_key=True)
    title: str
    reading_id: UUID | None = Field(default=None, index=True)
    created_at: datetime = time_column()


class CourseDocument(Owned, table=True):
    """A file of a course, by content."""

    __tablename__ = "documents"
    course_id: UUID = Field(primary_key=True)
    sha256: str = Field(primary_key=True)
    filename: str
    media_type: str
    bytes: int
    blob: str
    uploaded_at: datetime = time_column()


class Reading(Owned, table=True):
    """What the Reader found in a file; used again by its owner once `complete` and digested."""

    __tablename__ = "readings"
    __table_args__ = (Index("idx_readings_owner", "tenant_id", "user_id", "document_sha256"),)
    reading_id: UUID = Field(primary_key=True)
    document_sha256: str
    blob: str | None = None
    doc_meta: dict[str, Any] = json_column()
    digest: dict[str, Any] | None = json_column(nullable=True)
    complete: bool = False
    created_at: datetime = time_column()


class BlockRow(Owned, table=True):
    """A block of a reading: immutable. `body` is the contract's Block."""

    __tablename__ = "blocks"
    reading_id: UUID = Field(primary_key=True)
    block_id: str = Field(primary_key=True)
    part: int
    ordinal: int
    source_page: int
    body: dict[str, Any] = json_column()
