"""The assistant's conversations: begun, written to, read and removed, each by its user alone.

An answer is waited for (`Prefer: wait=N`, else 30 s); 202 where it takes longer, and the same answer is had later at
its address.
"""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Response

from contracts.assistant import Converse, DropConversations, OpenConversation
from contracts.problems import Failure, Problem
from contracts.session import Status
from contracts.views.sessions import Accepted
from services.gateway.access.bearer import Anyone
from services.gateway.access.quotas import HasQuotas
from services.gateway.conversations.queries import ConversationQueries
from services.gateway.conversations.schemas import (
    ChatMessage,
    ChatWish,
    Conversation,
    ConversationOpened,
    ConversationRead,
    Conversations,
    Reply,
)
from services.gateway.database import Row
from services.gateway.http.bodies import JsonBody, router
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.prefer import SecondsToWait
from services.gateway.http.problems import broken
from services.gateway.http.replies import LOCATION, NOT_YET, WRITTEN, Answered, accepted, unknown
from services.gateway.messaging.requests import Begun, Once
from services.gateway.messaging.waiting import HasWaiters

routes = router("/v1/conversations", "assistant")
PATIENCE_SECONDS = 30


async def _mine(conversation_id: UUID, who: Anyone, rows: ConversationQueries) -> Conversation:
    """The user's own conversation. Raises `Failure` 404."""
    found = await rows.one(who, conversation_id)
    if found is None:
        unknown("no_conversation")
    return Conversation.model_validate(found)


Mine = Annotated[Conversation, Depends(_mine)]


@routes.post("", status_code=201, responses={201: {"headers": LOCATION}})
async def open_conversation(who: Anyone, change: Begun, quotas: HasQuotas, response: Response) -> ConversationOpened:
    """Begin a conversation with the assistant, who keeps your study tasks."""
    taken = await change.before()
    if taken is None:
        told = _told(change.asked.named("conversation"))
        message = OpenConversation(tenant_id=who.tenant, user_id=who.user)
        async with quotas.message(who):
            taken = await change.accept(message, told, root=True)
    response.headers["Location"] = taken.url
    return ConversationOpened(conversation_id=taken.session_id, url=taken.url)


@routes.get("")
async def conversations(
    who: Anyone, rows: ConversationQueries, offset: Offset = 0, limit: Limit = 100
) -> Conversations:
    """Your conversations, the newest first, in pages. One goes 30 days after its last message."""
    found, total = await rows.page(who, offset, limit)
    return Conversations(conversations=[Conversation.model_validate(row) for row in found], total=total)


@routes.delete("", status_code=202, responses=WRITTEN)
async def forget_all(who: Anyone, change: Once) -> Accepted:
    """Remove all your conversations with the assistant and all your study tasks. Nothing brings them back."""
    told = _told(change.asked.named("conversation")).model_copy(update={"url": "/v1/conversations"})
    return await change.accept(DropConversations(tenant_id=who.tenant, user_id=who.user, all=True), told)


@routes.get("/{conversation_id}")
async def conversation(
    mine: Mine, rows: ConversationQueries, offset: Offset = 0, limit: Limit = 100
) -> ConversationRead:
    """A conversation with its messages, oldest first, in pages."""
    found, total = await rows.messages(mine.conversation_id, offset, limit)
    said = [ChatMessage.model_validate(row) for row in found]
    return ConversationRead(**mine.model_dump(), messages=said, total=total)


@routes.delete("/{conversation_id}", status_code=202, responses=WRITTEN)
async def remove_conversation(mine: Mine, who: Anyone, change: Once) -> Accepted:
    """Remove a conversation with all that was said in it. The tasks stay."""
    message = DropConversations(tenant_id=who.tenant, user_id=who.user)
    return await change.accept(message, _told(mine.conversation_id))


@routes.post("/{conversation_id}/messages", responses=NOT_YET)
async def send(
    mine: Mine,
    who: Anyone,
    change: Begun,
    wish: JsonBody[ChatWish],
    rows: ConversationQueries,
    quotas: HasQuotas,
    waiters: HasWaiters,
    seconds: SecondsToWait,
    response: Response,
) -> Reply:
    """Write to the assistant, and have its answer. Quick messages are answered in their order."""
    taken = await change.before()
    if taken is None:
        if not wish.text.strip():
            raise broken("text", "blank")
        message = Converse(tenant_id=who.tenant, user_id=who.user, **wish.model_dump())
        async with quotas.message(who):
            taken = await change.accept(message, _told(mine.conversation_id, change.asked.message_id))
    conversation, sent = taken.session_id, taken.message_id
    assert sent is not None

    async def look() -> Row | None:
        return await rows.answer(conversation, sent)

    found = await waiters.until(conversation, look, PATIENCE_SECONDS if seconds is None else seconds)
    if found is None:
        raise Answered(accepted(taken))
    response.headers["Location"] = taken.url
    return _reply(conversation, found)


@routes.get("/{conversation_id}/messages/{message_id}", responses=NOT_YET)
async def answer(mine: Mine, message_id: UUID, who: Anyone, rows: ConversationQueries) -> Reply:
    """What was answered to a message; 202 while it is under way."""
    found = await rows.answer(mine.conversation_id, message_id)
    if found is None:
        if not await rows.sent(who, mine.conversation_id, message_id):
            unknown("no_message")
        raise Answered(accepted(_told(mine.conversation_id, message_id)))
    return _reply(mine.conversation_id, found)


def _reply(conversation: UUID, row: Row) -> Reply:
    """The answer. Raises the `Failure` that it ended with."""
    if row["problem"]:
        raise Failure(Problem.model_validate(row["problem"]))
    told = {key: row[key] for key in ("status", "clarification", "tool_calls")}
    return Reply.model_validate({"conversation_id": conversation, "response": row["content"], **told})


def _told(conversation: UUID, message: UUID | None = None) -> Accepted:
    """What a 202 says: it is written down, and this is where to look."""
    url = f"/v1/conversations/{conversation}"
    return Accepted(
        session_id=conversation,
        message_id=message,
        status=Status.ACCEPTED,
        trace_id=conversation.hex,
        url=f"{url}/messages/{message}" if message else url,
    )
