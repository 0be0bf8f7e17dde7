"""Manual review, to act: set a page right, approve, reject, or send a better scan. Each is a message of its session."""

import asyncio
import hashlib
from uuid import UUID

from fastapi import APIRouter, Request, Response

from contracts.letter import Letter
from contracts.problems import Code, failure
from contracts.review import DocumentReplaced, PageCorrected, ReviewDecided
from contracts.session import Status
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone
from services.gateway.database import Row
from services.gateway.desk import AtDesk, Desk, answer, body_of, take
from services.gateway.documents.queries import chosen
from services.gateway.http.describing import Approval, PageText, Rejection, takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import accepted
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.review import views
from services.gateway.review.routes import PageNumber, Sha
from services.gateway.sessions.queries import Standing
from services.gateway.uploads.files import FILE
from services.gateway.uploads.receiving import body_hash, kept, received

routes = APIRouter(prefix="/v1/sessions/{session_id}/review", tags=["review"], responses=PROBLEMS)


@routes.post("/pages/{page}", status_code=202, response_model=Accepted, openapi_extra=takes("PageText"))
@routes.put("/pages/{page}", status_code=202, response_model=Accepted, openapi_extra=takes("PageText"))
async def correct(
    request: Request, desk: AtDesk, who: Anyone, session_id: UUID, page: PageNumber, sha: Sha = None
) -> Response:
    """Set a page's text right: 1 to 40,000 characters. The last one counts, and takes effect with the approval."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    text = PageText.model_validate_json(body, strict=True).text.replace("\r\n", "\n")
    point("received")
    hashed = sha256(body, (sha or "").encode())
    if before := await desk.intake.earlier(asked, hashed):
        return accepted(before)
    paper = await to_decide(desk, standing, sha)
    if views.quality(paper, page) is None:
        raise failure(Code.CONTRACT_BROKEN, f"page: page {page} is not under review.", fields=["page"])
    blob = f"corrections/{session_id}/{hashlib.sha256(text.encode()).hexdigest()}"
    await asyncio.to_thread(desk.blobs.create, blob, text.encode())
    letter = PageCorrected(document_sha256=paper["sha256"], page=page, text=blob, characters=len(text))
    return await _told(desk, asked, hashed, letter, session_id)


@routes.post("/approve", status_code=202, response_model=Accepted, openapi_extra=takes("Approval", required=False))
async def approve(request: Request, desk: AtDesk, who: Anyone, session_id: UUID, sha: Sha = None) -> Response:
    """Let a document pass as it is, with its corrections: it goes on as if it had been read well."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    Approval.model_validate_json(body if body.strip() else b"{}", strict=True)
    point("received")
    hashed = sha256(body, (sha or "").encode())
    if before := await desk.intake.earlier(asked, hashed):
        return accepted(before)
    paper = await to_decide(desk, standing, sha)
    letter = ReviewDecided(document_sha256=paper["sha256"], decision="approve")
    return await _told(desk, asked, hashed, letter, session_id)


@routes.post("/reject", status_code=202, response_model=Accepted, openapi_extra=takes("Rejection", required=False))
async def reject(request: Request, desk: AtDesk, who: Anyone, session_id: UUID, sha: Sha = None) -> Response:
    """Let it end here; the reason is shown."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    reason = Rejection.model_validate_json(body if body.strip() else b"{}", strict=True).reason
    point("received")
    hashed = sha256(body, (sha or "").encode())
    if before := await desk.intake.earlier(asked, hashed):
        return accepted(before)
    paper = await to_decide(desk, standing, sha)
    letter = ReviewDecided(document_sha256=paper["sha256"], decision="reject", reason=reason)
    return await _told(desk, asked, hashed, letter, session_id)


@routes.post(
    "/document",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("ScanForm", media_type="multipart/form-data"),
)
async def replace(request: Request, desk: AtDesk, who: Anyone, session_id: UUID, sha: Sha = None) -> Response:
    """Send a better scan: it takes the document's place and is read from the beginning."""
    standing = await desk.views.standing(who, session_id)
    asked = Asked.of(request, who)
    async with (
        desk.quotas.upload(who) as full,
        received(request, desk, most=1, refused=full if await desk.intake.is_new(asked) else None) as form,
    ):
        for name in form.fields:
            raise failure(Code.CONTRACT_BROKEN, f"{name}: there is no such field.", fields=[name])
        point("received")
        hashed = body_hash(desk, form, sha or "")
        if before := await desk.intake.earlier(asked, hashed):
            return accepted(before)
        paper = await to_decide(desk, standing, sha)
        if any(form.files[0].sha256 == one["sha256"] for one in await desk.papers.of(session_id)):
            said = "file: the session has this very file already; send another scan."
            raise failure(Code.CONTRACT_BROKEN, said, fields=[FILE])
        (document,) = await kept(desk, form, f"passwords/{session_id}-{asked.message_id}")
    letter = DocumentReplaced(replaces=paper["sha256"], document=document)
    return await _told(desk, asked, hashed, letter, session_id)


async def to_decide(desk: Desk, standing: Standing, sha: str | None) -> Row:
    """The document that is asked about, if it waits for a person. Raises `Failure` 404, or 409 if it does not."""
    papers = await desk.papers.of(standing.session_id)
    if not papers:
        raise failure(Code.CONFLICT, "The document is not read yet: there is nothing to review.")
    paper = chosen(papers, sha)
    if paper["state"] not in views.OPEN:
        raise failure(Code.CONFLICT, "The document does not wait for a review: there is nothing to decide.")
    if standing.status == Status.FAILED:
        raise failure(Code.CONFLICT, "The session has failed: retry it first, then review the document.")
    return paper


async def _told(desk: Desk, asked: Asked, hashed: str, letter: Letter, session: UUID) -> Response:
    taken = await take(desk, asked, hashed, letter, answer(session))
    point("acknowledged")
    return accepted(taken)
