"""Lessons: begun by a guideline or about the session's documents, and gone on with, turn by turn.

A turn is waited for (`Prefer: wait=N`, else 30 s); 202 where it takes longer, and the same answer is had later at
its address.
"""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Header, Query, Request, Response

from contracts.learning import MessageSent
from contracts.lessons import Begins, LessonGoal
from contracts.problems import Code
from contracts.session import Status
from contracts.views.lessons import LessonBegun, StepTaken
from contracts.views.sessions import Accepted
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, Holding
from services.gateway.access.quotas import HasQuotas
from services.gateway.access.standing import OpenSession, SessionHere
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import JsonBody, MaybeBody, router
from services.gateway.http.language import VARY, ReaderLanguage
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.prefer import SecondsToWait
from services.gateway.http.problems import broken
from services.gateway.http.replies import LOCATION, NOT_YET, Answered, accepted, unknown
from services.gateway.lessons import views
from services.gateway.lessons.queries import LessonQueries
from services.gateway.lessons.schemas import LessonWish, SessionWish, StepWish, Turns, requested
from services.gateway.lessons.stream import EventStream, Following, events
from services.gateway.messaging.requests import Begun, answer
from services.gateway.messaging.waiting import HasWaiters
from services.gateway.quizzes.queries import QuizQueries

routes = router("/v1/sessions", "lessons")
PATIENCE_SECONDS = 30
ENDS: dict[int | str, dict[str, Any]] = {**NOT_YET, 201: {"headers": LOCATION}}
ABOUT_WEAKEST = LessonWish()
After = Annotated[int, Query(ge=-1, le=2**31 - 1, description="Only those after this `seq`.")]
Seconds = Annotated[int, Query(ge=0, le=3600, description="Ends after so long; 0: with what there is.")]


class Outcomes:
    """What becomes of turns, waited for."""

    def __init__(
        self, rows: LessonQueries, waiters: HasWaiters, seconds: SecondsToWait, language: ReaderLanguage
    ) -> None:
        self._rows, self._waiters, self._language = rows, waiters, language
        self._seconds = PATIENCE_SECONDS if seconds is None else seconds

    async def now(self, session: UUID, turn: UUID) -> LessonBegun | StepTaken | None:
        """What became of it; None: it is under way. Raises the `Failure` that it ended with."""
        return views.became(session, turn, await self._rows.became(session, turn), self._language)

    async def awaited(self, taken: Accepted) -> LessonBegun | StepTaken:
        """The same, once it is there. Raises `Answered` 202 where that takes too long."""
        session, turn = taken.session_id, taken.message_id
        assert turn is not None

        async def look() -> LessonBegun | StepTaken | None:
            return await self.now(session, turn)

        found: LessonBegun | StepTaken | None = await self._waiters.until(session, look, self._seconds)
        if found is None:
            raise Answered(accepted(taken))
        return found


HasOutcomes = Annotated[Outcomes, Depends(Outcomes)]


async def _begins(request: Request, change: Begun) -> UUID:
    """The session that the request begins; its trace is that session's, also where it is refused."""
    session = change.asked.named("session")
    request.state.trace = session
    return session


@routes.post("", status_code=201, responses=ENDS)
async def begin_session(
    request: Request,
    session: Annotated[UUID, Depends(_begins)],
    who: Anyone,
    change: Begun,
    wish: JsonBody[SessionWish],
    rows: LessonQueries,
    quotas: HasQuotas,
    outcomes: HasOutcomes,
    response: Response,
) -> LessonBegun:
    """Begin a session without a document: a lesson by a guideline of the curriculum. Documents go to `/documents`."""
    taken = await change.before()
    if taken is None:
        guideline = await rows.guideline(wish.goal.guideline_id)
        if guideline is None:
            raise failed(Code.NOT_FOUND, "no_guideline", fields=["goal.guideline_id"])
        goal = LessonGoal.model_validate(wish.goal.model_dump())
        message = requested(wish, goal, Begins(tenant_id=who.tenant, user_id=who.user))
        turn = change.asked.message_id
        told = answer(session, f"/turns/{turn}", message_id=turn, course_id=guideline["course_id"])
        link = request.headers.get("traceparent")
        async with quotas.message(who):
            taken = await change.accept(message, told, root=True, link=link)
    return _begun(await outcomes.awaited(taken), taken, response)


@routes.post("/{session_id}/lessons", responses=NOT_YET)
async def begin_lesson(
    session: SessionHere,
    change: Begun,
    rows: DocumentQueries,
    quizzes: QuizQueries,
    quotas: HasQuotas,
    outcomes: HasOutcomes,
    response: Response,
    wish: MaybeBody[LessonWish] = ABOUT_WEAKEST,
) -> LessonBegun:
    """Begin a lesson about the session's documents, in the place of a lesson or cycle under way."""
    taken = await change.before()
    if taken is None:
        await quizzes.ready_to_learn(session)
        topic = await rows.topic(session.session_id, "topic", wish.topic)
        goal = LessonGoal(topic=topic, syllabus=wish.syllabus, learning_objectives=wish.learning_objectives)
        turn = change.asked.message_id
        told = answer(session.session_id, f"/turns/{turn}", message_id=turn)
        async with quotas.message(change.asked.who):
            taken = await change.accept(requested(wish, goal), told)
    return _begun(await outcomes.awaited(taken), taken, response)


@routes.post("/{session_id}/step", responses=NOT_YET)
async def take_step(
    session: SessionHere,
    change: Begun,
    wish: JsonBody[StepWish],
    rows: LessonQueries,
    quotas: HasQuotas,
    outcomes: HasOutcomes,
    response: Response,
) -> StepTaken:
    """Say something in the lesson, as by `/messages`, and have the turn that follows. Turns come in their order."""
    taken = await change.before()
    if taken is None:
        if not wish.student_reply.strip():
            raise broken("student_reply", "blank")
        session.open_to_learn()
        if not await rows.any(session.session_id):
            raise failed(Code.CONFLICT, "no_lesson")
        turn = change.asked.message_id
        told = answer(session.session_id, f"/turns/{turn}", message_id=turn)
        new = session.status == Status.ACCEPTED
        async with quotas.message(change.asked.who):
            taken = await change.accept(MessageSent(text=wish.student_reply), told, new=new)
    found = await outcomes.awaited(taken)
    assert isinstance(found, StepTaken)
    response.headers["Location"] = taken.url
    return found


@routes.get("/{session_id}/turns")
async def turns(
    session: OpenSession,
    rows: LessonQueries,
    language: ReaderLanguage,
    after: After = -1,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Turns:
    """The turns of the session's lessons that were told, oldest first, in pages."""
    found = await rows.turns(session.session_id, after, offset, limit)
    total = await rows.counted(session.session_id, after)
    return Turns(turns=[views.turn(row, language) for row in found], total=total)


@routes.get("/{session_id}/turns/stream", response_class=EventStream)
async def stream_turns(
    session: OpenSession,
    rows: LessonQueries,
    waiters: HasWaiters,
    language: ReaderLanguage,
    holds: Holding,
    after: After = -1,
    seconds: Seconds = 600,
    last_event_id: Annotated[str | None, Header(pattern=r"^\d{1,9}$")] = None,
) -> Response:
    """Turns as they are told and the lesson's state (server-sent events `turn`, each a `TurnView`, and `state`, a
    `LessonView`): the turns after `Last-Event-ID`, else after `after`. The id of an event is its turn's `seq`."""
    following = Following(rows, waiters, session.session_id, holds, int(last_event_id or after), language)
    return EventStream(events(following, seconds), 200, {"X-Accel-Buffering": "no", **VARY})


@routes.get("/{session_id}/turns/{turn_id}", responses=NOT_YET)
async def turn(
    session: OpenSession, turn_id: UUID, rows: LessonQueries, outcomes: HasOutcomes
) -> LessonBegun | StepTaken:
    """What became of a turn, as it was answered to who asked for it; 202 while it is under way."""
    found = await outcomes.now(session.session_id, turn_id)
    if found is None:
        if not await rows.asked(session.session_id, turn_id):
            unknown("no_turn")
        raise Answered(accepted(answer(session.session_id, f"/turns/{turn_id}", message_id=turn_id)))
    return found


def _begun(found: LessonBegun | StepTaken, taken: Accepted, response: Response) -> LessonBegun:
    assert isinstance(found, LessonBegun)
    response.headers["Location"] = taken.url
    return found
