"""The commands of lessons, with what their rows say: plan, moderate, assess, teach."""

import json
from collections.abc import Sequence
from typing import Any, LiteralString
from uuid import UUID

from contracts.lessons import Moderate, PlanMetadata, PlanStep, StatusInfo, StudyPlan
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import array, every, joined, one
from services.orchestrator.items.places import placed
from services.orchestrator.learning.commands import places, standings
from services.orchestrator.lessons import plan as plans
from services.orchestrator.lessons.lookup import item_of
from services.orchestrator.tutor.passages import about, cited_under, found, within
from services.orchestrator.workflow.lessons import Lesson
from services.orchestrator.workflow.params import AssessParams, LessonPlanParams, ModerateParams, TeachParams
from services.orchestrator.workflow.state import State

LINES, LINE, NOTES, GUIDELINE = 10, 1_500, 4_000, 20_000
"""So many lines of the conversation are told, and so many characters of each, of all notes, and of a guideline."""

_SAID: LiteralString = "select text from messages where message_id = %s"
_WISH: LiteralString = "select * from lesson_wishes where lesson_id = %s"
_PLANS: LiteralString = "select todo_list from lesson_plans where lesson_id = %s order by plan_version"
# What was unsafe is told to nobody; the message itself is told apart.
_BEFORE: LiteralString = """
select role, left(text, %s) as text from messages
where session_id = %s and not unsafe and message_id <> coalesce(%s, '00000000-0000-0000-0000-000000000000'::uuid)
order by seq desc, timestamp desc limit %s"""
# Of the turns before the last that was assessed what all of them are told by is enough: a long lesson has hundreds.
_TURNS: LiteralString = """
select number, summary, quotes, coalesce(assessment ->> 'assessment_note', '') as note,
  coalesce(assessment -> 'misconceptions', '[]') as misconceptions,
  case when row_number() over (order by assessment is null, seq desc, number desc) = 1 then assessment end as assessment
from lesson_turns where lesson_id = %s order by seq, number"""
_ITEM: LiteralString = "select body::text as body from items where item_id = %s"
_QUESTIONS: LiteralString = """
select body ->> 'concept' as concept, count(*)::int as count from items
where course_id = %s and accepted and state in ('live', 'approved') and body ->> 'type' not in
  ('matching', 'ordering', 'multiple_answer')
group by 1"""


async def lesson_plan(connection: Connection, state: State, params: LessonPlanParams) -> bytes | None:
    """`PlanLesson`: the concepts with what they build on, and how much can be asked about each."""
    lesson = state.lesson
    if lesson is None or lesson.id != params.lesson or (fields := await _setting(connection, state, lesson)) is None:
        return None
    concepts = {name.casefold() for name in lesson.concepts}
    there = await places(connection, state)
    of_it = [place for place in there if place.concept.casefold() in concepts]
    wanted = concepts | {name.casefold() for place in of_it for name in place.prerequisites}
    told = sorted((place for place in there if place.concept.casefold() in wanted), key=lambda place: place.ordinal)
    if params.replan is None:
        told = [place for place in told if place.concept.casefold() in concepts]
    counts = {row["concept"]: row["count"] for row in await every(connection, _QUESTIONS, state.course_id)}
    fields |= {
        "places": array(place.model_dump_json() for place in told),
        "standings": _standings(state, [place.concept for place in told]),
        "questions": json.dumps({place.concept: counts.get(place.concept, 0) for place in told}),
        "learner_level": json.dumps(state.learner_level),
    }
    if params.replan is not None:
        study, turns = await _plan(connection, lesson), await every(connection, _TURNS, lesson.id)
        if study is None:
            return None
        replan = {
            "plan": study.model_dump(mode="json", exclude_none=True),
            "reason": params.replan,
            "concept": params.concept,
            "said": _assessment(turns).get("replan_said", ""),
            "notes": _notes(turns),
            "conversation": await _before(connection, state, None),
        }
        fields["replan"] = json.dumps(replan, ensure_ascii=False)
    return joined(fields)


async def moderate(connection: Connection, state: State, params: ModerateParams) -> bytes | None:
    """`Moderate`, with the country whose words of help count."""
    said = await one(connection, _SAID, params.message)
    wish = await one(connection, _WISH, state.lesson.id) if state.lesson else None
    if said is None or wish is None:
        return None
    return Moderate(text=said["text"], language=_language(state, wish), country=wish["country"]).write()


async def assess(connection: Connection, state: State, params: AssessParams) -> bytes | None:
    """`AssessTurn`, with the question that waits and all that was said of the learner so far."""
    lesson, said = state.lesson, await one(connection, _SAID, params.message)
    wish = await one(connection, _WISH, lesson.id) if lesson else None
    if lesson is None or said is None or wish is None:
        return None
    item = await _item(connection, state, params.item_id)
    previous = [row["text"] for each in params.previous if (row := await one(connection, _SAID, each)) is not None]
    study, turns = await _plan(connection, lesson), await every(connection, _TURNS, lesson.id)
    if study is None:
        return None
    step = _step(study, lesson)
    wanted = {name.casefold() for name in _concepts(lesson)}
    # Of the others a learner may ask: their names are enough.
    there = [
        place
        if place.concept.casefold() in wanted
        else place.model_copy(update={"definition": "", "prerequisites": []})
        for place in await places(connection, state)
    ]
    fields: dict[str, str | None] = {
        "attempt_id": json.dumps(str(params.attempt_id)),
        "text": json.dumps(said["text"]),
        "language": json.dumps(_language(state, wish)),
        "item": item,
        "wrong_attempts": json.dumps(len(params.previous)),
        "previous": json.dumps(previous),
        "step": step.model_dump_json(exclude_none=True) if step else None,
        "plan": study.model_dump_json(exclude_none=True),
        "topic": json.dumps(wish["subtopic"] or lesson.topic),
        "objectives": json.dumps(_objectives(wish)),
        "places": array(place.model_dump_json() for place in there),
        "standings": _standings(state, _concepts(lesson)),
        "misconceptions": json.dumps(_shown_by(wish["misconceptions"], state.course_id, params.item_id)),
        "guideline": json.dumps(wish["guideline"][:GUIDELINE]),
        "conversation": json.dumps(await _before(connection, state, params.message)),
        "timeline": json.dumps(_timeline(turns)),
        "notes": json.dumps(_notes(turns)),
        "repeat": json.dumps(params.repeat),
    }
    return joined(fields)


async def teach(connection: Connection, state: State, params: TeachParams) -> bytes | None:
    """`TeachTurn`, with the passages that may be told, and what was told before."""
    lesson = state.lesson
    if lesson is None or lesson.id != params.lesson or (fields := await _setting(connection, state, lesson)) is None:
        return None
    said = await one(connection, _SAID, params.message) if params.message else None
    if params.message and said is None:
        return None
    text = said["text"] if said else ""
    study, turns = await _plan(connection, lesson), await every(connection, _TURNS, lesson.id)
    if study is None:
        return None
    steps = {step.step_id: step for step in study.todo_list}
    step = steps.get(params.step_id) if params.step_id else None
    item = await _item(connection, state, params.item_id)
    concepts = list(dict.fromkeys(([params.concept] if params.concept else []) + (step.concepts if step else [])))
    rows: list[dict[str, Any]] = []
    if params.directive == "answer" and state.reading_id is not None:
        rows += await found(connection, state.session_id, state.reading_id, text)
    if params.directive not in ("close", "intervene", "repeat") and state.reading_id is not None:
        rows += await about(connection, state.reading_id, state.course_id, concepts or _concepts(lesson))
    rows = within(rows)
    around = [place for place in await places(connection, state) if place.concept in {*concepts, *_concepts(lesson)}]
    assessment = _assessment(turns)
    fields |= {
        "directive": json.dumps(params.directive),
        "step": step.model_dump_json(exclude_none=True) if step else None,
        "plan": study.model_dump_json(exclude_none=True),
        "item": item,
        **(_feedback(assessment) if params.said else {}),
        "question": json.dumps(text) if params.directive == "answer" else None,
        "blocks": array(row["body"] for row in rows),
        "headings": json.dumps(await cited_under(connection, state, rows) or None),
        "places": array(place.model_dump_json() for place in around),
        "document_sha256": json.dumps(_document(state, rows)),
        "told": json.dumps([_span(quote) for turn in turns for quote in turn["quotes"] or ()]),
        "standings": _standings(state, _concepts(lesson)),
        "misconceptions": json.dumps(_seen(turns)),
        "pacing": json.dumps(params.pacing),
        "manner": params.manner.model_dump_json(),
        "conversation": json.dumps(await _before(connection, state, params.message)),
        "timeline": json.dumps(_timeline(turns)),
        "message": json.dumps(text),
        "learner_level": json.dumps(state.learner_level),
        "new_step": json.dumps(params.new_step),
        "leaked": json.dumps(params.leaked),
    }
    return joined({name: value for name, value in fields.items() if value != "null"})


async def _setting(connection: Connection, state: State, lesson: Lesson) -> dict[str, str | None] | None:
    """What every command that teaches has."""
    wish = await one(connection, _WISH, lesson.id)
    if wish is None:
        return None
    return {
        "topic": json.dumps(wish["subtopic"] or lesson.topic),
        "language": json.dumps(_language(state, wish)),
        "student": json.dumps(wish["student"]),
        "guideline": json.dumps(wish["guideline"][:GUIDELINE]),
        "objectives": json.dumps(_objectives(wish)),
        "minutes": json.dumps(wish["minutes"]) if wish["minutes"] else None,
        "pace": json.dumps(lesson.pace),
    }


async def _plan(connection: Connection, lesson: Lesson) -> StudyPlan | None:
    """The plan with its words, and its steps' statuses as they are now. None: its rows are gone."""
    words: dict[UUID, PlanStep] = {}
    for row in await every(connection, _PLANS, lesson.id):
        for each in row["todo_list"]:
            step = PlanStep.model_validate(each, extra="ignore")
            words[step.step_id] = step
    if not words:
        return None
    steps = [
        words[step.step_id].model_copy(
            update={
                "status": step.status,
                "status_info": StatusInfo(
                    questions_asked=step.asked, questions_correct=step.correct, attempts=step.attempts
                ),
            }
        )
        for step in lesson.steps
    ]
    metadata = PlanMetadata(plan_version=lesson.version, replan_count=lesson.replans, max_replans=lesson.max_replans)
    return StudyPlan(todo_list=steps, metadata=metadata)


async def _item(connection: Connection, state: State, item: UUID | None) -> str | None:
    """The question's JSON."""
    row = await one(connection, _ITEM, item) if item else None
    return (await placed(connection, state, [row["body"]]))[0] if row else None


def _step(study: StudyPlan, lesson: Lesson) -> PlanStep | None:
    now = plans.current(lesson.steps)
    return next((step for step in study.todo_list if now is not None and step.step_id == now.step_id), None)


async def _before(connection: Connection, state: State, message: UUID | None) -> list[dict[str, str]]:
    """The last lines before the message, the oldest first."""
    rows = await every(connection, _BEFORE, LINE, state.session_id, message, LINES)
    return [{"role": row["role"], "text": row["text"]} for row in reversed(rows)]


def _language(state: State, wish: dict[str, Any]) -> str:
    """The language of what is taught; where that is not known, the learner's."""
    return wish["language"] or state.language or wish["student"].get("lang", "")


def _concepts(lesson: Lesson) -> list[str]:
    return list(dict.fromkeys([*(name for step in lesson.steps for name in step.concepts), *lesson.concepts]))


def _objectives(wish: dict[str, Any]) -> list[dict[str, Any]]:
    names = ("objective_id", "text", "goal", "concept", "builds_on")
    return [{name: each[name] for name in names if name in each} for each in wish["objectives"]]


def _misconceptions(known: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    return [{"id": each["id"], "text": each.get("text", "")} for each in known]


def _shown_by(known: Sequence[dict[str, Any]], course: UUID | None, item: UUID | None) -> list[dict[str, Any]]:
    """The guideline's misconceptions, with the answers to this question that show them."""
    told = []
    for each in known:
        shown = [one for one in each.get("shown_by", ()) if item_of(course, one["item_id"]) == item]
        told.append({"id": each["id"], "text": each.get("text", ""), "answers": [one["answer"] for one in shown]})
    return told


def _standings(state: State, concepts: Sequence[str]) -> str:
    return array(found.model_dump_json() for found in standings(state, dict.fromkeys(concepts)))


def _seen(turns: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    seen = {each["id"]: each for turn in turns for each in turn["misconceptions"]}
    return _misconceptions(list(seen.values())[-5:])


def _timeline(turns: Sequence[dict[str, Any]]) -> list[str]:
    return [f"{turn['number']}: {turn['summary']}"[:300] for turn in turns if turn["summary"]]


def _notes(turns: Sequence[dict[str, Any]]) -> str:
    return "\n".join(turn["note"] for turn in turns if turn["note"])[-NOTES:]


def _assessment(turns: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the evaluator said of the message that was assessed last."""
    return next((turn["assessment"] for turn in turns if turn["assessment"]), {})


def _span(quote: dict[str, Any]) -> dict[str, Any]:
    return {name: quote[name] for name in ("block_id", "start", "end")}


def _feedback(assessment: dict[str, Any]) -> dict[str, str | None]:
    """What is said to the message before anything else: to an answer, or to what leads away."""
    words, phrase = assessment.get("feedback"), assessment.get("phrase")
    if not words:
        words, phrase = assessment.get("off_topic_response", ""), assessment.get("off_topic_phrase")
    proof = assessment.get("proof")
    return {
        "feedback": json.dumps(words),
        "feedback_phrase": json.dumps(phrase) if phrase else None,
        "proof": json.dumps(proof) if proof else None,
    }


def _document(state: State, rows: Sequence[dict[str, Any]]) -> str | None:
    documents = [row["sha256"] for row in rows if row["sha256"]] or [paper.sha256 for paper in state.papers]
    return documents[0] if documents else None
