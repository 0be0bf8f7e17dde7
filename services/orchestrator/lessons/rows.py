"""What lessons leave in rows: who is taught, the plans, each turn with what it came to, and where the lesson stands."""

from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from contracts.grading import ConceptScore, Evaluation
from contracts.lessons import LessonPlanned, LessonRequested, Moderated, TurnAssessed, TurnTaught
from contracts.message import Phrase
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, as_json, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.grading import rows as grading_rows
from services.orchestrator.grading import sums
from services.orchestrator.grading.tables import Attempt
from services.orchestrator.lessons import plan, signals
from services.orchestrator.lessons.tables import LessonPlanRow, LessonRow, LessonTurnRow, LessonWishRow
from services.orchestrator.tutor.words import phrase as phrase_of
from services.orchestrator.workflow.lessons import Lesson, TurnFacts
from services.orchestrator.workflow.params import AssessParams, LessonPlanParams, ModerateParams, TeachParams
from services.orchestrator.workflow.state import Decision, Meta, State
from services.text.catalogue.phrases import rendered
from services.text.internal import leaks

# The guideline as it is now: it may be replaced while the lesson goes on.
_GUIDED: LiteralString = """
update lesson_wishes w set guideline = g.guideline, objectives = g.objectives, misconceptions = g.misconceptions,
  subtopic = g.subtopic, country = g.country, language = g.language
from teaching_guidelines g where w.lesson_id = %s and g.guideline_id = %s"""
# What was found unsafe reaches no prompt, also not as something that was said before.
_UNSAFE: LiteralString = "update messages set unsafe = true where message_id = %s"


def keep(
    writes: Writes, arrival: Arrival, before: State, decision: Decision, own: Own, meta: Meta, now: datetime
) -> None:
    """Adds the rows of one kept message of a lesson; none of any other."""
    message, lesson = arrival.message, decision.state.lesson
    step = arrival.step(before)
    if isinstance(message, LessonRequested):
        if lesson is not None and lesson.id == meta.id:
            _wished(writes, message, lesson, own, decision.state.session_id)
        return
    if lesson is None or step is None:
        return
    match message, step.params:
        case LessonPlanned(), LessonPlanParams() as asked if asked.lesson == lesson.id:
            _planned(writes, message, asked, before, decision.state, own, now)
        case Moderated(safe=False), ModerateParams() as asked:
            writes.then(_UNSAFE, asked.message)
            said = {"message": message.guidance, "phrase": _phrase(message.phrase), "routing": "Guide"}
            _turn(writes, decision.state, lesson, asked.message, own, meta, now, TurnFacts(), completed_at=now, **said)
        case TurnAssessed(), AssessParams() as asked:
            _assessed(writes, message, asked, before, decision, own, meta, now)
        case TurnTaught(), TeachParams() as asked if asked.lesson == lesson.id:
            if any(ask.kind == "teach" for ask in decision.asks):
                return  # It is asked once more.
            _taught(writes, message, asked, before, decision.state, own, meta, now)
        case _:
            pass


def save(writes: Writes, before: State, state: State, own: Own, now: datetime) -> None:
    """Where the lesson stands, once a batch."""
    lesson = state.lesson
    if lesson is None or (lesson == before.lesson and state.standings == before.standings):
        return
    progress = {
        str(step.step_id): {
            "status": step.status,
            "status_info": {
                "questions_asked": step.asked,
                "questions_correct": step.correct,
                "attempts": step.attempts,
            },
        }
        for step in lesson.steps
    }
    waits = lesson.question
    question = waits and {
        "item_id": str(waits.item_id),
        "concept": waits.concept,
        "phase": waits.phase,
        "wrong_attempts": len(waits.wrong),
        "previous": [str(each) for each in waits.wrong],
    }
    writes.insert(
        LessonRow(
            **own,
            lesson_id=lesson.id,
            session_id=state.session_id,
            quiz_id=lesson.quiz_id,
            topic=lesson.topic,
            concepts=as_json(lesson.concepts),
            guideline_id=lesson.guideline_id,
            pace_preference=lesson.pace,
            allow_extension=lesson.allow_extension,
            plan_version=lesson.version,
            replan_count=lesson.replans,
            max_replans=lesson.max_replans,
            turns=lesson.turns,
            progress=as_json({"order": [str(step.step_id) for step in lesson.steps], "steps": progress}),
            question=as_json(question) if question else None,
            mastery_score=signals.of_lesson(state, lesson),
            trend=signals.trend_of(lesson),
            off_topic_count=lesson.off_topic,
            warning_count=lesson.warnings,
            safety_flags=as_json(lesson.flags),
            leaks=lesson.leaks,
            ended=lesson.ended or "",
            created_at=now,
            updated_at=now,
        )
    )


def _wished(writes: Writes, message: LessonRequested, lesson: Lesson, own: Own, session: UUID) -> None:
    writes.insert(
        LessonWishRow(
            **own,
            lesson_id=lesson.id,
            session_id=session,
            student=dump(message.student),
            goal=dump(message.goal),
            minutes=message.estimated_duration_minutes,
        )
    )
    if message.goal.guideline_id is not None:
        writes.then(_GUIDED, lesson.id, message.goal.guideline_id)


def _planned(
    writes: Writes,
    message: LessonPlanned,
    asked: LessonPlanParams,
    before: State,
    state: State,
    own: Own,
    now: datetime,
) -> None:
    assert state.lesson is not None
    if before.lesson is not None and before.lesson.version == state.lesson.version:
        return  # It changed nothing, and was not taken.
    writes.insert(
        LessonPlanRow(
            **own,
            lesson_id=state.lesson.id,
            plan_version=state.lesson.version,
            session_id=state.session_id,
            todo_list=dump_all(message.todo_list),
            reason=asked.replan or "",
            created_at=now,
        )
    )


def _assessed(
    writes: Writes,
    message: TurnAssessed,
    asked: AssessParams,
    before: State,
    decision: Decision,
    own: Own,
    meta: Meta,
    now: datetime,
) -> None:
    """The assessment; what it said by itself where nothing more is taught; the answer, once its question is over."""
    state, lesson = decision.state, decision.state.lesson
    assert lesson is not None
    note = f"{now:%Y-%m-%d %H:%M} - {message.assessment_note}" if message.assessment_note else ""
    kept = message.model_dump(mode="json", exclude_none=True, exclude={"run", "graded"})
    kept["assessment_note"] = note
    turn = lesson.turn or TurnFacts(message=asked.message, intent=message.intent)
    said: dict[str, Any] = {"assessment": as_json(kept), "intent": message.intent}
    if message.intent == "stop":
        phrase = phrase_of("lesson_stopped", {})
        words = {"message": rendered(phrase, state.language), "phrase": dump(phrase)}
        said |= {**words, "routing": "End", "completed_at": now}
    _turn(writes, state, lesson, asked.message, own, meta, now, turn, **said)
    old = before.lesson.question if before.lesson else None
    if old is not None and message.graded is not None and turn.over == old.item_id:
        _counted(writes, message, asked, lesson, old.first is not None, state, own, meta, now)


def _counted(
    writes: Writes,
    message: TurnAssessed,
    asked: AssessParams,
    lesson: Lesson,
    several: bool,
    state: State,
    own: Own,
    meta: Meta,
    now: datetime,
) -> None:
    """The question's answer as an attempt of its own, graded as any other: what counts of several is the last that was
    right, or that it was not."""
    graded = message.graded
    assert graded is not None
    turn = lesson.turn or TurnFacts()
    if turn.over_first is not None and several:
        graded = graded.model_copy(update={"observation": turn.over_first.observation, "credit": 0.0})
    at = datetime.fromisoformat(meta.time)
    writes.insert(
        Attempt(
            **own,
            attempt_id=asked.attempt_id,
            quiz_id=lesson.quiz_id,
            session_id=state.session_id,
            answers=as_json([{"item_id": str(graded.item_id), "answer": graded.answer, "latency_sec": 0}]),
            graded_by="evaluator",
            submitted_at=at,
        )
    )
    score = ConceptScore(concept=graded.concept, asked=1, correct=int(graded.is_correct))
    evaluation = Evaluation(
        quiz_id=lesson.quiz_id,
        attempt_id=asked.attempt_id,
        score=graded.credit,
        answers=[graded],
        concepts=[score],
        weak_concepts=[] if graded.is_correct or graded.undecided else [graded.concept],
    )
    grading_rows.graded(writes, evaluation, state, own, now)
    sums.unknown(writes, state.session_id, [graded.concept])


def _taught(
    writes: Writes,
    message: TurnTaught,
    asked: TeachParams,
    before: State,
    state: State,
    own: Own,
    meta: Meta,
    now: datetime,
) -> None:
    """The turn as seed 004 has it, put together from what was assessed and taught, and by our own numbers."""
    lesson, was = state.lesson, before.lesson
    assert lesson is not None
    turn = (was.turn if was else None) or TurnFacts()
    complete = lesson.ended == "complete"
    words, phrase, hints, quotes = message.message, _phrase(message.phrase), dump_all(message.hints), message.quotes
    if leaks(words) or any(leaks(hint.text) for hint in message.hints):
        plainly = phrase_of("lesson_plainly", {})
        words, phrase, hints, quotes = rendered(plainly, state.language), dump(plainly), Json("[]"), []
    output = {
        "response": words,
        "intent": turn.intent or "continuation",
        "answer_correct": turn.correct,
        "misconceptions_detected": [each.model_dump() for each in message.misconceptions_detected],
        "mastery_signal": turn.signal or "",
        "advance_to_step": plan.index(lesson.steps) + 1 if turn.new_step and not lesson.ended else None,
        "mastery_updates": [
            {"concept": concept, "score": signals.shown(state.standings.get(concept), state.mastery_threshold)}
            for concept in dict.fromkeys(name for step in lesson.steps for name in step.concepts)
        ],
        "question_asked": message.question_asked,
        "expected_answer": message.expected_answer,
        "question_concept": message.question_concept,
        "session_complete": complete,
        "turn_summary": message.turn_summary,
        "reasoning": message.reasoning,
    }
    said: dict[str, Any] = {
        "output": as_json(output),
        "message": words,
        "phrase": phrase,
        "hints": hints,
        "quotes": dump_all(quotes),
        "summary": message.turn_summary,
        "routing": turn.routing,
        "directive": asked.directive,
        "pacing": asked.pacing,
        "completed_at": now,
        "leaks": turn.leaks,
        "is_complete": lesson.ended is not None,
    }
    _turn(writes, state, lesson, asked.message or lesson.id, own, meta, now, turn, **said)


def _turn(
    writes: Writes,
    state: State,
    lesson: Lesson,
    turn_id: UUID,
    own: Own,
    meta: Meta,
    now: datetime,
    turn: TurnFacts,
    **said: Any,
) -> None:
    place = plan.index(lesson.steps)
    row = {"intent": turn.intent or "", "directive": turn.directive, "pacing": turn.pacing, **said}
    writes.insert(
        LessonTurnRow(
            **own,
            **{
                "turn_id": turn_id,
                "lesson_id": lesson.id,
                "session_id": state.session_id,
                "seq": meta.seq,
                "number": lesson.turns,
                "step_idx": min(place, max(len(lesson.steps) - 1, 0)),
                "current_step": place + 1,
                "mastery_score": signals.of_lesson(state, lesson),
                "started_at": now,
                **row,
            },
        )
    )


def _phrase(phrase: Phrase | None) -> Json | None:
    return dump(phrase) if phrase else None
