"""The plan is the only truth about where a lesson stands: the current step follows from the statuses. Pure.

pending -> in_progress (its first question) -> completed (its criterion is met) or blocked (three failures).
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from contracts.lessons import LEAST_STEPS, MOST_STEPS
from services.orchestrator.workflow.lessons import Lesson, LessonStep

FAILURES = 3
"""Wrong answers about one concept in a row that block a step."""


def current(steps: Sequence[LessonStep]) -> LessonStep | None:
    """The step that is in progress; else the first that is pending; None: all are done with."""
    for status in ("in_progress", "pending"):
        if (found := next((step for step in steps if step.status == status), None)) is not None:
            return found
    return None


def index(steps: Sequence[LessonStep]) -> int:
    """Where the current step stands, from 0; how many there are, where none is left."""
    now = current(steps)
    return len(steps) if now is None else [step.step_id for step in steps].index(now.step_id)


def asked(lesson: Lesson) -> Lesson:
    """A question of the current step reaches the learner: the first one makes it `in_progress`."""
    return _current(lesson, lambda step: step.changed(status="in_progress", asked=step.asked + 1))


def answered(lesson: Lesson, *, correct: bool) -> Lesson:
    """An answer to a question of the current step; the last right one that it needs completes it."""

    def after(step: LessonStep) -> LessonStep:
        right = step.correct + correct
        status = "completed" if right >= step.needed else step.status
        return step.changed(attempts=step.attempts + 1, correct=right, status=status)

    return _current(lesson, after)


def mastered(lesson: Lesson, concepts: Sequence[str]) -> Lesson:
    """What is mastered needs no more questions: a step that was begun, all of whose concepts are."""

    def after(step: LessonStep) -> LessonStep:
        met = step.status == "in_progress" and set(step.concepts) <= set(concepts)
        return step.changed(status="completed") if met else step

    return lesson.changed(steps=[after(step) for step in lesson.steps])


def told(lesson: Lesson) -> Lesson:
    """What cannot be asked about is done with once it is told."""
    return _current(lesson, lambda step: step.changed(status="completed"))


def blocked(lesson: Lesson) -> Lesson:
    """The current step leads nowhere."""
    return _current(lesson, lambda step: step.changed(status="blocked"))


def advanced(lesson: Lesson, number: int) -> Lesson:
    """To step `number`, from 1: those before it are completed. Never back, and not beyond the last."""
    if not index(lesson.steps) + 1 < number <= len(lesson.steps):
        return lesson
    steps = [
        step.changed(status="completed") if n < number and step.status != "blocked" else step
        for n, step in enumerate(lesson.steps, 1)
    ]
    return lesson.changed(steps=steps)


def done(lesson: Lesson) -> bool:
    """Whether nothing of the plan is left."""
    return bool(lesson.steps) and current(lesson.steps) is None


def replanned(lesson: Lesson, steps: Sequence[LessonStep]) -> Lesson | None:
    """The lesson with another plan; None: the plan is refused. What was completed stands first, as it was, whatever the
    planner says of it or leaves out; with that it has to be a plan of three to five steps with something to come."""
    done_with = [step for step in lesson.steps if step.status == "completed"]
    known = {step.step_id for step in done_with}
    to_come = [step for step in steps if step.step_id not in known]
    whole = [*done_with, *to_come]
    if not to_come or not LEAST_STEPS <= len(whole) <= MOST_STEPS:
        return None
    again = lesson.version > 0
    return lesson.changed(steps=whole, version=lesson.version + 1, replans=lesson.replans + again)


def unchanged(lesson: Lesson, steps: Sequence[LessonStep]) -> bool:
    """Whether another plan has the same steps to come as this one."""

    def to_come(all_of: Sequence[LessonStep]) -> list[tuple[str, tuple[str, ...], int]]:
        done_with: set[UUID] = {step.step_id for step in lesson.steps if step.status == "completed"}
        return [(step.type, tuple(step.concepts), step.needed) for step in all_of if step.step_id not in done_with]

    return to_come(lesson.steps) == to_come(steps)


def _current(lesson: Lesson, change: Callable[[LessonStep], LessonStep]) -> Lesson:
    now = current(lesson.steps)
    if now is None:
        return lesson
    return lesson.changed(steps=[change(step) if step.step_id == now.step_id else step for step in lesson.steps])
