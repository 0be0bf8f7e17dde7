"""What a turn is made from, what it needs of the world, and what it ends in."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from contracts.assistant import AgentResponse, ConversationMessage, ConversationMetadata, CourseContext
from contracts.tasks import TaskResult, ToolName
from services.assistant.agent.wishes import Understood

HISTORY = 50
"""So many of a conversation's last messages come with a turn."""


@dataclass(frozen=True)
class Turn:
    """One message and all that is known around it, as it was when the message was taken down.

    `now`: that moment, in the user's time zone; the same however late or often the message is answered, and so are
    `history` (the last `HISTORY` messages before this one) and `metadata`. `language`: the user's, "" where unknown.
    `offered`: as of `AskAssistant`.
    """

    conversation_id: UUID
    message_id: UUID
    text: str
    now: datetime
    language: str = ""
    history: Sequence[ConversationMessage] = ()
    metadata: ConversationMetadata = field(default_factory=ConversationMetadata)
    course: CourseContext | None = None
    offered: bool = False


@dataclass(frozen=True)
class Tool:
    """A tool as its server lists it."""

    name: str
    description: str
    input_schema: Mapping[str, Any]


class Tools(Protocol):
    """The tasks' tools, in the name of one user; whose tasks they are is the session's to say."""

    async def call(self, call_id: UUID, name: ToolName, parameters: dict[str, Any]) -> TaskResult:
        """The tool's answer. The same `call_id` again changes nothing again and has the same answer."""
        ...

    async def listed(self) -> Sequence[Tool]:
        """The tools that there are."""
        ...


class Journal(Protocol):
    """What one message's turn chose and called, step by step. Kept where a kill cannot reach it.

    The steps of a turn come in an order that what was kept decides alone, so a step is kept by its place: the first
    time `make` makes it and it is kept before `once` returns, each later time it is what was kept.
    """

    async def once(
        self, kind: Literal["choice", "call"], make: Callable[[], Awaitable[dict[str, Any]]]
    ) -> dict[str, Any]:
        """The step at the next place. What `make` raises is not kept, and raised."""
        ...


class Mind(Protocol):
    """Says what a message wants. It calls nothing and decides nothing: that is the agent's."""

    async def read(self, turn: Turn, tools: Tools) -> Understood:
        """What the message wants; of the tools it may ask which there are. Raises ModelError where it is a model's, and
        that cannot be asked."""
        ...


@dataclass(frozen=True)
class Answered:
    """What is answered, and what is known of the conversation from now on. Both are stored in one transaction."""

    response: AgentResponse
    metadata: ConversationMetadata
