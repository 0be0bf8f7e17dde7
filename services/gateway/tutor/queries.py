"""What the gateway reads of the conversation. Whose session it is must have been asked before."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from services.gateway.database import Queries, Row

# Of the rows of one message the learner's own stands first.
MESSAGES = """
select message_id, role, agent, text, phrase, quotes, unsure, opens, quiz_id, in_reply_to, timestamp from message_view
where session_id = %(session)s and (%(role)s::text is null or role = %(role)s::text)
order by seq, timestamp, role, message_id offset %(offset)s limit %(limit)s"""

COUNTED = """
select count(*) as total from message_view
where session_id = %(session)s and (%(role)s::text is null or role = %(role)s::text)"""


class Conversation(Queries):
    """What was said in one session."""

    async def messages(
        self, session: UUID, role: str | None = None, offset: int = 0, limit: int | None = None, *, newest: bool = False
    ) -> tuple[list[Row], int]:
        """A page of the conversation, oldest first, and how many lines it has. `newest`: `offset` is from its end."""
        values = {"session": session, "role": role}
        counted = await self._rows.one(COUNTED, values)
        total: int = counted["total"] if counted else 0
        if newest and limit is not None:
            end = max(0, total - offset)
            offset, limit = max(0, end - limit), min(end, limit)
        return await self._rows.all(MESSAGES, {**values, "offset": offset, "limit": limit}), total


ConversationQueries = Annotated[Conversation, Depends(Conversation.of)]
