"""Quizzes: to take one, to hand in its answers, to order another."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from contracts.material_views import QuizView
from contracts.problems import Code, failure
from contracts.quizzes import Answer, QuizResults
from contracts.session import QuizRequested
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone, Who
from services.gateway.desk import AtDesk, Desk, answer, body_of, take, where
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import accepted, json_of, not_yet, open_to_learn, ready_to_learn, unknown
from services.gateway.items import views
from services.gateway.items.spans import broken
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.quizzes import answers
from services.gateway.quizzes.orders import quiz_wished

routes = APIRouter(prefix="/v1/sessions/{session_id}", tags=["quizzes"], responses=PROBLEMS)


@routes.get("/quiz", response_model=QuizView, responses={202: {"model": Accepted}})
async def quiz(desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """The newest quiz that is ready, without keys."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    ready = [row for row in await desk.views.quizzes(session_id) if row["ready"]]
    if not ready:
        return await not_yet(desk.views, who, standing, where(session_id, "/quiz"))
    newest = ready[-1]
    return json_of(views.quiz(newest, await desk.views.questions(session_id, newest["quiz_id"])))


@routes.get("/quizzes/{quiz_id}", response_model=QuizView, responses={202: {"model": Accepted}})
async def quiz_of(desk: AtDesk, who: Anyone, session_id: UUID, quiz_id: UUID) -> Response:
    """A quiz, without keys."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    row = next((row for row in await desk.views.quizzes(session_id) if row["quiz_id"] == quiz_id), None)
    if row is None and not await ordered(desk, session_id, quiz_id):
        unknown("quiz")
    if row is None or not row["ready"]:
        return await not_yet(desk.views, who, standing, where(session_id, f"/quizzes/{quiz_id}"))
    return json_of(views.quiz(row, await desk.views.questions(session_id, quiz_id)))


@routes.post(
    "/quizzes",
    status_code=202,
    response_model=Accepted,
    openapi_extra=takes("Wishes", "Instructions", "QuizSpec", "Practice", required=False),
)
async def order(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Order another quiz: an empty object, the upload's fields, or a `QuizSpec`. Weak concepts come first.

    `{"practice": "mistakes"}`: of what you have answered wrongly; nothing new is written for it.
    """
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    letter = quiz_wished(body, desk.settings.fallback)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await ready_to_learn(desk.views, who, standing)
    if letter.practice is not None and not await desk.study.learners.missed(session_id):
        raise failure(Code.CONFLICT, "There is nothing to practise: no answer of yours stands as wrong.")
    named = letter.quiz_spec.blocks_to_assess if letter.quiz_spec else []
    if named and (strange := await desk.views.unknown_blocks(session_id, named)):
        raise broken("blocks_to_assess", f"the document has no block {', '.join(strange[:5])}.")
    quiz_id = asked.named("quiz")
    taken = await take(desk, asked, sha256(body), letter, answer(session_id, f"/quizzes/{quiz_id}", quiz_id=quiz_id))
    point("acknowledged")
    return accepted(taken)


@routes.post("/results", status_code=202, response_model=Accepted, openapi_extra=takes("HandedIn"))
async def hand_in(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Hand in raw answers, exactly one for each question of the quiz; null skips."""
    standing = await desk.views.standing(who, session_id)
    asked, body = Asked.of(request, who), await body_of(request)
    sent = answers.results(body)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await open_to_learn(desk.views, who, standing)
    attempt_id = sent.attempt_id or asked.named("attempt")
    told = answer(session_id, f"/results?attempt_id={attempt_id}", quiz_id=sent.quiz_id, attempt_id=attempt_id)
    if sent.attempt_id and (taken := await desk.views.handed_in(session_id, attempt_id)):
        if taken["session_id"] == session_id and answers.same(sent, taken["quiz_id"], taken["answers"]):
            return accepted(told)
        raise failure(Code.CONFLICT, "attempt_id: other answers were handed in as it.", fields=["attempt_id"])
    counted = await _checked(desk, session_id, sent)
    named = {"attempt_id": attempt_id, "graded_by": _grader(sent, who), "answers": counted}
    letter = sent.model_copy(update=named)
    kept = await take(desk, asked, sha256(body), letter, told)
    point("acknowledged")
    return accepted(kept)


async def ordered(desk: Desk, session: UUID, quiz: UUID) -> bool:
    """Whether a quiz that is not begun is on its way: the learner asked for it, or the learning cycle."""
    asked = await desk.views.ordered(session, QuizRequested.letter_type, "quiz_id", quiz)
    return asked or await desk.study.learners.awaits(session, quiz)


async def _checked(desk: Desk, session_id: UUID, sent: QuizResults) -> list[Answer]:
    """The answers to hand on, by the rules that need the quiz. Raises `Failure` 400 naming the field, or 409."""
    row = next((row for row in await desk.views.quizzes(session_id) if row["quiz_id"] == sent.quiz_id), None)
    if row is None or not row["ready"]:
        raise broken("quiz_id", "the session has no such quiz.")
    if not row["complete"]:
        said = "More questions are being written for this quiz: hand it in once it is complete."
        raise failure(Code.CONFLICT, said)
    asked = {UUID(one["body"]["item_id"]) for one in await desk.views.questions(session_id, sent.quiz_id)}
    return answers.to_questions(sent, asked, await desk.views.written(session_id, sent.quiz_id))


def _grader(sent: QuizResults, who: Who) -> str:
    """Who has graded: a trusted client, if it graded every answer; else it is the Evaluator's to do."""
    graded = [one.is_correct is not None for one in sent.answers]
    if any(graded) and not who.trusted:
        name = f"answers.{graded.index(True)}.is_correct"
        raise broken(name, "is_correct is for trusted clients; the house grades.")
    if sent.graded_by == "client" and not all(graded):
        raise broken("graded_by", "`client` needs a trusted client that grades every answer.")
    if any(graded) and not all(graded):
        raise broken(f"answers.{graded.index(False)}.is_correct", "grade every answer, or none.")
    return "client" if all(graded) else "evaluator"
