"""What the results API may show. To a learner nothing here holds a key, quote or span before the answer is in."""

from collections.abc import Mapping
from typing import ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime

from contracts.agents import Spending
from contracts.digest import Context
from contracts.documents import Block, Box, Notice, PageKind, PageQuality, Recognition
from contracts.message import Fields, Phrase, Worded
from contracts.problems import Problem
from contracts.session import Progress, Status
from contracts.views.material import QuestionView, ResultView

CONTRACT_VERSION = 1


class DocView(Fields):
    """The document as the learner named it. `left_out`: pages that were read too badly to learn from; `unsure_lines`:
    how many lines of the others hold words that were not read surely, whose sentences are left out.

    `ocr_confidence` in percent; None without recognised text.
    """

    filename: str
    uploaded_at: AwareDatetime
    title: str = ""
    language: str = ""
    pages: int | None = None
    sha256: str = ""
    page_kind: PageKind = "page"
    media_type: str = ""
    ocr_confidence: float | None = None
    left_out: list[int] = []
    unsure_lines: int = 0
    notices: list[Notice] = []


class ReviewLine(Worded):
    """A document that waits for a person: held by the gate (`pending`), or with pages left out (`left_out`).

    `phrase`: the detail as data.
    """

    worded: ClassVar[Mapping[str, str]] = {"detail": "phrase"}
    session_id: UUID
    document_sha256: str
    filename: str
    state: Literal["pending", "left_out"]
    detail: str
    phrase: Phrase | None = None
    pages: list[int]
    ocr_confidence: float | None = None
    since: AwareDatetime


class ReviewWord(Fields):
    """A recognised word, its confidence in percent and its place on the page in points."""

    text: str
    confidence: float
    box: Box


class ReviewPage(Fields):
    """A page under review: its text (as corrected, if it was), words and size in points; `picture` is its address."""

    page: int
    quality: PageQuality
    text: str
    words: list[ReviewWord] = []
    width: float
    height: float
    picture: str


class ReviewEntry(Fields):
    """What a person did in a review: the audit."""

    timestamp: AwareDatetime
    user_id: str
    document_sha256: str
    action: Literal["held", "corrected", "approved", "rejected", "replaced"]
    page: int | None = None
    characters: int | None = None
    detail: str = ""


class ReviewView(Fields):
    """A review: why, the numbers by page, and what was done so far. `open`: something can still be decided."""

    session_id: UUID
    status: Status
    open: bool
    document_sha256: str
    filename: str
    problem: Problem | None = None
    recognition: Recognition | None = None
    history: list[ReviewEntry] = []


class NoteView(Worded):
    """A note with what it rests on. `ordinal`: its place, from 0, among its attempt's; a dispute names it by that.

    `taken_back`: it was disputed, rightly. `phrase`: the note as data.
    """

    worded: ClassVar[Mapping[str, str]] = {"note": "phrase"}
    note: str
    phrase: Phrase | None = None
    result_ids: list[UUID]
    made_by: str
    attempt_id: UUID | None = None
    timestamp: AwareDatetime
    ordinal: int = 0
    taken_back: bool = False


class SessionState(Fields):
    """A session as its users see it, put together from the rows. Long arrays are paged (`offset`, `limit`).

    `name`: what its learner calls it; "": as its document is called.
    """

    session_id: UUID
    user_id: str
    course_id: UUID
    status: Status
    version: int
    progress: Progress | None = None
    error: Problem | None = None
    trace_id: str
    doc_meta: DocView
    documents: list[DocView] = []
    context: Context | None = None
    extracted_blocks: list[Block] = []
    quiz_items: list[QuestionView] = []
    results: list[ResultView] = []
    notes: list[str] = []
    quizzes: list[UUID] = []
    focus_areas: list[str] = []
    totals: dict[str, int] = {}
    spending: Spending | None = None
    name: str = ""
    tags: list[str] = []


class SessionLine(Fields):
    """A session in a list. `title`: what its learner calls it, else what its document is called."""

    session_id: UUID
    course_id: UUID
    status: Status
    version: int
    filename: str
    title: str
    created_at: AwareDatetime
    updated_at: AwareDatetime
    tags: list[str] = []


class Accepted(Fields):
    """What a 202 says: where to look."""

    session_id: UUID
    course_id: UUID | None = None
    quiz_id: UUID | None = None
    attempt_id: UUID | None = None
    message_id: UUID | None = None
    dispute_id: UUID | None = None
    status: Status
    trace_id: str
    url: str
