"""Seed 003's step status flow: what a step's status is, and the current step that follows from the statuses."""

from uuid import UUID, uuid5

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


def test_the_end_counts_on_the_last_step_alone() -> None:
    assert not plan.is_last(lesson("in_progress", "pending"))
    assert plan.is_last(lesson("completed", "in_progress"))
    assert plan.is_last(lesson("blocked", "pending"))


def test_another_plan_keeps_what_was_completed_and_counts() -> None:
    one = lesson("completed", "blocked", "pending")
    new = [LessonStep(step_id=uuid5(ID, "new"), type="practice", concepts=["c"])]
    again = plan.replanned(one, new)
    assert statuses(again) == ["completed", "pending"]
    assert (again.version, again.replans) == (2, 1)
    assert (plan.replanned(one.changed(version=0), new)).replans == 0


def test_a_plan_that_changes_no_step_to_come_is_known_as_that() -> None:
    one = lesson("completed", "blocked", "pending")
    assert plan.unchanged(one, [step.changed(status="pending") for step in one.steps])
    assert not plan.unchanged(one, one.steps[:2])
