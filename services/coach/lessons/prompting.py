"""The prompts of lessons, put together from the files beside this one; a file's name has its version. Pure."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from contracts.documents import Block
from contracts.lessons import Directive, Length, Pacing, PlanLesson, PlanStep, Replan, ReplanReason, TeachTurn
from services.chassis.model.data import as_data
from services.coach.lessons.asking import shown
from services.coach.lessons.turn import asks
from services.text.catalogue.phrases import rendered
from services.text.languages import NAMES, code_of
from services.text.scores import percent

_FOLDER = Path(__file__).parent / "prompts"
_MOST_CONCEPTS = 60

_TASKS: Mapping[Directive, str] = {
    "explain": "Explain what the current step is about, then lead up to the question.",
    "ask": "Lead over to the next question in a sentence; explain nothing at length.",
    "again": "The learner is at a loss: explain it otherwise and shorter, by an example or a smaller piece.",
    "answer": "The learner asked something: answer it from the document, or say that it does not tell; then lead back.",
    "extend": "All of the plan is done: go beyond it, and lead up to a harder question.",
}
_PACING: Mapping[Pacing, str] = {
    "first_turn": "FIRST TURN: two or three sentences, then one simple question.",
    "accelerate": "ACCELERATE: the learner knows this; skip ahead, hardly any help.",
    "extend": "EXTEND: the plan is done with ease; push to harder ground.",
    "simplify": "SIMPLIFY: shorter sentences, one or two ideas at most.",
    "consolidate": "CONSOLIDATE: the same level once more, to build confidence.",
    "steady": "STEADY: one idea at a time.",
}
_LENGTHS: Mapping[Length, str] = {
    "short": "writes little: two to three sentences",
    "medium": "writes some: three to five sentences",
    "long": "writes much: you may go into detail",
}
_REASONS: Mapping[ReplanReason, str] = {
    "failures": "three failures on the same concept. Put what is missing underneath first, then smaller steps.",
    "missing_prerequisite": "something underneath is missing. Put a step on it first.",
    "excelling": "the learner excels. Skip what is known: fewer and harder steps.",
    "approach": "the approach does not work. The same concepts in another way.",
}


@cache
def _template(name: str) -> Template:
    return Template((_FOLDER / f"{name}.md").read_text(encoding="utf-8").strip())


def prompt(name: str, **values: str) -> str:
    """The prompt of that name, with its version (`welcome_v1`). Raises KeyError for a value that is missing."""
    return _template(name).substitute(values)


def language_of(command: PlanLesson | TeachTurn) -> str:
    """What the language of a lesson is called."""
    return NAMES.get(code_of(command.language), "The document's language")


def planner_rules(command: PlanLesson, least: int, most: int) -> str:
    """The planner's system message; of another plan with what that asks. `least`, `most`: how many steps are wanted."""
    first = prompt("planner_initial_v1", language=language_of(command))
    if command.replan is None:
        return first
    reason = _REASONS[command.replan.reason]
    return f"{first}\n\n{prompt('planner_replan_v1', reason=reason, least=str(least), most=str(most))}"


def planner_request(command: PlanLesson, by_rules: Sequence[PlanStep], complaint: str = "") -> str:
    """The planner's user message: what it plans from, as data."""
    standings = {each.concept: each for each in command.standings}
    told: dict[str, Any] = {
        "topic": command.topic,
        "learner": command.student.model_dump(mode="json", exclude_defaults=True, exclude={"id"}),
        "level": command.learner_level,
        "minutes": command.minutes,
        "pace": command.pace,
        "objectives": [each.model_dump(mode="json") for each in command.objectives],
        "guideline": command.guideline,
        "concepts": [
            {
                "concept": place.concept,
                "buildsOn": place.prerequisites,
                "mastery": percent(standing.score) if (standing := standings.get(place.concept)) else None,
                "mastered": bool(standing and standing.mastered),
            }
            for place in command.places[:_MOST_CONCEPTS]
        ],
        "questions": command.questions,
        "byRules": [_planned(step) for step in by_rules],
    }
    if command.replan is not None:
        told |= _replanning(command.replan)
    asked = f"<lesson_plan>\n{as_data(told)}\n</lesson_plan>"
    return f"{asked}\n\n{complaint}" if complaint else asked


def _planned(step: PlanStep) -> dict[str, Any]:
    names = {"type", "title", "description", "teaching_approach", "success_criteria", "concepts", "needed"}
    return step.model_dump(mode="json", include=names)


def _replanning(replan: Replan) -> dict[str, Any]:
    return {
        "plan": [{**_planned(step), "status": step.status} for step in replan.plan.todo_list],
        "about": replan.concept,
        "whyInWords": replan.said,
        "notes": replan.notes,
        "conversation": [line.model_dump(mode="json") for line in replan.conversation],
    }


def tutor_rules(command: TeachTurn) -> str:
    """The tutor's system message: the plan, the guideline, the ten rules, and what a turn consists of."""
    plan = as_data([{**_planned(step), "status": step.status} for step in command.plan.todo_list])
    objectives = [each.model_dump(mode="json") for each in command.objectives]
    guideline = as_data({"text": command.guideline, "objectives": objectives})
    free = ""
    if command.guideline.strip():
        free = " In this\n  lesson an example of your own needs no quote either, as long as the guideline bears it out."
    system = prompt("master_system_v1", plan=plan, guideline=guideline)
    return f"{system}\n\n{prompt('executor_v1', language=language_of(command), free=free)}"


def tutor_request(command: TeachTurn, room: int, blocks: Sequence[Block], *, after: bool, complaint: str = "") -> str:
    """The tutor's user message. `room`: for how many characters of `blocks`; `after`: the lesson was over before."""
    step = command.step
    item = command.item if asks(command) else None
    own = {
        "writes": _LENGTHS[command.manner.length],
        "emoji": command.manner.emoji,
        "asksQuestions": command.manner.asks,
        "losingInterest": command.manner.disengaged,
        "schoolYear": command.student.grade,
        "languageLevel": command.student.language_level,
        "learningStyle": command.student.learning_style,
        "interests": command.student.interests,
        "manner": command.student.style,
    }
    told = [{"block_id": each.block_id, "page": each.source_page, "text": each.text} for each in _fitting(blocks, room)]
    text = prompt(
        "master_turn_v1",
        task=task_of(command, after=after),
        step=as_data(_planned(step) if step else None),
        mastery=as_data({each.concept: percent(each.score) for each in command.standings if each.answers}),
        misconceptions=as_data([each.model_dump(mode="json") for each in command.misconceptions]),
        timeline=as_data(command.timeline),
        pacing=_PACING[command.pacing],
        style=as_data(own),
        awaiting=as_data(rendered(shown(item), command.language) if item else None),
        history=as_data([line.model_dump(mode="json") for line in command.conversation]),
        message=as_data({"message": command.message or command.question, "feedbackTold": command.feedback}),
        document=as_data({"blocks": told}),
    )
    return f"{text}\n\n{complaint}" if complaint else text


def task_of(command: TeachTurn, *, after: bool) -> str:
    """What the turn is to do."""
    match command.directive:
        case "open":
            names = ", ".join(command.student.interests)
            interests = as_data(f"Interests, to be named and no more: {names}") if names else ""
            return prompt("welcome_v1", topic=as_data(command.topic), interests=interests)
        case "close" | "intervene" | "repeat":
            return prompt("post_completion_v1" if after else "session_summary_v1")
    return _TASKS[command.directive]


def _fitting(blocks: Sequence[Block], room: int) -> Sequence[Block]:
    """As many as there is room for, in order."""
    taken = []
    for block in blocks:
        if len(block.text) <= room:
            taken.append(block)
            room -= len(block.text)
    return taken
