"""The tables of a course: its documents, their reading, and the immutable blocks of text."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Column, DateTime, Index, Integer, text
from sqlmodel import Field

from services.orchestrator.database.owned import Owned, json_column, time_column

HEADING = text("(body ->> 'kind') = 'heading'")


class Course(Owned, table=True):
    """A document set and what was made of it. `reading_id` None: not read yet."""

    __tablename__ = "courses"
    course_id: UUID = Field(primary_key=True)
    title: str
    reading_id: UUID | None = Field(default=None, index=True)
    created_at: datetime = time_column()


class CourseDocument(Owned, table=True):
    """A file of a course, by content. `reading_id`: how it was last read; `review`: pending or rejected, else None."""

    __tablename__ = "documents"
    course_id: UUID = Field(primary_key=True)
    sha256: str = Field(primary_key=True, index=True)
    filename: str
    media_type: str
    bytes: int
    blob: str
    uploaded_at: datetime = time_column()
    ordinal: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default=text("0")))
    password: str | None = None
    reading_id: UUID | None = None
    review: str | None = None
    replaced_at: datetime | None = time_column(nullable=True)


class Reading(Owned, table=True):
    """What the Reader found in a file, or the row of a set of readings (no hash, no blob), which has their digest.

    Used again by its owner once `complete` and digested. `problem`: the gate held it. `plan`, `ranges` (the last page
    of each) and `corrections` (blob by page): what it was gathered from.
    """

    __tablename__ = "readings"
    __table_args__ = (Index("idx_readings_owner", "tenant_id", "user_id", "document_sha256"),)
    reading_id: UUID = Field(primary_key=True)
    document_sha256: str
    blob: str | None = None
    doc_meta: dict[str, Any] = json_column()
    digest: dict[str, Any] | None = json_column(nullable=True)
    complete: bool = False
    created_at: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False, index=True))
    reader: str | None = None
    recognition: dict[str, Any] | None = json_column(nullable=True)
    notices: list[dict[str, Any]] | None = Field(default=None, sa_column=Column(JSON))
    problem: dict[str, Any] | None = json_column(nullable=True)
    plan: str | None = None
    ranges: list[int] | None = Field(default=None, sa_column=Column(JSON))
    corrections: dict[str, str] | None = Field(default=None, sa_column=Column(JSON))


class ReadingMember(Owned, table=True):
    """A reading of a set, in the order of its documents; a single reading is a member of itself."""

    __tablename__ = "reading_members"
    set_id: UUID = Field(primary_key=True)
    reading_id: UUID = Field(primary_key=True, index=True)
    ordinal: int


class DroppedBlob(Owned, table=True):
    """A blob, or a folder of them (it ends in /), that is to go once nobody needs it or its document."""

    __tablename__ = "dropped_blobs"
    name: str = Field(primary_key=True)
    document_sha256: str | None = None
    due_at: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False, index=True))


class BlockRow(Owned, table=True):
    """A block of a reading: immutable. `body` is the contract's Block without its lines and words."""

    __tablename__ = "blocks"
    # Under which heading a concept stands is looked up for each of them.
    __table_args__ = (Index("ix_blocks_headings", "reading_id", "part", "ordinal", postgresql_where=HEADING),)
    reading_id: UUID = Field(primary_key=True)
    block_id: str = Field(primary_key=True)
    part: int
    ordinal: int
    source_page: int
    body: dict[str, Any] = json_column()
