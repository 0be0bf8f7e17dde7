"""Scans as orchestrator and Reader keep them: held by the gate, or read without some pages."""

from uuid import uuid4

from contracts.documents import Block, Box, DocMeta, PageQuality, Recognition, Word
from contracts.problems import Code, problem
from contracts.reading import READER, StoredReading
from contracts.session import Status
from services.chassis.storage.blobs import Blobs
from tests.gateway.kinds import SHA
from tests.gateway.shelf import Kept, Shelf

CANARY = "CANARY-9d1e"
SEEN = f"{CANARY} leafs"
"""What was recognised on page 1."""


def recognition(*, passed: bool) -> Recognition:
    """Page 1 read badly, page 2 well; page 3 needed no OCR."""
    pages = [
        PageQuality(page=1, route="ocr", verdict="low", confidence=41, coverage=0.3, words=2, reason="Too faint."),
        PageQuality(page=2, route="ocr", verdict="ok", confidence=93, coverage=0.9, words=1),
    ]
    return Recognition(passed=passed, confidence=67, coverage=0.6, least_confidence=60, least_coverage=0.5, pages=pages)


def reading(*, passed: bool) -> StoredReading:
    """The stored reading of a scan of three pages."""
    words = [
        Word(start=0, end=len(CANARY), box=Box(x0=1, y0=2, x1=3, y1=4), confidence=40),
        Word(start=len(CANARY) + 1, end=len(SEEN), box=Box(x0=5, y0=2, x1=7, y1=4), confidence=42),
    ]
    return StoredReading(
        doc_meta=DocMeta(title=CANARY, language="en", pages=3, media_type="image/tiff"),
        document_sha256=SHA,
        reader=READER,
        blocks=[
            Block(block_id="p1b1-aaaaaa", text=SEEN, words=words, confidence=41, document_sha256=SHA),
            Block(block_id="p1b2-aaaaaa", text="A second paragraph.", document_sha256=SHA),
            Block(block_id="p2b1-aaaaaa", text="Another page.", source_page=2, document_sha256=SHA),
        ],
        recognition=recognition(passed=passed),
        sizes={1: (595, 842), 2: (595, 842), 3: (842, 595)},
    )


def held(shelf: Shelf, blobs: Blobs, tenant: str, user: str = "ann", age: int = 0) -> Kept:
    """A session whose only document the gate has held."""
    kept = shelf.session(tenant, user, status=Status.PENDING_REVIEW, error=Code.LOW_CONFIDENCE, blocks=0, age=age)
    why = problem(Code.LOW_CONFIDENCE, "Page 1 could not be read well enough.", pages=1)
    _read(shelf, blobs, kept, passed=False)
    shelf.ask(
        """update readings set complete = false, digest = null, problem = %(why)s::json where reading_id = %(id)s""",
        id=kept.reading,
        why=why.model_dump_json(),
    )
    shelf.ask("update documents set review = 'pending' where course_id = %(c)s", c=kept.course)
    return kept


def left_out(shelf: Shelf, blobs: Blobs, tenant: str, user: str = "ann", status: Status = Status.READY) -> Kept:
    """A session that is ready without page 1 of its document."""
    kept = shelf.session(tenant, user, status=status, error=Code.MODEL_FAILED if status == Status.FAILED else None)
    _read(shelf, blobs, kept, passed=True)
    return kept


def _read(shelf: Shelf, blobs: Blobs, kept: Kept, *, passed: bool) -> None:
    stored = reading(passed=passed)
    assert stored.recognition is not None
    name = f"readings/{uuid4()}.json"
    blobs.create(name, stored.model_dump_json().encode())
    shelf.ask(
        "update readings set blob = %(blob)s, doc_meta = %(meta)s::json, recognition = %(found)s::json"
        " where reading_id = %(id)s",
        blob=name,
        meta=stored.doc_meta.model_dump_json(),
        found=stored.recognition.model_dump_json(),
        id=kept.reading,
    )
