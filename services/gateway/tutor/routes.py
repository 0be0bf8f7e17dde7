"""The conversation: what a learner writes to the coordinator, and all that was said."""

from typing import Annotated, Literal

from fastapi import Query, Response

from contracts.learning import MessageSent
from contracts.views.sessions import Accepted
from services.gateway.access.quotas import HasQuotas
from services.gateway.access.standing import OpenSession, SessionHere
from services.gateway.http.bodies import MaybeBody, router
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.problems import broken
from services.gateway.http.replies import RETRY, RETRY_AFTER, WRITTEN
from services.gateway.messaging.requests import Once, answer
from services.gateway.quizzes.queries import QuizQueries
from services.gateway.tutor import views
from services.gateway.tutor.queries import ConversationQueries
from services.gateway.tutor.schemas import Messages

routes = router("/v1/sessions/{session_id}", "tutor")


@routes.post("/messages", status_code=202, responses=WRITTEN)
async def send_message(
    session: SessionHere, change: Once, quizzes: QuizQueries, quotas: HasQuotas, wish: MaybeBody[MessageSent]
) -> Accepted:
    """Write to the coordinator: a question, what you want to learn, or the answer to the tutor's question.

    The tutor's answer comes in `GET .../messages`.
    """
    if not wish.text.strip():
        raise broken("text", "blank")
    await quizzes.ready_to_learn(session)
    told = answer(session.session_id, "/messages", message_id=change.asked.message_id)
    async with quotas.message(change.asked.who):
        return await change.accept(wish, told)


@routes.get("/messages", responses={200: {"headers": RETRY_AFTER}})
async def messages(
    session: OpenSession,
    rows: ConversationQueries,
    response: Response,
    role: Literal["learner", "tutor"] | None = None,
    offset: Offset = 0,
    limit: Limit = 100,
    newest: Annotated[
        bool, Query(description="The last page in place of the first; `offset` counts from the end.")
    ] = False,
) -> Messages:
    """The conversation, oldest first, in pages."""
    found, total = await rows.messages(session.session_id, role, offset, limit, newest=newest)
    if session.runs:
        response.headers.update(RETRY)
    return Messages(messages=[views.message(row) for row in found], total=total)
