"""Which rows of learning are written and changed, for `writes.py`: the agents' state, mastery, cycles, conversation."""

from services.orchestrator.database.changes import Change
from services.orchestrator.database.columns import Into

_OWNED = {"tenant_id": "text", "user_id": "text"}

MESSAGES = Into(
    "messages",
    {
        "message_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "seq": "int",
        "role": "text",
        "agent": "text",
        "text": "text",
        "quotes": "json",
        "timestamp": "timestamptz",
        "opens": "text",
        "quiz_id": "uuid",
    },
)
DIAGNOSES = Into(
    "diagnostic_results",
    {
        "message_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "topic": "text",
        "prerequisite_gaps": "json",
        "learner_level": "text",
        "recommendations": "json",
        "timestamp": "timestamptz",
    },
)
CYCLES = Into(
    "learning_cycles",
    {
        "cycle_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "topic": "text",
        "cycle_number": "int",
        "started_at": "timestamptz",
    },
)
CYCLE = Change(
    {
        "cycle_id": "uuid",
        "quiz_id": "uuid",
        "quiz_score": "float8",
        "mastery_achieved": "bool",
        "completed_at": "timestamptz",
    },
    """update learning_cycles t set quiz_id = r.quiz_id, quiz_score = r.quiz_score,
       mastery_achieved = r.mastery_achieved, completed_at = r.completed_at
       from {rows} where t.cycle_id = r.cycle_id""",
    last=True,
)
# `place` names session and key together: of a batch the last value counts.
AGENT_STATE = Change(
    {
        "place": "text",
        "session_id": "uuid",
        **_OWNED,
        "key": "text",
        "agent": "text",
        "value": "text",
        "updated_at": "timestamptz",
    },
    """insert into agent_state (session_id, tenant_id, user_id, key, agent, value, updated_at)
       select r.session_id, r.tenant_id, r.user_id, r.key, r.agent, r.value::json, r.updated_at from {rows}
       on conflict (session_id, key) do update set agent = excluded.agent, value = excluded.value,
         updated_at = excluded.updated_at""",
    last=True,
)
MASTERY = Change(
    {
        "place": "text",
        "session_id": "uuid",
        **_OWNED,
        "concept": "text",
        "score": "float8",
        "answers": "int",
        "correct": "int",
        "decided": "bool",
        "mastered": "bool",
        "mark": "text",
        "updated_at": "timestamptz",
    },
    """insert into concept_mastery
         (session_id, tenant_id, user_id, concept, score, answers, correct, decided, mastered, mark, updated_at)
       select r.session_id, r.tenant_id, r.user_id, r.concept, r.score, r.answers, r.correct, r.decided, r.mastered,
              r.mark, r.updated_at from {rows}
       on conflict (session_id, concept) do update set score = excluded.score, answers = excluded.answers,
         correct = excluded.correct, decided = excluded.decided, mastered = excluded.mastered, mark = excluded.mark,
         updated_at = excluded.updated_at""",
    last=True,
)
MASTERY_GONE = Change(
    {"session_id": "uuid", "concept": "text"},
    "delete from concept_mastery t using {rows} where t.session_id = r.session_id and t.concept = r.concept",
)
