"""Quizzes: to take one, to save and hand in its answers, to see how they were graded, to order another."""

from collections.abc import Sequence
from typing import Annotated, Literal
from uuid import UUID, uuid5

from fastapi import Body

from contracts.coaching import Instructions
from contracts.grading import Answer, AnswerGiven, QuizProgressSaved, QuizResults
from contracts.items import Item
from contracts.problems import Code
from contracts.quizzes import QuizSpec
from contracts.session import QuizRequested, Status
from contracts.views.learners import QuizProgressView
from contracts.views.material import QuizView, ResultView
from contracts.views.sessions import Accepted
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, HasSettings, Who
from services.gateway.access.standing import OpenSession, SessionHere
from services.gateway.database import Row
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import JsonBody, Raw, router
from services.gateway.http.prefer import SecondsToWait
from services.gateway.http.problems import broken
from services.gateway.http.replies import NOT_YET, WRITTEN, Answered, accepted, unknown
from services.gateway.items import views
from services.gateway.messaging.requests import Once, answer, where
from services.gateway.messaging.waiting import HasWaiters
from services.gateway.quizzes import answers
from services.gateway.quizzes.orders import quiz_wished
from services.gateway.quizzes.queries import QuizQueries
from services.gateway.quizzes.schemas import (
    GivenAnswer,
    GivenAnswers,
    HandedIn,
    Practice,
    QuizWishes,
    Results,
    Saved,
)

routes = router("/v1/sessions/{session_id}", "quizzes")
Wish = Annotated[bytes | None, Body(), Raw(QuizWishes | Instructions | QuizSpec | Practice)]
PATIENCE_SECONDS = 5


@routes.get("/quiz", responses=NOT_YET)
async def newest_quiz(session: OpenSession, quizzes: QuizQueries) -> QuizView:
    """The newest quiz that is ready, without keys."""
    id = session.session_id
    ready = [row for row in await quizzes.quizzes(id) if row["ready"]]
    if not ready:
        if session.status == Status.READY:  # A lesson brings none.
            unknown("no_quiz")
        session.not_yet(where(id, "/quiz"))
    return views.quiz(ready[-1], await quizzes.questions(id, ready[-1]["quiz_id"]))


@routes.get("/quizzes/{quiz_id}", responses=NOT_YET)
async def quiz(session: OpenSession, quiz_id: UUID, quizzes: QuizQueries) -> QuizView:
    """A quiz, without keys."""
    row = await _quiz(quizzes, session.session_id, quiz_id)
    if row is None or not row["ready"]:
        session.not_yet(where(session.session_id, f"/quizzes/{quiz_id}"))
    return views.quiz(row, await quizzes.questions(session.session_id, quiz_id))


@routes.post("/quizzes", status_code=202, responses=WRITTEN)
async def order_quiz(
    session: SessionHere,
    change: Once,
    settings: HasSettings,
    quizzes: QuizQueries,
    documents: DocumentQueries,
    wish: Wish = None,
) -> Accepted:
    """Order another quiz: an empty object, the upload's fields, or a `QuizSpec`. Weak concepts come first.

    `{"practice": "mistakes"}`: of what you have answered wrongly; `{"practice": "due"}`: of what is due again; nothing
    new is written for either. With `"exam": true` no answer of it is graded before all are handed in.
    """
    message, id = quiz_wished(wish or b"", settings.fallback), session.session_id
    await quizzes.ready_to_learn(session)
    if message.practice == "mistakes" and not await quizzes.missed(id):
        raise failed(Code.CONFLICT, "nothing_wrong")
    if message.practice == "due" and not await quizzes.due(id):
        raise failed(Code.CONFLICT, "nothing_due")
    named = message.quiz_spec.blocks_to_assess if message.quiz_spec else []
    if named and (strange := await documents.unknown_blocks(id, named)):
        raise broken("blocks_to_assess", "strange_blocks", blocks=", ".join(strange[:5]))
    quiz_id = change.asked.named("quiz")
    return await change.accept(message, answer(id, f"/quizzes/{quiz_id}", quiz_id=quiz_id))


@routes.get("/quizzes/{quiz_id}/progress", responses=NOT_YET)
async def quiz_progress(session: OpenSession, quiz_id: UUID, quizzes: QuizQueries) -> QuizProgressView:
    """The answers so far since the last attempt, and the `attempt_id` to hand them in as."""
    id = session.session_id
    row = await _quiz(quizzes, id, quiz_id)
    if row is None or not row["ready"]:
        session.not_yet(where(id, f"/quizzes/{quiz_id}/progress"))
    saved = await quizzes.progress(id, quiz_id) or {"answers": [], "question_index": 0}
    attempt_id = attempt_to_be(id, quiz_id, row["attempted"])
    given = await quizzes.given(id, attempt_id)
    kept = [one for one in saved["answers"] if UUID(one["item_id"]) not in given]
    shown = {"paused": False, "saved_at": None, **saved, "quiz_id": quiz_id, "answers": [*given.values(), *kept]}
    return QuizProgressView.model_validate({**shown, "attempt_id": attempt_id, "given": list(given)})


@routes.put("/quizzes/{quiz_id}/progress", status_code=202, responses=WRITTEN)
async def save_progress(
    session: SessionHere, quiz_id: UUID, change: Once, sent: JsonBody[Saved], quizzes: QuizQueries
) -> Accepted:
    """Save the answers so far, all of them: the last time counts. Nothing is graded by it."""
    answers.ungraded(sent)
    session.open_to_learn()
    id = session.session_id
    row = await _quiz(quizzes, id, quiz_id)
    if row is None or not row["ready"]:
        raise failed(Code.CONFLICT, "quiz_unwritten")
    asked = await _asked(quizzes, id, quiz_id)
    kept = answers.on_the_way(sent, asked, await quizzes.written(id, quiz_id))
    message = QuizProgressSaved(quiz_id=quiz_id, answers=kept, question_index=sent.question_index, paused=sent.paused)
    return await change.accept(message, answer(id, f"/quizzes/{quiz_id}/progress", quiz_id=quiz_id))


@routes.post("/quizzes/{quiz_id}/answers", responses=NOT_YET)
async def give_answer(
    session: SessionHere,
    quiz_id: UUID,
    change: Once,
    sent: JsonBody[GivenAnswer],
    quizzes: QuizQueries,
    waiters: HasWaiters,
    seconds: SecondsToWait,
) -> ResultView:
    """Give one answer, graded at once: it is final, and handing in the quiz repeats it unchanged.

    It is waited for its grade (`Prefer: wait=N`, else 5 s); 202 where that takes longer. An exam has no such answers.
    """
    if sent.is_correct is not None:
        raise broken("is_correct", "given_ungraded")
    session.open_to_learn()
    id = session.session_id
    row = await _quiz(quizzes, id, quiz_id)
    if row is None or not row["ready"]:
        raise failed(Code.CONFLICT, "quiz_unwritten")
    if row["exam"]:
        raise failed(Code.CONFLICT, "exam")
    answers.to_question(sent, await _asked(quizzes, id, quiz_id), await quizzes.written(id, quiz_id))
    attempt_id = attempt_to_be(id, quiz_id, row["attempted"])
    told = answer(id, f"/quizzes/{quiz_id}/answers/{sent.item_id}", quiz_id=quiz_id, attempt_id=attempt_id)
    if await quizzes.handed_in(id, attempt_id):
        raise failed(Code.CONFLICT, "handed_in")
    before = (await quizzes.given(id, attempt_id)).get(sent.item_id)
    if before is not None and before.answer != sent.answer:
        raise failed(Code.CONFLICT, "another_answer", fields=["answer"])
    if before is None:
        given = Answer(item_id=sent.item_id, answer=sent.answer, latency_sec=sent.latency_sec)
        told = await change.accept(AnswerGiven(quiz_id=quiz_id, attempt_id=attempt_id, answer=given), told)

    async def look() -> Row | None:
        found = await quizzes.newest_result(id, quiz_id, sent.item_id, attempt_id)
        if found is None and await quizzes.refused(id, quiz_id, attempt_id, sent.item_id, change.asked.message_id):
            raise answers.removed()
        return found

    graded = await waiters.until(id, look, PATIENCE_SECONDS if seconds is None else seconds)
    if graded is None:
        raise Answered(accepted(told))
    return views.still_closed(views.result(graded), await _waiting(quizzes, id, quiz_id))


@routes.get("/quizzes/{quiz_id}/answers", responses=NOT_YET)
async def given_answers(session: OpenSession, quiz_id: UUID, quizzes: QuizQueries) -> GivenAnswers:
    """What was given so far of the attempt that is not handed in, graded, with keys and proofs."""
    id = session.session_id
    row = await _quiz(quizzes, id, quiz_id)
    if row is None or not row["ready"]:
        session.not_yet(where(id, f"/quizzes/{quiz_id}/answers"))
    attempt_id = attempt_to_be(id, quiz_id, row["attempted"])
    given = await quizzes.given(id, attempt_id)
    closed = await _waiting(quizzes, id, quiz_id)
    graded = [views.still_closed(views.result(one), closed) for one in await quizzes.given_results(id, quiz_id)]
    waiting = (given.keys() & await _asked(quizzes, id, quiz_id)) - {one.item_id for one in graded}
    return GivenAnswers(quiz_id=quiz_id, attempt_id=attempt_id, results=graded, waiting=sorted(waiting))


@routes.get("/quizzes/{quiz_id}/answers/{item_id}", responses=NOT_YET)
async def given_answer(session: OpenSession, quiz_id: UUID, item_id: UUID, quizzes: QuizQueries) -> ResultView:
    """The grade of an answer that was given to a question of the quiz, the newest one."""
    id = session.session_id
    row = await _quiz(quizzes, id, quiz_id)
    if graded := await quizzes.newest_result(id, quiz_id, item_id):
        return views.still_closed(views.result(graded), await _waiting(quizzes, id, quiz_id))
    if row is None or item_id not in await quizzes.given(id, attempt_to_be(id, quiz_id, row["attempted"])):
        unknown("no_answer")
    if item_id not in await _asked(quizzes, id, quiz_id):
        raise answers.removed()
    session.not_yet(where(id, f"/quizzes/{quiz_id}/answers/{item_id}"))


@routes.post("/results", status_code=202, responses=WRITTEN)
async def hand_in(
    session: SessionHere, who: Anyone, change: Once, sent: JsonBody[HandedIn], quizzes: QuizQueries
) -> Accepted:
    """Hand in raw answers, exactly one for each question of the quiz; null skips."""
    session.open_to_learn()
    id, given = session.session_id, await _given(quizzes, session.session_id, sent)
    attempt_id = sent.attempt_id or (given and given[0]) or change.asked.named("attempt")
    told = answer(id, f"/results?attempt_id={attempt_id}", quiz_id=sent.quiz_id, attempt_id=attempt_id)
    if sent.attempt_id and (taken := await quizzes.handed_in(id, attempt_id)):
        if taken["session_id"] == id and answers.same(sent, taken["quiz_id"], taken["answers"]):
            raise Answered(accepted(told))
        raise failed(Code.CONFLICT, "another_attempt", fields=["attempt_id"])
    if given:
        answers.unchanged(sent, *given)
    counted = await _checked(quizzes, id, sent)
    message = QuizResults(quiz_id=sent.quiz_id, attempt_id=attempt_id, answers=counted, graded_by=_grader(sent, who))
    return await change.accept(message, told)


@routes.get("/results", responses=NOT_YET)
async def results(session: OpenSession, quizzes: QuizQueries, attempt_id: UUID | None = None) -> Results:
    """Graded answers with keys and proofs: of one attempt, or of all, oldest first."""
    id, score = session.session_id, None
    if attempt_id is not None:
        attempt = await quizzes.attempt(id, attempt_id)
        if attempt is None and not await quizzes.ordered(id, QuizResults.type_name, "attempt_id", attempt_id):
            unknown("no_attempt")
        if attempt is None or (attempt["score"] is None and attempt["graded_at"] is None):
            session.not_yet(where(id, f"/results?attempt_id={attempt_id}"))
        score = attempt["score"]
    found = [views.result(row) for row in await quizzes.results(id, attempt_id)]
    if not found and not await quizzes.learnt(id):
        session.not_yet(where(id, "/results"))
    return Results(results=found, score=None if attempt_id is None else _counted(found, score))


def attempt_to_be(session: UUID, quiz: UUID, handed_in: int) -> UUID:
    """The next attempt's id: the same in every window, so that two of them hand in one attempt."""
    return uuid5(quiz, f"{session}:{handed_in}")


async def _quiz(quizzes: QuizQueries, session: UUID, quiz: UUID) -> Row | None:
    """The quiz's row; None: it is ordered and not begun. Raises `Failure` 404, also where nothing came of the order."""
    row = await _row(quizzes, session, quiz)
    if row is None and not await quizzes.under_way(session, quiz):
        row = await _row(quizzes, session, quiz)  # It may have been begun between the two.
        if row is None:
            ordered = await quizzes.ordered(session, QuizRequested.type_name, "quiz_id", quiz)
            unknown("quiz_unmade" if ordered else "no_quiz")
    return row


async def _row(quizzes: QuizQueries, session: UUID, quiz: UUID) -> Row | None:
    return next((row for row in await quizzes.quizzes(session) if row["quiz_id"] == quiz), None)


async def _asked(quizzes: QuizQueries, session: UUID, quiz: UUID) -> set[UUID]:
    """The quiz's questions as they are now."""
    return {UUID(one["body"]["item_id"]) for one in await quizzes.questions(session, quiz)}


async def _waiting(quizzes: QuizQueries, session: UUID, quiz: UUID) -> list[Item]:
    """The quiz's questions that this learner has not answered in it."""
    return [views.item(row["body"]) for row in await quizzes.sitting(session, quiz) if not row["answered"]]


async def _given(quizzes: QuizQueries, session: UUID, sent: QuizResults) -> tuple[UUID, dict[UUID, Answer]] | None:
    """The quiz's attempt that is not handed in, and what was given of it; None: nothing was."""
    row = await _row(quizzes, session, sent.quiz_id)
    attempt = attempt_to_be(session, sent.quiz_id, row["attempted"]) if row else None
    given = await quizzes.given(session, attempt) if attempt else {}
    return (attempt, given) if attempt and given else None


async def _checked(quizzes: QuizQueries, session_id: UUID, sent: QuizResults) -> list[Answer]:
    """The answers to hand on, by the rules that need the quiz. Raises `Failure` 400 naming the field, or 409."""
    row = await _row(quizzes, session_id, sent.quiz_id)
    if row is None or not row["ready"]:
        raise broken("quiz_id", "strange_quiz")
    if not row["complete"]:
        raise failed(Code.CONFLICT, "incomplete")
    asked = await _asked(quizzes, session_id, sent.quiz_id)
    return answers.to_questions(sent, asked, await quizzes.written(session_id, sent.quiz_id))


def _grader(sent: QuizResults, who: Who) -> Literal["evaluator", "client"]:
    """Who has graded: a trusted client, if it graded every answer; else it is the Evaluator's to do."""
    graded = [one.is_correct is not None for one in sent.answers]
    if any(graded) and not who.trusted:
        name = f"answers.{graded.index(True)}.is_correct"
        raise broken(name, "trusted_only")
    if sent.graded_by == "client" and not all(graded):
        raise broken("graded_by", "client_grades_all")
    if any(graded) and not all(graded):
        raise broken(f"answers.{graded.index(False)}.is_correct", "all_or_none")
    return "client" if all(graded) else "evaluator"


def _counted(found: Sequence[ResultView], score: float | None) -> float:
    """An attempt's score without what was taken back since; 0 where nothing is left that counts."""
    gone = [one.void or one.retracted is not None for one in found]
    if score is not None and not any(gone):
        return score
    credits = [one.credit for one, void in zip(found, gone, strict=True) if not (void or one.undecided)]
    return sum(credits) / len(credits) if credits else 0.0
