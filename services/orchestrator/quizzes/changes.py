"""What is changed of quizzes and of how far they are answered, and what is judged of their items and cards."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.orchestrator.database.rows import Change, Json


@dataclass(slots=True, kw_only=True)
class ItemJudged(Change):
    quiz_id: UUID
    id: UUID
    accepted: bool
    reasons: Json
    statement = """update items t set accepted = r.accepted, reasons = r.reasons::json from {rows}
       where t.quiz_id = r.quiz_id and t.item_id = r.id"""


@dataclass(slots=True, kw_only=True)
class CardJudged(Change):
    quiz_id: UUID
    id: UUID
    accepted: bool
    reasons: Json
    statement = """update flashcards t set accepted = r.accepted, reasons = r.reasons::json from {rows}
       where t.quiz_id = r.quiz_id and t.card_id = r.id"""


@dataclass(slots=True, kw_only=True)
class QuizShort(Change):
    quiz_id: UUID
    shortfall: Json
    last_of = ("quiz_id",)
    statement = "update quizzes t set shortfall = r.shortfall::json from {rows} where t.quiz_id = r.quiz_id"


@dataclass(slots=True, kw_only=True)
class QuizSaved(Change):
    """After all others, when the batch is saved. What the Coach told stays for kinds that `shortfall` says nothing of;
    so does what it told beside the numbers (`contracts.quizzes.BESIDE`)."""

    quiz_id: UUID
    ready: bool
    complete: bool
    refused: Json
    shortfall: Json
    own: Json
    statement = """update quizzes t set ready = r.ready, complete = r.complete, refused = r.refused::json,
       shortfall = (select coalesce(json_agg(e), '[]') from (
         select e from json_array_elements(t.shortfall) e where not r.own::jsonb ? (e ->> 'of')
           or e ->> 'code' in ('difficulty', 'levels', 'focus_not_in_text')
         union all select e from json_array_elements(r.shortfall::json) e) each(e))
       from {rows} where t.quiz_id = r.quiz_id"""


@dataclass(slots=True, kw_only=True)
class ProgressKept(Change):
    """The latest by its time counts, and nothing from before the quiz was last handed in."""

    quiz_id: UUID
    session_id: UUID
    tenant_id: str
    user_id: str
    answers: Json
    question_index: int
    paused: bool
    saved_at: datetime
    message_id: UUID
    statement = """
       insert into quiz_progress as p (quiz_id, session_id, tenant_id, user_id, answers, question_index, paused,
         saved_at)
       select distinct on (r.quiz_id, r.session_id) r.quiz_id, r.session_id, r.tenant_id, r.user_id, r.answers::json,
         r.question_index, r.paused, r.saved_at
       from {rows}
       where not exists (select from attempts a where a.quiz_id = r.quiz_id and a.session_id = r.session_id
                         and not a.open and a.submitted_at >= r.saved_at)
       order by r.quiz_id, r.session_id, r.saved_at desc, r.message_id
       on conflict (quiz_id, session_id) do update set answers = excluded.answers,
         question_index = excluded.question_index, paused = excluded.paused, saved_at = excluded.saved_at
       where p.saved_at < excluded.saved_at"""


@dataclass(slots=True, kw_only=True)
class ProgressOver(Change):
    quiz_id: UUID
    session_id: UUID
    at: datetime
    statement = """delete from quiz_progress p using {rows}
       where p.quiz_id = r.quiz_id and p.session_id = r.session_id and p.saved_at <= r.at"""
