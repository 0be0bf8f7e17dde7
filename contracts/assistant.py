"""The assistant: a chat that keeps study tasks. What it understands, calls and answers (seed 002), and its messages.

A conversation of its own is kept by the assistant; `OpenConversation`, `Converse` and `DropConversations` are about it.
Of a course's chat it keeps nothing: the orchestrator hands over what was said and takes back what is to be remembered
(`AskAssistant`, `AssistantAnswered`).
"""

from typing import Any, ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, model_validator

from contracts.documents import AgentRun, Plain, Text
from contracts.message import Fields, Message, Phrase
from contracts.tasks import TaskId

IntentType = Literal["create", "list", "update", "complete", "delete", "confirm", "decline", "choose", "help", "other"]
"""What a message wants. `confirm`, `decline`, `choose`: it answers what was asked last; `other`: nothing of ours."""
ReplyStatus = Literal["success", "clarification_needed", "confirmation_required", "error"]

MAX_REFERENCES = 200
CONFIDENCES_KEPT = 3


class ToolCall(Fields):
    """A call of an MCP tool. `call_id`: made once, however often it is sent. `result`: the tool's answer as it came."""

    call_id: UUID
    tool_name: str
    parameters: dict[str, Any]
    result: dict[str, Any] | None = None
    error: str | None = None
    invoked_at: AwareDatetime


class IntentResult(Fields):
    """What the message wants, how sure that is, and what it names (`title`, `due`, `task`, ...)."""

    intent_type: IntentType
    confidence: float = Field(ge=0, le=1)
    entities: dict[str, Any] = {}
    alternatives: list[tuple[IntentType, float]] = []
    reasoning: str | None = None


class ToolSelectionResult(Fields):
    """The tool that does it. `requires_confirmation`: it is asked for once more before it is called."""

    tool_name: str
    confidence: float = Field(ge=0, le=1)
    parameters: dict[str, Any]
    requires_confirmation: bool
    alternatives: list[tuple[str, float]] = []


class TaskOption(Fields):
    """One of several that a question leaves to choose from; `task_id` None: it is no task."""

    label: str
    task_id: int | None = None


class Clarification(Fields):
    """What the assistant has to know first."""

    question: str
    options: list[TaskOption] = Field(default=[], max_length=20)


class PlannedCall(Fields):
    """A call that is not made yet."""

    tool_name: str
    parameters: dict[str, Any] = {}


class Pending(Fields):
    """Calls that wait for a word of their user: a yes to exactly these, or what is `missing` of each.

    `missing`: the parameter that the answer fills in (`task_id`, with the `options` that it is chosen from; `title`;
    `due_at`; `changes`, of update_task). After `expires_at` a yes is a yes to nothing.
    """

    kind: Literal["confirmation", "clarification"]
    calls: list[PlannedCall] = Field(min_length=1, max_length=MAX_REFERENCES)
    missing: Literal["", "task_id", "title", "due_at", "changes"] = ""
    options: list[TaskOption] = Field(default=[], max_length=20)
    expires_at: AwareDatetime


class AgentContext(Fields):
    """What the agent knows of a conversation between two messages. `confidence_history`: the last three, in order."""

    application_domain: str = "task_management"
    confidence_history: list[float] = Field(default=[], max_length=CONFIDENCES_KEPT)
    clarification_count: int = Field(default=0, ge=0)
    pending: Pending | None = None


class ConversationMetadata(Fields):
    """What is kept of a conversation beside its messages. `task_references`: the place in the list that was shown last
    ("1", "2", ...) to the task's id; `referenced_at`: when that was."""

    task_references: dict[str, TaskId] | None = Field(default=None, max_length=MAX_REFERENCES)
    referenced_at: AwareDatetime | None = None
    last_tool_used: str | None = None
    last_tool_parameters: dict[str, Any] | None = None
    agent_context: AgentContext = AgentContext()

    @model_validator(mode="after")
    def references_hold(self) -> "ConversationMetadata":
        for key in self.task_references or {}:
            if not (key.isascii() and key.isdigit()):
                raise ValueError(f"task_references: {key} is no number")
        if self.task_references and self.referenced_at is None:
            raise ValueError("referenced_at: required with task_references")
        return self


class ConversationMessage(Fields):
    """A message of a conversation; `index`: its place, from 0. `phrase`: an assistant's sentence as data."""

    index: int = Field(ge=0)
    message_id: UUID
    role: Literal["user", "assistant"]
    content: Plain
    status: ReplyStatus | None = None
    clarification: Clarification | None = None
    tool_calls: list[ToolCall] = []
    phrase: Phrase | None = None
    created_at: AwareDatetime


class CourseConcept(Fields):
    """A concept of the course that the chat is about; `due`: its review is due; `weak`: it is to be improved."""

    name: Plain = Field(max_length=200)
    due: bool = False
    weak: bool = False


class CourseContext(Fields):
    """What the assistant is told of the course that the chat is about, so that a task can be about it.

    `topic`: what was spoken of last; `due`: how many reviews are due; `advice`: what the notes say to do next; `path`:
    what is to be learnt next, in order.
    """

    session_id: UUID
    title: Plain = ""
    topic: Plain = Field(default="", max_length=200)
    concepts: list[CourseConcept] = Field(default=[], max_length=200)
    due: int = Field(default=0, ge=0)
    advice: list[Plain] = Field(default=[], max_length=20)
    path: list[Plain] = Field(default=[], max_length=20)


class AgentResponse(Fields):
    """What the agent answers to one message. `reasoning_trace`: for whoever runs the house, never shown to a learner.

    `phrase`: the response as data; None where a model wrote it. `handled` False: the message is none of the
    assistant's business, for whoever handed it over.
    """

    conversation_id: UUID
    response: Plain
    status: ReplyStatus
    tool_calls: list[ToolCall] = []
    clarification: Clarification | None = None
    reasoning_trace: str | None = None
    intent: IntentResult | None = None
    phrase: Phrase | None = None
    handled: bool = True


class OpenConversation(Message):
    """Event: a user begins a conversation; the envelope's subject is its id."""

    type_name: ClassVar[str] = "pensum.assistant.open_conversation.v1"
    tenant_id: str
    user_id: str


class Converse(Message):
    """Event: a user wrote to the assistant in a conversation of theirs. `time_zone`: theirs, by its IANA name; "": UTC.

    `language` "": as the words tell.
    """

    type_name: ClassVar[str] = "pensum.assistant.converse.v1"
    tenant_id: str
    user_id: str
    text: Text = Field(max_length=4000)
    language: Plain = Field(default="", max_length=35)
    time_zone: Plain = Field(default="", max_length=64)


class DropConversations(Message):
    """Event: a user wants a conversation (the envelope's subject) removed; `all`: all of theirs, and their tasks."""

    type_name: ClassVar[str] = "pensum.assistant.drop_conversations.v1"
    tenant_id: str
    user_id: str
    all: bool = False


class ConversationMoved(Message):
    """Event: something came to a conversation; a wake-up that may be lost."""

    type_name: ClassVar[str] = "pensum.assistant.conversation_moved.v1"


class AskAssistant(Message):
    """Command: a learner wrote in a course's chat what is the assistant's, or may be.

    `message_id`: of the learner's line; `history`: the lines before it; `metadata`: what was to be remembered after the
    last answer. `offered`: the assistant has asked something; it may say that this is no answer to it.
    """

    type_name: ClassVar[str] = "pensum.assistant.ask.v1"
    message_id: UUID
    tenant_id: str
    user_id: str
    text: Text = Field(max_length=4000)
    language: Plain = Field(default="", max_length=35)
    time_zone: Plain = Field(default="", max_length=64)
    sent_at: AwareDatetime
    history: list[ConversationMessage] = Field(default=[], max_length=50)
    metadata: ConversationMetadata = ConversationMetadata()
    course: CourseContext
    offered: bool = False


class AssistantAnswered(Message):
    """Event: what the assistant answers, and what is to be remembered of it."""

    type_name: ClassVar[str] = "pensum.assistant.answered.v1"
    response: AgentResponse
    metadata: ConversationMetadata
    run: AgentRun | None = None
