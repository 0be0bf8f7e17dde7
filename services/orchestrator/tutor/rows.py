"""What the conversation leaves in rows: the learner's lines and the agents', and the questions that are asked in it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID, uuid5

from contracts.assistant import AssistantAnswered
from contracts.documents import UnsurePlace
from contracts.learning import Diagnosed, Explained, IntentClassified, MessageSent, PathPlanned, ReplyJudged
from contracts.lessons import Moderated, TurnTaught
from contracts.message import Message, Phrase
from contracts.proof import Proof
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.tutor.tables import MessageRow
from services.orchestrator.tutor.words import WORDS
from services.orchestrator.tutor.words import phrase as phrase_of
from services.orchestrator.workflow.state import Decision, Meta, State
from services.text.catalogue.phrases import rendered
from services.text.languages import spoken

# An item's question as a line of the conversation: with its statement, and its options a line each.
_ASKS: LiteralString = """
insert into messages (message_id, session_id, tenant_id, user_id, seq, role, agent, text, quotes, timestamp)
select %(id)s, %(session)s, %(tenant)s, %(user)s, %(seq)s, 'tutor', 'tutor',
       (body ->> 'question') || coalesce(E'\\n' || nullif(body ->> 'statement', body ->> 'question'), '') || coalesce(
         (select string_agg(E'\\n– ' || (o.value ->> 'text'), '' order by o.n)
          from json_array_elements(body -> 'options') with ordinality o(value, n)), ''), '[]', %(at)s
from items where item_id = %(item)s
on conflict do nothing"""

# The newest answer that counts as wrong, of a topic's if there is one: with the question, the right answer, what the
# text says of the wrong one, and where. `says` has the words: with the answer, without it, and where none is wrong.
_MISTAKE: LiteralString = """
with wrong as (
  select i.body, i.answer_text as key, i.body ->> 'type' as type, r.answer,
    (i.body ->> 'question') || coalesce(' ' || nullif(i.body ->> 'statement', i.body ->> 'question'), '') as question,
    case when i.body ->> 'type' in ('multiple_choice', 'true_false') then (
      select o.value ->> 'text' from json_array_elements(i.body -> 'options') o
      where o.value ->> 'option_id' = r.answer)
    when i.body ->> 'type' in ('cloze', 'numeric', 'short_answer') then r.answer end as said,
    coalesce(' ' || (select e.value ->> 'sentence' from json_array_elements(i.body -> 'explanations') e
      where e.value ->> 'option_id' = r.answer limit 1), '') as why
  from results r join attempts a using (attempt_id) join items i using (item_id)
  where r.session_id = %(session)s and not (r.is_correct or r.void or r.undecided)
  order by lower(r.concept) = lower(%(topic)s) desc, a.submitted_at desc, r.attempt_id, r.ordinal desc limit 1
), told as (
  select 'mistake' as code, quotes,
    json_build_object('question', question, 'answer', rtrim(said, '.'), 'key', rtrim(key, '.'), 'why', why) as of
  from (select *, json_build_array(body -> 'proof') as quotes from wrong) w where said is not null
  union all
  select 'mistake_unsaid', json_build_array(body -> 'proof'),
    json_build_object('question', question, 'key', rtrim(key, '.'))
  from wrong where said is null
  union all
  select 'no_mistake', '[]'::json, '{}'::json where not exists (select from wrong)
)
insert into messages (message_id, session_id, tenant_id, user_id, seq, role, agent, text, quotes, timestamp, phrase,
  in_reply_to)
select %(id)s, %(session)s, %(tenant)s, %(user)s, %(seq)s, 'tutor', 'feedback',
  replace(replace(replace(replace(%(says)s::json ->> code, '{question}', coalesce(of ->> 'question', '')),
    '{answer}', coalesce(of ->> 'answer', '')), '{key}', coalesce(of ->> 'key', '')),
    '{why}', coalesce(of ->> 'why', '')),
  quotes, %(at)s, json_build_object('code', 'conversation.' || code, 'values', of), %(to)s
from told on conflict do nothing"""


def keep(
    writes: Writes, arrival: Arrival, before: State, decision: Decision, own: Own, meta: Meta, now: datetime
) -> None:
    """Adds the rows of one kept message, whatever it is."""
    state, message, session = decision.state, arrival.message, decision.state.session_id
    if state.forgotten:
        return
    whose = {"session": session, "tenant": own["tenant_id"], "user": own["user_id"]}
    lines = [] if _is_told_plainly(decision) else _lines(message)
    opens = "path" if isinstance(message, PathPlanned) else None
    to = _answered_by(arrival, before, meta)
    for line in lines:
        writes.insert(
            MessageRow(
                **own,
                message_id=meta.id if line.role == "learner" else uuid5(meta.id, "line"),
                session_id=session,
                seq=meta.seq,
                role=line.role,
                agent=line.agent,
                text=line.text,
                quotes=dump_all(line.quotes),
                timestamp=now,
                opens=opens,
                in_reply_to=to if line.role == "tutor" else None,
                phrase=dump(line.phrase) if line.phrase else None,
                unsure=dump_all(line.unsure) if line.unsure else None,
            )
        )
    for n, said in enumerate(decision.lines, len(lines)):
        at, id = now + timedelta(microseconds=n), uuid5(meta.id, f"said:{n}")
        if said.item_id is not None:
            writes.then_named(_ASKS, id=id, item=said.item_id, at=at, seq=meta.seq, **whose)
            continue
        if said.code == "mistake":
            says = {
                code: WORDS[spoken(state.language, WORDS)][code] for code in ("mistake", "mistake_unsaid", "no_mistake")
            }
            about = {"topic": said.values["topic"], "says": json.dumps(says)}
            writes.then_named(_MISTAKE, id=id, at=at, to=to, seq=meta.seq, **about, **whose)
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
                in_reply_to=to,
                phrase=dump(phrase) if phrase else None,
            )
        )


def _is_told_plainly(decision: Decision) -> bool:
    """Whether a turn is not told: it is written once more, or the house says something in its place."""
    once_more = any(ask.kind == "teach" and getattr(ask.params, "leaked", False) for ask in decision.asks)
    return once_more or any(line.code == "lesson_plainly" for line in decision.lines)


def _answered_by(arrival: Arrival, before: State, meta: Meta) -> UUID | None:
    """The learner's message that lines answer: this one, or the one that the step was taken for."""
    if isinstance(arrival.message, MessageSent):
        return meta.id
    step = arrival.step(before)
    if step is None or step.journey.kind not in ("talk", "lesson"):
        return None
    began = before.lesson is not None and step.journey.id == before.lesson.id
    return None if began else step.journey.id


@dataclass(frozen=True)
class _Line:
    """What a message adds to the conversation; `phrase`: the same as data, where it is the house's own; `unsure`: the
    places that were not read surely."""

    role: str
    agent: str
    text: str
    quotes: Sequence[Proof] = ()
    phrase: Phrase | None = None
    unsure: Sequence[UnsurePlace] = ()


def _lines(message: Message) -> list[_Line]:
    match message:
        case MessageSent():
            return [_Line("learner", "", message.text)]
        case Explained():
            told = message.explanation
            return [_Line("tutor", "tutor", told, message.quotes, message.phrase, message.unsure)]
        case ReplyJudged():
            shown = [message.proof] if message.proof else []
            return [_Line("tutor", "tutor", message.text, shown, message.phrase)]
        case AssistantAnswered(response=told) if told.handled:
            return [_Line("tutor", "assistant", told.response, phrase=told.phrase)]
        case TurnTaught():
            return [_Line("tutor", "executor", message.message, message.quotes, message.phrase)]
        case Diagnosed(recommendations=advice):
            return [_several("diagnostic", [message.reason, *advice], message.phrase, message.phrases)]
        case PathPlanned(remediation=remedies):
            return [_several("pathplanner", [message.path_reasoning, *remedies], message.phrase, message.phrases)]
    return []


def _several(agent: str, sentences: Sequence[str], first: Phrase | None, others: Sequence[Phrase]) -> _Line:
    """Sentences, a line each; as data where any is the house's own, then what somebody else wrote as it is."""
    phrases = [first, *others] if others else [first] + [None] * (len(sentences) - 1)
    told = [phrase or said for said, phrase in zip(sentences, phrases, strict=True)]
    return _Line("tutor", agent, "\n".join(sentences), phrase=Phrase.listed("lines", told) if any(phrases) else None)


def _phrase(code: str, values: dict[str, Any], message: Message, arrival: Arrival) -> Phrase | None:
    """A line of the house as data; None: it is what the message says itself."""
    if code == "as_told" and isinstance(message, IntentClassified | Moderated):
        return message.phrase
    if code == "stranger" and isinstance(message, IntentClassified):
        return phrase_of(code if message.near else "unknown_topic", {"topic": message.about, "near": message.near})
    if code == "failed":
        trace = (arrival.envelope.traceparent or "").split("-")
        told = {**values, "code": values["problem"], "trace": trace[1] if len(trace) > 1 else str(arrival.session)}
        return phrase_of(code, {name: value for name, value in told.items() if name != "problem"})
    return phrase_of(code, values)


def _reason(message: Message) -> str:
    match message:
        case IntentClassified():
            return message.reason
        case Moderated():
            return message.guidance
    return ""
