"""Manual review: what waits for a person and why, a page with its words; to set a page right, approve, reject, or send
a better scan. Each of these is a message of its session."""

import asyncio
import hashlib
from typing import Annotated

from fastapi import Depends, Response

from contracts.problems import Code
from contracts.reading import DocumentReplaced, PageCorrected, ReviewDecided
from contracts.session import Status
from contracts.views.sessions import Accepted, ReviewPage, ReviewView
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, HasSettings
from services.gateway.access.standing import SessionHere, Standing
from services.gateway.database import Row
from services.gateway.documents.files import FILE
from services.gateway.documents.pictures import HasBlobs
from services.gateway.documents.queries import DocumentQueries, chosen
from services.gateway.documents.receiving import Sent, body_hash, kept, scan_sent
from services.gateway.documents.routes import PageNumber, Sha
from services.gateway.http.bodies import JsonBody, MaybeBody, router
from services.gateway.http.paging import Fewer, page_of, place
from services.gateway.http.problems import broken
from services.gateway.http.replies import NOT_YET, WRITTEN, accepted, unknown
from services.gateway.http.tracing import opened
from services.gateway.messaging.requests import Begun, ChangeRequest, HasIntake, answer, where
from services.gateway.review import views
from services.gateway.review.schemas import PAGE_CHARACTERS, Approval, PageText, Rejection, Reviews

routes = router("/v1", "review")
APPROVAL, REJECTION = Approval(), Rejection()
REVIEW = "/sessions/{session_id}/review"


@routes.get("/reviews")
async def reviews(who: Anyone, documents: DocumentQueries, limit: Fewer = 50, cursor: str | None = None) -> Reviews:
    """Your documents that wait for a person, newest first: held by the quality gate, or with pages left out."""
    found = await documents.waiting(who, place(cursor), limit + 1)
    shown, following = page_of(found, limit, "since", "sha256")
    return Reviews(reviews=[views.line(paper) for paper in shown], next=following)


@routes.get(REVIEW, responses=NOT_YET)
async def review(session: SessionHere, documents: DocumentQueries, sha: Sha = None) -> ReviewView:
    """A document's review: why, the numbers by page, and what was done so far."""
    id = session.session_id
    papers = await documents.of_session(id)
    if not papers:
        session.not_yet(where(id, "/review"))
    paper = chosen(papers, sha)
    return views.view(paper, session.status, await documents.history(id, paper["sha256"]))


@routes.get(REVIEW + "/pages/{page}")
async def review_page(
    session: SessionHere, documents: DocumentQueries, blobs: HasBlobs, page: PageNumber, sha: Sha = None
) -> ReviewPage:
    """A page under review: its text, its words with confidences and boxes, and where its picture is."""
    id = session.session_id
    paper = chosen(await documents.of_session(id), sha)
    quality, reading = views.quality(paper, page), paper["reading"]
    if quality is None or reading is None:
        unknown("no_page_to_review")
    correction = await documents.correction(id, paper["sha256"], page)
    picture = where(id, f"/pages/{page}.png?document={paper['sha256']}")

    def read() -> ReviewPage:
        corrected = blobs.read(correction).decode() if correction else None
        return views.page_of(blobs.read(reading), corrected, quality, picture)

    return await asyncio.to_thread(read)


async def _about(session: SessionHere, change: Begun, sha: Sha = None) -> ChangeRequest:
    await change.once((sha or "").encode())
    return change


AboutDocument = Annotated[ChangeRequest, Depends(_about)]
"""A request that is the same only about the same document."""


@routes.post(REVIEW + "/pages/{page}", status_code=202, responses=WRITTEN, operation_id="correct_page_by_post")
@routes.put(REVIEW + "/pages/{page}", status_code=202, responses=WRITTEN)
async def correct_page(
    session: SessionHere,
    change: AboutDocument,
    documents: DocumentQueries,
    blobs: HasBlobs,
    page: PageNumber,
    wish: JsonBody[PageText],
    sha: Sha = None,
) -> Accepted:
    """Set a page's text right: 1 to 40,000 characters. The last one counts, and takes effect with the approval."""
    text = wish.text.replace("\r\n", "\n")
    if not text.strip():
        raise broken("text", "blank_page", most=f"{PAGE_CHARACTERS:,}")
    paper = await to_decide(documents, session, sha)
    if views.quality(paper, page) is None:
        raise broken("page", "not_under_review", page=page)
    blob = f"corrections/{session.session_id}/{hashlib.sha256(text.encode()).hexdigest()}"
    await asyncio.to_thread(blobs.create, blob, text.encode())
    message = PageCorrected(document_sha256=paper["sha256"], page=page, text=blob, characters=len(text))
    return await change.accept(message, answer(session.session_id))


@routes.post(REVIEW + "/approve", status_code=202, responses=WRITTEN)
async def approve_document(
    session: SessionHere,
    change: AboutDocument,
    documents: DocumentQueries,
    wish: MaybeBody[Approval] = APPROVAL,
    sha: Sha = None,
) -> Accepted:
    """Let a document pass with its corrections: it goes on as if it had been read well, without the pages that were
    read badly, but for those that count as they were recognised."""
    paper = await to_decide(documents, session, sha)
    if strange := [page for page in wish.pages if views.quality(paper, page) is None]:
        raise broken("pages", "not_under_review", page=strange[0])
    corrected = await documents.corrected(session.session_id, paper["sha256"])
    if views.nothing_left(paper, corrected, wish.pages):
        raise broken("pages", "no_page_left")
    pages = sorted(set(wish.pages))
    message = ReviewDecided(document_sha256=paper["sha256"], decision="approve", pages=pages)
    return await change.accept(message, answer(session.session_id))


@routes.post(REVIEW + "/reject", status_code=202, responses=WRITTEN)
async def reject_document(
    session: SessionHere,
    change: AboutDocument,
    documents: DocumentQueries,
    wish: MaybeBody[Rejection] = REJECTION,
    sha: Sha = None,
) -> Accepted:
    """Let it end here; the reason is shown."""
    paper = await to_decide(documents, session, sha)
    message = ReviewDecided(document_sha256=paper["sha256"], decision="reject", reason=wish.reason)
    return await change.accept(message, answer(session.session_id))


@routes.post(REVIEW + "/document", status_code=202, response_model=Accepted, responses=WRITTEN)
async def replace_document(
    session: SessionHere,
    sent: Annotated[Sent, Depends(scan_sent)],
    settings: HasSettings,
    intake: HasIntake,
    documents: DocumentQueries,
    sha: Sha = None,
) -> Response:
    """Send a better scan: it takes the document's place and is read from the beginning."""
    id = session.session_id
    async with sent as (asked, form):
        for name in form.fields:
            raise broken(name, "extra_forbidden")
        hashed = body_hash(settings, form, sha or "")
        if before := await intake.earlier(asked, hashed):
            return accepted(before)
        paper = await to_decide(documents, session, sha)
        if any(form.files[0].sha256 == one["sha256"] for one in await documents.of_session(id)):
            raise broken(FILE, "same_file")
        (document,) = await kept(sent.blobs, form, f"passwords/{id}-{asked.message_id}")
    message = DocumentReplaced(replaces=paper["sha256"], document=document)
    taken = await intake.accept(asked, hashed, message, answer(id), opened(id), new=False)
    return accepted(taken)


async def to_decide(documents: DocumentQueries, session: Standing, sha: str | None) -> Row:
    """The document that is asked about, if it waits for a person. Raises `Failure` 404, or 409 if it does not."""
    papers = await documents.of_session(session.session_id)
    if not papers:
        raise failed(Code.CONFLICT, "review_unread")
    paper = chosen(papers, sha)
    if paper["state"] not in views.OPEN:
        raise failed(Code.CONFLICT, "review_none")
    if session.status == Status.FAILED:
        raise failed(Code.CONFLICT, "review_failed")
    return paper
