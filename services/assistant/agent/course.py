"""What of a course becomes tasks: the due reviews, what the notes advise, the learning path. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from contracts.assistant import CourseContext
from contracts.message import Phrase
from contracts.tasks import MAX_TITLE, Task
from services.assistant.agent.titles import titled
from services.assistant.agent.wishes import Source
from services.text.catalogue.phrases import rendered
from services.text.words import fold

MOST = 10
"""So many tasks are made of a course by one message."""
NOTHING = {"reviews": "assistant.no_reviews", "notes": "assistant.no_notes", "path": "assistant.no_path"}


@dataclass(frozen=True)
class Entries:
    """The tasks to be added, as parameters of add_task; how many were on the list before; whether there are more."""

    new: Sequence[dict[str, Any]]
    before: int
    more: bool


def entries(course: CourseContext, source: Source, language: str, tasks: Sequence[Task]) -> Entries:
    """One task for each entry of that source, but for those that a pending task of its title and concept has."""
    there = {(fold(each.title), fold(each.concept)) for each in tasks if each.status == "pending"}
    made = list(
        {(fold(each["title"]), fold(each.get("concept", ""))): each for each in _all(course, source, language)}.items()
    )
    new = [entry for key, entry in made if key not in there]
    return Entries(new[:MOST], len(made) - len(new), len(new) > MOST)


def linked(course: CourseContext, concept: str) -> dict[str, Any]:
    """The parameters that link a task to the course, and to one of its concepts."""
    return {"session_id": str(course.session_id), **({"concept": concept} if concept else {})}


def review_of(concept: str, language: str) -> str:
    """What the task to review it is called."""
    return rendered(Phrase.of("assistant.review", concept=concept), language)[:MAX_TITLE]


def concept_in(course: CourseContext, title: str) -> str:
    """The concept of the course that a title names, the longest; "" where it names none."""
    said = f" {fold(title)} "
    names = [each.name for each in course.concepts if f" {fold(each.name)} " in said]
    return max(names, key=len, default="")


def _all(course: CourseContext, source: Source, language: str) -> list[dict[str, Any]]:
    if source == "reviews":
        due = [each.name for each in course.concepts if each.due]
        return [{"title": review_of(name, language), **linked(course, name)} for name in due]
    if source == "notes":
        return [
            {**titled(advice), **linked(course, concept_in(course, advice))}
            for advice in course.advice
            if advice.strip()
        ]
    named = (name.strip() for name in course.path)
    learn = [(name, rendered(Phrase.of("assistant.study", concept=name), language)) for name in named if name]
    return [{"title": title[:MAX_TITLE], **linked(course, name[:200])} for name, title in learn]
