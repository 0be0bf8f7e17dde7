"""How sure a decision is, and what a concept needs: pure."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.mastery import LEAST_ANSWERS
from services.gateway.learning.views import certainty, concept_views


def row(concept: str, **more: Any) -> dict[str, Any]:
    blank = dict.fromkeys(("score", "answers", "correct", "decided", "mastered", "mark"))
    return {"concept": concept, "relevance": "High", "section": "", **blank, **more}


@given(st.floats(0, 1), st.integers(0, 50))
def test_one_is_sure_only_when_it_is_decided(score: float, answers: int) -> None:
    assert certainty(score, answers, decided=True) == 1
    assert 0 <= certainty(score, answers, decided=False) < 1


@given(st.floats(0.5, 0.99), st.floats(0, 0.01), st.integers(0, 10))
def test_more_answers_and_a_clearer_score_are_surer(score: float, more: float, answers: int) -> None:
    assert certainty(score + more, answers, False) >= certainty(score, answers, False)
    assert certainty(score, answers + 1, False) >= certainty(score, answers, False)
    assert certainty(score, answers, False) == pytest.approx(certainty(1 - score, answers, False), abs=1e-3)


def test_nothing_is_sure_without_an_answer_or_at_a_toss_up() -> None:
    assert certainty(0.99, 0, False) == 0
    assert certainty(0.5, 20, False) == 0
    assert certainty(0.98, LEAST_ANSWERS, False) == 0.99


def test_a_concept_without_an_answer_scores_nothing_and_needs_all() -> None:
    (told,) = concept_views([row("leaf", score=0.3, mark="not_yet")], [])
    assert (told.score, told.certainty, told.answers_needed, told.mark) == (0, 0, LEAST_ANSWERS, "not_yet")
    (late,) = concept_views([row("leaf", score=0.9, answers=9)], [])
    assert (late.answers_needed, late.score) == (1, 0.9)
    (done,) = concept_views([row("leaf", score=0.99, answers=6, decided=True, mastered=True)], [])
    assert (done.answers_needed, done.certainty, done.mastered) == (0, 1, True)


@pytest.mark.parametrize(
    ("below", "unlocked"),
    [({"mastered": True}, True), ({"mark": "known"}, True), ({"mark": "not_yet"}, False), ({}, False)],
)
def test_a_concept_is_unlocked_by_what_it_builds_on(below: dict[str, Any], unlocked: bool) -> None:
    rows = [row("leaf", **below), row("Chlorophyll")]
    needs = [{"concept": "chlorophyll", "prerequisite": "leaf"}, {"concept": "leaf", "prerequisite": "leaf"}]
    under, told = concept_views(rows, needs)
    assert (told.prerequisites, told.unlocked) == (["leaf"], unlocked)
    assert (under.prerequisites, under.unlocked) == ([], True)
