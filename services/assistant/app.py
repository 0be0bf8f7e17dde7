"""Wires the assistant: its mind, by rules or a language model, its conversations and the tasks' server."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial

import httpx2
import psycopg
from psycopg_pool import PoolTimeout

from contracts.assistant import AskAssistant, ConversationMoved, Converse, DropConversations, OpenConversation
from contracts.message import Message
from contracts.problems import Problem
from services.assistant.conversations.handler import Conversations
from services.assistant.conversations.store import Store
from services.assistant.minds.model import ModelMind
from services.assistant.minds.offline import OfflineMind
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.process import serve
from services.chassis.process.health import here
from services.chassis.process.starting import CannotStart
from services.chassis.settings import Settings
from services.chassis.storage.database import checked, first_connection, pool, trouble
from services.chassis.tokens import weakness
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import work

SERVICE = "assistant"
OFFLINE_LIMIT_S = 60.0
CONNECTIONS, AT_ONCE = 10, 8
SWEEP_S = 3600.0
log = logging.getLogger(__name__)


def moved(_: Message, __: Problem) -> Message:
    """What a failure of a conversation's message is answered with: nothing is lost, the gateway sends it again."""
    return ConversationMoved()


def handlers(conversations: Conversations, limit_s: float, *, model: bool) -> Sequence[Handler]:
    """What the assistant does. What is said in its own conversations is kept in its tables, no memo is wanted."""
    own = partial(Handler, agent=SERVICE, dear=False, limit_s=limit_s, answers="session.updates", failed=moved)
    return (
        own(command=OpenConversation, handle=conversations.opened),
        own(command=Converse, handle=conversations.said),
        own(command=DropConversations, handle=conversations.dropped),
        Handler(command=AskAssistant, handle=conversations.asked, agent=SERVICE, dear=model, limit_s=limit_s),
    )


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled. Raises CannotStart: without its database, the tasks' address or their secret."""
    if (wrong := weakness(settings.tasks_secret, "PENSUM_TASKS_SECRET")) is not None:
        raise CannotStart(wrong)
    if not settings.tasks_url:
        raise CannotStart("PENSUM_TASKS_URL is not set: without it no task can be reached.")
    from services.assistant.tools.session import (
        TasksServer,
    )  # The SDK is a second's work: no other process waits for it.

    configured = ModelSettings.from_env()
    await (await first_connection(checked(settings.database), settings.database_wait)).close()
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(OpenAIModel(configured)) if configured else None
        connections = await stack.enter_async_context(pool(settings.database, at_most=CONNECTIONS))
        http = await stack.enter_async_context(httpx2.AsyncClient())
        store = Store(connections)
        tasks = TasksServer(settings.tasks_url, settings.tasks_secret, http)
        conversations = Conversations(store, tasks, ModelMind(model) if model else OfflineMind())
        here().watch("database", lambda: trouble(connections))
        limit = 2 * configured.longest_ask_s + 10 if configured else OFFLINE_LIMIT_S
        sweeping = asyncio.create_task(swept(store))
        try:
            done = handlers(conversations, limit, model=model is not None)
            await work(SERVICE, done, settings, ready, at_once=AT_ONCE)
        finally:
            sweeping.cancel()


async def swept(store: Store) -> None:
    """Removes what is too old, now and every hour, until cancelled."""
    while True:
        with contextlib.suppress(psycopg.Error, PoolTimeout):
            await store.sweep()
        await asyncio.sleep(SWEEP_S)


def run() -> int:
    """The console script `pensum-assistant`."""
    sys.exit(serve.run(SERVICE))
