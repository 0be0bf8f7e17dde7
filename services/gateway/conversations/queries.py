"""What the gateway reads of the assistant's conversations, each with whose it is."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from services.gateway.access.bearer import Who
from services.gateway.database import Queries, Row

MINE = "tenant_id = %(tenant)s and user_id = %(user)s"
ONE = f"""
select conversation_id, created_at, updated_at from conversation_view
where conversation_id = %(conversation)s and {MINE}"""
PAGE = f"""
select conversation_id, created_at, updated_at from conversation_view where {MINE}
order by updated_at desc, conversation_id offset %(offset)s limit %(limit)s"""
COUNTED = f"select count(*) as total from conversation_view where {MINE}"
MESSAGES = """
select index, message_id, role, content, status, clarification, tool_calls, problem ->> 'code' as failed, created_at
from conversation_message_view where conversation_id = %(conversation)s
order by index offset %(offset)s limit %(limit)s"""
MESSAGES_COUNTED = """
select count(*) as total from conversation_message_view where conversation_id = %(conversation)s"""
ANSWER = """
select content, status, clarification, tool_calls, problem from conversation_message_view
where conversation_id = %(conversation)s and message_id = %(message)s and role = 'assistant'"""
SENT = f"""
select from intake
where message_id = %(message)s and session_id = %(conversation)s and {MINE} and message::text <> '{{}}'"""


class ConversationRows(Queries):
    """Rows of conversations."""

    async def one(self, who: Who, conversation: UUID) -> Row | None:
        """A conversation of this user's; None: there is none."""
        return await self._rows.one(ONE, {"conversation": conversation, "tenant": who.tenant, "user": who.user})

    async def page(self, who: Who, offset: int, limit: int) -> tuple[list[Row], int]:
        """A page of the user's conversations, and how many there are."""
        values = {"tenant": who.tenant, "user": who.user, "offset": offset, "limit": limit}
        return await self._rows.all(PAGE, values), await self._total(COUNTED, values)

    async def messages(self, conversation: UUID, offset: int, limit: int) -> tuple[list[Row], int]:
        """A page of what was said, and how much that is. Whose it is must have been asked before."""
        values = {"conversation": conversation, "offset": offset, "limit": limit}
        return await self._rows.all(MESSAGES, values), await self._total(MESSAGES_COUNTED, values)

    async def answer(self, conversation: UUID, message: UUID) -> Row | None:
        """What was answered to a message; None: nothing yet."""
        return await self._rows.one(ANSWER, {"conversation": conversation, "message": message})

    async def sent(self, who: Who, conversation: UUID, message: UUID) -> bool:
        """Whether the user sent such a message."""
        values = {"conversation": conversation, "message": message, "tenant": who.tenant, "user": who.user}
        return await self._rows.one(SENT, values) is not None

    async def _total(self, counting: str, values: dict[str, object]) -> int:
        row = await self._rows.one(counting, values)
        return int(row["total"]) if row else 0


ConversationQueries = Annotated[ConversationRows, Depends(ConversationRows.of)]
