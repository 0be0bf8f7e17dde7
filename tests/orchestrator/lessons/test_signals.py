"""Seed 004's signals, a row each: pacing, the learner's style, and how far beyond the plan."""

from uuid import UUID, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as some

from contracts.lessons import Pacing
from services.orchestrator.lessons import signals
from services.orchestrator.workflow.evidence import PRIOR, Tally
from services.orchestrator.workflow.lessons import Lesson, LessonStep, Writing
from services.orchestrator.workflow.standings import standing_of
from services.orchestrator.workflow.state import State

SESSION = UUID(int=1)
STEPS = [LessonStep(step_id=uuid5(SESSION, str(n)), type="explain", concepts=[f"c{n}"]) for n in range(3)]
LESSON = Lesson(id=SESSION, quiz_id=SESSION, steps=STEPS, version=1, turns=3)


@pytest.mark.parametrize(
    ("name", "lesson", "average", "pacing"),
    [
        ("TURN 1", LESSON.changed(turns=0), 0.9, "first_turn"),
        ("ACCELERATE", LESSON.changed(trend=[0.7, 0.8]), 0.8, "accelerate"),
        ("not ACCELERATE when it does not improve", LESSON.changed(trend=[0.9, 0.85]), 0.85, "steady"),
        ("not ACCELERATE below 0.8", LESSON.changed(trend=[0.7, 0.79]), 0.79, "steady"),
        ("EXTEND", LESSON.changed(ended="complete", trend=[0.8, 0.9]), 0.9, "extend"),
        ("SIMPLIFY", LESSON, 0.39, "simplify"),
        ("SIMPLIFY: struggling", LESSON.changed(failures={"c1": 3}), 0.6, "simplify"),
        ("SIMPLIFY: at a loss twice", LESSON.changed(lost=2), 0.6, "simplify"),
        ("CONSOLIDATE", LESSON.changed(failures={"c1": 2}), 0.4, "consolidate"),
        ("CONSOLIDATE up to 0.65", LESSON.changed(failures={"c1": 2}), 0.65, "consolidate"),
        ("not CONSOLIDATE above it", LESSON.changed(failures={"c1": 2}), 0.66, "steady"),
        ("not CONSOLIDATE after one wrong answer", LESSON.changed(failures={"c1": 1}), 0.5, "steady"),
        ("STEADY", LESSON, 0.7, "steady"),
    ],
)
def test_pacing(name: str, lesson: Lesson, average: float, pacing: Pacing) -> None:
    assert signals.pacing(lesson, average) == pacing, name


def wrote(*words: int, emoji: bool = False, asks: bool = False) -> list[Writing]:
    return [Writing(words=count, emoji=emoji, asks=asks) for count in words]


@pytest.mark.parametrize(
    ("name", "writing", "length"),
    [
        ("QUIET: up to 5 words", wrote(5, 5), "short"),
        ("Moderate", wrote(6, 6), "medium"),
        ("Moderate up to 15", wrote(15), "medium"),
        ("Expressive", wrote(16), "long"),
        ("nothing said yet", [], "medium"),
        ("only the last four count", wrote(99, 2, 2, 2, 2), "short"),
    ],
)
def test_the_length_of_a_reply_follows_the_learners(name: str, writing: list[Writing], length: str) -> None:
    assert signals.manner(writing).length == length, name


def test_emoji_and_questions_are_seen() -> None:
    assert signals.manner(wrote(4, emoji=True)).emoji
    assert signals.manner(wrote(4, asks=True)).asks
    assert not signals.manner(wrote(4)).emoji
    assert not signals.manner(wrote(4)).asks


@pytest.mark.parametrize(
    ("words", "disengaged"),
    [((12, 8, 5, 2), True), ((8, 8, 4, 4), True), ((12, 8, 9, 2), False), ((12, 8, 2), False), ((4, 4, 4, 3), False)],
)
def test_messages_that_become_shorter_and_shorter_are_disengagement(words: tuple[int, ...], disengaged: bool) -> None:
    assert signals.disengaged(wrote(*words)) is disengaged


@pytest.mark.parametrize(("turns", "beyond"), [(5, 0), (6, 0), (7, 1), (16, 10), (17, 11)])
def test_extension_turns_count_from_twice_the_steps(turns: int, beyond: int) -> None:
    lesson = LESSON.changed(turns=turns, ended="complete")
    assert signals.extension_turns(lesson) == beyond
    assert signals.may_extend(lesson, 0.9) is (beyond <= 10)


def test_only_who_has_aced_the_plan_and_may_is_extended() -> None:
    done = LESSON.changed(ended="complete")
    assert signals.may_extend(done, 0.8)
    assert not signals.may_extend(done, 0.79)
    assert not signals.may_extend(done.changed(allow_extension=False), 0.9)
    assert not signals.may_extend(LESSON, 0.9)
    assert not signals.may_extend(LESSON.changed(ended="intervention"), 0.9)


def state(**tallies: Tally) -> State:
    standings = {name: standing_of(name, tally, 0.85) for name, tally in tallies.items()}
    return State(session_id=SESSION, standings=standings)


def test_avg_mastery_is_over_the_touched_concepts_of_the_plan_and_half_before_any() -> None:
    assert signals.avg_mastery(state(), LESSON) == 0.5
    assert signals.avg_mastery(state(other=Tally(known=0.99, answers=9, correct=9)), LESSON) == 0.5
    right, wrong = Tally(known=0.8, answers=1, correct=1), Tally(known=0.05, answers=1)
    one, two = state(c0=right), state(c0=right, c1=wrong)
    assert signals.avg_mastery(one, LESSON) > 0.5
    both = (signals.shown(two.standings["c0"], 0.85) + signals.shown(two.standings["c1"], 0.85)) / 2
    assert signals.avg_mastery(two, LESSON) == both < 0.5


def test_a_first_right_answer_about_another_concept_moves_the_lessons_figure_up() -> None:
    much, little = Tally(known=0.97, answers=3, correct=3), Tally(known=0.79, answers=1, correct=1)
    one, two = state(c0=much), state(c0=much, c1=little)
    assert signals.avg_mastery(two, LESSON) < signals.avg_mastery(one, LESSON)
    assert signals.of_lesson(state(), LESSON) == 0.5 < signals.of_lesson(one, LESSON) < signals.of_lesson(two, LESSON)


@given(
    some.floats(0, 1),
    some.integers(0, 12),
    some.integers(0, 12),
    some.integers(1, 99).map(lambda percent: percent / 100),
)
def test_what_a_lesson_shows_reaches_the_threshold_exactly_where_the_score_does(
    known: float, right: int, wrong: int, threshold: float
) -> None:
    found = standing_of("c", Tally(known=known, answers=right + wrong, correct=right), threshold)
    shown = signals.shown(found, threshold)
    assert 0 <= shown <= 1
    if found.answers and threshold > signals.START:
        assert (shown >= threshold) is found.mastered


def test_the_first_right_answer_moves_up_from_half_and_the_first_wrong_one_down() -> None:
    up = standing_of("c", Tally(known=0.7, answers=1, correct=1), 0.85)
    down = standing_of("c", Tally(known=PRIOR / 4, answers=1), 0.85)
    assert signals.shown(down, 0.85) < 0.5 < signals.shown(up, 0.85)
