"""What the assistant does on a message: load, let the agent answer, keep. Between two messages it knows nothing.

A turn that was cut off is begun again by the same message: its steps are kept, so nothing is called twice. What goes
wrong ends in an answer that says so, with a code and the trace; while database or tasks are away the message waits.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import UUID
from weakref import WeakValueDictionary
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import psycopg
from psycopg_pool import PoolTimeout

from contracts.assistant import (
    AgentResponse,
    AskAssistant,
    AssistantAnswered,
    ConversationMoved,
    Converse,
    DropConversations,
    OpenConversation,
)
from contracts.message import Message, Phrase
from contracts.problems import Code, Failure, Problem
from services.assistant.agent.answer import answer
from services.assistant.agent.ports import Answered, Mind, Turn
from services.assistant.conversations import store
from services.assistant.conversations.steps import Steps
from services.assistant.conversations.store import Store, Whose
from services.assistant.tools.session import TasksServer
from services.chassis.model.failures import ModelError, told
from services.chassis.problems import failed
from services.chassis.storage.database import Connection
from services.chassis.worker.handlers import Run
from services.text.catalogue.phrases import rendered

log = logging.getLogger(__name__)


class Conversations:
    """Handles what is said to the assistant."""

    def __init__(self, store: Store, tasks: TasksServer, mind: Mind) -> None:
        self._store, self._tasks, self._mind = store, tasks, mind
        self._turns = WeakValueDictionary[UUID, asyncio.Lock]()

    async def opened(self, message: OpenConversation, run: Run) -> Sequence[Message]:
        """A conversation begins."""
        whose = Whose(run.envelope.subject, message.tenant_id, message.user_id)
        async with self._held(whose.conversation) as connection:
            if not await store.taken(connection, run.envelope.id):
                await store.opened(connection, whose, run.envelope.id, run.envelope.time)
        return [ConversationMoved()]

    async def said(self, message: Converse, run: Run) -> Sequence[Message]:
        """A user wrote something; it is answered in its place."""
        whose, id, at = (
            Whose(run.envelope.subject, message.tenant_id, message.user_id),
            run.envelope.id,
            run.envelope.time,
        )
        async with self._held(whose.conversation) as connection:
            if await store.taken(connection, id):
                return [ConversationMoved()]
            if not await store.said(connection, whose, id, message.text, at):
                return [ConversationMoved()]
            history, metadata = await store.before(connection, whose, id)
            turn = Turn(
                conversation_id=whose.conversation,
                message_id=id,
                text=message.text,
                now=local(at, message.time_zone),
                language=message.language,
                history=history,
                metadata=metadata,
            )
            try:
                done = await self._answer(turn, message.tenant_id, message.user_id, connection, run)
            except (psycopg.OperationalError, PoolTimeout, OSError, asyncio.CancelledError):
                raise
            except (ModelError, Failure) as error:
                problem = error.problem if isinstance(error, Failure) else told(error)
                await store.answered(connection, whose, id, _sorry(whose, problem, message.language), None, at, problem)
            except Exception:
                log.exception("A turn of the assistant broke.")
                problem = failed(Code.INTERNAL, "assistant_broke").problem
                await store.answered(connection, whose, id, _sorry(whose, problem, message.language), None, at, problem)
            else:
                await store.answered(connection, whose, id, done.response, done.metadata, at)
        return [ConversationMoved()]

    async def dropped(self, message: DropConversations, run: Run) -> Sequence[Message]:
        """A conversation goes, or all of a user's with their tasks; the tasks first, so that it is done again whole."""
        whose = Whose(run.envelope.subject, message.tenant_id, message.user_id)
        async with self._held(whose.conversation) as connection:
            if not await store.taken(connection, run.envelope.id):
                if message.all:
                    await self._tasks.forget(message.tenant_id, message.user_id)
                await store.emptied(connection, whose, run.envelope.id, all=message.all)
        return [ConversationMoved()]

    async def asked(self, command: AskAssistant, run: Run) -> Sequence[Message]:
        """A learner wrote in a course's chat. Raises the `Failure` or `ModelError` that it ends in."""
        turn = Turn(
            conversation_id=command.course.session_id,
            message_id=command.message_id,
            text=command.text,
            now=local(command.sent_at, command.time_zone),
            language=command.language,
            history=command.history,
            metadata=command.metadata,
            course=command.course,
            offered=command.offered,
        )
        async with self._held(command.message_id) as connection:
            done = await self._answer(turn, command.tenant_id, command.user_id, connection, run)
        return [AssistantAnswered(response=done.response, metadata=done.metadata)]

    async def _answer(self, turn: Turn, tenant: str, user: str, connection: Connection, run: Run) -> Answered:
        tools = self._tasks.of(tenant, user, run.envelope.traceparent)
        done = await answer(turn, self._mind, tools, Steps(connection, turn.message_id))
        intent, called = done.response.intent, ", ".join(call.tool_name for call in done.response.tool_calls)
        run.note(
            input_summary=f"a message of {len(turn.text)} characters",
            output=f"{done.response.status}, {called or 'no call'}",
            reasoning=f"{intent.intent_type} ({intent.confidence:.2f})" if intent else "",
        )
        return done

    @asynccontextmanager
    async def _held(self, conversation: UUID) -> AsyncIterator[Connection]:
        """One turn at a time, in the order in which they come. Raises ConnectionError while the database is away."""
        turn = self._turns.setdefault(conversation, asyncio.Lock())  # It goes with the last who waits for it.
        async with turn:
            try:
                async with self._store.held(conversation) as connection:
                    yield connection
            except (psycopg.OperationalError, PoolTimeout) as error:
                raise ConnectionError("the assistant's database is away") from error


def local(at: datetime, zone: str) -> datetime:
    """A moment in a user's time zone; UTC for one that there is not."""
    try:
        return at.astimezone(ZoneInfo(zone)) if zone else at.astimezone(UTC)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return at.astimezone(UTC)


def _sorry(whose: Whose, problem: Problem, language: str) -> AgentResponse:
    """The answer that says what failed, with the code and the trace."""
    why = problem.phrase or problem.detail
    phrase = Phrase.of(
        "conversation.assistant_failed", detail=why, code=str(problem.code), trace=whose.conversation.hex
    )
    return AgentResponse(
        conversation_id=whose.conversation, response=rendered(phrase, language or "en"), status="error", phrase=phrase
    )
