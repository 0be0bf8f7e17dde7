"""A course for a class: shared by a code, closed, joined without an account; how the class does, for the owner."""

import hashlib
import hmac
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID, uuid4, uuid5

from fastapi import Depends, Request, Response

from contracts.problems import Code, Failure
from contracts.session import CourseClosed, CourseJoined, CourseShared
from contracts.views.classes import (
    ClassResults,
    ConceptLine,
    DeskCourse,
    ItemFigures,
    ItemStatistics,
    Joined,
    LearnerLine,
    ShareView,
)
from contracts.views.sessions import Accepted
from services.chassis.problems import failed
from services.gateway.access.bearer import HasSettings, Teacher, Who, token_of, who_asks
from services.gateway.access.quotas import HasQuotas
from services.gateway.access.standing import SessionAccess, Standings
from services.gateway.classes.queries import ClassQueries
from services.gateway.classes.schemas import Desk, JoinWish
from services.gateway.classes.statistics import LEAST_TO_SUSPECT, statistics
from services.gateway.database import Row
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import JsonBody, body_of, router
from services.gateway.http.paging import Limit, Offset, place
from services.gateway.http.replies import LOCATION, WRITTEN
from services.gateway.http.spreadsheet import Csv, csv_of
from services.gateway.http.tracing import opened
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.messaging.requests import HasIntake, IdempotencyKey, Once, answer

routes = router("/v1", "classes")
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
JOINS: dict[int | str, dict[str, Any]] = {
    200: {"model": Joined, "description": "Joined before.", "headers": LOCATION},
    202: {"description": "Joined: look there.", "headers": LOCATION},
}
FIGURES = ("answers", "facility", "discrimination", "median_latency_sec", "difficulty", "observed_difficulty")
MOST_COURSES = 200
LEAST_KEY = 16
"""An Idempotency-Key that is shorter could be guessed, and with it a learner's token be had."""


@routes.get("/courses/{course_id}/share")
async def course_share(request: Request, who: Teacher, course_id: UUID, classes: ClassQueries) -> ShareView:
    """How the course can be joined now."""
    course = await classes.course(who, course_id)
    code = await classes.code(who, course_id)
    return ShareView(
        course_id=course_id,
        title=course["title"],
        code=code,
        url=f"{request.base_url}#/join/{code}" if code else None,
        learners=await classes.learners(who, course_id),
    )


async def _course(who: Teacher, course_id: UUID, classes: ClassQueries) -> Row:
    return await classes.course(who, course_id)


Course = Annotated[Row, Depends(_course)]
"""The course of the path, which is the person's own. 403, 404."""


@routes.post("/courses/{course_id}/share", status_code=202, responses=WRITTEN)
async def share_course(course: Course, change: Once) -> Accepted:
    """Open the course by a new code; the one before it opens nothing any more."""
    code = "".join(secrets.choice(LETTERS) for _ in range(8))
    return await change.accept(CourseShared(code=code), _of(course))


@routes.delete("/courses/{course_id}/share", status_code=202, responses=WRITTEN)
async def close_course(course: Course, change: Once) -> Accepted:
    """Close the course: nobody joins any more; who has joined goes on."""
    return await change.accept(CourseClosed(), _of(course))


async def _body(request: Request) -> bytes:
    return await body_of(request)


@routes.get("/desk")
async def desk(who: Teacher, classes: ClassQueries, documents: DocumentQueries) -> Desk:
    """What waits for you as an owner, over all your courses (the newest 200)."""
    courses = []
    for row in await classes.desk(who, LEAST_TO_SUSPECT, MOST_COURSES):
        # The figures are asked for where so many have answered that they can say something.
        found = (await _statistics(classes, who, row["course_id"], 0, None))[0] if row["asked"] else []
        suspects = sum(one.key_suspect and one.state in ("live", "approved") for one in found)
        shown = {name: row[name] for name in DeskCourse.model_fields if name in row}
        courses.append(DeskCourse.model_validate({**shown, "suspects": suspects}))
    courses.sort(key=lambda one: (one.since is None, one.since or datetime.max.replace(tzinfo=UTC), not one.suspects))
    reviews = await documents.waiting(who, place(None), MOST_COURSES)
    disputes, suspects = (sum(getattr(one, name) for one in courses) for name in ("disputes", "suspects"))
    return Desk(reviews=len(reviews), disputes=disputes, suspects=suspects, courses=courses)


@routes.post("/join", status_code=202, response_model=Joined, responses=JOINS)
async def join_course(
    request: Request,
    body: Annotated[bytes, Depends(_body)],
    wish: JsonBody[JoinWish],
    settings: HasSettings,
    quotas: HasQuotas,
    classes: ClassQueries,
    sessions: SessionAccess,
    intake: HasIntake,
    key: IdempotencyKey = None,
) -> Response:
    """Join a course by its code: no account is needed. Who brings a token of the same house joins as who they are."""
    address = request.client.host if request.client else ""
    quotas.may_guess(address)
    course = await classes.joinable(wish.code)
    if course is None:
        quotas.guessed(address)
        raise failed(Code.NOT_FOUND, "no_code", fields=["code"])
    known = who_asks(request)
    known = known if known and known.tenant == course["tenant_id"] else None
    if known and known.user == course["user_id"]:
        return _in(course, course["session_id"], None, 200)
    if not course["read"]:
        raise failed(Code.CONFLICT, "course_unread")
    who = known or Who(course["tenant_id"], _newcomer(key or "", wish.code, settings.token_secret), "learner")
    session = uuid5(course["course_id"], who.user)
    token = None if known else token_of(who, settings.token_secret)
    if known and await _walks(sessions, who, session):
        return _in(course, session, None, 200)
    asked = Asked(who, request.method, request.url.path, key)
    message = CourseJoined(
        tenant_id=who.tenant, user_id=who.user, course_id=course["course_id"], code=wish.code, name=wish.name.strip()
    )
    told = answer(session, course_id=course["course_id"])
    if not await intake.earlier(asked, sha256(body)):
        quotas.join(wish.code)
        await intake.accept(asked, sha256(body), message, told, opened(session, root=True), new=True)
    return _in(course, session, token, 202)


@routes.get("/courses/{course_id}/results")
async def class_results(
    who: Teacher, course_id: UUID, classes: ClassQueries, offset: Offset = 0, limit: Limit = 100
) -> ClassResults:
    """Who learns and how it goes; learners in pages, concepts hardest first."""
    course = await classes.course(who, course_id)
    lines = await classes.lines(who, course_id, offset, limit)
    concepts = await classes.concepts(who, course_id, [course["session_id"]])
    return ClassResults(
        course_id=course_id,
        title=course["title"],
        learners=[_learner(line) for line in lines],
        concepts=[ConceptLine.model_validate(row) for row in concepts],
        total=lines[0]["total"] if lines else await classes.learners(who, course_id),
    )


@routes.get("/courses/{course_id}/results.csv", response_class=Csv)
async def class_results_table(who: Teacher, course_id: UUID, classes: ClassQueries) -> Csv:
    """A row a learner, with a column for each concept: how likely it is known; empty where it was not asked."""
    await classes.course(who, course_id)
    lines = await classes.lines(who, course_id, 0, None)
    stands = await classes.mastery(who, course_id, [line["session_id"] for line in lines])
    scores = {(row["session_id"], row["concept"]): row["score"] for row in stands if row["answers"]}
    concepts = sorted({concept for _, concept in scores}, key=str.casefold)
    head = [*LearnerLine.model_fields, *concepts]
    rows = [
        [
            *_learner(line).model_dump(mode="json").values(),
            *(scores.get((line["session_id"], each)) for each in concepts),
        ]
        for line in lines
    ]
    return csv_of(f"course-{course_id}", head, rows)


@routes.get("/courses/{course_id}/items/statistics")
async def item_statistics(
    who: Teacher, course_id: UUID, classes: ClassQueries, offset: Offset = 0, limit: Limit = 200
) -> ItemFigures:
    """What real answers say of each item. The owner's own count only while nobody has joined."""
    found, total = await _statistics(classes, who, course_id, offset, limit)
    return ItemFigures(items=found, total=total)


@routes.get("/courses/{course_id}/items/statistics.csv", response_class=Csv)
async def item_statistics_table(who: Teacher, course_id: UUID, classes: ClassQueries) -> Csv:
    """A row an item."""
    found, _ = await _statistics(classes, who, course_id, 0, None)
    head = ["item_id", "question", "type", "concept", "state", *FIGURES, "key_suspect", "rare_distractors"]
    rows = [
        [
            str(each.item_id),
            each.question,
            each.type,
            each.concept,
            each.state,
            *(getattr(each, name) for name in FIGURES),
            "yes" if each.key_suspect else "",
            "; ".join(option.text for option in each.options if option.rare),
        ]
        for each in found
    ]
    return csv_of(f"course-{course_id}-items", head, rows)


def _of(course: Row) -> Accepted:
    """What is answered about the course, by its owner's own session."""
    id = course["course_id"]
    return answer(course["session_id"], course_id=id).model_copy(update={"url": f"/v1/courses/{id}/share"})


async def _walks(sessions: Standings, who: Who, session: UUID) -> bool:
    """Whether the person has joined before. Raises `Failure` 404 once that was forgotten."""
    try:
        await sessions.standing(who, session)
    except Failure as missing:
        if missing.problem.code == Code.FORGOTTEN:
            raise
        return False
    return True


def _newcomer(key: str, code: str, secret: str) -> str:
    """A user id for who has no account: the same for the same request sent again, else a new one."""
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
    return Response(joined.model_dump_json(by_alias=True), status, {"Location": joined.url}, "application/json")


async def _statistics(
    classes: ClassQueries, who: Who, course_id: UUID, offset: int, limit: int | None
) -> tuple[list[ItemStatistics], int]:
    course = await classes.course(who, course_id)
    own = [course["session_id"]] if await classes.learners(who, course_id) else []
    rows = await classes.items(who, course_id, offset, limit)
    found = statistics(rows, await classes.answers(who, course_id, own))
    return found, rows[0]["total"] if rows else 0


def _learner(row: Row) -> LearnerLine:
    learning = row["learning"] or {}
    return LearnerLine(
        session_id=row["session_id"],
        name=row["name"],
        joined_at=row["joined_at"],
        attempts=row["attempts"],
        answers=row["answers"],
        score=row["score"],
        mastery_score=learning.get("mastery_score") if row["answers"] else None,
        concepts_mastered=row["mastered"],
        cycles=learning.get("learning_cycle_count") or 0,
        last_seen=row["last_seen"],
    )
