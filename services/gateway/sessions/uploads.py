"""Uploads: a form becomes blobs named by their content, and a `DocumentSubmitted` that begins session and course."""

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Body, Depends, Request, Response

from contracts.problems import Problem
from contracts.session import DocumentSubmitted, Status
from contracts.views.sessions import Accepted, SessionState
from services.chassis.logs.json_lines import now_about
from services.gateway.access.bearer import Anyone, HasSettings
from services.gateway.access.quotas import HasQuotas
from services.gateway.access.standing import SessionAccess, etag
from services.gateway.documents.pictures import HasBlobs
from services.gateway.documents.receiving import Sent, body_hash, kept
from services.gateway.http.bodies import Raw, router
from services.gateway.http.language import VARY, ReaderLanguage, in_language
from services.gateway.http.prefer import SecondsToWait
from services.gateway.http.problems import told
from services.gateway.http.replies import ETAG, RETRY, RETRY_AFTER, WRITTEN, accepted
from services.gateway.http.tracing import opened
from services.gateway.messaging.intake import Asked
from services.gateway.messaging.requests import HasIntake, IdempotencyKey, answer, where
from services.gateway.messaging.waiting import HasWaiters
from services.gateway.quizzes.orders import from_form
from services.gateway.sessions.routes import Whole
from services.gateway.sessions.schemas import UploadForm

routes = router("/v1", "documents")
APPLIED = {"Preference-Applied": {"description": "How long it was waited for.", "schema": {"type": "string"}}}
ENDS: dict[int | str, dict[str, Any]] = {
    **WRITTEN,
    200: {
        "model": SessionState,
        "description": "Ready, within the time that was asked for.",
        "headers": {**ETAG, **RETRY_AFTER, **APPLIED},
    },
}


FILES_AT_MOST = 50


async def documents_sent(
    request: Request,
    who: Anyone,
    settings: HasSettings,
    blobs: HasBlobs,
    quotas: HasQuotas,
    intake: HasIntake,
    form: Annotated[bytes, Body(media_type="multipart/form-data"), Raw(UploadForm)],
    key: IdempotencyKey = None,
) -> Sent:
    """A new session's documents."""
    asked = Asked(who, request.method, request.url.path, key)
    request.state.trace = asked.named("session")
    now_about(request.state.trace)
    return Sent(request, asked, settings, blobs, quotas, intake, FILES_AT_MOST)


@routes.post("/documents", status_code=202, response_model=Accepted, responses=ENDS)
async def upload_documents(
    request: Request,
    who: Anyone,
    sent: Annotated[Sent, Depends(documents_sent)],
    settings: HasSettings,
    intake: HasIntake,
    sessions: SessionAccess,
    waiters: HasWaiters,
    whole: Whole,
    seconds: SecondsToWait,
    language: ReaderLanguage,
) -> Response:
    """Upload a document or several; they become a session. `Prefer: wait=N` waits for its end, at most 60 s."""
    async with sent as (asked, form):
        wishes, hashed = from_form(form.fields, settings.fallback), body_hash(settings, form)
        taken = await intake.earlier(asked, hashed)
        if taken is None:
            session = asked.named("session")
            first, *more = await kept(sent.blobs, form, f"passwords/{session}")
            message = DocumentSubmitted(
                tenant_id=who.tenant,
                user_id=who.user,
                course_id=asked.named("course"),
                document=first,
                uploaded_at=datetime.now(UTC),
                instructions=wishes,
                more=more,
            )
            ours = answer(session, course_id=message.course_id)
            traceparent = opened(session, root=True, link=request.headers.get("traceparent"))
            taken = await intake.accept(asked, hashed, message, ours, traceparent, new=False)
    if seconds is None:
        return accepted(taken)
    id: UUID = taken.session_id

    async def ended() -> Status | None:
        standing = await sessions.standing(who, id)
        return None if standing.runs else standing.status

    status = await waiters.until(id, ended, seconds)
    applied = {"Preference-Applied": f"wait={seconds}", "Location": where(id)}
    if status is None:
        return accepted(taken, applied)
    wrong: Problem | None = None if status == Status.READY else (await sessions.standing(who, id)).error
    if wrong is not None:
        return told(request, wrong, applied)
    state = in_language(await whole.state(who, id, language), language)
    headers = {**applied, **VARY, "ETag": etag(state.version, state.status, who, language)} | (
        RETRY if state.progress else {}
    )
    return Response(state.model_dump_json(by_alias=True), 200, headers, "application/json")
