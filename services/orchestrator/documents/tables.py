"""The tables of a course: its documents, their reading, and the immutable blocks of text."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Index, Integer, LargeBinary, text
from sqlalchemy.dialects.postgresql import BIT
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, TERMS, Json, Owned, Terms, stored

_BITS: Any = BIT(varying=True)
# Under which heading a concept stands is looked up for each of them.
HEADING = text("(body ->> 'kind') = 'heading'")
# Which documents wait for a person is looked for among these few.
LEFT_OUT = text(
    """jsonb_path_exists(recognition::jsonb, '$.pages[*] ? (@.verdict == "low" || @.verdict == "failed")')
    and not coalesce((recognition ->> 'approved')::boolean, false)"""
)


@stored("courses")
class Course(Owned):
    """A document set and what was made of it. `reading_id` None: not read yet."""

    course_id: UUID = Field(primary_key=True)
    title: str
    reading_id: UUID | None = Field(default=None, index=True)
    created_at: datetime = Field(sa_type=MOMENT)


@stored(
    "documents", Index("idx_documents_pending", "tenant_id", "user_id", postgresql_where=text("review = 'pending'"))
)
class CourseDocument(Owned):
    """A file of a course, by content. `reading_id`: how it was last read; `review`: pending or rejected, else None."""

    course_id: UUID = Field(primary_key=True)
    sha256: str = Field(primary_key=True, index=True)
    filename: str
    media_type: str
    bytes: int
    blob: str
    uploaded_at: datetime = Field(sa_type=MOMENT)
    ordinal: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default=text("0")))
    password: str | None = None
    reading_id: UUID | None = None
    review: str | None = None
    replaced_at: datetime | None = Field(default=None, sa_type=MOMENT)


@stored(
    "readings",
    Index("idx_readings_owner", "tenant_id", "user_id", "document_sha256"),
    Index("idx_readings_left_out", "tenant_id", "user_id", "document_sha256", postgresql_where=LEFT_OUT),
)
class Reading(Owned):
    """What the Reader found in a file, or the row of a set of readings (no hash, no blob), which has their digest.

    Used again by its owner once `complete` and digested. `problem`: the gate held it. `plan`, `ranges` (the last page
    of each) and `corrections` (blob by page): what it was gathered from.
    """

    reading_id: UUID = Field(primary_key=True)
    document_sha256: str
    blob: str | None = None
    doc_meta: Json = Field(sa_type=JSON_TEXT)
    digest: Json | None = Field(default=None, sa_type=JSON_TEXT)
    complete: bool = False
    created_at: datetime = Field(sa_type=MOMENT, index=True)
    reader: str | None = None
    recognition: Json | None = Field(default=None, sa_type=JSON_TEXT)
    notices: Json | None = Field(default=None, sa_type=JSON_TEXT)
    problem: Json | None = Field(default=None, sa_type=JSON_TEXT)
    plan: str | None = None
    ranges: Json | None = Field(default=None, sa_type=JSON_TEXT)
    corrections: Json | None = Field(default=None, sa_type=JSON_TEXT)


@stored("reading_members")
class ReadingMember(Owned):
    """A reading of a set, in the order of its documents; a single reading is a member of itself."""

    set_id: UUID = Field(primary_key=True)
    reading_id: UUID = Field(primary_key=True, index=True)
    ordinal: int


@stored("blocks", Index("ix_blocks_headings", "reading_id", "part", "ordinal", postgresql_where=HEADING))
class BlockRow(Owned):
    """A block of a reading: immutable. `body` is the contract's Block without its lines and words; `terms`: what it is
    found by (`services/search/stored.py`), None where it is not to be found."""

    reading_id: UUID = Field(primary_key=True)
    block_id: str = Field(primary_key=True)
    part: int
    ordinal: int
    source_page: int
    body: Json = Field(sa_type=JSON_TEXT)
    terms: Terms | None = Field(default=None, sa_type=TERMS)


@stored("embeddings", Index("ix_embeddings_due", "due_at", postgresql_where=text("due_at is not null")))
class Embedding(Owned):
    """How far a reading's passages have vectors of a model. `part`, `ordinal` and `start`: where the next ones begin;
    `follow`: where those begin that come after the commands under way, whose ids are `open`.

    `due_at`: when something is to be asked, the first time or again after `tries`; None: all are there (`done`), or it
    was given up, for now (`problem`: its code).
    """

    reading_id: UUID = Field(primary_key=True)
    model: str = Field(primary_key=True)
    part: int = 0
    ordinal: int = 0
    start: int = 0
    follow: Json = Field(default=Json("[]"), sa_type=JSON_TEXT)
    open: Json = Field(default=Json("[]"), sa_type=JSON_TEXT)
    tries: int = 0
    due_at: datetime | None = Field(default=None, sa_type=MOMENT)
    done: bool = False
    problem: str | None = None


@stored("block_vectors")
class BlockVector(Owned):
    """Where a few sentences of a block point, by a model: `vector` has a signed byte a dimension, `sketch` their signs.
    They go with their block."""

    reading_id: UUID = Field(primary_key=True)
    model: str = Field(primary_key=True)
    block_id: str = Field(primary_key=True)
    start: int = Field(primary_key=True)
    stop: int
    vector: bytes = Field(sa_type=LargeBinary)
    sketch: str = Field(sa_type=_BITS)


@stored("dropped_blobs")
class DroppedBlob(Owned):
    """A blob, or a folder of them (it ends in /), that is to go once nobody needs it or its document."""

    name: str = Field(primary_key=True)
    document_sha256: str | None = None
    due_at: datetime = Field(sa_type=MOMENT, index=True)
