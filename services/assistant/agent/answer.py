"""Answers one message. Nothing is kept in memory between two: what is known comes with the turn, and goes back with
the answer; each step of chance or of the world goes through the journal, so that a message answered again after a kill
makes no call twice and ends in the same answer."""

from contracts.assistant import (
    CONFIDENCES_KEPT,
    AgentContext,
    AgentResponse,
    ConversationMetadata,
    IntentResult,
)
from contracts.message import Phrase
from services.assistant.agent.acting import Acting
from services.assistant.agent.calls import Calls
from services.assistant.agent.ports import Answered, Journal, Mind, Tools, Turn
from services.assistant.agent.wishes import Understood
from services.text.catalogue.phrases import rendered


async def answer(turn: Turn, mind: Mind, tools: Tools, journal: Journal) -> Answered:
    """What the message is answered, and what is known of the conversation from then on.

    Raises ModelError where the mind is a model's and cannot be asked, and what the tools raise; then nothing is to be
    kept but the journal, and the message may be answered again.
    """

    async def read() -> dict[str, object]:
        return (await mind.read(turn, tools)).model_dump(mode="json")

    understood = Understood.model_validate(await journal.once("choice", read))
    calls = Calls(turn, tools, journal)
    acting = Acting(turn, understood.language, calls)
    await acting.carry_out(understood.wishes)
    unread = understood.foreign and not acting.said
    nothing = Phrase.of("assistant.languages" if unread else "assistant.not_mine")
    said = Phrase.listed("lines", acting.said) if acting.said else nothing
    first = understood.wishes[0]
    intent = IntentResult(
        intent_type=first.intent if acting.handled else "other",
        confidence=first.confidence,
        entities=first.entities(),
        reasoning=understood.why or None,
    )
    wanted = ", ".join(f"{each.intent} {each.confidence:.2f}" for each in understood.wishes)
    response = AgentResponse(
        conversation_id=turn.conversation_id,
        response=rendered(said, understood.language),
        status=acting.status,
        tool_calls=calls.made,
        clarification=acting.clarification,
        reasoning_trace="; ".join([f"{understood.why or 'read'}: {wanted}", *acting.trace, acting.status]),
        intent=intent,
        phrase=said,
        handled=acting.handled or (unread and turn.course is not None and not turn.offered),
    )
    return Answered(response, _known(turn, understood, acting, calls))


def _known(turn: Turn, understood: Understood, acting: Acting, calls: Calls) -> ConversationMetadata:
    """The conversation's metadata after this message."""
    before = turn.metadata
    known = before.agent_context
    confidence = min(each.confidence for each in understood.wishes)
    shown = acting.shown
    used = calls.used
    return ConversationMetadata(
        task_references=before.task_references if shown is None else shown,
        referenced_at=before.referenced_at if shown is None else turn.now,
        last_tool_used=before.last_tool_used if used is None else used.tool_name,
        last_tool_parameters=before.last_tool_parameters if used is None else used.parameters,
        agent_context=AgentContext(
            application_domain=known.application_domain,
            confidence_history=[*known.confidence_history, confidence][-CONFIDENCES_KEPT:],
            clarification_count=known.clarification_count + (acting.clarification is not None),
            pending=acting.pending,
        ),
    )
