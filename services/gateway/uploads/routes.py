"""Uploads: a form becomes blobs named by their content, and a `DocumentSubmitted` that begins session and course."""

import re
from datetime import UTC, datetime
from uuid import UUID

from fastapi import APIRouter, Request, Response

from contracts.problems import Problem
from contracts.session import DocumentSubmitted, Status
from contracts.views import Accepted, SessionState
from services.chassis.logs.json_lines import now_about
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone, Who
from services.gateway.desk import AtDesk, Desk, answer, where
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS, told
from services.gateway.http.replies import RETRY, accepted, json_of
from services.gateway.http.tracing import opened
from services.gateway.messaging.intake import Asked
from services.gateway.quizzes.orders import from_form
from services.gateway.sessions.routes import etag, state_of
from services.gateway.uploads.multipart import Form
from services.gateway.uploads.receiving import body_hash, kept, received

LONGEST_WAIT_SECONDS = 60
FILES_AT_MOST = 50
routes = APIRouter(prefix="/v1", tags=["documents"], responses=PROBLEMS)


async def submit(desk: Desk, asked: Asked, who: Who, form: Form, incoming: str | None) -> Accepted:
    """Accepts the upload; the same again gets the same answer."""
    wishes, hashed = from_form(form.fields, desk.settings.fallback), body_hash(desk, form)
    point("received")
    if before := await desk.intake.earlier(asked, hashed):
        return before
    session = asked.named("session")
    first, *more = await kept(desk, form, f"passwords/{session}")
    letter = DocumentSubmitted(
        tenant_id=who.tenant,
        user_id=who.user,
        course_id=asked.named("course"),
        document=first,
        uploaded_at=datetime.now(UTC),
        instructions=wishes,
        more=more,
    )
    ours = answer(session, course_id=letter.course_id)
    traceparent = opened(session, root=True, link=incoming)
    return await desk.intake.accept(asked, hashed, letter, ours, traceparent, new=False)


@routes.post(
    "/documents",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("UploadForm", media_type="multipart/form-data"),
)
async def upload(request: Request, desk: AtDesk, who: Anyone) -> Response:
    """Upload a document or several; they become a session. `Prefer: wait=N` waits for its end, at most 60 s."""
    asked = Asked.of(request, who)
    request.state.trace = asked.named("session")
    now_about(request.state.trace)
    async with (
        desk.quotas.upload(who) as full,
        received(request, desk, most=FILES_AT_MOST, refused=full if await desk.intake.is_new(asked) else None) as form,
    ):
        taken = await submit(desk, asked, who, form, request.headers.get("traceparent"))
    point("acknowledged")
    seconds = wish_to_wait(request)
    if seconds is None:
        return accepted(taken)
    return await _wait(request, desk, who, taken, seconds)


def wish_to_wait(request: Request) -> int | None:
    """N of `Prefer: wait=N` (RFC 7240), at most 60; None without one."""
    said = re.search(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,6})\"?", ",".join(request.headers.getlist("prefer")), re.I)
    return min(int(said[1]), LONGEST_WAIT_SECONDS) if said else None


async def _wait(request: Request, desk: Desk, who: Who, taken: Accepted, seconds: int) -> Response:
    """The session once nothing more happens by itself; a failed one as its problem; 202 when that takes longer."""
    session: UUID = taken.session_id

    async def ended() -> Status | None:
        standing = await desk.views.standing(who, session)
        return None if standing.runs else standing.status

    status = await desk.waiters.until(session, ended, seconds)
    applied = {"Preference-Applied": f"wait={seconds}", "Location": where(session)}
    if status is None:
        return accepted(taken, applied)
    wrong: Problem | None = None if status == Status.READY else await desk.views.error(who, session)
    if wrong is not None:
        return told(request, wrong, applied)
    state: SessionState = await state_of(desk, who, session, 0, 100)
    return json_of(state, headers={**applied, "ETag": etag(state.version, who)} | (RETRY if state.progress else {}))
