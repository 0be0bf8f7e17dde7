"""Gaps in knowledge: what was missed, skipped, left undecided or ruled."""

from uuid import UUID

from contracts.grading import Answer, GradeQuiz, QuizResults, Ruling
from services.evaluator.grading.grade import grade
from tests.evaluator.items.test_credit import MATCH, SOME, WHY
from tests.evaluator.mistaken import FETCH, GAP, JUDGED, NEAP, SLOW, STEPS, evaluated, on, seen


def test_one_wrong_answer_that_shows_nothing_is_a_gap_and_no_pattern() -> None:
    found = evaluated([JUDGED], ["false"])
    assert found.error_patterns == []
    assert [(gap.concept, gap.severity) for gap in found.knowledge_gaps] == [("sea", "Medium")]
    assert evaluated([SOME], ["a"]).knowledge_gaps[0].severity == "Low"  # half of the credit


def test_skipped_questions_are_gaps_and_no_patterns() -> None:
    found = evaluated([NEAP, GAP, FETCH], [None, " ", "a"], [0.5, 0.5, SLOW])
    assert found.error_patterns == []
    assert [(gap.concept, gap.severity, len(gap.item_ids)) for gap in found.knowledge_gaps] == [
        ("neap tide", "High", 2)
    ]


def test_what_is_undecided_counts_in_nothing() -> None:
    open_one = on(2, WHY.model_copy(update={"item_id": UUID(int=30)}))
    found = evaluated([open_one, GAP], ["Gravity.", "neap tide"])
    assert (found.error_patterns, found.knowledge_gaps, found.improvement_areas) == ([], [], [])
    with_one_missed = evaluated([open_one, GAP], ["Gravity.", "a wave"])
    assert with_one_missed.error_patterns == []  # missed once, not twice
    assert with_one_missed.knowledge_gaps[0].description.startswith("“neap tide”: in one quiz 0 of 1 right.")
    ruled = [Ruling(item_id=open_one.item_id, credit=0, by="learner")]
    judged = evaluated([open_one, GAP], ["Gravity.", "a wave"], rulings=ruled)
    assert seen(judged) == [("conceptual", "rule:missed_again:v1", "neap tide", 2)]


def test_what_an_owner_ruled_right_is_no_mistake() -> None:
    ruled = [Ruling(item_id=NEAP.item_id, credit=1, by="owner")]
    assert evaluated([NEAP], ["a"], rulings=ruled).error_patterns == []


def test_a_trusted_clients_grade_without_the_answer_shows_nothing_but_that_it_is_wrong() -> None:
    given = [Answer(item_id=STEPS.item_id, is_correct=False, latency_sec=9)]
    results = QuizResults(quiz_id=UUID(int=9), attempt_id=UUID(int=8), answers=given, graded_by="client")
    found = grade(GradeQuiz(items=[STEPS], results=results))
    assert (found.answers[0].made_by, found.error_patterns) == ("client", [])
    assert found.knowledge_gaps[0].concept == "neap tide"


def test_of_equally_grave_gaps_the_one_that_earned_least_comes_first() -> None:
    partly = on(2, MATCH.model_copy(update={"item_id": UUID(int=31)}), "polder")
    found = evaluated([partly, NEAP], ["1=b", "a"])
    assert [(gap.concept, gap.severity) for gap in found.knowledge_gaps] == [
        ("neap tide", "Medium"),
        ("polder", "Medium"),
    ]


def test_a_skipped_question_beside_a_missed_one_is_no_pattern() -> None:
    assert evaluated([GAP, NEAP], ["a wave", None]).error_patterns == []
