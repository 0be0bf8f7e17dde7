"""Sessions: the list, the state with its ETag, retry and forget."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from contracts.problems import Code, failure
from contracts.session import ForgetRequested, RetryRequested, Status
from contracts.views import CONTRACT_VERSION, Accepted, SessionState
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone, Who
from services.gateway.desk import AtDesk, Desk, answer, body_of, take
from services.gateway.http.describing import takes
from services.gateway.http.paging import Place, place
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import RETRY, Sessions, accepted, json_of
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.sessions import views

routes = APIRouter(prefix="/v1/sessions", tags=["sessions"], responses=PROBLEMS)
Offset = Annotated[int, Query(ge=0, le=2**31 - 1)]
Limit = Annotated[int, Query(ge=1, le=500)]


def etag(version: int, who: Who) -> str:
    """What changes when the state or the way it is shown does."""
    return f'"{version}-{CONTRACT_VERSION}-{who.role}"'


def matches(header: str | None, tag: str) -> bool:
    """Whether If-None-Match names the tag."""
    return header is not None and any(one.strip().removeprefix("W/") in (tag, "*") for one in header.split(","))


async def state_of(desk: Desk, who: Who, session: UUID, offset: int, limit: int) -> SessionState:
    """The session's state with one page of each long array. Raises `Failure` 404."""
    row = await desk.views.session(who, session)
    return views.session(
        row,
        papers=await desk.papers.of(session),
        blocks=await desk.views.blocks(session, offset, limit) if row["blocks"] > offset else (),
        questions=await desk.views.questions(session, None, offset, limit) if row["questions"] > offset else (),
        results=await desk.views.results(session, None, offset, limit) if row["results"] > offset else (),
        notes=await desk.views.notes(session, offset, limit) if row["notes"] > offset else (),
        quizzes=await desk.views.quizzes(session) if row["quizzes"] else (),
    )


@routes.get("", response_model=Sessions)
async def sessions(
    desk: AtDesk, who: Anyone, limit: Annotated[int, Query(ge=1, le=200)] = 50, cursor: str | None = None
) -> Response:
    """Your sessions, newest first."""
    found = await desk.views.sessions(who, place(cursor), limit + 1)
    shown = found[:limit]
    following = Place(shown[-1]["created_at"], shown[-1]["session_id"]).cursor() if len(found) > limit else None
    return json_of(Sessions(sessions=[views.line(row) for row in shown], next=following))


@routes.get("/{session_id}", response_model=SessionState, responses={304: {"description": "Nothing has changed."}})
async def session(
    request: Request, desk: AtDesk, who: Anyone, session_id: UUID, offset: Offset = 0, limit: Limit = 100
) -> Response:
    """A session's state. Ask again with its ETag: 304 until something changed."""
    standing = await desk.views.standing(who, session_id)
    headers = {"ETag": etag(standing.version, who)} | (RETRY if standing.runs else {})
    if matches(request.headers.get("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    state = await state_of(desk, who, session_id, offset, limit)
    return json_of(state, headers=headers | {"ETag": etag(state.version, who)})


@routes.post("/{session_id}/retry", status_code=202, response_model=Accepted, openapi_extra=takes("RetryRequested"))
async def retry(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Let a session that failed for reasons of ours go on from where it stopped."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    letter = RetryRequested.model_validate_json(body, strict=True)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    if standing.status != Status.FAILED or standing.version != letter.version:
        said = f"The session is at version {standing.version} by now; it failed at another than {letter.version}."
        if standing.status != Status.FAILED:
            said = f"The session has not failed, it is {standing.status}: there is nothing to retry."
        raise failure(Code.CONFLICT, said, version=standing.version)
    wrong = await desk.views.error(who, session_id)
    if wrong is not None and wrong.status < 500:
        raise failure(Code.CONFLICT, f"Trying again cannot help: {wrong.detail} {wrong.action}")
    taken = await take(desk, asked, sha256(body), letter, answer(session_id))
    point("acknowledged")
    return accepted(taken)


@routes.delete("/{session_id}", status_code=202, response_model=Accepted)
async def forget(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Have everything of a session erased."""
    asked = Asked.of(request, who)
    if before := await desk.intake.earlier(asked, sha256(b"")):
        return accepted(before)
    standing = await desk.views.standing(who, session_id)
    point("received")
    new = standing.status == Status.ACCEPTED
    taken = await take(desk, asked, sha256(b""), ForgetRequested(), answer(session_id), new=new)
    point("acknowledged")
    return accepted(taken)
