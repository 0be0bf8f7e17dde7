"""Users who chat with the assistant, over its real tables and the tasks' server as it runs."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg.rows import dict_row

from contracts.assistant import Converse, DropConversations
from contracts.envelope import Envelope
from contracts.message import Message
from services.assistant.agent.ports import Mind, Tools, Turn
from services.assistant.agent.wishes import Understood
from services.assistant.conversations.handler import Conversations
from services.assistant.conversations.store import Store
from services.assistant.minds.offline import OfflineMind
from services.assistant.tools.session import TasksServer
from services.chassis.worker.handlers import Run


async def nothing(_: Message, __: int) -> None:
    """Tells nobody."""


class Chat:
    """One user with the assistant."""

    def __init__(self, conversations: Conversations, tasks: TasksServer, admin: str, user: str = "") -> None:
        self.conversations, self.admin, self._tasks = conversations, admin, tasks
        self.user, self.id = user or uuid4().hex, uuid4()

    def run(self, message: Message, id: UUID | None = None) -> Run:
        """A run of this message."""
        name, at = message.type_name, datetime.now(UTC)
        return Run(Envelope(id=id or uuid4(), type=name, source="test", subject=self.id, time=at), nothing)

    async def say(self, text: str, id: UUID | None = None) -> Sequence[Message]:
        """Write to the assistant."""
        message = Converse(tenant_id="home", user_id=self.user, text=text)
        return await self.conversations.said(message, self.run(message, id))

    async def drop(self, *, all: bool = False) -> None:
        """Remove the conversation, or all that there is of the user."""
        message = DropConversations(tenant_id="home", user_id=self.user, all=all)
        await self.conversations.dropped(message, self.run(message))

    def rows(self, query: str = "") -> list[dict[str, Any]]:
        """The messages as they are kept, in their order, or other rows about the conversation."""
        kept = "select * from conversation_messages where conversation_id = %s order by index"
        with psycopg.connect(self.admin, row_factory=dict_row) as admin:
            return admin.execute((query or kept).encode(), (self.id,)).fetchall()

    def said(self) -> list[str]:
        """What was said, in its order."""
        rows = self.rows()
        assert [row["index"] for row in rows] == list(range(len(rows)))
        return [row["content"] for row in rows]

    async def tasks(self) -> list[str]:
        """The titles of the user's tasks."""
        result = await self._tasks.of("home", self.user).call(uuid4(), "list_tasks", {"status": "all"})
        assert result.data is not None
        listed = result.data["tasks"]
        assert isinstance(listed, list)
        return [task["title"] for task in listed]


class Broken:
    """A mind that fails."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def read(self, turn: Turn, tools: Tools) -> Understood:
        """Raises it."""
        raise self._error


class Listening(OfflineMind):
    """A mind that remembers what it was told of the conversation before."""

    told: list[str]

    async def read(self, turn: Turn, tools: Tools) -> Understood:
        """As the rules do."""
        self.told = [message.content for message in turn.history]
        return await super().read(turn, tools)


class Chats:
    """Users with the assistant, over one pool."""

    def __init__(self, store: Store, tasks: TasksServer, admin: str) -> None:
        self.store, self.tasks, self._admin = store, tasks, admin
        self.conversations = self.minded(OfflineMind())

    def minded(self, mind: Mind) -> Conversations:
        """The assistant with another mind."""
        return Conversations(self.store, self.tasks, mind)

    def chat(self, user: str = "", conversations: Conversations | None = None) -> Chat:
        """Somebody, or one whom we know, with a conversation of their own."""
        return Chat(conversations or self.conversations, self.tasks, self._admin, user)
