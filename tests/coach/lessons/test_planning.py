"""The first plan by rules: three to five steps whose questions exist, another one for another learner."""

from collections.abc import Sequence
from itertools import product
from typing import Any, get_args

import pytest

from contracts.lessons import Pace, PlanStep, Student
from contracts.mastery import LEAST_ANSWERS
from services.coach.lessons.ground import VARIED
from tests.coach.lessons.courses import objectives, plan_lesson, standing, steps_of

NAMES = ("ebb", "flood", "range", "gauge", "bore", "surge", "swell", "slack", "drift")


def kinds(steps: Sequence[PlanStep]) -> list[str]:
    return [step.type for step in steps]


@pytest.mark.parametrize(
    ("count", "types", "needed"),
    [
        (1, ["explain", "check", "practice"], [1, 1, 3]),
        (2, ["explain", "check", "explain", "check", "practice"], [1, 1, 1, 1, 6]),
        (3, ["explain", "explain", "explain", "check", "practice"], [1, 1, 1, 3, 9]),
    ],
)
def test_so_many_concepts_make_these_steps(count: int, types: list[str], needed: list[int]) -> None:
    steps = steps_of(plan_lesson(*NAMES[:count], minutes=60))
    assert (kinds(steps), [step.needed for step in steps]) == (types, needed)
    assert steps[-1].concepts == list(NAMES[:count])


@pytest.mark.parametrize("count", range(1, 10))
def test_no_plan_wants_more_right_answers_than_master_it_or_of_few_questions_than_there_are(count: int) -> None:
    for pace, minutes, questions in product(get_args(Pace), (None, 5, 20, 60), (1, 2, 6, 30)):
        command = plan_lesson(*NAMES[:count], pace=pace, minutes=minutes, questions=dict.fromkeys(NAMES, questions))
        steps, wish = steps_of(command), (pace, minutes, questions)
        concepts = steps[-1].concepts
        assert 3 <= len(steps) <= 5, wish
        most = LEAST_ANSWERS if questions >= VARIED else questions
        assert sum(step.needed for step in steps) <= max(3, len(concepts) * most), wish
        assert len({step.step_id for step in steps}) == len(steps), wish
        assert {name for step in steps for name in step.concepts} == set(concepts), wish
        assert {step.status for step in steps} == {"pending"}, wish


def test_a_concept_with_a_single_question_is_asked_once_where_it_is_explained() -> None:
    questions = {"flood": 6, "ebb": 1}
    steps = steps_of(plan_lesson("flood", "ebb", questions=questions))
    assert (steps[0].concepts, steps[0].needed) == (["flood", "ebb"], 2)
    assert "“ebb”" in steps[0].success_criteria
    assert all("ebb" not in step.concepts for step in steps[1:])


def test_a_concept_without_questions_is_told_with_what_builds_on_it_or_left_out() -> None:
    questions = {"flood": 6, "gauge": 6, "ebb": 0}
    told = steps_of(plan_lesson("ebb", "flood", "gauge", under={"flood": ["ebb"]}, questions=questions))
    assert told[0].concepts == ["flood", "ebb"]
    assert "“flood”" in told[0].success_criteria
    assert "“ebb”" not in told[0].success_criteria
    assert all("ebb" not in step.concepts for step in told[1:])
    left_out = steps_of(plan_lesson("ebb", "flood", "gauge", questions=questions))
    assert all("ebb" not in step.concepts for step in left_out)


def test_a_document_lesson_is_about_as_many_concepts_as_it_can_bring_to_mastery() -> None:
    questions = {"ebb": 1, "flood": 4, "gauge": 2, "bore": 5}
    steps = steps_of(plan_lesson("ebb", "flood", "gauge", "bore", questions=questions))
    assert steps[-1].concepts == ["flood", "bore"]
    assert sum(step.needed for step in steps) == 2 * LEAST_ANSWERS
    thin = steps_of(plan_lesson("ebb", questions={"ebb": 1}))
    assert [step.needed for step in thin] == [1, 1, 1]


def test_what_a_concept_builds_on_comes_before_it() -> None:
    steps = steps_of(plan_lesson("ebb", "flood", under={"ebb": ["flood"]}))
    assert steps[0].concepts == ["flood"]


def test_what_is_known_is_left_out_and_what_is_familiar_is_asked_without_explanation() -> None:
    known, familiar = standing("ebb", 0.95, 6, mastered=True), standing("flood", 0.7)
    steps = steps_of(plan_lesson("ebb", "flood", "gauge", standings=[known, familiar]))
    assert all("ebb" not in step.concepts for step in steps)
    assert all("flood" not in step.concepts for step in steps if step.type == "explain")
    assert "flood" in steps[-1].concepts
    unsure = known.model_copy(update={"mark": "not_yet"})
    assert steps_of(plan_lesson("ebb", "flood", standings=[unsure]))[0].concepts == ["ebb"]


def test_who_knows_all_of_it_gets_questions_alone_and_a_hard_round() -> None:
    known = [standing(name, 0.95, 6, mastered=True) for name in NAMES[:2]]
    steps = steps_of(plan_lesson(*NAMES[:2], standings=known))
    assert kinds(steps) == ["check", "practice", "practice"]
    assert steps[-1].title.startswith("A harder round")


def test_fewer_right_answers_are_wanted_of_who_needs_fewer() -> None:
    nearly = standing("ebb", 0.6, 2, needed=3)
    assert sum(step.needed for step in steps_of(plan_lesson("ebb", standings=[nearly]))) == 3


def test_two_learners_get_visibly_different_plans() -> None:
    child = Student(grade=3, learning_style="visual", style="playful", interests=["boats"])
    slow = steps_of(plan_lesson(*NAMES[:2], pace="slow", student=child))
    fast = steps_of(plan_lesson(*NAMES[:2], pace="fast", minutes=10, learner_level="advanced"))
    assert (len(slow), len(fast)) == (5, 3)
    assert (slow[0].type, fast[0].type) == ("explain", "check")
    assert [step.needed for step in slow] != [step.needed for step in fast]
    said = [" ".join(step.teaching_approach for step in steps) for steps in (slow, fast)]
    assert "Examples and figures come first" in said[0]
    assert "Short sentences" in said[0]
    assert "playful" in said[0]
    assert "in what you like: boats." in said[0]
    assert "Reasons and differences" in said[1]
    assert "Little is explained" in said[1]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"student": Student(learning_style="learns by doing")}, "A question comes early"),
        ({"student": Student(language_level="simple")}, "Short sentences"),
        ({"student": Student(language_level="advanced")}, "Reasons and differences"),
        ({"pace": "slow"}, "a second look"),
        ({}, "First what it is"),
    ],
)
def test_who_is_taught_decides_how(more: dict[str, Any], words: str) -> None:
    approaches = [step.teaching_approach for step in steps_of(plan_lesson("ebb", **more)) if step.type == "explain"]
    assert all(words in approach for approach in approaches)


def test_a_slow_lesson_on_one_concept_has_a_step_of_examples() -> None:
    steps = steps_of(plan_lesson("ebb", pace="slow"))
    assert kinds(steps) == ["explain", "check", "explain", "practice"]
    assert steps[2].title == "“ebb” by examples"


def test_little_time_makes_fewer_concepts_and_steps() -> None:
    steps = steps_of(plan_lesson(*NAMES[:4], minutes=10))
    assert len(steps) == 3
    assert len(steps[-1].concepts) == 2


def test_objectives_are_told_in_a_learners_words_and_ordered_by_what_they_build_on() -> None:
    first, second = objectives("en")
    steps = steps_of(plan_lesson(objectives=[second, first], questions={"denominator": 6, "numerator": 6}))
    assert [step.concepts for step in steps[:4:2]] == [["denominator"], ["numerator"]]
    assert steps[0].description == "When this is done: You count."
    assert first.text not in str(steps)
    assert second.text not in str(steps)


def test_a_step_about_a_text_without_pages_names_none() -> None:
    paged = plan_lesson("ebb")
    headed = plan_lesson("ebb", places=[place.model_copy(update={"page_kind": "section"}) for place in paged.places])
    assert steps_of(paged)[0].description == "What the text tells of “ebb”, from page 1 on."
    assert steps_of(headed)[0].description == "What the text tells of “ebb”."


@pytest.mark.parametrize(("language", "word"), [("en", "Practising"), ("nb", "Øve på"), ("de", "üben")])
def test_a_plan_is_said_in_the_lessons_language_and_kept_as_data(language: str, word: str) -> None:
    step = steps_of(plan_lesson("ebb", language=language))[-1]
    assert word in step.title
    assert step.title_phrase is not None
    assert step.title_phrase.code == "lesson_plan.title_practice"


def test_the_same_command_gives_the_same_plan() -> None:
    assert steps_of(plan_lesson(*NAMES[:3])) == steps_of(plan_lesson(*NAMES[:3]))


def test_long_names_still_fit_into_a_title() -> None:
    steps = steps_of(plan_lesson(*(f"{'very ' * 60}{name}" for name in NAMES)))
    assert all(len(step.title) <= 200 for step in steps)


def test_a_lesson_without_concepts_is_about_its_topic() -> None:
    assert {name for step in steps_of(plan_lesson()) for name in step.concepts} == {"tides"}
