"""A quiz on the way: the answers so far, saved and read again, also in another window."""

from uuid import UUID, uuid5

from fastapi import APIRouter, Request, Response

from contracts.grading import QuizProgressSaved
from contracts.learner_views import QuizProgressView
from contracts.problems import Code, failure
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone
from services.gateway.database import Row
from services.gateway.desk import AtDesk, Desk, answer, body_of, take, where
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import accepted, json_of, not_yet, open_to_learn, unknown
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.quizzes import answers
from services.gateway.quizzes.routes import ordered

routes = APIRouter(prefix="/v1/sessions/{session_id}/quizzes/{quiz_id}", tags=["quizzes"], responses=PROBLEMS)


@routes.get("/progress", response_model=QuizProgressView, responses={202: {"model": Accepted}})
async def progress(desk: AtDesk, who: Anyone, session_id: UUID, quiz_id: UUID) -> Response:
    """The answers so far since the last attempt, and the `attempt_id` to hand them in as."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    row = await _quiz(desk, session_id, quiz_id)
    if row is None or not row["ready"]:
        return await not_yet(desk.views, who, standing, where(session_id, f"/quizzes/{quiz_id}/progress"))
    saved = await desk.study.learners.progress(session_id, quiz_id) or {"answers": [], "question_index": 0}
    told = {"paused": False, "saved_at": None, **saved, "quiz_id": quiz_id}
    attempt = attempt_to_be(session_id, quiz_id, row["attempted"])
    return json_of(QuizProgressView.model_validate({**told, "attempt_id": attempt}))


@routes.put("/progress", status_code=202, response_model=Accepted, openapi_extra=takes("Saved"))
async def save(request: Request, desk: AtDesk, who: Anyone, session_id: UUID, quiz_id: UUID) -> Response:
    """Save the answers so far, all of them: the last time counts. Nothing is graded by it."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    sent = answers.saved(body)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await open_to_learn(desk.views, who, standing)
    row = await _quiz(desk, session_id, quiz_id)
    if row is None or not row["ready"]:
        raise failure(Code.CONFLICT, "The quiz is not written yet: there is nothing to answer.")
    questions = {UUID(one["body"]["item_id"]) for one in await desk.views.questions(session_id, quiz_id)}
    kept = answers.on_the_way(sent, questions, await desk.views.written(session_id, quiz_id))
    letter = QuizProgressSaved(quiz_id=quiz_id, answers=kept, question_index=sent.question_index, paused=sent.paused)
    told = answer(session_id, f"/quizzes/{quiz_id}/progress", quiz_id=quiz_id)
    taken = await take(desk, asked, sha256(body), letter, told)
    point("acknowledged")
    return accepted(taken)


def attempt_to_be(session: UUID, quiz: UUID, handed_in: int) -> UUID:
    """The next attempt's id: the same in every window, so that two of them hand in one attempt."""
    return uuid5(quiz, f"{session}:{handed_in}")


async def _quiz(desk: Desk, session: UUID, quiz: UUID) -> Row | None:
    """The quiz's row; None: it is ordered and not begun. Raises `Failure` 404."""
    row = next((row for row in await desk.views.quizzes(session) if row["quiz_id"] == quiz), None)
    if row is None and not await ordered(desk, session, quiz):
        unknown("quiz")
    return row
