"""The Reader's letters: a document becomes blocks, and the blocks a digest."""

from typing import Annotated, ClassVar, Literal

from pydantic import AwareDatetime, Field, StringConstraints, field_validator, model_validator

from contracts.letter import CamelFields, Fields, Letter

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
# What learners, models and documents write holds no U+0000: Postgres takes it in no text.
Plain = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
Text = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\x00]*$")]
Relevance = Literal["High", "Medium", "Low"]


class AgentRun(Fields):
    """One run of an agent, as seed 001 section 7 and seed 003 log it.

    `duration_ms` in milliseconds; `tokens_used` None without a model; hashes are SHA-256 of the letters' JSON.
    """

    timestamp: AwareDatetime
    agent: str
    input_summary: str = ""
    output: str = ""
    reasoning: str = ""
    duration_ms: float = Field(ge=0)
    input_hash: Sha256
    output_hash: Sha256
    tokens_used: int | None = Field(default=None, ge=0)
    errors: list[str] = []


class Part(Fields):
    """Which part of how many; both count from 1."""

    number: int = Field(ge=1)
    of: int = Field(ge=1)

    @model_validator(mode="after")
    def within(self) -> "Part":
        if self.number > self.of:
            raise ValueError("number: greater than of")
        return self


class Pages(Fields):
    """A range of pages, from 1, both ends included."""

    first: int = Field(ge=1)
    last: int = Field(ge=1)

    @model_validator(mode="after")
    def in_order(self) -> "Pages":
        if self.first > self.last:
            raise ValueError("first: greater than last")
        return self


class Box(Fields):
    """A rectangle on a page in PDF points, origin at the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


class Emphasis(Fields):
    """A span of a block's text (code points, half open) that the document sets apart."""

    start: int = Field(ge=0)
    end: int = Field(ge=1)
    style: Literal["bold", "italic", "bold_italic"]


class Block(Fields):
    """A paragraph, heading or the like. `block_id` is unique in its document, stable for equal bytes and reading.

    `material` False: kept for the page picture, not for learning (running headers, contents, references).
    `level`: a heading's depth from 1, else None. `box` and `document_sha256` None: the Reader could not tell, or one
    document only.
    """

    block_id: Text
    text: Text
    source_page: int = Field(default=1, ge=1)
    kind: Literal["heading", "paragraph", "list_item", "table_row", "caption", "code", "formula", "other"] = "paragraph"
    level: int | None = Field(default=None, ge=1)
    material: bool = True
    box: Box | None = None
    emphasis: list[Emphasis] = []
    language: str | None = None
    document_sha256: Sha256 | None = None


class DocMeta(Fields):
    """What the Reader knows of a whole document. `pages` None: the format has none."""

    title: str
    language: str
    pages: int | None = Field(default=None, ge=1)


class Document(Fields):
    """A stored file: its bytes are the blob of that name."""

    sha256: Sha256
    filename: Text
    media_type: str
    bytes: int = Field(ge=1)
    blob: Text


class ReadDocument(Letter):
    """Command: read a document, or a range of its pages (None: all)."""

    letter_type: ClassVar[str] = "pensum.reader.read_document.v1"
    document: Document
    pages: Pages | None = None


class ReaderOutput(Letter):
    """Event: blocks of a document, in parts of at most 256 KB, each valid by itself.

    `reading` names the blob with the whole reading. `part` None: this is all of it.
    """

    letter_type: ClassVar[str] = "pensum.reader.output.v1"
    extracted_blocks: list[Block] = Field(min_length=1)
    doc_meta: DocMeta
    part: Part | None = None
    reading: str | None = None
    words: int | None = Field(default=None, ge=0)
    run: AgentRun | None = None

    @field_validator("extracted_blocks")
    @classmethod
    def unique_ids(cls, blocks: list[Block]) -> list[Block]:
        if len({block.block_id for block in blocks}) != len(blocks):
            raise ValueError("a block_id stands twice")
        return blocks


class ReadingProgress(Letter):
    """Event: how far a reading is, and which pages had no text."""

    letter_type: ClassVar[str] = "pensum.reader.progress.v1"
    pages_done: int = Field(ge=0)
    pages_total: int = Field(ge=0)
    pages_without_text: list[int] = []


class DigestDocument(Letter):
    """Command: find summary, concepts and sections of a reading (the blob that the Reader kept)."""

    letter_type: ClassVar[str] = "pensum.reader.digest_document.v1"
    reading: Text
    doc_meta: DocMeta
    part: Part | None = None


class KeyConcept(CamelFields):
    """One of the 5 to 10 concepts that a course is about."""

    term: Text
    definition: str
    relevance: Relevance


class Section(CamelFields):
    """A main section; `contentRef` says where ("pages 1-5")."""

    section_title: str
    section_summary: str
    content_ref: str


class Context(CamelFields):
    """The handover's `context`: what the Reader found out. A short document may have fewer than 5 concepts."""

    full_summary: str
    key_concepts: list[KeyConcept] = Field(max_length=10)
    main_sections: list[Section]


class Term(Fields):
    """A key term and where it is defined or first stands: a span of a block's text in code points, half open."""

    term: Text
    definition: str = ""
    relevance: Relevance
    block_id: Text
    start: int = Field(ge=0)
    end: int = Field(ge=1)


class DocumentDigested(Letter):
    """Event: the digest. `blocks` names those worth asking about, in reading order, at most 160 KB of text."""

    letter_type: ClassVar[str] = "pensum.reader.digested.v1"
    context: Context
    terms: list[Term]
    blocks: list[str]
    part: Part | None = None
    run: AgentRun | None = None


class StoredReading(Fields):
    """A complete reading as the blob keeps it: every block, and what the Reader knows of the whole."""

    doc_meta: DocMeta
    document_sha256: Sha256
    reader: str
    blocks: list[Block]
