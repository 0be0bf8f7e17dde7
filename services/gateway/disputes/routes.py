"""What a person says of a grade or a note: grades it themselves, disputes it, and as the course's owner decides."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path

from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from contracts.problems import Code
from contracts.views.learners import DisputeEntry, DisputeView
from contracts.views.sessions import Accepted
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, Who, owners_only
from services.gateway.access.standing import OpenSession, SessionHere
from services.gateway.classes.queries import ClassQueries
from services.gateway.database import Row
from services.gateway.disputes.queries import DisputeQueries, DisputeState
from services.gateway.disputes.schemas import DisputeList, Objection, OwnGrade, Ruled
from services.gateway.http.bodies import JsonBody, router
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.problems import broken
from services.gateway.http.replies import WRITTEN, unknown
from services.gateway.items import views
from services.gateway.messaging.requests import Once, answer
from services.gateway.notes.queries import NoteQueries
from services.gateway.quizzes.queries import QuizQueries

routes = router("/v1", "disputes")
Place = Annotated[int, Path(ge=0, le=2**31 - 1)]
OWNERS = "owners_disputes"
DECIDED = {"upheld": "dispute_upheld", "rejected": "dispute_rejected"}
LEARNER = "learner"
"""As a ruling names who made it."""


async def _owner(course_id: UUID, who: Anyone, classes: ClassQueries) -> Who:
    owners_only(who, OWNERS)
    await classes.course(who, course_id)
    return who


CourseOwner = Annotated[Who, Depends(_owner)]
"""The owner of the course of the path. 403 for a learner, 404 for a course that is not that person's."""


@routes.post("/sessions/{session_id}/results/{result_id}/self-grade", status_code=202, responses=WRITTEN)
async def grade_own_answer(
    session: SessionHere, result_id: UUID, change: Once, wish: JsonBody[OwnGrade], quizzes: QuizQueries
) -> Accepted:
    """Grade an open answer that could not be judged surely, held against the model answer. The last time counts."""
    session.open_to_learn()
    row = await _counted(quizzes, session.session_id, result_id)
    if not row["undecided"] and row["ruled_by"] != LEARNER:
        raise failed(Code.CONFLICT, "graded")
    message = AnswerSelfGraded(result_id=result_id, credit=wish.credit)
    return await change.accept(message, answer(session.session_id, "/results"))


@routes.post("/sessions/{session_id}/results/{result_id}/dispute", status_code=202, responses=WRITTEN)
async def dispute_grade(
    session: SessionHere,
    result_id: UUID,
    change: Once,
    wish: JsonBody[Objection],
    quizzes: QuizQueries,
    rows: DisputeQueries,
) -> Accepted:
    """Dispute a grade: the course's owner decides."""
    reason = _reason(wish)
    session.open_to_learn()
    await _counted(quizzes, session.session_id, result_id)
    if await rows.open(session.session_id, result=result_id):
        raise failed(Code.CONFLICT, "grade_disputed")
    told = answer(session.session_id, "/disputes", dispute_id=change.asked.message_id)
    return await change.accept(DisputeRaised(of="grade", result_id=result_id, reason=reason), told)


@routes.post("/sessions/{session_id}/notes/{attempt_id}/{note}/dispute", status_code=202, responses=WRITTEN)
async def dispute_note(
    session: SessionHere,
    attempt_id: UUID,
    note: Place,
    change: Once,
    wish: JsonBody[Objection],
    notes: NoteQueries,
    rows: DisputeQueries,
) -> Accepted:
    """Dispute a note, named by its attempt and its place (`ordinal`): upheld, it is taken back."""
    reason = _reason(wish)
    session.open_to_learn()
    row = await notes.note(session.session_id, attempt_id, note)
    if row is None:
        unknown("no_note")
    if row["taken_back"]:
        raise failed(Code.CONFLICT, "note_gone")
    if await rows.open(session.session_id, attempt=attempt_id, note=note):
        raise failed(Code.CONFLICT, "note_disputed")
    told = answer(session.session_id, "/disputes", dispute_id=change.asked.message_id)
    return await change.accept(DisputeRaised(of="note", attempt_id=attempt_id, note=note, reason=reason), told)


@routes.get("/sessions/{session_id}/disputes")
async def disputes(
    session: OpenSession,
    rows: DisputeQueries,
    state: DisputeState | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> DisputeList:
    """Your disputes in a session, oldest first, and what became of them."""
    return await _listed(rows, await rows.of_session(session.session_id, state, offset, limit))


@routes.get("/courses/{course_id}/disputes")
async def course_disputes(
    owner: CourseOwner,
    course_id: UUID,
    rows: DisputeQueries,
    state: DisputeState | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> DisputeList:
    """For the owner: the disputes of all who learn from a course."""
    return await _listed(rows, await rows.of_course(course_id, state, offset, limit))


@routes.post("/courses/{course_id}/disputes/{dispute_id}", status_code=202, responses=WRITTEN)
async def decide_dispute(
    owner: CourseOwner,
    course_id: UUID,
    dispute_id: UUID,
    change: Once,
    wish: JsonBody[Ruled],
    rows: DisputeQueries,
) -> Accepted:
    """For the owner: uphold a dispute with a reason, and say what the answer earns, or reject it."""
    row = await rows.one(course_id, dispute_id)
    if row is None:
        raise failed(Code.NOT_FOUND, "no_dispute")
    if row["state"] != "open":
        raise failed(Code.CONFLICT, DECIDED[row["state"]])
    if wish.credit is not None and (wish.decision == "rejected" or row["of"] == "note"):
        raise broken("credit", "upheld_only")
    if wish.decision == "upheld" and not wish.reason.strip():
        raise broken("reason", "blank")
    message = DisputeDecided(
        dispute_id=dispute_id,
        decision=wish.decision,
        credit=1.0 if wish.credit is None else wish.credit,
        reason=wish.reason,
        decided_by=owner.user,
    )
    told = answer(row["session_id"], dispute_id=dispute_id)
    return await change.accept(message, told.model_copy(update={"url": f"/v1/courses/{course_id}/disputes"}))


async def _counted(quizzes: QuizQueries, session: UUID, result: UUID) -> Row:
    """A graded answer that counts. Raises `Failure` 404, or 409 where its item was taken back."""
    row = await quizzes.result(session, result)
    if row is None:
        unknown("no_result")
    if row["void"]:
        raise failed(Code.CONFLICT, "question_gone")
    return row


def _reason(wish: Objection) -> str:
    if not wish.reason.strip():
        raise broken("reason", "blank")
    return wish.reason


async def _listed(rows: DisputeQueries, found: Sequence[Row]) -> DisputeList:
    trails: dict[UUID, list[DisputeEntry]] = {}
    for row in await rows.trail([one["dispute_id"] for one in found]):
        trails.setdefault(row["dispute_id"], []).append(_entry(row))
    shown = [_shown(row, trails.get(row["dispute_id"], [])) for row in found]
    return DisputeList(disputes=shown, total=found[0]["total"] if found else 0)


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
        "item_id": item.item_id if item else None,
        "proof": item.proof if item else None,
    }
    return DisputeView.model_validate({**shown, **about, "trail": trail}, extra="ignore")
