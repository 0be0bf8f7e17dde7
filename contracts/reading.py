"""The messages of reading: a document is planned, read in ranges of pages, and gathered into blocks.

A short document is read by `ReadDocument` alone. A long or scanned one is answered with `ReadingPlanned`; each of its
ranges is a `ReadPages` that any Reader takes; when all are in, `GatherDocument` makes the blocks of the whole. A
gathering that does not pass the quality gate is answered with `ReadingHeld`, and no block leaves the Reader: then a
person sets right, approves, rejects or replaces what was read badly.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from contracts.documents import (
    AgentRun,
    Block,
    Box,
    DocMeta,
    Document,
    Notice,
    Pages,
    Part,
    Plain,
    Recognition,
    Sha256,
    Text,
)
from contracts.message import Fields, Message
from contracts.problems import Problem

READER = "pensum-reader/17"
"""The rules by which bytes become blocks. Raise it whenever the same bytes would be read into other blocks, or
other terms be found in them: a reading of other rules is not used again, nor is the digest stored with it."""


class ReadDocument(Message):
    """Command: read a document, or a range of its pages (None: all; a long or scanned one is planned instead)."""

    type_name: ClassVar[str] = "pensum.reader.read_document.v1"
    document: Document
    pages: Pages | None = None


class ReadingPlanned(Message):
    """Event: a document is too long, or needs OCR, for one command. `ranges` cover all its pages, in order.

    `plan` names a folder of blobs: the Reader keeps there what it needs of the plan, and each range's pages.
    `recognised`: how many of the pages need OCR. `first`: pages that can be asked about
    before all of them are read; None: there are none.
    """

    type_name: ClassVar[str] = "pensum.reader.reading_planned.v1"
    document_sha256: Sha256
    plan: Text
    ranges: list[Pages] = Field(min_length=1, max_length=1000)
    pages_total: int = Field(ge=1)
    recognised: int = Field(default=0, ge=0)
    first: Pages | None = None
    run: AgentRun | None = None


class ReadPages(Message):
    """Command: read one range of a planned document; `number` is its place among the ranges, from 1."""

    type_name: ClassVar[str] = "pensum.reader.read_pages.v1"
    document: Document
    plan: Text
    number: int = Field(ge=1)
    pages: Pages


class PagesRead(Message):
    """Event: a range is read and kept beside its plan. `confidence`: of its recognised words, in percent."""

    type_name: ClassVar[str] = "pensum.reader.pages_read.v1"
    document_sha256: Sha256
    number: int = Field(ge=1)
    pages: Pages
    recognised: int = Field(default=0, ge=0)
    confidence: float | None = Field(default=None, ge=0, le=100)
    run: AgentRun | None = None


class Correction(Fields):
    """The text of a page as a person has set it right: UTF-8, paragraphs apart by an empty line, in the blob `text`."""

    page: int = Field(ge=1)
    text: Text


class GatherDocument(Message):
    """Command: make blocks of all ranges of a plan. `approved`: a person lets it pass the gate, without the pages that
    were read badly, but for those that are corrected, and those that count as they were recognised (`accepted`).
    """

    type_name: ClassVar[str] = "pensum.reader.gather_document.v1"
    document: Document
    plan: Text
    ranges: list[Pages] = Field(min_length=1, max_length=1000)
    corrections: list[Correction] = []
    approved: bool = False
    accepted: list[Annotated[int, Field(ge=1)]] = []


class ReaderOutput(Message):
    """Event: blocks of a document, in parts of at most 512 KB, each valid by itself.

    `reading` names the blob with the whole reading. `part` None: this is all of it. `reader`: the rules, languages and
    settings by which it was read. `recognition` and `notices` stand in the first part; no recognition: no OCR.
    """

    type_name: ClassVar[str] = "pensum.reader.output.v1"
    extracted_blocks: list[Block] = Field(min_length=1)
    doc_meta: DocMeta
    part: Part | None = None
    reading: str | None = None
    words: int | None = Field(default=None, ge=0)
    run: AgentRun | None = None
    document_sha256: Sha256 | None = None
    reader: str | None = None
    recognition: Recognition | None = None
    notices: list[Notice] = []

    @field_validator("extracted_blocks")
    @classmethod
    def unique_ids(cls, blocks: list[Block]) -> list[Block]:
        if len({block.block_id for block in blocks}) != len(blocks):
            raise ValueError("a block_id stands twice")
        return blocks


class ReadingHeld(Message):
    """Event: the reading did not pass the quality gate; a person must look at it. `reading`: the blob that holds it."""

    type_name: ClassVar[str] = "pensum.reader.reading_held.v1"
    document_sha256: Sha256
    problem: Problem
    recognition: Recognition
    doc_meta: DocMeta
    reading: Text
    run: AgentRun | None = None


class ReadingProgress(Message):
    """Event: how far a command's reading is, and which of its pages had no text. `first`: what its plan will
    name, if it does, as soon as that is known."""

    type_name: ClassVar[str] = "pensum.reader.progress.v1"
    pages_done: int = Field(ge=0)
    pages_total: int = Field(ge=0)
    pages_without_text: list[int] = []
    first: Pages | None = None


class StoredReading(Fields):
    """A complete reading as the blob keeps it: every block, and what the Reader knows of the whole."""

    doc_meta: DocMeta
    document_sha256: Sha256
    reader: str
    blocks: list[Block]
    recognition: Recognition | None = None
    notices: list[Notice] = []
    sizes: dict[int, tuple[float, float]] = {}
    """By page its width and height in points: what boxes are measured in."""
    turns: dict[int, int] = {}
    """By page the degrees clockwise by which it had to be turned to be read; the others stand upright."""
    engines: dict[int, Literal["", "rewritten", "pdfium"]] = {}
    """By page who read its text layer where pdfminer alone would have lost some of it: pdfminer from the file as
    pikepdf wrote it anew ("rewritten"), or PDFium."""


class Highlight(Fields):
    """What to mark on a page picture: boxes, or a block of a reading, or a span of it (code points, half open)."""

    boxes: list[Box] = []
    reading: str | None = None
    block_id: str | None = None
    start: int | None = Field(default=None, ge=0)
    end: int | None = Field(default=None, ge=1)


class RenderPage(Message):
    """Command: draw a page as PNG into the blob `picture`, `width` pixels wide; a picture that is there is left."""

    type_name: ClassVar[str] = "pensum.reader.render_page.v1"
    document: Document
    page: int = Field(ge=1)
    width: int = Field(default=1000, ge=50, le=4000)
    highlight: Highlight = Highlight()
    picture: Text


class PageRendered(Message):
    """Event: the picture is there, or why not. A wake-up: it may be lost, the blob is what counts."""

    type_name: ClassVar[str] = "pensum.reader.page_rendered.v1"
    picture: Text
    problem: Problem | None = None

    @model_validator(mode="after")
    def of_our_store(self) -> "PageRendered":
        if not self.picture.startswith("pictures/"):
            raise ValueError("picture: not a picture's blob")
        return self


class PageCorrected(Message):
    """Event: a page's text was set right; the new text is the blob `text`, `characters` long. The last one counts."""

    type_name: ClassVar[str] = "pensum.session.page_corrected.v1"
    document_sha256: Sha256
    page: int = Field(ge=1)
    text: Text
    characters: int = Field(ge=0)


class ReviewDecided(Message):
    """Event: what a person decided about a reading that is held, or has pages left out.

    `approve`: it goes on as if read, with the corrections. Pages that were read badly and are not corrected stay out,
    but for `pages`, which count as they were recognised. `reject`: it ends here; `reason` is shown.
    """

    type_name: ClassVar[str] = "pensum.session.review_decided.v1"
    document_sha256: Sha256
    decision: Literal["approve", "reject"]
    reason: Plain = Field(default="", max_length=1000)
    pages: list[Annotated[int, Field(ge=1)]] = Field(default=[], max_length=2000)


class DocumentReplaced(Message):
    """Event: a better scan takes the place of a document under review; it is read from the beginning."""

    type_name: ClassVar[str] = "pensum.session.document_replaced.v1"
    replaces: Sha256
    document: Document
