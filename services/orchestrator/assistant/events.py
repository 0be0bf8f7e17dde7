"""What of the assistant's answer `decide` sees."""

from typing import Any

from contracts.assistant import AssistantAnswered
from contracts.message import Fields, Message


class AssistedIn(Fields):
    """The assistant has answered, or says that the message is none of its business (`handled` False). `waits`: it has
    asked something."""

    handled: bool = True
    waits: bool = False


ASSISTANT_EVENTS: dict[str, type[Any]] = {AssistantAnswered.type_name: AssistedIn}


def event_of_assistant(message: Message) -> AssistedIn | None:
    """The event that a message of the assistant is; None for any other."""
    if not isinstance(message, AssistantAnswered):
        return None
    answered = message.response
    waits = answered.status in ("clarification_needed", "confirmation_required")
    return AssistedIn(handled=answered.handled, waits=waits)
