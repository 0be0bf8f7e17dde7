"""What the learning cycle leaves in rows: the conversation, the agents' state, rounds, and diagnoses."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID, uuid5

from contracts.coaching import CoachNotes
from contracts.grading import Evaluation
from contracts.learning import (
    AimsSet,
    Diagnosed,
    Explained,
    IntentClassified,
    LearningRequested,
    MessageSent,
    PathPlanned,
    ReplyJudged,
)
from contracts.message import Fields, Message
from contracts.proof import Proof
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, as_json, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning.agent_state import put
from services.orchestrator.learning.changes import RoundChanged
from services.orchestrator.learning.tables import DiagnosticResultRow, LearningCycleRow
from services.orchestrator.tutor.tables import MessageRow
from services.orchestrator.tutor.words import sentence
from services.orchestrator.workflow.learning import Cycle
from services.orchestrator.workflow.state import Decision, Meta, State

# An item's question as a line of the conversation: with its statement, and its options a line each.
_ASKS: LiteralString = """
insert into messages (message_id, session_id, tenant_id, user_id, seq, role, agent, text, quotes, timestamp)
select %(id)s, %(session)s, %(tenant)s, %(user)s, %(seq)s, 'tutor', 'tutor',
       (body ->> 'question') || coalesce(E'\\n' || (body ->> 'statement'), '') || coalesce(
         (select string_agg(E'\\n– ' || (o.value ->> 'text'), '' order by o.n)
          from json_array_elements(body -> 'options') with ordinality o(value, n)), ''), '[]', %(at)s
from items where item_id = %(item)s
on conflict do nothing"""
# What a quiz asks, once it is complete; the items themselves have the words.
_QUESTIONS: LiteralString = """
insert into agent_state (session_id, tenant_id, user_id, key, agent, value, updated_at)
select %(session)s, %(tenant)s, %(user)s, 'quiz_questions', 'quiz', coalesce(json_agg(q.item_id order by q.ordinal,
       q.item_id), '[]'), %(at)s
from quiz_items q join items i using (item_id)
where q.quiz_id = %(quiz)s and i.accepted and i.state in ('live', 'approved')
on conflict (session_id, key) do update set value = excluded.value, updated_at = excluded.updated_at"""


def keep(
    writes: Writes, arrival: Arrival, before: State, decision: Decision, own: Own, meta: Meta, now: datetime
) -> None:
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
            )
        )
    for n, said in enumerate(decision.lines, len(lines)):
        at, id = now + timedelta(microseconds=n), uuid5(meta.id, f"said:{n}")
        if said.item_id is not None:
            writes.then_named(_ASKS, id=id, item=said.item_id, at=at, seq=meta.seq, **whose)
            continue
        text = _words(said.code, said.values, message, state, arrival)
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
            )
        )
    _agents(writes, message, before, state, own, meta, now)
    if any(_newest(state, attempt) for attempt in decision.emptied):
        put(writes, session, own, "quiz", now, quiz_responses=[], quiz_score=0.0)
        put(writes, session, own, "feedback", now, error_patterns=[], improvement_areas=[], feedback_text="")
    _rounds(writes, before.cycle, state.cycle, session, own, now)
    for quiz, facts in state.quizzes.items():
        if facts.complete and not (quiz in before.quizzes and before.quizzes[quiz].complete):
            writes.then_named(_QUESTIONS, quiz=quiz, at=now, **whose)


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


def _words(code: str, values: dict[str, Any], message: Message, state: State, arrival: Arrival) -> str:
    if code == "as_told" and isinstance(message, IntentClassified):
        return message.reason
    if code == "stranger" and isinstance(message, IntentClassified):
        known = {"topic": message.about, "near": message.near}
        return sentence(code if message.near else "unknown_topic", state.language, known)
    if code == "failed":
        trace = (arrival.envelope.traceparent or "").split("-")
        told = {**values, "code": values["problem"], "trace": trace[1] if len(trace) > 1 else str(arrival.session)}
        return sentence(code, state.language, {name: value for name, value in told.items() if name != "problem"})
    return sentence(code, state.language, values)


def _agents(writes: Writes, message: Message, before: State, state: State, own: Own, meta: Meta, now: datetime) -> None:
    """The keys of the agents' state that a message sets, each by its agent."""
    session = state.session_id
    if state.current_topic != before.current_topic:
        put(writes, session, own, "learner", now, current_topic=state.current_topic)
    match message:
        case AimsSet() if message.goals is not None:
            put(writes, session, own, "learner", now, goals=message.goals)
        case LearningRequested() if state.cycle != before.cycle:
            put(writes, session, own, "learner", now, current_topic=state.current_topic)
        case Explained():
            told = {"explanation": message.explanation, "examples_provided": [each.text for each in message.examples]}
            quotes = _plain(message.quotes)
            put(writes, session, own, "tutor", now, **told, explanation_quotes=quotes)
        case Evaluation() if _newest(state, message.attempt_id):
            responses = [str(answer.result_id) for answer in message.answers]
            put(writes, session, own, "quiz", now, quiz_responses=responses, quiz_score=message.score)
            patterns, areas = _plain(message.error_patterns), message.improvement_areas
            put(writes, session, own, "feedback", now, error_patterns=patterns, improvement_areas=areas)
        case CoachNotes() if _newest(state, message.attempt_id):
            put(writes, session, own, "feedback", now, feedback_text="\n\n".join(message.notes))
        case Diagnosed():
            _diagnosis(writes, message, before, state, own, meta, now)
        case PathPlanned():
            laid = {"learning_path": message.learning_path, "next_topic": message.next_topic}
            laid |= {"path_reasoning": message.path_reasoning, "remediation": message.remediation}
            put(writes, session, own, "pathplanner", now, **laid)


def _diagnosis(
    writes: Writes, message: Diagnosed, before: State, state: State, own: Own, meta: Meta, now: datetime
) -> None:
    gaps, advice, level = message.prerequisite_gaps, message.recommendations, message.learner_level
    found = {"prerequisite_gaps": gaps, "learner_level": level, "diagnostic_complete": True, "recommendations": advice}
    put(writes, state.session_id, own, "diagnostic", now, **found)
    topic = before.cycle.topic if before.cycle else message.topic
    writes.insert(
        DiagnosticResultRow(
            **own,
            message_id=meta.id,
            session_id=state.session_id,
            topic=topic,
            prerequisite_gaps=as_json(gaps),
            learner_level=level,
            recommendations=as_json(advice),
            timestamp=now,
        )
    )


def _rounds(writes: Writes, before: Cycle | None, after: Cycle | None, session: UUID, own: Own, now: datetime) -> None:
    """A row for each round of the learning cycle: when it begins, when its quiz is known, when it is over."""
    same = before is not None and after is not None and _round(before) == _round(after)
    if before is not None and before.number and not _over(before) and (not same or (after and _over(after))):
        achieved = same and after is not None and after.phase == "MASTERED"
        writes.change(
            RoundChanged(
                cycle_id=_round(before),
                quiz_id=before.quiz_id,
                quiz_score=before.score,
                mastery_achieved=achieved,
                completed_at=now,
            )
        )
    if after is None or not after.number:
        return
    if not same:
        writes.insert(
            LearningCycleRow(
                **own,
                cycle_id=_round(after),
                session_id=session,
                topic=after.topic,
                cycle_number=after.number,
                started_at=now,
            )
        )
    elif before is not None and before.quiz_id != after.quiz_id:
        writes.change(
            RoundChanged(
                cycle_id=_round(after),
                quiz_id=after.quiz_id,
                quiz_score=None,
                mastery_achieved=None,
                completed_at=None,
            )
        )


def _round(cycle: Cycle) -> UUID:
    return uuid5(cycle.id, f"round:{cycle.number}")


def _over(cycle: Cycle) -> bool:
    return cycle.phase in ("MASTERED", None)


def _newest(state: State, attempt: UUID | None) -> bool:
    """What an older attempt is graded again to, its own rows say; the agents' keys are of the newest."""
    return not state.attempts or attempt in (None, state.attempts[-1])


def _plain(values: Sequence[Fields]) -> list[dict[str, Any]]:
    return [value.model_dump(mode="json", exclude_none=True) for value in values]
