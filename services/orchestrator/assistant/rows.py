"""What the assistant's answers leave in rows, beside the line of the conversation."""

from datetime import datetime

from contracts.assistant import AssistantAnswered
from contracts.message import Message
from services.orchestrator.assistant.tables import AssistantState
from services.orchestrator.database.rows import Own, dump
from services.orchestrator.database.writes import Writes
from services.orchestrator.workflow.state import State


def keep(writes: Writes, message: Message, state: State, own: Own, now: datetime) -> None:
    """Adds what is to be remembered of an answer; nothing of any other message."""
    if isinstance(message, AssistantAnswered) and not state.forgotten:
        remembered = dump(message.metadata)
        writes.insert(AssistantState(**own, session_id=state.session_id, remembered=remembered, updated_at=now))
