"""Uploads: a form becomes a blob named by its content, and a `DocumentSubmitted` that begins session and course."""

import asyncio
import os
import re
from datetime import UTC, datetime
from uuid import UUID

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from contracts.documents import Document
from contracts.problems import Code, Problem, failure
from contracts.session import DocumentSubmitted, Status
from contracts.views import Accepted, SessionState
from services.chassis import telemetry
from services.chassis.faults import point
from services.gateway.describing import takes
from services.gateway.desk import AtDesk, Desk, answer, where
from services.gateway.forms import Form, FormReader, too_large
from services.gateway.intake import Asked, sha256
from services.gateway.problems import PROBLEMS, told
from services.gateway.replies import RETRY, accepted, json_of
from services.gateway.sessions import etag, state_of
from services.gateway.who import Anyone, Who
from services.gateway.wishes import from_form

LONGEST_WAIT_SECONDS = 60
FORM_ROOM = 64 * 1024
"""What the rest of a form may add to the file's bytes."""
routes = APIRouter(prefix="/v1", tags=["documents"], responses=PROBLEMS)


async def receive(request: Request, desk: Desk) -> Form:
    """The form with its file in the blob store's scratch folder; whoever calls removes it. Raises `Failure`."""
    limit = desk.settings.upload_bytes
    length = request.headers.get("content-length", "")
    declared = int(length) if length.isascii() and length.isdigit() else 0
    refused = too_large(limit) if declared > limit + FORM_ROOM else None
    if refused and declared > 2 * limit + FORM_ROOM:
        raise refused
    path = await asyncio.to_thread(desk.blobs.scratch)
    try:
        reader = FormReader(request.headers.get("content-type", ""), path, limit)
        with path.open("wb") as file:
            form = await reader.read(request.stream(), file, refused)
            file.flush()
            await asyncio.to_thread(os.fsync, file.fileno())
    except ClientDisconnect:
        path.unlink(missing_ok=True)
        raise failure(Code.CONTRACT_BROKEN, "The upload broke off.", fields=["file"]) from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return form


def body_hash(form: Form) -> str:
    """What makes two uploads the same: the bytes, the name and the wishes, whatever the form's boundary."""
    wishes = [f"{name}={value}".encode() for name, values in sorted(form.fields.items()) for value in values]
    return sha256(form.sha256.encode(), form.filename.encode(), *wishes)


async def submit(desk: Desk, asked: Asked, who: Who, form: Form, incoming: str | None) -> Accepted:
    """Accepts the upload; the same again gets the same answer."""
    wishes = from_form(form.fields)
    point("received")
    if before := await desk.intake.earlier(asked, body_hash(form)):
        return before
    blob = f"documents/{form.sha256}"
    await asyncio.to_thread(desk.blobs.adopt, form.path, blob)
    session = asked.named("session")
    letter = DocumentSubmitted(
        tenant_id=who.tenant,
        user_id=who.user,
        course_id=asked.named("course"),
        document=Document(
            sha256=form.sha256, filename=form.filename, media_type="application/pdf", bytes=form.bytes, blob=blob
        ),
        uploaded_at=datetime.now(UTC),
        instructions=wishes,
    )
    ours = answer(session, course_id=letter.course_id)
    with telemetry.root_span("POST /v1/documents", session, link=incoming) as span:
        return await desk.intake.accept(asked, body_hash(form), letter, ours, span.traceparent, new=False)


@routes.post(
    "/documents",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("UploadForm", media_type="multipart/form-data"),
)
async def upload(request: Request, desk: AtDesk, who: Anyone) -> Response:
    """Upload a PDF; it becomes a session. With `Prefer: wait=N` the answer waits for its end, at most 60 s."""
    asked = Asked.of(request, who)
    request.state.trace = asked.named("session")
    form = await receive(request, desk)
    try:
        taken = await submit(desk, asked, who, form, request.headers.get("traceparent"))
    finally:
        form.path.unlink(missing_ok=True)
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
