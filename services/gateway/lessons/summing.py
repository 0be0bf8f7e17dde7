"""What a lesson came to, in short: how many steps are completed, and what to do next. Pure."""

from collections.abc import Collection

from contracts.message import Phrase
from contracts.views.lessons import LessonView, StepView
from services.text.catalogue.phrases import rendered


def completed(lesson: LessonView) -> int:
    """How many steps of the plan are."""
    return sum(step.status == "completed" for step in _steps(lesson))


def suggestions(lesson: LessonView, mastered: Collection[str], language: str) -> list[str]:
    """What to do next, in the language. `mastered`: the concepts that are, by the one number of mastery."""
    topic = lesson.topic_info.subtopic or lesson.topic_info.topic
    left = sum(step.status in ("pending", "in_progress") for step in _steps(lesson))
    weak = [concept for concept in lesson.mastery_estimates if concept not in mastered]
    said = []
    if lesson.ended == "intervention":
        said.append(Phrase.of(_of(topic, "intervention"), topic=topic))
    elif lesson.ended == "complete":
        said.append(Phrase.of(_of(topic, "complete"), topic=topic))
        if not weak:
            said.append(Phrase.of("summary.harder"))
    elif left:
        said.append(Phrase.of(_of(topic, "one_left" if left == 1 else "left"), topic=topic, count=left))
    if weak and lesson.turn_count > 1:
        said.append(Phrase.of("summary.review", concepts=Phrase.listed("and", weak)))
    return [rendered(phrase, language) for phrase in said]


def _of(topic: str, name: str) -> str:
    return f"summary.{name}" if topic else f"summary.{name}_unnamed"


def _steps(lesson: LessonView) -> list[StepView]:
    return lesson.study_plan.todo_list if lesson.study_plan else []
