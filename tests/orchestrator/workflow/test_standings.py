"""The number: it moves with each right answer, decides alone, and what it says to be missing is enough."""

from collections.abc import Sequence
from itertools import product
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.mastery import CERTAIN, LEAST_ANSWERS, SURE, Observation
from services.evaluator.diagnosis.advice import GAP_BELOW
from services.evaluator.diagnosis.diagnose import LEVELS
from services.evaluator.items.observation import observe
from services.orchestrator.learning.topics import of_session
from services.orchestrator.workflow.evidence import PRIOR, Answered, Tally
from services.orchestrator.workflow.learning import Cycle
from services.orchestrator.workflow.standings import (
    WEAKEST,
    Known,
    judged,
    needed_at_first,
    of_rules_6,
    shown,
    standing_of,
    weight,
    whole,
)
from services.orchestrator.workflow.state import State
from services.text.scores import missing as told_missing
from services.text.scores import percent
from tests.evaluator.items.test_observation import EVERY

Answer = tuple[Observation, bool, bool]
"""What it says, whether it is right, and whether the learner graded it."""

ONES = [observe(item, credit, faint=faint) for item in EVERY for credit in (0, 0.5, 1) for faint in (0, 1, 2)]
RIGHT = [(observe(item, 1, faint=faint + own), True, bool(own)) for item in EVERY for faint in (0, 1) for own in (0, 1)]
WRONG = [(observe(item, credit), False, False) for item in EVERY for credit in (0, 0.5)]
QUITE_WRONG = [(observe(item, 0), False, False) for item in EVERY]
ANSWERS = st.lists(st.sampled_from([*RIGHT, *WRONG]), max_size=40)
THRESHOLDS = st.sampled_from([whole(percents / 100) for percents in range(1, 100)])


def folded(answers: Sequence[Answer], before: Tally | None = None) -> Tally:
    found = before or Tally()
    for seen, right, own in answers:
        found = found.and_then(Answered(ordinal=0, concept="a", observation=seen, correct=right, own=own))
    return found


def stands(answers: Sequence[Answer], threshold: float = SURE) -> Known:
    return standing_of("a", folded(answers), threshold)


@given(answers=ANSWERS, right=st.sampled_from(RIGHT), threshold=THRESHOLDS)
@settings(max_examples=300, deadline=None)
def test_each_right_answer_moves_the_number_and_no_wrong_one_raises_it(
    answers: list[Answer], right: Answer, threshold: float
) -> None:
    before, now = stands(answers, threshold), stands([*answers, right], threshold)
    assert now.score > before.score
    assert now.mastered >= before.mastered
    floor = shown(0.02, 99)
    for item in EVERY if answers else ():
        assert stands([*answers, (observe(item, 0), False, False)]).score <= max(before.score, floor)


@given(answers=ANSWERS, threshold=st.floats(0, 1).map(whole))
@settings(max_examples=300, deadline=None)
def test_what_reaches_the_threshold_is_mastered_and_nothing_else(answers: list[Answer], threshold: float) -> None:
    found = stands(answers, threshold)
    asked = bool(answers)
    assert found.mastered == (asked and found.score >= threshold)
    assert found.mastered == (asked and percent(found.score) >= round(100 * threshold))
    assert (found.needed == 0) == found.mastered
    assert found.decided or not found.mastered
    assert judged(stands(answers, 0.5), threshold) == found


@given(answers=ANSWERS, threshold=THRESHOLDS.filter(lambda one: one <= 0.95))
@settings(max_examples=200, deadline=None)
def test_so_many_right_answers_as_are_missing_master_it_and_each_makes_it_fewer(
    answers: list[Answer], threshold: float
) -> None:
    found = stands(answers, threshold)
    seen = list(answers)
    for missing in range(found.needed, 0, -1):
        assert not stands(seen, threshold).mastered or missing < found.needed
        seen.append((WEAKEST, True, False))
        assert stands(seen, threshold).needed <= missing - 1
    assert stands(seen, threshold).mastered


def test_no_new_question_has_a_right_answer_that_says_less_than_the_weakest() -> None:
    for item in EVERY:
        said = observe(item, 1)
        assert said.if_known / said.if_unknown >= WEAKEST.if_known / WEAKEST.if_unknown
        assert said.learn >= WEAKEST.learn


@pytest.mark.parametrize(("language", "less"), [("en", "may count less"), ("nb", "telle mindre"), ("de", "weniger")])
def test_repeated_questions_master_too_some_by_more_answers_than_are_missing_and_that_is_said(
    language: str, less: str
) -> None:
    later = []
    for item in EVERY:
        once, again = (observe(item, 1), True, False), (observe(item, 1, faint=1), True, False)
        missing = stands([once]).needed
        late = next(more for more in range(1, 50) if stands([once, *[again] * more]).mastered)
        later.append(late > missing)
        said = told_missing("leaf", missing, language)
        assert less in said
        assert not {"new", "nye", "neue"} & {*said.split()}
    assert any(later)


def test_at_the_default_threshold_it_takes_five_right_answers_and_certainty() -> None:
    sure = 1 - (1 - CERTAIN) * 0.99
    assert shown(sure, weight(LEAST_ANSWERS, 0, 9)) >= SURE
    assert shown(1.0, weight(LEAST_ANSWERS - 1, 0, 0)) < SURE
    assert shown(1.0, weight(LEAST_ANSWERS - 2, 2, 9)) >= SURE  # The learner may have graded fewer than the house has.
    assert shown(1.0, weight(LEAST_ANSWERS - 3, 999, 0)) < SURE
    assert shown(CERTAIN - 0.001, 99) < SURE
    cloze = (observe(EVERY[0], 1), True, False)
    assert [stands([cloze] * count).mastered for count in range(7)] == [count >= LEAST_ANSWERS for count in range(7)]


def test_ones_own_grades_alone_never_master() -> None:
    own = [one for one in RIGHT if one[2]]
    assert stands(own * 50).score < shown(1.0, 1)
    assert not stands(own * 50).mastered
    assert stands(own * 50).needed >= LEAST_ANSWERS - 2  # As many as are more than half of five.


@given(
    answers=ANSWERS,
    last=st.tuples(st.sampled_from(RIGHT), *[st.sampled_from(QUITE_WRONG)] * 2).flatmap(st.permutations),
    threshold=THRESHOLDS.filter(lambda one: one >= 0.5),
)
@settings(max_examples=300, deadline=None)
def test_nothing_is_mastered_by_answers_most_of_which_are_wrong(
    answers: list[Answer], last: list[Answer], threshold: float
) -> None:
    """One of three right in the last round, and mastered: that was once read."""
    before, now = stands(answers, threshold), stands([*answers, *last], threshold)
    assert before.mastered or not now.mastered


@pytest.mark.parametrize("length", range(4, 12))
def test_no_three_answers_of_which_two_are_wrong_master_whatever_came_before(length: int) -> None:
    """Of every course of answers, where these alone decide: right ones leave no doubt, and wrong ones say nothing."""
    right = (Observation(if_known=0.9, if_unknown=0.01), True, False)
    wrong = (Observation(if_known=0.5, if_unknown=0.5), False, False)
    for last in ([right, wrong, wrong], [wrong, right, wrong], [wrong, wrong, right]):
        for before in product([right, wrong], repeat=length - 3):
            earlier = folded(before)
            now = standing_of("a", folded(last, earlier), SURE)
            assert not now.mastered or standing_of("a", earlier, SURE).mastered


def test_right_and_wrong_in_turn_masters_nothing_and_two_right_ones_behind_it_neither() -> None:
    right, wrong = (Observation(if_known=0.9, if_unknown=0.01), True, False), WRONG[0]
    for turns in range(1, 30):
        assert not stands([wrong, right] * turns).mastered
        assert not stands([*([wrong, right] * turns), right]).mastered
        assert not stands([right, wrong] * turns).mastered


def test_a_slip_near_another_is_given_back_by_right_answers_in_a_row() -> None:
    right, wrong = RIGHT[0], (Observation(if_known=0.5, if_unknown=0.5), False, False)
    assert not stands([*[right] * 4, wrong, wrong, right]).mastered
    assert stands([*[right] * 4, wrong, wrong, right, right]).mastered


def test_who_knows_one_answer_in_two_masters_nothing_and_first_wrong_answers_are_forgiven() -> None:
    """What is said by right answers is strong here, and by wrong ones weak: what could be mastered soonest."""
    right = max(RIGHT, key=lambda one: one[0].if_known / one[0].if_unknown)
    wrong = max(WRONG, key=lambda one: one[0].if_known / one[0].if_unknown)
    ups_and_downs = stands([wrong, right, right, right, wrong, right, wrong, wrong, right])
    assert (ups_and_downs.correct, ups_and_downs.mastered) == (LEAST_ANSWERS, False)
    assert ups_and_downs.belief > CERTAIN
    assert stands([*[wrong] * 4, *[right] * LEAST_ANSWERS]).mastered
    assert stands([right, wrong, *[right] * LEAST_ANSWERS]).mastered


def test_what_was_never_asked_shows_nothing_and_is_not_mastered_whatever_the_threshold() -> None:
    found = standing_of("a", Tally(), 0.0, "known")
    assert (found.score, found.mastered, found.decided, found.mark) == (0, False, False, "known")
    assert needed_at_first(SURE) == standing_of("a", Tally(), SURE).needed >= LEAST_ANSWERS


@pytest.mark.parametrize(("asked", "held"), [(0.85, 0.85), (0.855, 0.86), (0.29, 0.29), (0, 0), (1, 1), (0.001, 0.01)])
def test_a_threshold_is_held_in_whole_percents(asked: float, held: float) -> None:
    assert whole(asked) == held


def test_the_sessions_score_is_the_lowest_of_its_topic_or_of_what_was_asked() -> None:
    known = {name: stands([RIGHT[0]] * count) for name, count in (("a", 6), ("b", 2), ("c", 0))}
    state = State(session_id=UUID(int=1), standings=known)
    assert of_session(state) == known["b"].score
    assert of_session(State(session_id=UUID(int=1))) == 0
    learning = state.changed(cycle=Cycle(id=UUID(int=2), topic="a", concepts=["a"]))
    assert of_session(learning) == known["a"].score >= SURE
    assert of_session(state.changed(cycle=Cycle(id=UUID(int=2), topic="", concepts=["a", "never asked"]))) == 0


def test_an_older_state_shows_the_number_for_its_belief() -> None:
    told = {"concept": "a", "score": 0.94, "answers": 4, "correct": 4, "mark": "not_yet"}
    older = {"mastery_threshold": 0.855, "standings": {"a": told}}
    read = of_rules_6(older)
    assert read["mastery_threshold"] == 0.86
    found = read["standings"]["a"]
    assert found == judged(Known(**told, belief=0.94), 0.86)
    assert (found.belief, found.mastered, found.mark) == (0.94, False, "not_yet")
    assert of_rules_6(read) == read


def test_the_diagnosis_draws_its_lines_where_the_number_shows_these_beliefs() -> None:
    assert abs(GAP_BELOW - shown(0.5, 99)) < 0.005
    assert [least for least, _ in LEVELS] == pytest.approx([shown(0.75, 99), shown(0.4, 99), 0], abs=0.005)
    assert shown(PRIOR, 0) < GAP_BELOW
