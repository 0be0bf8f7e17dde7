"""Which question of the course's bank a step asks next. Pure."""

from collections.abc import Mapping, Sequence
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
VARIED = 3
"""Questions from which on a concept can be mastered here: of fewer, one that comes again shows little."""
NEAR, MOST_NEEDED = 3, 10
"""So few right answers to new questions are near; and no step takes more right answers than that."""


def chosen(
    state: State, lesson: Lesson, step: LessonStep, bank: Sequence[Banked], *, harder: bool = False
) -> Banked | None:
    """The next question: not one whose answer the tutor tells right before it, where there is another; about what is
    not mastered and known least of the step's concepts, new to this lesson and to the learner where there is one, on a
    sentence about it, of another type than the last one and the fitting difficulty; else one again, the longest ago
    first. None: there is none."""
    there = [one for one in bank if _askable(state, one) and one.concept in step.concepts]
    if not there:
        return None
    wanted = _HARDER if harder else _FIRST[step.type]
    asked = {item: n for n, item in enumerate(lesson.asked)}
    last = lesson.asked[-1] if lesson.asked else None
    spent = {one.concept for one in there if mastered(state, one.concept)} | _few(there, asked)
    other = {one.concept for one in there if one.item_id not in asked and last not in one.told_after}
    before = next((one.type for one in bank if one.item_id == last), None)

    def order(one: Banked) -> tuple[bool, bool, bool, int, bool, bool, bool, bool, float, bool, bool, int, bool]:
        return (
            one.item_id == last,
            # A new one whose answer was just told is better than the same old ones once more.
            last in one.told_after and (one.concept in other or one.item_id in asked),
            one.concept in spent,
            asked.get(one.item_id, -1),
            one.type == "short_answer",  # Without a model it can rarely be judged, and then says nothing.
            one.answered or one.given_away,
            one.aside and step.type == "explain",
            # What says what it is, or has its answer's name, cannot be told before it.
            (one.named or one.defines) and step.type == "explain",
            _known(state, one.concept) + 0.1 * _asked_of(lesson, bank, one.concept),
            one.aside,
            one.type == before,
            wanted.index(one.difficulty),
            one.asked and one.item_id not in asked,
        )

    return min(there, key=order)


def nearly(state: State, lesson: Lesson, bank: Sequence[Banked]) -> list[str]:
    """The plan's concepts that a few more right answers master, and those of which nothing was answered wrongly, as far
    as there are enough questions about them."""
    found = []
    for name in dict.fromkeys(name for step in lesson.steps for name in step.concepts):
        known = state.standings.get(name)
        varied = sum(_askable(state, one) and one.concept == name for one in bank) >= VARIED
        if not varied or known is None or not known.answers or known.mastered:
            continue
        if known.needed <= NEAR or known.correct == known.answers:
            found.append(name)
    return found


def _few(there: Sequence[Banked], asked: Mapping[UUID, int]) -> set[str]:
    """The concepts with few questions, all of which were asked."""
    by_concept: dict[str, list[bool]] = {}
    for one in there:
        by_concept.setdefault(one.concept, []).append(one.item_id in asked)
    return {name for name, over in by_concept.items() if len(over) < VARIED and all(over)}


def _askable(state: State, one: Banked) -> bool:
    """Not of an exam that waits, nor one that cannot be asked here, or is asked no more."""
    return answered_by(one.type) in ASKABLE and one.item_id not in state.removed and not one.in_exam


def _known(state: State, concept: str) -> float:
    found = state.standings.get(concept)
    return found.belief if found is not None and found.answers else PRIOR


def _asked_of(lesson: Lesson, bank: Sequence[Banked], concept: str) -> int:
    about: set[UUID] = {one.item_id for one in bank if one.concept == concept}
    return sum(item in about for item in lesson.asked)
