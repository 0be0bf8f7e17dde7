"""Seed 003's step status flow: what a step's status is, and the current step that follows from the statuses."""

from typing import get_args
from uuid import UUID, uuid5

from hypothesis import given
from hypothesis import strategies as st

from contracts.lessons import StepStatus
from services.orchestrator.lessons import plan
from services.orchestrator.workflow.lessons import Lesson, LessonStep

ID = UUID(int=1)


def lesson(*statuses: StepStatus, needed: int = 1) -> Lesson:
    steps = [
        LessonStep(step_id=uuid5(ID, str(n)), type="check", concepts=["c"], status=status, needed=needed)
        for n, status in enumerate(statuses)
    ]
    return Lesson(id=ID, quiz_id=ID, steps=steps, version=1)


def statuses(one: Lesson) -> list[str]:
    return [step.status for step in one.steps]


def test_the_current_step_is_the_one_in_progress_else_the_first_pending_else_none() -> None:
    assert plan.index(lesson("completed", "pending", "in_progress").steps) == 2
    assert plan.index(lesson("completed", "pending", "pending").steps) == 1
    assert plan.current(lesson("completed", "blocked").steps) is None
    assert plan.done(lesson("completed", "completed"))


def test_the_first_question_makes_a_step_in_progress() -> None:
    assert statuses(plan.asked(lesson("pending", "pending"))) == ["in_progress", "pending"]


def test_a_step_is_completed_by_as_many_right_answers_as_it_needs() -> None:
    one = plan.answered(lesson("in_progress", needed=2), correct=True)
    assert statuses(one) == ["in_progress"]
    one = plan.answered(plan.answered(one, correct=False), correct=True)
    assert statuses(one) == ["completed"]
    assert (one.steps[0].attempts, one.steps[0].correct) == (3, 2)


def test_advance_to_step_completes_those_before_it_and_never_goes_back() -> None:
    one = lesson("in_progress", "pending", "pending")
    assert statuses(plan.advanced(one, 3)) == ["completed", "completed", "pending"]
    assert plan.advanced(one, 1) == one
    assert plan.advanced(one, 4) == one
    assert plan.advanced(lesson("completed", "in_progress", "pending"), 2).steps[1].status == "in_progress"


def new(n: int) -> LessonStep:
    return LessonStep(step_id=uuid5(ID, f"new {n}"), type="practice", concepts=["c"])


def test_another_plan_keeps_what_was_completed_and_counts() -> None:
    one = lesson("completed", "blocked", "pending")
    again = plan.replanned(one, [new(0), new(1)])
    assert again is not None
    assert statuses(again) == ["completed", "pending", "pending"]
    assert (again.version, again.replans) == (2, 1)
    first = plan.replanned(lesson().changed(version=0), [new(0), new(1), new(2)])
    assert first is not None
    assert (first.version, first.replans) == (1, 0)


def test_a_plan_that_leaves_out_what_is_completed_and_fills_up_is_refused() -> None:
    assert plan.replanned(lesson("completed", "completed", "blocked"), [new(n) for n in range(5)]) is None


def test_a_plan_with_nothing_to_come_is_refused() -> None:
    one = lesson("completed", "completed", "completed", "in_progress")
    assert plan.replanned(one, one.steps[:3]) is None


@given(
    st.lists(st.sampled_from(list(get_args(StepStatus))), min_size=3, max_size=5),
    st.lists(st.integers(min_value=0, max_value=9), max_size=7, unique=True),
)
def test_whatever_a_planner_says_a_plan_has_three_to_five_steps_or_is_refused(
    before: list[StepStatus], picks: list[int]
) -> None:
    one = lesson(*before)
    known = dict(enumerate(one.steps))
    wished = [known[n].changed(status="pending") if n in known else new(n) for n in picks]
    again = plan.replanned(one, wished)
    done_with = [step for step in one.steps if step.status == "completed"]
    to_come = [step for step in wished if step.step_id not in {each.step_id for each in done_with}]
    if again is None:
        assert not to_come or not 3 <= len(done_with) + len(to_come) <= 5
        return
    assert 3 <= len(again.steps) <= 5
    assert again.steps == [*done_with, *to_come]
    assert plan.current(again.steps) is not None


def test_a_plan_that_changes_no_step_to_come_is_known_as_that() -> None:
    one = lesson("completed", "blocked", "pending")
    assert plan.unchanged(one, [step.changed(status="pending") for step in one.steps])
    assert not plan.unchanged(one, one.steps[:2])
