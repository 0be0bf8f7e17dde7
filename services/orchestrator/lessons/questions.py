"""Which question of the course's bank a step asks next. Pure."""

from collections.abc import Sequence
from uuid import UUID

from contracts.items import AnsweredBy, answered_by
from contracts.lessons import StepType
from services.orchestrator.learning.topics import mastered
from services.orchestrator.workflow.evidence import PRIOR
from services.orchestrator.workflow.learning import Banked
from services.orchestrator.workflow.lessons import Lesson, LessonStep
from services.orchestrator.workflow.state import State

ASKABLE: tuple[AnsweredBy, ...] = ("option", "words")
"""How an item is answered that can be asked in a conversation."""
_FIRST: dict[StepType, tuple[str, ...]] = {
    "explain": ("EASY", "MEDIUM", "HARD"),
    "check": ("MEDIUM", "EASY", "HARD"),
    "practice": ("MEDIUM", "HARD", "EASY"),
}
_HARDER = ("HARD", "MEDIUM", "EASY")


def chosen(
    state: State, lesson: Lesson, step: LessonStep, bank: Sequence[Banked], *, harder: bool = False
) -> Banked | None:
    """The next question: about what is known least of the step's concepts, new to this lesson and to the learner where
    there is one, and of the fitting difficulty; else one again, the longest ago first. None: there is none."""
    there = [one for one in bank if _askable(state, one) and one.concept in step.concepts]
    if not there:
        return None
    wanted = _HARDER if harder else _FIRST[step.type]
    asked = {item: n for n, item in enumerate(lesson.asked)}
    last = lesson.asked[-1] if lesson.asked else None

    def order(one: Banked) -> tuple[bool, int, bool, bool, bool, bool, float, int, bool]:
        return (
            one.item_id == last,
            asked.get(one.item_id, -1),
            one.type == "short_answer",  # Without a model it can rarely be judged, and then says nothing.
            mastered(state, one.concept),
            one.answered or one.given_away,
            one.named and step.type == "explain",  # What has its answer's name cannot be told before it.
            _known(state, one.concept) + 0.1 * _asked_of(lesson, bank, one.concept),
            wanted.index(one.difficulty),
            one.asked and one.item_id not in asked,
        )

    return min(there, key=order)


def _askable(state: State, one: Banked) -> bool:
    """Not of an exam that waits, nor one that cannot be asked here, or is asked no more."""
    return answered_by(one.type) in ASKABLE and one.item_id not in state.removed and not one.in_exam


def _known(state: State, concept: str) -> float:
    found = state.standings.get(concept)
    return found.belief if found is not None and found.answers else PRIOR


def _asked_of(lesson: Lesson, bank: Sequence[Banked], concept: str) -> int:
    about: set[UUID] = {one.item_id for one in bank if one.concept == concept}
    return sum(item in about for item in lesson.asked)
