"""What is said to the assistant over HTTP, and shown of its conversations."""

from typing import Annotated, Literal
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, AwareDatetime, Field

from contracts.assistant import Clarification, ReplyStatus, ToolCall
from contracts.documents import Plain, Text
from contracts.message import Fields


def _known(zone: str) -> str:
    try:
        ZoneInfo(zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("is no IANA time zone, such as Europe/Oslo") from None
    return zone


TimeZone = Annotated[Plain, Field(default="", max_length=64), AfterValidator(_known)]


class ChatWish(Fields):
    """A message to the assistant. `time_zone`: its IANA name, for "tomorrow"; "": UTC. `language` "": as it reads."""

    text: Text = Field(max_length=4000)
    language: Plain = Field(default="", max_length=35)
    time_zone: TimeZone


class ConversationOpened(Fields):
    """A conversation that was begun."""

    conversation_id: UUID
    url: str


class Conversation(Fields):
    """A conversation, and when something was said in it last."""

    conversation_id: UUID
    created_at: AwareDatetime
    updated_at: AwareDatetime


class Conversations(Fields):
    """A page of a user's conversations, the newest first."""

    conversations: list[Conversation]
    total: int


class ChatMessage(Fields):
    """A message of a conversation; `index`: its place, from 0. `failed`: the code of what did."""

    index: int
    message_id: UUID
    role: Literal["user", "assistant"]
    content: str
    status: ReplyStatus | None = None
    clarification: Clarification | None = None
    tool_calls: list[ToolCall] = []
    failed: str | None = None
    created_at: AwareDatetime


class ConversationRead(Conversation):
    """A conversation with a page of its messages, oldest first."""

    messages: list[ChatMessage]
    total: int


class Reply(Fields):
    """What the assistant answers to one message, in the message's language."""

    conversation_id: UUID
    response: str
    status: ReplyStatus
    tool_calls: list[ToolCall]
    clarification: Clarification | None = None
