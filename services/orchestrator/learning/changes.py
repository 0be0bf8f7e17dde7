"""What is changed of mastery, rounds, and the agents' state."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.orchestrator.database.rows import Change, Json


@dataclass(slots=True, kw_only=True)
class RoundChanged(Change):
    cycle_id: UUID
    quiz_id: UUID | None
    quiz_score: float | None
    mastery_achieved: bool | None
    completed_at: datetime | None
    last_of = ("cycle_id",)
    statement = """update learning_cycles t set quiz_id = r.quiz_id, quiz_score = r.quiz_score,
       mastery_achieved = r.mastery_achieved, completed_at = r.completed_at
       from {rows} where t.cycle_id = r.cycle_id"""


@dataclass(slots=True, kw_only=True)
class AgentStateSet(Change):
    """`place` names session and key together: of a batch the last value counts."""

    session_id: UUID
    tenant_id: str
    user_id: str
    key: str
    agent: str
    value: Json
    updated_at: datetime
    last_of = ("session_id", "key")
    statement = """insert into agent_state (session_id, tenant_id, user_id, key, agent, value, updated_at)
       select r.session_id, r.tenant_id, r.user_id, r.key, r.agent, r.value::json, r.updated_at from {rows}
       on conflict (session_id, key) do update set agent = excluded.agent, value = excluded.value,
         updated_at = excluded.updated_at"""


@dataclass(slots=True, kw_only=True)
class QuestionsKnown(Change):
    """What a quiz asks, once it is complete; the items themselves have the words."""

    session_id: UUID
    tenant_id: str
    user_id: str
    quiz_id: UUID
    updated_at: datetime
    last_of = ("session_id",)
    statement = """insert into agent_state (session_id, tenant_id, user_id, key, agent, value, updated_at)
       select r.session_id, r.tenant_id, r.user_id, 'quiz_questions', 'quiz', (
         select coalesce(json_agg(q.item_id order by q.ordinal, q.item_id), '[]')
         from quiz_items q join items i using (item_id)
         where q.quiz_id = r.quiz_id and i.accepted and i.state in ('live', 'approved')), r.updated_at from {rows}
       on conflict (session_id, key) do update set value = excluded.value, updated_at = excluded.updated_at"""


@dataclass(slots=True, kw_only=True)
class MasterySet(Change):
    session_id: UUID
    tenant_id: str
    user_id: str
    concept: str
    score: float
    answers: int
    correct: int
    decided: bool
    mastered: bool
    mark: str
    needed: int
    updated_at: datetime
    last_of = ("session_id", "concept")
    statement = """insert into concept_mastery
         (session_id, tenant_id, user_id, concept, score, answers, correct, decided, mastered, mark, needed,
          updated_at)
       select r.session_id, r.tenant_id, r.user_id, r.concept, r.score, r.answers, r.correct, r.decided, r.mastered,
              r.mark, r.needed, r.updated_at from {rows}
       on conflict (session_id, concept) do update set score = excluded.score, answers = excluded.answers,
         correct = excluded.correct, decided = excluded.decided, mastered = excluded.mastered, mark = excluded.mark,
         needed = excluded.needed,         updated_at = excluded.updated_at"""


@dataclass(slots=True, kw_only=True)
class MasteryGone(Change):
    session_id: UUID
    concept: str
    statement = "delete from concept_mastery t using {rows} where t.session_id = r.session_id and t.concept = r.concept"
