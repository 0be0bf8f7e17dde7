"""What is changed of quizzes, and what is judged of their items and cards."""

from dataclasses import dataclass
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
           or e ->> 'code' in ('difficulty', 'focus_not_in_text')
         union all select e from json_array_elements(r.shortfall::json) e) each(e))
       from {rows} where t.quiz_id = r.quiz_id"""
