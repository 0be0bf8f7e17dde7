"""A trivial assistant for a course's chat. What it does stands in the message: `task ask` asks back, `task yes` answers
that; what has no `task` in it is none of its business."""

from contracts.assistant import AgentContext, AgentResponse, AskAssistant, AssistantAnswered, ConversationMetadata
from contracts.message import Message


def assisted(command: Message) -> list[Message] | None:
    """The answers to a command to the assistant; None for any other."""
    if not isinstance(command, AskAssistant):
        return None
    ours, asks = "task" in command.text, "task ask" in command.text
    response = AgentResponse(
        conversation_id=command.course.session_id,
        response=f"Done: {command.course.topic or command.course.title}." if ours else "",
        status="clarification_needed" if asks else "success",
        handled=ours,
    )
    counted = command.metadata.agent_context.clarification_count + asks
    remembered = AgentContext(clarification_count=counted)
    return [AssistantAnswered(response=response, metadata=ConversationMetadata(agent_context=remembered))]
