"""What a course's chat hands over to the assistant: the message, what was said, and what of the course a task may be
about."""

from typing import LiteralString

from contracts.assistant import (
    AskAssistant,
    ConversationMessage,
    ConversationMetadata,
    CourseConcept,
    CourseContext,
)
from contracts.learning import IntentClassified
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import one
from services.orchestrator.workflow.params import AssistParams
from services.orchestrator.workflow.state import State

LINES, LINE, CONCEPTS, ENTRIES, NAME = 10, 1_500, 200, 20, 200
"""At most so many lines, each of so many characters; so many concepts; so many entries of notes and path; a name's
characters."""

_SAID: LiteralString = "select text, timestamp from messages where message_id = %s"
_BEFORE: LiteralString = """
select message_id, role, left(text, %(long)s) as text, timestamp from messages
where session_id = %(session)s and not unsafe and seq < (select seq from messages where message_id = %(message)s)
order by seq desc, timestamp desc limit %(most)s"""
_REMEMBERED: LiteralString = "select remembered::text as remembered from assistant_states where session_id = %s"
_CONCEPTS: LiteralString = """
select c.concept, coalesce(c.answers > 0 and not c.mastered, false) as weak,
  exists (select from due_view d where d.session_id = c.session_id and d.due <= %(now)s
    and lower(d.body ->> 'concept') = lower(c.concept)) as due
from concept_view c where c.session_id = %(session)s
order by array_position(array['High', 'Medium', 'Low'], c.relevance), c.ordinal limit %(most)s"""
_DUE: LiteralString = "select count(*) as due from due_view where session_id = %(session)s and due <= %(now)s"
# The newest attempt's notes, but for those that only say what went well: nothing is to be done about that.
_ADVICE: LiteralString = """
select n.note from notes n
where n.session_id = %(session)s and not n.taken_back
  and coalesce(n.evidence::json ->> 'made_by', '') !~ '^rule:(all_right|mastered|went_well):' and n.attempt_id = (
  select a.attempt_id from attempts a join notes o using (attempt_id) where a.session_id = %(session)s
  order by a.submitted_at desc, a.attempt_id desc limit 1)
order by n.ordinal limit %(most)s"""
_PATH: LiteralString = """
select p.value as topic from agent_state s cross join lateral json_array_elements_text(s.value::json)
  with ordinality p(value, n)
where s.session_id = %(session)s and s.key = 'learning_path' order by p.n limit %(most)s"""
# What was spoken of last, for who says "this".
_SPOKEN: LiteralString = """
select message ->> 'topic' as topic from journal
where session_id = %(session)s and type = %(classified)s and message ->> 'topic' <> '' order by seq desc limit 1"""
_GUIDED: LiteralString = """
select coalesce(max(w.subtopic), '') as title from lesson_wishes w where w.session_id = %(session)s"""


async def assist(connection: Connection, state: State, params: AssistParams) -> bytes | None:
    """`AskAssistant`; None if the message is gone."""
    said = await one(connection, _SAID, params.message)
    if said is None:
        return None
    values = {"session": state.session_id, "message": params.message, "long": LINE, "most": LINES}
    before = await (await connection.execute(_BEFORE, values)).fetchall()
    kept = await one(connection, _REMEMBERED, state.session_id)
    return AskAssistant(
        message_id=params.message,
        tenant_id=state.tenant_id,
        user_id=state.user_id,
        text=said["text"],
        language=state.language,
        time_zone=params.time_zone,
        sent_at=said["timestamp"],
        history=[
            ConversationMessage(
                index=n,
                message_id=row["message_id"],
                role="user" if row["role"] == "learner" else "assistant",
                content=row["text"],
                created_at=row["timestamp"],
            )
            for n, row in enumerate(reversed(before))
        ],
        metadata=ConversationMetadata.model_validate_json(kept["remembered"]) if kept else ConversationMetadata(),
        course=await _course(connection, state, params, said["timestamp"]),
        offered=params.offered,
    ).write()


async def _course(connection: Connection, state: State, params: AssistParams, now: object) -> CourseContext:
    values = {"session": state.session_id, "now": now, "most": CONCEPTS}
    concepts = await (await connection.execute(_CONCEPTS, values)).fetchall()
    values["most"] = ENTRIES
    due = await (await connection.execute(_DUE, values)).fetchone()
    advice = await (await connection.execute(_ADVICE, values)).fetchall()
    path = await (await connection.execute(_PATH, values)).fetchall()
    guided = await (await connection.execute(_GUIDED, values)).fetchone()
    values["classified"] = IntentClassified.type_name
    spoken = await (await connection.execute(_SPOKEN, values)).fetchone()
    topic = (spoken or {}).get("topic") or state.current_topic
    titles = [paper.doc_meta.title or paper.document.filename for paper in state.papers if paper.doc_meta]
    return CourseContext(
        session_id=state.session_id,
        title=(guided or {}).get("title") or ", ".join(titles)[:NAME],
        topic=topic[:NAME],
        concepts=[
            CourseConcept(name=row["concept"], due=row["due"], weak=row["weak"])
            for row in concepts
            if len(row["concept"]) <= NAME
        ],
        due=due["due"] if due else 0,
        advice=[row["note"] for row in advice],
        path=[row["topic"] for row in path],
    )
