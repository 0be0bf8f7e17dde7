"""A course for a class: shared by a code, closed again, joined without an account."""

import hashlib
import hmac
import secrets
from uuid import UUID, uuid4, uuid5

from fastapi import APIRouter, Request, Response

from contracts.class_views import Joined, ShareView
from contracts.letter import Letter
from contracts.problems import Code, Failure, failure
from contracts.sharing import CourseClosed, CourseJoined, CourseShared
from contracts.views import Accepted
from services.gateway.access.bearer import Teacher, Who, token_of, who_asks
from services.gateway.database import Row
from services.gateway.desk import AtDesk, Desk, answer, body_of, take
from services.gateway.http.bodies import JoinWish
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import accepted, json_of
from services.gateway.messaging.intake import Asked, sha256

routes = APIRouter(prefix="/v1", tags=["classes"], responses=PROBLEMS)
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LEAST_KEY = 16
"""An Idempotency-Key that is shorter could be guessed, and with it a learner's token be had."""


@routes.get("/courses/{course_id}/share", response_model=ShareView)
async def share_of(request: Request, desk: AtDesk, who: Teacher, course_id: UUID) -> Response:
    """How the course can be joined now."""
    course = await desk.classes.course(who, course_id)
    code = await desk.classes.code(who, course_id)
    shown = ShareView(
        course_id=course_id,
        title=course["title"],
        code=code,
        url=f"{request.base_url}#/join/{code}" if code else None,
        learners=await desk.classes.learners(who, course_id),
    )
    return json_of(shown)


@routes.post("/courses/{course_id}/share", status_code=202, response_model=Accepted)
async def share(request: Request, desk: AtDesk, who: Teacher, course_id: UUID) -> Response:
    """Open the course by a new code; the one before it opens nothing any more."""
    code = "".join(secrets.choice(LETTERS) for _ in range(8))
    return await _told(request, desk, who, course_id, CourseShared(code=code))


@routes.delete("/courses/{course_id}/share", status_code=202, response_model=Accepted)
async def close(request: Request, desk: AtDesk, who: Teacher, course_id: UUID) -> Response:
    """Close the course: nobody joins any more; who has joined goes on."""
    return await _told(request, desk, who, course_id, CourseClosed())


@routes.post(
    "/join",
    status_code=202,
    response_model=Joined,
    openapi_extra={**takes("JoinWish"), "security": []},
)
async def join(request: Request, desk: AtDesk) -> Response:
    """Join a course by its code: no account is needed. Who brings a token of the same house joins as who they are."""
    body = await body_of(request)
    wish = JoinWish.model_validate_json(body, strict=True)
    address = request.client.host if request.client else ""
    desk.quotas.may_guess(address)
    course = await desk.classes.joinable(wish.code)
    if course is None:
        desk.quotas.guessed(address)
        raise failure(Code.NOT_FOUND, "No course is open by this code.", fields=["code"])
    known = who_asks(request)
    known = known if known and known.tenant == course["tenant_id"] else None
    if known and known.user == course["user_id"]:
        return _in(course, course["session_id"], None, 200)
    if not course["read"]:
        raise failure(Code.CONFLICT, "The course's document is not read yet: join again in some minutes.")
    who = known or Who(course["tenant_id"], _newcomer(request, wish.code, desk.settings.token_secret), "learner")
    session = uuid5(course["course_id"], who.user)
    token = None if known else token_of(who, desk.settings.token_secret)
    if known and await _walks(desk, who, session):
        return _in(course, session, None, 200)
    asked = Asked.of(request, who)
    letter = CourseJoined(
        tenant_id=who.tenant, user_id=who.user, course_id=course["course_id"], code=wish.code, name=wish.name.strip()
    )
    told = answer(session, course_id=course["course_id"])
    if not await desk.intake.earlier(asked, sha256(body)):
        desk.quotas.join(wish.code)
        await take(desk, asked, sha256(body), letter, told, new=True, begins=True)
    return _in(course, session, token, 202)


async def _told(request: Request, desk: Desk, who: Who, course_id: UUID, letter: Letter) -> Response:
    course = await desk.classes.course(who, course_id)
    asked, body = Asked.of(request, who), await body_of(request)
    told = answer(course["session_id"], course_id=course_id).model_copy(update={"url": request.url.path})
    before = await desk.intake.earlier(asked, sha256(body))
    return accepted(before or await take(desk, asked, sha256(body), letter, told))


async def _walks(desk: Desk, who: Who, session: UUID) -> bool:
    """Whether the person has joined before. Raises `Failure` 404 once that was forgotten."""
    try:
        await desk.views.standing(who, session)
    except Failure as missing:
        if missing.problem.code == Code.FORGOTTEN:
            raise
        return False
    return True


def _newcomer(request: Request, code: str, secret: str) -> str:
    """A user id for who has no account: the same for the same request sent again, else a new one."""
    key = request.headers.get("idempotency-key", "")
    if len(key) < LEAST_KEY:
        return f"learner-{uuid4().hex}"
    return f"learner-{hmac.new(secret.encode(), f'{code} {key}'.encode(), hashlib.sha256).hexdigest()[:32]}"


def _in(course: Row, session: UUID, token: str | None, status: int) -> Response:
    joined = Joined(
        session_id=session,
        course_id=course["course_id"],
        title=course["title"],
        token=token,
        url=f"/v1/sessions/{session}",
    )
    return json_of(joined, status, {"Location": joined.url})
