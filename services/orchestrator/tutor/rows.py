"""What the conversation leaves in rows: the learner's lines and the agents', and the questions that are asked in it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, LiteralString
from uuid import uuid5

from contracts.learning import Diagnosed, Explained, IntentClassified, MessageSent, PathPlanned, ReplyJudged
from contracts.message import Message, Phrase
from contracts.proof import Proof
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.tutor.tables import MessageRow
from services.orchestrator.tutor.words import phrase as phrase_of
from services.orchestrator.workflow.state import Decision, Meta
from services.text.catalogue.phrases import rendered

# An item's question as a line of the conversation: with its statement, and its options a line each.
_ASKS: LiteralString = """
insert into messages (message_id, session_id, tenant_id, user_id, seq, role, agent, text, quotes, timestamp)
select %(id)s, %(session)s, %(tenant)s, %(user)s, %(seq)s, 'tutor', 'tutor',
       (body ->> 'question') || coalesce(E'\\n' || (body ->> 'statement'), '') || coalesce(
         (select string_agg(E'\\n– ' || (o.value ->> 'text'), '' order by o.n)
          from json_array_elements(body -> 'options') with ordinality o(value, n)), ''), '[]', %(at)s
from items where item_id = %(item)s
on conflict do nothing"""


def keep(writes: Writes, arrival: Arrival, decision: Decision, own: Own, meta: Meta, now: datetime) -> None:
    """Adds the rows of one kept message, whatever it is."""
    state, message, session = decision.state, arrival.message, decision.state.session_id
    if state.forgotten:
        return
    whose = {"session": session, "tenant": own["tenant_id"], "user": own["user_id"]}
    lines = _lines(message)
    opens = "path" if isinstance(message, PathPlanned) else None
    for role, agent, text, quotes in lines:
        writes.insert(
            MessageRow(
                **own,
                message_id=meta.id if role == "learner" else uuid5(meta.id, "line"),
                session_id=session,
                seq=meta.seq,
                role=role,
                agent=agent,
                text=text,
                quotes=dump_all(quotes),
                timestamp=now,
                opens=opens,
                phrase=dump(message.phrase) if isinstance(message, Explained) and message.phrase else None,
            )
        )
    for n, said in enumerate(decision.lines, len(lines)):
        at, id = now + timedelta(microseconds=n), uuid5(meta.id, f"said:{n}")
        if said.item_id is not None:
            writes.then_named(_ASKS, id=id, item=said.item_id, at=at, seq=meta.seq, **whose)
            continue
        phrase = _phrase(said.code, said.values, message, arrival)
        text = rendered(phrase, state.language) if phrase else _reason(message)
        writes.insert(
            MessageRow(
                **own,
                message_id=id,
                session_id=session,
                seq=meta.seq,
                role="tutor",
                agent=said.agent,
                text=text,
                quotes=Json("[]"),
                timestamp=at,
                opens=said.opens,
                quiz_id=said.quiz_id,
                phrase=dump(phrase) if phrase else None,
            )
        )


def _lines(message: Message) -> list[tuple[str, str, str, Sequence[Proof]]]:
    """What a message adds to the conversation: role, agent, text, quotes."""
    match message:
        case MessageSent():
            return [("learner", "", message.text, [])]
        case Explained():
            return [("tutor", "tutor", message.explanation, message.quotes)]
        case ReplyJudged():
            return [("tutor", "tutor", message.text, [message.proof] if message.proof else [])]
        case Diagnosed():
            return [("tutor", "diagnostic", "\n".join([message.reason, *message.recommendations]), [])]
        case PathPlanned():
            return [("tutor", "pathplanner", "\n".join([message.path_reasoning, *message.remediation]), [])]
    return []


def _phrase(code: str, values: dict[str, Any], message: Message, arrival: Arrival) -> Phrase | None:
    """A line of the house as data; None: it is what the message says itself."""
    if code == "as_told" and isinstance(message, IntentClassified):
        return None
    if code == "stranger" and isinstance(message, IntentClassified):
        return phrase_of(code if message.near else "unknown_topic", {"topic": message.about, "near": message.near})
    if code == "failed":
        trace = (arrival.envelope.traceparent or "").split("-")
        told = {**values, "code": values["problem"], "trace": trace[1] if len(trace) > 1 else str(arrival.session)}
        return phrase_of(code, {name: value for name, value in told.items() if name != "problem"})
    return phrase_of(code, values)


def _reason(message: Message) -> str:
    return message.reason if isinstance(message, IntentClassified) else ""
