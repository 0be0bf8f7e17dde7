"""What a person sees in a review: lines, views and pages, from rows and the stored reading. Pure."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from pydantic_core import from_json

from contracts.documents import Block, PageQuality
from contracts.message import Phrase
from contracts.problems import Problem
from contracts.session import Status
from contracts.views.sessions import ReviewEntry, ReviewLine, ReviewPage, ReviewView, ReviewWord
from services.gateway.database import Row
from services.gateway.documents.views import recognition
from services.text.catalogue.phrases import rendered

OPEN = ("pending", "left_out", "unsure")


def line(paper: Row) -> ReviewLine:
    """A document that waits for a person, in a list."""
    found, problem = recognition(paper), paper["problem"]
    pages = found.low if found else []
    phrase = None if problem else left_out(pages)
    return ReviewLine.model_validate(
        {
            "session_id": paper["session_id"],
            "document_sha256": paper["sha256"],
            "filename": paper["filename"],
            "state": paper["state"],
            "detail": rendered(phrase, "en") if phrase else problem["detail"],
            "phrase": phrase or problem.get("phrase"),
            "pages": pages,
            "ocr_confidence": found.confidence if found else None,
            "since": paper["since"],
        },
        extra="ignore",
    )


def left_out(pages: Sequence[int]) -> Phrase:
    """What is said of a document that passed without some of its pages."""
    return Phrase.of("problems.left_out", len(pages), page=pages[0] if len(pages) == 1 else "")


def view(paper: Row, status: Status, history: Sequence[Row]) -> ReviewView:
    """The review of a document."""
    session: UUID = paper["session_id"]
    return ReviewView(
        session_id=session,
        status=status,
        open=paper["state"] in OPEN and status != Status.FAILED,
        document_sha256=paper["sha256"],
        filename=paper["filename"],
        problem=Problem.model_validate(paper["problem"], extra="ignore") if paper["problem"] else None,
        recognition=recognition(paper),
        history=[ReviewEntry.model_validate(entry) for entry in history],
    )


def quality(paper: Row, page: int) -> PageQuality | None:
    """How a page was read; None for a page that is not among those to review."""
    found = recognition(paper)
    return next((one for one in found.pages if one.page == page), None) if found else None


def nothing_left(paper: Row, corrected: Collection[int], accepted: Collection[int]) -> bool:
    """Whether no page would be left to learn from: each was read badly, or is blank, and none is corrected or accepted.

    A page on which no word was recognised has nothing to accept.
    """
    found, total = recognition(paper), (paper["doc_meta"] or {}).get("pages")
    if found is None or total is None or corrected:
        return False
    out = [each for each in found.pages if each.page in found.low or each.verdict == "blank"]
    return len(out) >= total and not any(each.page in accepted and each.words for each in out)


def page_of(reading: bytes, corrected: str | None, quality: PageQuality, picture: str) -> ReviewPage:
    """A page from the JSON of a `StoredReading`. Of a long one only this page's blocks are made.

    `corrected`: the text as a person has set it right, which counts in place of what was read.
    """
    stored: dict[str, Any] = from_json(reading)
    here = [
        one
        for one in stored["blocks"]
        if quality.page in (one.get("source_page", 1), *(each["source_page"] for each in one.get("continues", ())))
    ]
    blocks = [Block.model_validate(one, extra="ignore") for one in here]
    spans = [block.span_on(quality.page) for block in blocks]
    parts = [(block, start, end) for block, (start, end) in zip(blocks, spans, strict=True)]
    width, height = stored.get("sizes", {}).get(str(quality.page), (0, 0))
    return ReviewPage(
        page=quality.page,
        quality=quality if corrected is None else quality.model_copy(update={"corrected": True}),
        text=_text(parts) if corrected is None else corrected,
        words=[
            ReviewWord(text=block.text[word.start : word.end], confidence=word.confidence, box=word.box)
            for block, start, end in parts
            for word in block.words
            if start <= word.start < end
        ],
        width=width,
        height=height,
        picture=picture,
    )


def _text(parts: Sequence[tuple[Block, int, int]]) -> str:
    """Paragraphs, apart by empty lines; one that was parted because of its unsure words is whole again."""
    said = ""
    for block, start, end in parts:
        said += (" " if block.resumes else "\n\n") * bool(said) + block.text[start:end].strip()
    return said
