"""Sessions and reviews to lay in, made through the contract: they cannot say what no house says."""

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from uuid import UUID

from PIL import Image, ImageDraw
from playwright.sync_api import Route

from contracts.documents import Box, PageQuality, Recognition
from contracts.problems import Code, problem
from contracts.session import Progress, Status
from contracts.views.sessions import DocView, ReviewEntry, ReviewLine, ReviewPage, ReviewView, ReviewWord, SessionState

SESSION = UUID("11111111-2222-4333-8444-555555555555")
SHA = "ab12cd" + "0" * 58
OTHER = "ef34ab" + "0" * 58
BASE = f"/v1/sessions/{SESSION}"
REVIEW, OF = f"{BASE}/review", f"?document={SHA}"
NOW = datetime(2026, 11, 1, 10, 0, tzinfo=UTC)
HELD = problem(Code.LOW_CONFIDENCE, "Pages 2 and 4 were recognised too badly: 48 % of 70 %.", pages=2, confidence=48)
WORDS = [("Tides", 96.0), ("risc", 44.0), ("twice", 91.0), ("a", 90.0), ("dav", 71.0)]

Json = dict[str, Any]


def doc(**changed: Any) -> DocView:
    """A scan of five pages."""
    usual: Json = {
        "filename": "tides.pdf",
        "uploaded_at": NOW,
        "title": "Tides",
        "language": "en",
        "pages": 5,
        "sha256": SHA,
        "media_type": "application/pdf",
    }
    return DocView(**{**usual, **changed})


def state(status: str = "ready", *, documents: list[DocView] | None = None, **changed: Any) -> Json:
    """A session of one document, unless told otherwise."""
    papers = documents or [doc()]
    usual: Json = {
        "session_id": SESSION,
        "user_id": "u",
        "course_id": SESSION,
        "status": Status(status),
        "version": 7,
        "trace_id": SESSION.hex,
        "doc_meta": papers[0],
        "documents": papers,
        "totals": {"flashcards": 0},
    }
    return SessionState(**{**usual, **changed}).model_dump(mode="json")


def reading(done: int, total: int) -> Json:
    """A session that is being read."""
    progress = Progress(step=Status.READING, steps_done=0, steps_total=4, pages_done=done, pages_total=total)
    return state("reading", progress=progress, version=1 + done)


def recognition() -> Recognition:
    """Five recognised pages; the second and the fourth are too bad."""
    pages = [
        PageQuality(
            page=page,
            route="ocr",
            verdict="low" if page in (2, 4) else "ok",
            confidence=48.0 if page in (2, 4) else 93.5,
            coverage=0.41 if page in (2, 4) else 0.97,
            words=5,
            languages="eng",
            reason="Its words were recognised with 48 % confidence, 70 % are asked for." if page in (2, 4) else "",
        )
        for page in range(1, 6)
    ]
    return Recognition(
        passed=False, confidence=62.0, coverage=0.74, least_confidence=70, least_coverage=0.6, pages=pages
    )


def review(*, open: bool = True, history: tuple[ReviewEntry, ...] = ()) -> Json:
    """The review of that scan."""
    held = ReviewEntry(timestamp=NOW, user_id="", document_sha256=SHA, action="held", detail=HELD.detail)
    return ReviewView(
        session_id=SESSION,
        status=Status.PENDING_REVIEW,
        open=open,
        document_sha256=SHA,
        filename="tides.pdf",
        problem=HELD,
        recognition=recognition(),
        history=[held, *history],
    ).model_dump(mode="json")


def page_of(number: int, text: str = "Tides risc twice a dav.") -> Json:
    """A page of it: five words in a line, on a page of 400 x 500 points."""
    words = [
        ReviewWord(text=word, confidence=confidence, box=Box(x0=40 + 60 * at, y0=50, x1=90 + 60 * at, y1=70))
        for at, (word, confidence) in enumerate(WORDS)
    ]
    return ReviewPage(
        page=number,
        quality=next(page for page in recognition().pages if page.page == number),
        text=text,
        words=words,
        width=400,
        height=500,
        picture=f"{BASE}/pages/{number}.png?document={SHA}",
    ).model_dump(mode="json")


def pictured(route: Route) -> None:
    """Answers with the picture of a page."""
    route.fulfill(body=picture(), content_type="image/png")


def in_review(**changed: Any) -> Json:
    """The answers of a house whose session waits for a person; `changed` are `review`'s."""
    view = review(**changed)
    pages = {f"GET {REVIEW}/pages/{number}{OF}": page_of(number) for number in (2, 4)}
    drawn = {f"GET {BASE}/pages/{number}.png{OF}": pictured for number in (2, 4)}
    session = state("pending_review", error=HELD)
    return {f"GET {BASE}": session, f"GET {REVIEW}": view, f"GET {REVIEW}{OF}": view, **pages, **drawn}


def waiting(**changed: Any) -> Json:
    """A line of the list of reviews."""
    usual: Json = {
        "session_id": SESSION,
        "document_sha256": SHA,
        "filename": "tides.pdf",
        "state": "pending",
        "detail": HELD.detail,
        "pages": [2, 4],
        "ocr_confidence": 62.0,
        "since": NOW,
    }
    return ReviewLine(**{**usual, **changed}).model_dump(mode="json")


def picture() -> bytes:
    """A page as PNG, with its words where `page_of` says they are."""
    image = Image.new("RGB", (800, 1000), "white")
    draw = ImageDraw.Draw(image)
    for at, (word, _) in enumerate(WORDS):
        draw.text((84 + 120 * at, 108), word, fill="black", font_size=24)
    for row in range(20):
        draw.line((84, 200 + 36 * row, 720, 200 + 36 * row), fill="#999999", width=6)
    kept = BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


def taking(bodies: list[tuple[str | None, str | None]]) -> Callable[[Route], None]:
    """Takes requests, and remembers the body and key of each."""

    def take(route: Route) -> None:
        bodies.append((route.request.post_data, route.request.headers.get("idempotency-key")))
        route.fulfill(status=202, json={})

    return take


def at(files: str, *places: object) -> str:
    """The address of a place of the page, with a token."""
    return f"{files}/#token=t&/" + "/".join(map(str, places))
