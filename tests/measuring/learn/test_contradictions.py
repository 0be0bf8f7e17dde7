"""No view contradicts another, whatever was answered; and a contradiction is seen where there is one."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.mastery import Observation
from services.evaluator.items.observation import observe
from services.orchestrator.learning.mastery import standing
from services.orchestrator.workflow.evidence import Witness
from services.orchestrator.workflow.standings import Known, needed_at_first, whole
from tests.evaluator.items.test_observation import EVERY
from tests.measuring.learn.contradictions import contradictions, read_by, shown_state
from tests.measuring.learn.journeys import NAMES
from tests.measuring.learn.lessons import pool

ANSWERS = [
    (observe(item, credit, faint=repeat + own), credit == 1, bool(own))
    for item in EVERY
    for credit in (0, 0.5, 1)
    for repeat in (0, 1)
    for own in (0, 1)
]
GIVEN = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(ANSWERS)), max_size=60)
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)


def known(given_: Sequence[tuple[str, tuple[Observation, bool, bool]]], threshold: float = 0.85) -> dict[str, Known]:
    """Where these answers, in their order, leave the learner."""
    said = [
        Witness(ordinal=n, concept=concept, observation=seen, correct=right, own=own, at=BEGIN, attempt_id=UUID(int=9))
        for n, (concept, (seen, right, own)) in enumerate(given_)
    ]
    return {name: standing(name, said, threshold) for name in NAMES if any(one.concept == name for one in said)}


@given(
    answers=GIVEN,
    threshold=st.floats(0.01, 1).map(whole),
    topic=st.lists(st.sampled_from(NAMES), unique=True),
    marks=st.dictionaries(st.sampled_from(NAMES), st.just("known"), max_size=1),
)
@settings(max_examples=200, deadline=None)
def test_no_view_contradicts_another(
    answers: list[Any], threshold: float, topic: list[str], marks: dict[str, Any]
) -> None:
    stands = known(answers)
    stands |= {name: stands[name].marked(mark) for name, mark in marks.items() if name in stands and not topic}
    state = shown_state(stands, threshold, topic)
    assert [one for one in contradictions(state) if not (marks and one.startswith("the path"))] == []


NEW = [one for one in ANSWERS if one[1] and one[0] in [observe(item, 1) for item in EVERY]]


@given(
    answers=st.lists(st.sampled_from(ANSWERS), max_size=30),
    right=st.sampled_from([one for one in ANSWERS if one[1]]),
    new=st.sampled_from(NEW),
    threshold=st.floats(0.01, 1).map(whole),
)
@settings(max_examples=300, deadline=None)
def test_what_is_missing_never_rises_by_a_right_answer_and_falls_with_each_to_a_new_question(
    answers: list[Any], right: Any, new: Any, threshold: float
) -> None:
    """What comes again and what a learner has graded weigh less: that they take one off is not said."""
    stands = known([(NAMES[0], one) for one in answers], threshold)
    before = stands[NAMES[0]].needed if answers else needed_at_first(threshold)
    after = [known([(NAMES[0], one) for one in (*answers, last)], threshold)[NAMES[0]].needed for last in (right, new)]
    assert after[0] <= before
    assert after[1] <= max(0, before - 1)


def test_simulated_learners_read_none() -> None:
    found = read_by(40, pool("photosynthesis.en"))
    assert (found.steps, found.found) == (160, [])


RIGHT = next(one for one in ANSWERS if one[1] and not one[2])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mastered": True, "decided": True, "needed": 0}, "mastered: True"),
        ({"score": 0.9}, "shows 90 of 85 %, mastered: False"),
        ({"needed": 0}, "lacks 0"),
        ({"decided": True}, "surely not known"),
    ],
)
def test_a_standing_that_contradicts_itself_is_seen(wrong: dict[str, Any], says: str) -> None:
    state = shown_state(known([("concept a", RIGHT)] * 3), 0.85)
    broken = {name: one.model_copy(update=wrong) for name, one in state.standings.items()}
    found = list(contradictions(state.changed(standings=broken)))
    assert any(says in one for one in found), found


@pytest.mark.parametrize("place", ["path", "tutor"])
def test_a_sentence_that_rounds_up_is_seen(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """As every one of them was told before: rounded, and so sometimes above the threshold."""
    for module in ("coach.path", "orchestrator.tutor"):
        monkeypatch.setattr(f"services.{module}.rules.percent", lambda score: round(100 * score) + 1)
    found = read_by(40, pool("photosynthesis.en")).found
    assert any(f": {place}" in one for one in found)
