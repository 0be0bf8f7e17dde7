"""A lesson as it may be shown: its turns, what became of one, and where the lesson stands. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.lessons import PlanMetadata, StatusInfo
from contracts.message import Phrase
from contracts.problems import TABLE, Code, Failure, Problem, failure, problem
from contracts.proof import Proof
from contracts.session import Status
from contracts.views.lessons import (
    Grading,
    LessonBegun,
    LessonView,
    NextTurn,
    OpenQuestion,
    PlanView,
    SeenMisconception,
    SessionContext,
    StepTaken,
    StepView,
    StudentProfile,
    TaughtTurn,
    TopicInfo,
    TurnView,
)
from services.chassis.problems import failed
from services.gateway.http.language import said

Row = Mapping[str, Any]
FAILED_LINE = "conversation.failed"
CODES = {str(code): code for code in Code}


@dataclass(frozen=True)
class Sitting:
    """The rows that a lesson's view is made of. `language`: the reader's, if it is known; `status`: the session's."""

    lesson: Row
    plans: Sequence[Row]
    turns: Sequence[Row]
    answers: Sequence[str] = ()
    status: str = ""
    language: str | None = None


def became(session: UUID, turn: UUID, row: Row | None, language: str | None) -> LessonBegun | StepTaken | None:
    """What became of a turn; None: it is under way. Raises `Failure`: the problem that it ended with."""
    if row is None or row["status"] == Status.FORGOTTEN:
        raise failed(Code.FORGOTTEN, "forgotten")
    lesson, told = row["lesson"], row["turn"]
    if told is not None and told["completed_at"] is not None and told["message"] is not None:
        return _answer(session, turn, told, language)
    if not row["still"]:
        return None
    if (wrong := _wrong(row)) is not None:
        if row["tried_again"] and wrong.status >= 500:
            return None
        raise Failure(wrong)
    if not row["known"]:
        return None
    lines = [line for line in row["lines"] if _code(line) != FAILED_LINE]
    if told is None and lines and row["said"] and lesson is not None:
        return _beside(lesson, lines, language)
    if told is None and lines:  # It was to begin a lesson, and there is none for it.
        raise failure(Code.CONFLICT, lines[0]["text"], phrase=_phrase(lines[0]["phrase"]))
    if told is None and row["said"] and lesson is not None and lesson["first"] is not None:
        return _step(lesson["first"], language)
    if row["tried_again"]:
        return None
    if row["status"] == Status.FAILED and row["error"]:
        raise Failure(Problem.model_validate(row["error"], extra="ignore"))
    raise failed(Code.CONFLICT, "turn_dropped")


def _answer(session: UUID, turn: UUID, row: Row, language: str | None) -> LessonBegun | StepTaken:
    if UUID(str(row["lesson_id"])) == turn:
        return LessonBegun(session_id=session, first_turn=TaughtTurn(**_taught(row, language)))
    return _step(row, language)


def _step(row: Row, language: str | None) -> StepTaken:
    return StepTaken(
        next_turn=NextTurn(**_taught(row, language), is_complete=_over(row)),
        routing=row["routing"],
        last_grading=grading(row, language),
    )


def _beside(lesson: Row, lines: Sequence[Row], language: str | None) -> StepTaken:
    """The answer of the conversation to what no lesson takes any more."""
    order = lesson["progress"]["order"]
    over = bool(lesson["ended"])
    turn = NextTurn(
        message="\n\n".join(said(line["phrase"], line["text"], language) for line in lines),
        hints=[],
        step_idx=max(len(order) - 1, 0),
        mastery_score=lesson["mastery_score"],
        is_complete=over,
    )
    return StepTaken(next_turn=turn, routing="End" if over else "Continue")


def _wrong(row: Row) -> Problem | None:
    """The problem that a turn's line tells; None: it has none."""
    line = next((line for line in reversed(row["lines"]) if _code(line) == FAILED_LINE), None)
    if line is None:
        return None
    values = line["phrase"]["values"]
    code, detail = CODES.get(str(values.get("code")), Code.INTERNAL), values.get("detail")
    if row["error"] and TABLE[code][0] >= 500:
        return Problem.model_validate(row["error"], extra="ignore")
    return problem(code, line["text"] if not isinstance(detail, str) else detail, phrase=_phrase(detail))


def _code(line: Row) -> str:
    return str((line["phrase"] or {}).get("code", ""))


def _phrase(phrase: Any) -> Phrase | None:
    return Phrase.model_validate(phrase, extra="ignore") if isinstance(phrase, dict) else None


def _taught(row: Row, language: str | None) -> dict[str, Any]:
    return {
        "message": said(row["phrase"], row["message"], language),
        "hints": [said(each.get("phrase"), each["text"], language) for each in row["hints"]],
        "step_idx": row["step_idx"],
        "mastery_score": row["mastery_score"],
    }


def _over(row: Row) -> bool:
    """Whether the lesson is over with a turn; who stops it is taught no last one."""
    return bool(row["is_complete"]) or row["routing"] == "End"


def grading(row: Row, language: str | None) -> Grading | None:
    """How the answer that a turn is about was judged; None: there was none."""
    if row["score"] is None:
        return None
    rationale = said(row["rationale_phrase"], row["rationale"], language)
    return Grading(score=row["score"], rationale=rationale, labels=row["labels"])


def turn(row: Row, language: str | None) -> TurnView:
    """A turn that was told."""
    plain = ("turn_id", "lesson_id", "seq", "question", "current_step", "started_at", "completed_at")
    return TurnView(
        **_taught(row, language),
        **{name: row[name] for name in plain},
        number=row["number"],
        quotes=[Proof.model_validate(each, extra="ignore") for each in row["quotes"]],
        is_complete=_over(row),
        intent=row["intent"] or None,
        routing=row["routing"],
        last_grading=grading(row, language),
    )


def lesson(rows: Sitting) -> LessonView:
    """Where a lesson stands: the seed's `SessionState` without what is not for the learner."""
    row, student, goal = rows.lesson, rows.lesson["student"], rows.lesson["goal"]
    plan, order = _plan(rows), row["progress"]["order"]
    seen = list(dict.fromkeys(label for turn in rows.turns for label in turn["labels"]))
    texts = {each["id"]: each.get("text", "") for each in row["misconceptions"]}
    current = _current(plan)
    standings: Sequence[Row] = next((each["standings"] for each in reversed(rows.turns) if each["standings"]), [])
    return LessonView(
        session_id=row["session_id"],
        lesson_id=row["lesson_id"],
        created_at=row["created_at"],
        last_updated_at=row["updated_at"],
        student_profile=StudentProfile.model_validate(student, extra="ignore"),
        topic_info=TopicInfo(
            topic=row["topic"] or goal.get("topic", ""),
            subtopic=row["subtopic"],
            grade=student.get("grade"),
            syllabus=goal.get("syllabus", ""),
            learning_objectives=goal.get("learning_objectives", []),
            guideline_id=row["guideline_id"],
        ),
        session_context=SessionContext(estimated_duration_minutes=row["minutes"]),
        study_plan=plan,
        turn_count=row["turns"],
        current_step=current + 1,
        step_idx=min(current, max(len(order) - 1, 0)),
        mastery_estimates={each["concept"]: each["score"] for each in standings},
        mastery_score=row["mastery_score"],
        misconceptions=[SeenMisconception(id=label, text=texts.get(label, "")) for label in seen],
        last_question=_question(rows),
        off_topic_count=row["off_topic_count"],
        warning_count=row["warning_count"],
        safety_flags=row["safety_flags"],
        pace_preference=row["pace_preference"],
        allow_extension=row["allow_extension"],
        is_complete=bool(row["ended"]),
        ended=row["ended"] or None,
        progress_trend=row["trend"],
        replan_needed=rows.status == Status.PLANNING and row["plan_version"] > 0 and not row["ended"],
        replan_reason=next((each["reason"] for each in reversed(rows.plans) if each["reason"]), None),
    )


def _plan(rows: Sitting) -> PlanView | None:
    """The words of the plans' steps, with the statuses of now; None: there is none yet."""
    row, progress = rows.lesson, rows.lesson["progress"]
    words = {each["step_id"]: each for plan in rows.plans for each in plan["todo_list"]}
    if not row["plan_version"]:
        return None

    def told(step: Row, name: str, phrase: str) -> str:
        return said(step.get(phrase), step[name], rows.language)

    steps = [
        StepView(
            step_id=UUID(id),
            type=step["type"],
            title=told(step, "title", "title_phrase"),
            description=told(step, "description", "description_phrase"),
            teaching_approach=told(step, "teaching_approach", "approach_phrase"),
            success_criteria=told(step, "success_criteria", "criteria_phrase"),
            concepts=step["concepts"],
            status=progress["steps"][id]["status"],
            status_info=StatusInfo.model_validate(progress["steps"][id]["status_info"], extra="ignore"),
        )
        for id in progress["order"]
        if (step := words.get(id)) is not None
    ]
    counts = {"replan_count": row["replan_count"], "max_replans": row["max_replans"]}
    return PlanView(todo_list=steps, metadata=PlanMetadata(plan_version=row["plan_version"], **counts))


def _current(plan: PlanView | None) -> int:
    """The place of the step that is under way: in progress, else the first pending; none: behind the last."""
    statuses = [step.status for step in plan.todo_list] if plan else []
    for status in ("in_progress", "pending"):
        if status in statuses:
            return statuses.index(status)
    return len(statuses)


def _question(rows: Sitting) -> OpenQuestion | None:
    """The question that waits, as it was asked; while a turn is under way that may ask another, there is none."""
    waits = rows.lesson["question"]
    asked = next((turn["question"] for turn in reversed(rows.turns) if turn["question"]), None)
    if waits is None or asked is None or rows.turns[-1]["completed_at"] is None:
        return None
    concept, key = waits["concept"], (rows.lesson["key"] or "").casefold()
    return OpenQuestion(
        question_text=asked,
        concept="" if key and (key in concept.casefold() or concept.casefold() in key) else concept,
        wrong_attempts=waits["wrong_attempts"],
        previous_student_answers=list(rows.answers),
        phase=waits["phase"],
    )
