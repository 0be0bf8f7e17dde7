"""Another plan by rules: what is completed stays, the rest really changes, by its reason."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from contracts.lessons import PlanLesson, PlanStep, ReplanReason
from services.coach.lessons.replanning import replanned_of
from tests.coach.lessons.courses import plan_lesson, replan, standing, steps_of

NAMES = ("ebb", "flood", "range")
UNDER = {"flood": ["ebb"], "range": ["flood"]}
REASONS: Sequence[ReplanReason] = ("failures", "missing_prerequisite", "excelling", "approach")


def command(**more: Any) -> PlanLesson:
    return plan_lesson(*NAMES, under=UNDER, **more)


def anew(
    reason: ReplanReason, *statuses: str, steps: Sequence[PlanStep] = (), concept: str = "", cause: int = 5, **more: Any
) -> list[PlanStep]:
    asked = command(**more)
    made = replan(steps or steps_of(asked), reason, *statuses, concept=concept, count=cause - 5)
    return list(replanned_of(asked, made, UUID(int=cause)).steps)


def content(step: PlanStep) -> tuple[Any, ...]:
    return (step.type, step.title, step.description, step.teaching_approach, step.success_criteria)


@pytest.mark.parametrize("done", range(5))
@pytest.mark.parametrize("reason", REASONS)
def test_completed_steps_stay_and_no_other_step_comes_again(reason: ReplanReason, done: int) -> None:
    before = steps_of(command())
    statuses = ["completed"] * done + ["blocked"]
    after = anew(reason, *statuses)
    kept = [step.model_copy(update={"status": "completed"}) for step in before[:done]]
    assert after[:done] == kept
    assert 3 <= len(after) <= 5
    assert len(after) > done
    assert not {content(step) for step in after[done:]} & {content(step) for step in before}
    assert not {step.step_id for step in after[done:]} & {step.step_id for step in before}
    assert after[-1].type == "practice"


@pytest.mark.parametrize("reason", REASONS)
def test_three_plans_in_a_row_are_all_different(reason: ReplanReason) -> None:
    steps: Sequence[PlanStep] = steps_of(command())
    seen = {content(step) for step in steps}
    for cause in (5, 6, 7):
        steps = anew(reason, "in_progress", steps=steps, cause=cause, concept="flood")
        assert not seen & {content(step) for step in steps}
        seen |= {content(step) for step in steps}


def test_after_failures_the_step_is_smaller_easier_and_behind_what_it_builds_on() -> None:
    after = anew("failures", "pending", "blocked", concept="flood")
    assert after[0].title.startswith("First, what comes before")
    assert after[0].concepts == ["ebb"]
    assert after[1].title == "“flood” in smaller pieces"
    assert after[1].needed == 1
    assert "This time" in after[1].teaching_approach
    assert after[-1].needed < steps_of(command())[-1].needed


def test_what_the_learner_knows_or_was_told_is_no_missing_basis() -> None:
    known = standing("ebb", 0.95, 6, mastered=True)
    assert anew("failures", "blocked", concept="flood", standings=[known])[0].concepts == ["flood"]
    assert anew("failures", "completed", "blocked", concept="flood")[1].concepts == ["flood"]


def test_a_missing_prerequisite_comes_first() -> None:
    assert anew("missing_prerequisite", "pending", "in_progress", concept="flood")[0].concepts == ["ebb"]
    # The concept itself, where nothing under it is missing.
    assert anew("missing_prerequisite", "in_progress", concept="ebb")[0].concepts == ["ebb"]


def test_who_excels_gets_fewer_and_harder_steps_and_only_what_is_new_explained() -> None:
    before = steps_of(command())
    sure = [standing(name, 0.8) for name in ("ebb", "flood")]
    after = anew("excelling", "completed", "in_progress", standings=sure)
    assert len(after) < len(before)
    assert after[-1].title.startswith("A harder round")
    explained = [name for step in after[1:] if step.type == "explain" for name in step.concepts]
    assert explained == ["range"]


def test_another_approach_is_by_examples_and_in_smaller_pieces() -> None:
    after = anew("approach", "in_progress", concept="ebb")
    assert after[0].title == "“ebb” by examples"
    assert "in smaller pieces" in after[1].title
    assert {name for step in after for name in step.concepts} == set(NAMES)


def test_of_a_plan_that_is_completed_nothing_is_planned() -> None:
    steps = steps_of(command())
    assert [step.step_id for step in anew("excelling", *["completed"] * 5)] == [step.step_id for step in steps]


def test_a_basis_without_questions_is_told_with_the_concept() -> None:
    after = anew("failures", "blocked", concept="flood", questions={"flood": 6, "range": 6})
    assert after[0].concepts == ["flood", "ebb"]
    assert "“ebb”" not in after[0].success_criteria
