"""What a person says of a grade or a note: grades it themselves, disputes it, and as the course's owner decides."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response

from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from contracts.learner_views import DisputeEntry, DisputeView
from contracts.letter import Letter
from contracts.problems import Code, failure
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone, Who, owners_only
from services.gateway.database import Row
from services.gateway.desk import AtDesk, Desk, answer, body_of, take
from services.gateway.disputes.queries import DisputeState
from services.gateway.http.bodies import Objection, OwnGrade, Ruled
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import DisputeList, accepted, json_of, open_to_learn, unknown
from services.gateway.items import views
from services.gateway.items.spans import broken
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.sessions.routes import Limit, Offset

routes = APIRouter(prefix="/v1", tags=["grades"], responses=PROBLEMS)
Place = Annotated[int, Path(ge=0, le=2**31 - 1)]
OWNERS = "Disputes of a course are for its owner."
LEARNER = "learner"
"""As a ruling names who made it."""


@routes.post(
    "/sessions/{session_id}/results/{result_id}/self-grade",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("OwnGrade"),
)
async def self_grade(request: Request, desk: AtDesk, who: Anyone, session_id: UUID, result_id: UUID) -> Response:
    """Grade an open answer that could not be judged surely, held against the model answer. The last time counts."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    credit = OwnGrade.model_validate_json(body, strict=True).credit
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await open_to_learn(desk.views, who, standing)
    row = await _counted(desk, session_id, result_id)
    if not row["undecided"] and row["ruled_by"] != LEARNER:
        raise failure(Code.CONFLICT, "This answer is graded already; dispute the grade if it is wrong.")
    letter = AnswerSelfGraded(result_id=result_id, credit=credit)
    return await _told(desk, asked, body, letter, answer(session_id, "/results"))


@routes.post(
    "/sessions/{session_id}/results/{result_id}/dispute",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("Objection"),
)
async def dispute_grade(request: Request, desk: AtDesk, who: Anyone, session_id: UUID, result_id: UUID) -> Response:
    """Dispute a grade: the course's owner decides."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    reason = _reason(body)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await open_to_learn(desk.views, who, standing)
    await _counted(desk, session_id, result_id)
    if await desk.study.disputes.open(session_id, result=result_id):
        raise failure(Code.CONFLICT, "This grade is disputed already, and not decided yet.")
    letter = DisputeRaised(of="grade", result_id=result_id, reason=reason)
    told = answer(session_id, "/disputes", dispute_id=asked.message_id)
    return await _told(desk, asked, body, letter, told)


@routes.post(
    "/sessions/{session_id}/notes/{attempt_id}/{note}/dispute",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("Objection"),
)
async def dispute_note(
    request: Request, desk: AtDesk, who: Anyone, session_id: UUID, attempt_id: UUID, note: Place
) -> Response:
    """Dispute a note, named by its attempt and its place (`ordinal`): upheld, it is taken back."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    reason = _reason(body)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await open_to_learn(desk.views, who, standing)
    row = await desk.study.learners.note(session_id, attempt_id, note)
    if row is None:
        unknown("note")
    if row["taken_back"]:
        raise failure(Code.CONFLICT, "This note is taken back already.")
    if await desk.study.disputes.open(session_id, attempt=attempt_id, note=note):
        raise failure(Code.CONFLICT, "This note is disputed already, and not decided yet.")
    letter = DisputeRaised(of="note", attempt_id=attempt_id, note=note, reason=reason)
    told = answer(session_id, "/disputes", dispute_id=asked.message_id)
    return await _told(desk, asked, body, letter, told)


@routes.get("/sessions/{session_id}/disputes", response_model=DisputeList)
async def disputes(
    desk: AtDesk,
    who: Anyone,
    session_id: UUID,
    state: DisputeState | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Response:
    """Your disputes in a session, oldest first, and what became of them."""
    await open_to_learn(desk.views, who, await desk.views.standing(who, session_id))
    return await _listed(desk, await desk.study.disputes.of_session(session_id, state, offset, limit))


@routes.get("/courses/{course_id}/disputes", response_model=DisputeList)
async def of_course(
    desk: AtDesk,
    who: Anyone,
    course_id: UUID,
    state: DisputeState | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Response:
    """For the owner: the disputes of all who learn from a course."""
    await _course(desk, who, course_id)
    return await _listed(desk, await desk.study.disputes.of_course(course_id, state, offset, limit))


@routes.post(
    "/courses/{course_id}/disputes/{dispute_id}",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("Ruled"),
)
async def decide(request: Request, desk: AtDesk, who: Anyone, course_id: UUID, dispute_id: UUID) -> Response:
    """For the owner: uphold a dispute, and say what the answer earns, or reject it."""
    await _course(desk, who, course_id)
    asked, body = Asked.of(request, who), await body_of(request)
    ruled = Ruled.model_validate_json(body, strict=True)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    row = await desk.study.disputes.one(course_id, dispute_id)
    if row is None:
        raise failure(Code.NOT_FOUND, "The course has no such dispute.")
    if row["state"] != "open":
        raise failure(Code.CONFLICT, f"The dispute is {row['state']} already.")
    if ruled.credit is not None and (ruled.decision == "rejected" or row["of"] == "note"):
        raise broken("credit", "is for a grade whose dispute is upheld.")
    letter = DisputeDecided(
        dispute_id=dispute_id,
        decision=ruled.decision,
        credit=1.0 if ruled.credit is None else ruled.credit,
        reason=ruled.reason,
        decided_by=who.user,
    )
    told = answer(row["session_id"], dispute_id=dispute_id)
    return await _told(desk, asked, body, letter, told.model_copy(update={"url": f"/v1/courses/{course_id}/disputes"}))


async def _course(desk: Desk, who: Who, course: UUID) -> None:
    """Raises `Failure` 403 for a learner, 404 for a course that is not that person's."""
    owners_only(who, OWNERS)
    await desk.classes.course(who, course)


async def _counted(desk: Desk, session: UUID, result: UUID) -> Row:
    """A graded answer that counts. Raises `Failure` 404, or 409 where its item was taken back."""
    row = await desk.study.learners.result(session, result)
    if row is None:
        unknown("result")
    if row["void"]:
        raise failure(Code.CONFLICT, "The question was taken back: the answer counts in nothing.")
    return row


def _reason(body: bytes) -> str:
    reason = Objection.model_validate_json(body, strict=True).reason
    if not reason.strip():
        raise broken("reason", "is empty.")
    return reason


async def _told(desk: Desk, asked: Asked, body: bytes, letter: Letter, told: Accepted) -> Response:
    taken = await take(desk, asked, sha256(body), letter, told)
    point("acknowledged")
    return accepted(taken)


async def _listed(desk: Desk, found: Sequence[Row]) -> Response:
    trails: dict[UUID, list[DisputeEntry]] = {}
    for row in await desk.study.disputes.trail([one["dispute_id"] for one in found]):
        trails.setdefault(row["dispute_id"], []).append(_entry(row))
    told = [_shown(row, trails.get(row["dispute_id"], [])) for row in found]
    return json_of(DisputeList(disputes=told, total=found[0]["total"] if found else 0))


def _entry(row: Row) -> DisputeEntry:
    said_so = row["message"]
    decision = said_so.get("decision")
    return DisputeEntry(
        timestamp=row["timestamp"],
        action=decision or "raised",
        by=said_so.get("decided_by") or row["user_id"],
        reason=said_so.get("reason") or "",
        credit=said_so.get("credit") if decision == "upheld" else None,
    )


def _shown(row: Row, trail: list[DisputeEntry]) -> DisputeView:
    shown = {name: row[name] for name in DisputeView.model_fields if name in row}
    item = views.item(row["body"]) if row["body"] else None
    about = {
        "subject": views.asks(item) if item else row["sentence"],
        "answer": item.said(row["answer"]) if item else None,
        "correct_answer": item.answer_text if item else None,
    }
    return DisputeView.model_validate({**shown, **about, "trail": trail})
