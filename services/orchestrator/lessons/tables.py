"""The tables of lessons: each with its plans and its turns."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


@stored("lessons")
class LessonRow(Owned):
    """A lesson, and where it stands. `student`, `goal`: as they were given. `guideline`, `objectives` and
    `misconceptions`: as they were when it began; empty for one about a document.

    `progress`: statuses and counts of the steps, by step; `ended`: complete, intervention or stopped; "" while it goes
    on.
    """

    on_conflict = """on conflict (lesson_id) do update set progress = excluded.progress, ended = excluded.ended,
        plan_version = excluded.plan_version, replan_count = excluded.replan_count, turns = excluded.turns,
        mastery_score = excluded.mastery_score, off_topic_count = excluded.off_topic_count,
        warning_count = excluded.warning_count, safety_flags = excluded.safety_flags, leaks = excluded.leaks,
        question = excluded.question, trend = excluded.trend, allow_extension = excluded.allow_extension,
        updated_at = excluded.updated_at"""
    lesson_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    quiz_id: UUID
    topic: str
    concepts: Json = Field(sa_type=JSON_TEXT)
    guideline_id: UUID | None = None
    pace_preference: str
    allow_extension: bool
    plan_version: int
    replan_count: int
    max_replans: int
    turns: int
    progress: Json = Field(sa_type=JSON_TEXT)
    question: Json | None = Field(default=None, sa_type=JSON_TEXT)
    mastery_score: float
    trend: str
    off_topic_count: int
    warning_count: int
    safety_flags: Json = Field(sa_type=JSON_TEXT)
    leaks: int
    ended: str
    created_at: datetime = Field(sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)


@stored("lesson_wishes")
class LessonWishRow(Owned):
    """What a lesson was begun with: who is taught, what for, by which guideline as it was then."""

    lesson_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    student: Json = Field(sa_type=JSON_TEXT)
    goal: Json = Field(sa_type=JSON_TEXT)
    minutes: int | None = None
    guideline: str = ""
    subtopic: str = ""
    country: str = ""
    language: str = ""
    objectives: Json = Field(default=Json("[]"), sa_type=JSON_TEXT)
    misconceptions: Json = Field(default=Json("[]"), sa_type=JSON_TEXT)


@stored("lesson_plans")
class LessonPlanRow(Owned):
    """A version of a lesson's plan, as it was planned. `reason`: why there is another than the first."""

    lesson_id: UUID = Field(primary_key=True)
    plan_version: int = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    todo_list: Json = Field(sa_type=JSON_TEXT)
    reason: str
    created_at: datetime = Field(sa_type=MOMENT)


@stored("lesson_turns")
class LessonTurnRow(Owned):
    """A turn, from the learner's message on; the first one has none. `turn_id`: the message's id, of the first the
    lesson's.

    `assessment`: what the evaluator said of the message; `output`: the turn as seed 004 has it (`TutorTurnOutput`),
    with what is shown to nobody. `message` None: it is not taught yet.
    """

    on_conflict = """on conflict (turn_id) do update set
        intent = case when excluded.intent <> '' then excluded.intent else lesson_turns.intent end,
        routing = case when excluded.routing <> '' then excluded.routing else lesson_turns.routing end,
        directive = excluded.directive, pacing = excluded.pacing, step_idx = excluded.step_idx,
        current_step = excluded.current_step, number = excluded.number,
        assessment = coalesce(excluded.assessment, lesson_turns.assessment),
        output = coalesce(excluded.output, lesson_turns.output),
        message = coalesce(excluded.message, lesson_turns.message),
        phrase = coalesce(excluded.phrase, lesson_turns.phrase),
        hints = excluded.hints, quotes = excluded.quotes, summary = excluded.summary,
        mastery_score = excluded.mastery_score, is_complete = excluded.is_complete,
        completed_at = coalesce(excluded.completed_at, lesson_turns.completed_at), leaks = excluded.leaks"""
    turn_id: UUID = Field(primary_key=True)
    lesson_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    seq: int
    number: int
    step_idx: int
    current_step: int
    intent: str = ""
    routing: str = ""
    directive: str = ""
    pacing: str = ""
    assessment: Json | None = Field(default=None, sa_type=JSON_TEXT)
    output: Json | None = Field(default=None, sa_type=JSON_TEXT)
    message: str | None = None
    phrase: Json | None = Field(default=None, sa_type=JSON_TEXT)
    hints: Json = Field(default=Json("[]"), sa_type=JSON_TEXT)
    quotes: Json = Field(default=Json("[]"), sa_type=JSON_TEXT)
    summary: str = ""
    mastery_score: float
    is_complete: bool = False
    leaks: int = 0
    started_at: datetime = Field(sa_type=MOMENT)
    completed_at: datetime | None = Field(default=None, sa_type=MOMENT)
