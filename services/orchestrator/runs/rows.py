"""The agents' runs in rows: the run that a message tells of, what is known of one that ended without telling, and who
handed over to whom.
"""

import hashlib
from datetime import datetime

from contracts.documents import AgentRun
from contracts.learning import MessageSent
from contracts.problems import Code
from contracts.session import MessageParked, StepTimedOut
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Own, as_json
from services.orchestrator.database.writes import Writes
from services.orchestrator.runs.tables import AgentRunRow, AgentTransition
from services.orchestrator.workflow.stages import AGENT
from services.orchestrator.workflow.state import Decision, State
from services.text.catalogue import sentences

NOTHING = hashlib.sha256(b"").hexdigest()


def run_row(writes: Writes, arrival: Arrival, before: State, own: Own, now: datetime) -> None:
    """Adds the row of a kept message, where it tells of a run or of the want of one."""
    message = arrival.message
    if isinstance(message, StepTimedOut | MessageParked):
        run = _untold(arrival, message, before, now)
    elif isinstance(told := getattr(message, "run", None), AgentRun):
        run = told
    else:
        return
    step = arrival.step(before)
    writes.insert(
        AgentRunRow(
            **own,
            message_id=arrival.envelope.id,
            session_id=arrival.session,
            timestamp=run.timestamp,
            agent=run.agent,
            input_summary=run.input_summary,
            output=run.output,
            reasoning=run.reasoning,
            duration_ms=run.duration_ms,
            input_hash=run.input_hash,
            output_hash=run.output_hash,
            tokens_used=run.tokens_used,
            errors=as_json(run.errors),
            spending=as_json([spent.model_dump() for spent in run.spending]),
            turn_id=step.journey.id if step is not None and step.journey.kind == "lesson" else None,
        )
    )


def transition(writes: Writes, arrival: Arrival, before: State, decision: Decision, own: Own, now: datetime) -> None:
    """Adds who handed over to whom by a kept message, and why."""
    after, message = decision.state, arrival.message
    if after.forgotten or (before.last_routed_to == after.last_routed_to and not decision.asks):
        return
    told = message.text if isinstance(message, MessageSent) else None
    # What came is told as it came: a large message is not written once more for the sake of its first words.
    own_words = arrival.derived_from is None and not isinstance(message, MessageParked)
    came = (arrival.record.value or b"")[:400].decode("utf-8", "ignore") if own_words else ""
    excerpt = (told or f"{message.type_name} {came or message.model_dump_json(exclude_none=True)}")[:100]
    writes.insert(
        AgentTransition(
            **own,
            session_id=after.session_id,
            from_agent=before.last_routed_to,
            to_agent=after.last_routed_to,
            reason=after.routing_reason,
            message_excerpt=excerpt,
            timestamp=now,
        )
    )


def _untold(arrival: Arrival, message: StepTimedOut | MessageParked, before: State, now: datetime) -> AgentRun:
    """Nobody knows how long it ran: `duration_ms` is 0. What it was given is hashed as it came, if it came."""
    envelope = arrival.envelope
    step = arrival.step(before)
    if isinstance(message, MessageParked):
        error, given = f"{Code.INTERNAL}: {message.message_type} was put aside: {message.reason}", arrival.record.value
    else:
        error, given = f"{Code.STEP_TIMED_OUT}: no answer in time to attempt {envelope.attempt}", None
    return AgentRun(
        timestamp=now,
        agent=AGENT[step.kind] if step else "coordinator",
        input_summary=sentences("steps")["en"][step.kind] if step else message.type_name,
        duration_ms=0,
        input_hash=hashlib.sha256(given or b"").hexdigest(),
        output_hash=NOTHING,
        errors=[error],
    )
