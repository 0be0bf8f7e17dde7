"""Conversations in Postgres: what was said, what is remembered between two messages, and how long it is kept."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from psycopg.types.json import Jsonb

from contracts.assistant import AgentResponse, ConversationMessage, ConversationMetadata
from contracts.problems import Problem
from services.chassis.storage.database import Connection, Pool

HISTORY = 50
KEPT_DAYS = 30
"""After its last message a conversation goes."""
STEPS_DAYS, INBOX_DAYS = 2, 30

# One turn of a conversation at a time, whichever process takes it; freed when its connection ends.
_LOCK: LiteralString = "select pg_advisory_lock(hashtextextended(%s::uuid::text, 7266))"
_FREE: LiteralString = "select pg_advisory_unlock_all()"
_TAKEN: LiteralString = "select from assistant_inbox where message_id = %s"
_TAKE: LiteralString = "insert into assistant_inbox (message_id) values (%s) on conflict do nothing"
_OPEN: LiteralString = """
insert into conversations (conversation_id, tenant_id, user_id, created_at, updated_at)
values (%(conversation)s, %(tenant)s, %(user)s, %(at)s, %(at)s) on conflict do nothing"""
_FIND: LiteralString = """
select tenant_id, user_id, metadata, removed_at is not null as removed from conversations
where conversation_id = %(conversation)s"""
_SAID: LiteralString = """
insert into conversation_messages (conversation_id, index, message_id, role, content, created_at)
select %(conversation)s, coalesce(max(index) + 1, 0), %(message)s, 'user', %(text)s, %(at)s
from conversation_messages where conversation_id = %(conversation)s on conflict do nothing"""
_BEFORE: LiteralString = """
select index, message_id, role, content, status, clarification, tool_calls, phrase, created_at
from conversation_messages where conversation_id = %(conversation)s and index < (
  select index from conversation_messages where message_id = %(message)s and role = 'user')
order by index desc limit %(most)s"""
_ANSWER: LiteralString = """
insert into conversation_messages (conversation_id, index, message_id, role, content, status, clarification, tool_calls,
  phrase, problem, reasoning, created_at)
select %(conversation)s, coalesce(max(index) + 1, 0), %(message)s, 'assistant', %(text)s, %(status)s, %(clarification)s,
  %(calls)s, %(phrase)s, %(problem)s, %(reasoning)s, now()
from conversation_messages where conversation_id = %(conversation)s on conflict do nothing"""
_REMEMBER: LiteralString = """
update conversations set metadata = %(metadata)s, updated_at = greatest(updated_at, %(at)s)
where conversation_id = %(conversation)s"""
_EMPTY: LiteralString = """
with gone as (
  update conversations set metadata = '{}', removed_at = coalesce(removed_at, now())
  where tenant_id = %(tenant)s and user_id = %(user)s and (conversation_id = %(conversation)s or %(all)s)
  returning conversation_id
), messages as (
  delete from conversation_messages m using gone where m.conversation_id = gone.conversation_id
  returning m.message_id
), steps as (
  delete from assistant_steps s using messages where s.message_id = messages.message_id
)
select empty_conversation_intake(conversation_id) from gone"""
_OLD: LiteralString = """
with gone as (
  delete from conversations where updated_at < now() - make_interval(days => %(days)s) returning conversation_id
)
select empty_conversation_intake(conversation_id) from gone"""
_OLD_STEPS: LiteralString = "delete from assistant_steps where at < now() - make_interval(days => %s)"
_OLD_INBOX: LiteralString = "delete from assistant_inbox where taken_at < now() - make_interval(days => %s)"


@dataclass(frozen=True)
class Whose:
    """A conversation and its user."""

    conversation: UUID
    tenant: str
    user: str


class Store:
    """The assistant's tables."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @asynccontextmanager
    async def held(self, conversation: UUID) -> AsyncIterator[Connection]:
        """A connection while nobody else has a turn of this conversation."""
        async with self._pool.connection() as connection:
            await connection.execute(_LOCK, (conversation,))
            try:
                yield connection
            finally:
                if not connection.closed:
                    await connection.execute(_FREE)

    async def sweep(self) -> None:
        """Removes what is too old."""
        async with self._pool.connection() as connection:
            await connection.execute(_OLD, {"days": KEPT_DAYS})
            await connection.execute(_OLD_STEPS, (STEPS_DAYS,))
            await connection.execute(_OLD_INBOX, (INBOX_DAYS,))


async def taken(connection: Connection, message: UUID) -> bool:
    """Whether a message was dealt with before."""
    return await (await connection.execute(_TAKEN, (message,))).fetchone() is not None


async def opened(connection: Connection, whose: Whose, message: UUID, at: datetime) -> None:
    """A conversation begins; one that is there already, or was removed, stays as it is."""
    async with connection.transaction():
        await connection.execute(_OPEN, _values(whose, at=at))
        await connection.execute(_TAKE, (message,))


async def said(connection: Connection, whose: Whose, message: UUID, text: str, at: datetime) -> bool:
    """Writes a user's message down, once; False: the conversation is removed, or somebody else's."""
    async with connection.transaction():
        await connection.execute(_OPEN, _values(whose, at=at))
        row = await (await connection.execute(_FIND, _values(whose))).fetchone()
        if row is None or row["removed"] or (row["tenant_id"], row["user_id"]) != (whose.tenant, whose.user):
            await connection.execute(_TAKE, (message,))
            return False
        await connection.execute(_SAID, _values(whose, message=message, text=text, at=at))
    return True


async def before(
    connection: Connection, whose: Whose, message: UUID
) -> tuple[list[ConversationMessage], ConversationMetadata]:
    """The last messages before this one, oldest first, and what is remembered."""
    values = _values(whose, message=message, most=HISTORY)
    rows = await (await connection.execute(_BEFORE, values)).fetchall()
    found = await (await connection.execute(_FIND, values)).fetchone()
    metadata = ConversationMetadata.model_validate(found["metadata"] if found else {})
    return [ConversationMessage.model_validate(row) for row in reversed(rows)], metadata


async def answered(
    connection: Connection,
    whose: Whose,
    message: UUID,
    response: AgentResponse,
    metadata: ConversationMetadata | None,
    at: datetime,
    problem: Problem | None = None,
) -> None:
    """Writes an answer down with what is to be remembered, and that the message is dealt with; all or nothing.

    `metadata` None: stays as it was. `problem`: what failed.
    """
    told = response.model_dump(mode="json", exclude_none=True)
    values = _values(
        whose,
        message=message,
        text=response.response,
        status=response.status,
        clarification=_json(told.get("clarification")),
        calls=Jsonb(told["tool_calls"]),
        phrase=_json(told.get("phrase")),
        problem=_json(problem and problem.model_dump(mode="json", exclude_none=True)),
        reasoning=response.reasoning_trace or "",
    )
    async with connection.transaction():
        await connection.execute(_ANSWER, values)
        if metadata is not None:
            remembered = Jsonb(metadata.model_dump(mode="json", exclude_none=True))
            await connection.execute(_REMEMBER, _values(whose, metadata=remembered, at=at))
        await connection.execute(_TAKE, (message,))


async def emptied(connection: Connection, whose: Whose, message: UUID, *, all: bool) -> None:
    """Removes a conversation, or all of its user's, with all that was said."""
    async with connection.transaction():
        await connection.execute(_EMPTY, _values(whose, all=all))
        await connection.execute(_TAKE, (message,))


def _values(whose: Whose, **more: Any) -> dict[str, Any]:
    return {"conversation": whose.conversation, "tenant": whose.tenant, "user": whose.user, **more}


def _json(value: Any) -> Jsonb | None:
    return None if value is None else Jsonb(value)
