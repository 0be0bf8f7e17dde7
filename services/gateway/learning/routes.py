"""Learning: the cycle, mastery, the conversation, what a learner aims at and says of a concept."""

from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from contracts.learner_views import LearnerView
from contracts.learning import AimsSet, ConceptMarked, LearningRequested, MessageSent, PathRequested
from contracts.letter import Letter
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone, Who
from services.gateway.desk import AtDesk, Desk, answer, body_of, take
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import RETRY, Messages, accepted, json_of, open_to_learn, ready_to_learn
from services.gateway.items.spans import broken
from services.gateway.learning import views
from services.gateway.messaging.intake import Asked, sha256
from services.gateway.sessions.queries import Standing
from services.gateway.sessions.routes import Limit, Offset, etag, matches

routes = APIRouter(prefix="/v1/sessions/{session_id}", tags=["learning"], responses=PROBLEMS)
NOTHING_NEW: dict[int | str, dict[str, Any]] = {304: {"description": "Nothing has changed."}}
L = TypeVar("L", bound=Letter)
GOAL = 200


@routes.get("/learner", response_model=LearnerView, responses=NOTHING_NEW)
async def learner(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """The agents' state, the cycle, and mastery of every concept. The ETag is the session's.

    Of a question of the quiz under way neither concept nor answer nor its place is told before it is answered.
    """
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    headers = {"ETag": etag(standing.version, who)} | (RETRY if standing.runs else {})
    if matches(request.headers.get("if-none-match"), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return json_of(await learner_of(desk, who, standing), headers=headers)


async def learner_of(desk: Desk, who: Who, standing: Standing) -> LearnerView:
    """The learner's view. The version that it is told as may be older than what it shows, never newer."""
    rows, session = desk.study.learners, standing.session_id
    learning, ready = await rows.learning(session), [row for row in await desk.views.quizzes(session) if row["ready"]]
    ids = [row["quiz_id"] for row in ready]
    wished = UUID(learning["cycle_quiz"]) if learning.get("cycle_quiz") else None
    quiz = wished if wished in ids else ids[-1] if ids else None
    return views.learner(
        views.Sitting(
            session=session,
            user=who.user,
            learning=learning,
            state=await rows.state(session),
            concepts=await rows.concepts(session),
            prerequisites=await rows.prerequisites(session),
            cycles=await rows.cycles(session),
            gaps=await rows.gaps(session),
            recalls=await rows.recalls(session),
            questions=await rows.questions(session, quiz) if quiz else (),
            responses=await rows.responses(session, quiz) if quiz else (),
            score=await rows.score(session, quiz) if quiz else None,
            progress=await rows.progress(session, quiz) if quiz else None,
        )
    )


@routes.post(
    "/learning", status_code=202, response_model=Accepted, openapi_extra=takes("LearningRequested", required=False)
)
async def learn(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Learn a topic to mastery: a concept, a section's title, or what is weakest; with a diagnosis first, if wished."""
    standing, asked, body, letter = await _asked(request, desk, who, session_id, LearningRequested)
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await ready_to_learn(desk.views, who, standing)
    topic = await _topic(desk, session_id, "topic", letter.topic)
    return await _told(desk, asked, body, letter.model_copy(update={"topic": topic}), answer(session_id, "/learner"))


@routes.post("/path", status_code=202, response_model=Accepted, openapi_extra=takes("PathRequested", required=False))
async def path(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Have the path planned: what to learn next, and why."""
    standing, asked, body, letter = await _asked(request, desk, who, session_id, PathRequested)
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await ready_to_learn(desk.views, who, standing)
    return await _told(desk, asked, body, letter, answer(session_id, "/learner"))


@routes.patch("/aims", status_code=202, response_model=Accepted, openapi_extra=takes("AimsSet"))
async def aims(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Set goals, the current topic, or the threshold of mastery; what is left out stays."""
    standing, asked, body, letter = await _asked(request, desk, who, session_id, AimsSet)
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await ready_to_learn(desk.views, who, standing)
    for number, goal in enumerate(letter.goals or ()):
        if not goal.strip() or len(goal) > GOAL:
            raise broken(f"goals.{number}", f"a goal has 1 to {GOAL} characters.")
    if letter.current_topic is not None:
        topic = await _topic(desk, session_id, "current_topic", letter.current_topic)
        letter = letter.model_copy(update={"current_topic": topic})
    return await _told(desk, asked, body, letter, answer(session_id, "/learner"))


@routes.post("/marks", status_code=202, response_model=Accepted, openapi_extra=takes("ConceptMarked"))
async def mark(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Say "I know this" (`known`) or "not yet" (`not_yet`) of a concept, beside the evidence; `none` takes it back."""
    standing, asked, body, letter = await _asked(request, desk, who, session_id, ConceptMarked)
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await ready_to_learn(desk.views, who, standing)
    concept = await desk.study.learners.named(session_id, letter.concept, titles=False)
    if concept is None:
        raise broken("concept", "the document has no such concept; `GET .../learner` lists them.")
    marked = letter.model_copy(update={"concept": concept})
    return await _told(desk, asked, body, marked, answer(session_id, "/learner"))


@routes.post("/messages", status_code=202, response_model=Accepted, openapi_extra=takes("MessageSent"))
async def say(request: Request, desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """Write to the coordinator: a question, what you want to learn, or the answer to the tutor's question.

    The tutor's answer comes in `GET .../messages`.
    """
    standing, asked, body, letter = await _asked(request, desk, who, session_id, MessageSent)
    if not letter.text.strip():
        raise broken("text", "is empty.")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await ready_to_learn(desk.views, who, standing)
    told = answer(session_id, "/messages", message_id=asked.message_id)
    async with desk.quotas.message(who):
        return await _told(desk, asked, body, letter, told)


@routes.get("/messages", response_model=Messages)
async def messages(
    desk: AtDesk,
    who: Anyone,
    session_id: UUID,
    role: Literal["learner", "tutor"] | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
    newest: Annotated[
        bool, Query(description="The last page in place of the first; `offset` counts from the end.")
    ] = False,
) -> Response:
    """The conversation, oldest first, in pages."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    found, total = await desk.study.learners.messages(session_id, role, offset, limit, newest=newest)
    headers = RETRY if standing.runs else None
    return json_of(Messages(messages=[views.message(row) for row in found], total=total), headers=headers)


async def _asked(
    request: Request, desk: Desk, who: Who, session: UUID, kind: type[L]
) -> tuple[Standing, Asked, bytes, L]:
    """Where the session stands, and what is asked of it; no body is an empty object."""
    standing = await desk.views.standing(who, session)
    asked, body = Asked.of(request, who), await body_of(request)
    letter = kind.model_validate_json(body if body.strip() else b"{}", strict=True)
    point("received")
    return standing, asked, body, letter


async def _told(desk: Desk, asked: Asked, body: bytes, letter: Letter, told: Accepted) -> Response:
    taken = await take(desk, asked, sha256(body), letter, told)
    point("acknowledged")
    return accepted(taken)


async def _topic(desk: Desk, session: UUID, field: str, said: str) -> str:
    """The topic as the document spells it; "" stays. Raises `Failure` 400 naming the field."""
    if not said.strip():
        return ""
    topic = await desk.study.learners.named(session, said, titles=True)
    if topic is None:
        raise broken(field, "the document has no such concept or section; `topics` of `GET .../learner` lists them.")
    return topic
