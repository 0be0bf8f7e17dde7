"""How far a concept is, and what it needs: pure."""

from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.learning.views import Sitting, certainty, concept_views, learner


def row(concept: str, **more: Any) -> dict[str, Any]:
    blank = dict.fromkeys(("score", "answers", "correct", "decided", "mastered", "mark", "needed"))
    return {"concept": concept, "relevance": "High", "section": "", **blank, **more}


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_the_share_of_the_threshold_is_whole_only_when_it_is_decided(
    score: float, more: float, threshold: float
) -> None:
    assert certainty(score, threshold, decided=True) == 1
    assert 0 <= certainty(score, threshold, decided=False) < 1
    assert certainty(max(score, more), threshold, False) >= certainty(score, threshold, False)


def test_a_concept_without_an_answer_scores_nothing_and_needs_all() -> None:
    learning = {"mastery_threshold": 0.9, "answers_needed": 9, "language": "nb"}
    (told,) = concept_views([row("leaf", score=0.3, mark="not_yet", needed=8)], [], learning)
    assert (told.score, told.certainty, told.answers_needed, told.mark) == (0, 0, 9, "not_yet")
    assert told.missing == "Ingen svar om «leaf» er vurdert ennå."
    (late,) = concept_views([row("leaf", score=0.81, answers=9, needed=2)], [], {"mastery_threshold": 0.9})
    assert (late.answers_needed, late.score, late.certainty) == (2, 0.81, 0.9)
    assert late.missing == (
        "“leaf”: up to two more right answers (repeated questions may count less), and it is mastered."
    )
    (far,) = concept_views([row("leaf", score=0.03, answers=1, needed=11)], [], {"mastery_threshold": 0.9})
    assert far.missing == (
        "“leaf”: practise it in several short rounds; up to 11 more right answers (repeated questions may count less)"
        ", and it is mastered."
    )  # Five typed ones are enough. Nothing is to be read again where all was right: the notes say what is.
    mastered = row("leaf", score=0.99, answers=6, decided=True, mastered=True, needed=0)
    (done,) = concept_views([mastered], [], {})
    assert (done.answers_needed, done.certainty, done.mastered, done.missing) == (0, 1, True, "")


@pytest.mark.parametrize(
    ("below", "unlocked"),
    [({"mastered": True}, True), ({"mark": "known"}, True), ({"mark": "not_yet"}, False), ({}, False)],
)
def test_a_concept_is_unlocked_by_what_it_builds_on(below: dict[str, Any], unlocked: bool) -> None:
    rows = [row("leaf", **below), row("Chlorophyll")]
    needs = [{"concept": "chlorophyll", "prerequisite": "leaf"}, {"concept": "leaf", "prerequisite": "leaf"}]
    under, told = concept_views(rows, needs, {})
    assert (told.prerequisites, told.unlocked) == (["leaf"], unlocked)
    assert (under.prerequisites, under.unlocked) == ([], True)


@pytest.mark.parametrize(("score", "phase"), [(0.85, "MASTERED"), (0.84, None)])
def test_no_round_is_called_mastered_that_a_later_grade_took_below_the_threshold(
    score: float, phase: str | None
) -> None:
    learning = {"phase": "MASTERED", "mastery_score": score, "mastery_threshold": 0.85}
    told = learner(Sitting(session=UUID(int=1), user="ann", learning=learning, state={}))
    assert (told.phase, told.mastery_score) == (phase, score)


def test_what_is_mastered_by_now_lacks_nothing() -> None:
    gap = {"description": "1 of 3 right.", "severity": "High", "item_ids": [], "mistaken_for": ""}
    rows = Sitting(
        session=UUID(int=1),
        user="ann",
        learning={},
        state={"improvement_areas": ["Leaf", "root"]},
        concepts=[row("leaf", score=0.9, answers=8, decided=True, mastered=True, needed=0), row("root")],
        gaps=[{"concept": "leaf", **gap}, {"concept": "root", **gap}],
    )
    told = learner(rows)
    assert told.improvement_areas == ["root"]
    assert [one.concept for one in told.knowledge_gaps] == ["root"]
