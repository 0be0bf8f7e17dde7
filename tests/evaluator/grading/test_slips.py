"""Slips: what was answered in a moment, what is nearly right, and an order or a number of a concept that is known."""

from uuid import UUID

import pytest

from contracts.items import Item
from tests.evaluator.items.test_credit import TWO, item, options
from tests.evaluator.mistaken import (
    FETCH,
    GAP,
    JUDGED,
    NEAP,
    OTHERS,
    RANGE,
    SLOW,
    STEPS,
    again,
    evaluated,
    kinds,
    on,
    only,
    seen,
)


def test_an_order_or_a_number_alone_is_procedural_and_stays_so_where_the_concept_was_right_elsewhere() -> None:
    assert kinds([STEPS], ["b,d,a,c"]) == [("procedural", "order")]
    assert kinds([RANGE], ["7"]) == [("procedural", "number")]
    assert kinds([RANGE], ["seagulls"]) == [(None, "")], "no number was given that could be another"
    known = [NEAP, STEPS, RANGE]
    assert kinds(known, ["b", "b,d,a,c", "7"]) == [("procedural", "order"), ("procedural", "number")]
    assert seen(evaluated(known, ["b", "b,d,a,c", "7"])) == [], "one of each is no pattern"


@pytest.mark.parametrize(
    ("asked", "answer", "kind", "rule"),
    [
        (RANGE, "-12300", "careless", "sign"),
        (RANGE, "12.3", "procedural", "scale"),
        (RANGE, "12.3 million", "procedural", "scale"),
        (RANGE, "12300 m", "procedural", "unit"),
        (STEPS, "c,a,b,d", "careless", "swap"),
        (STEPS, "a,c,b,d", "procedural", "order"),
        (STEPS, "c,a", "procedural", "order"),
        (GAP, "napetide", "careless", "spelling"),
    ],
)
def test_what_is_nearly_right_is_told_as_such_also_where_more_is_missed(
    asked: Item, answer: str, kind: str, rule: str
) -> None:
    assert kinds([asked], [answer]) == [(kind, rule)]
    assert evaluated([asked], [answer]).error_patterns == [], "one slip is no pattern"
    if rule != "order":
        assert kinds([asked, NEAP], [answer, "c"])[0] == (kind, rule)
    twice = evaluated([asked, again(asked, 51, "ebb")], [answer, answer])
    assert seen(twice) == [(kind, f"rule:{rule}:v1", "", 2)]
    assert "about “neap tide” and “ebb”" in only(twice).description
    assert asked.answer_text not in only(twice).description.partition(": about")[0], "it may be asked still"


def test_a_careless_slip_is_no_gap_but_stands_among_what_to_improve_last() -> None:
    found = evaluated([RANGE, FETCH], ["-12300", "c"])
    assert [gap.concept for gap in found.knowledge_gaps] == ["fetch"]
    assert found.improvement_areas == ["fetch", "neap tide"]


def test_what_was_answered_in_a_moment_and_missed_once_is_careless() -> None:
    found = evaluated([NEAP, FETCH, JUDGED], ["a", "c", "true"], [2.4, 3.0, SLOW])
    assert seen(found) == [("careless", "rule:too_fast:v1", "", 2)]
    assert only(found).description == "2 wrong answers came within 3 seconds each: about “neap tide” and “fetch”."
    assert only(found).suggested_remediation == (
        "Read these questions to their end and answer them again; the answers stand in the text (pages 2 and 5)."
    )
    assert found.knowledge_gaps == []
    assert kinds([NEAP], ["a"], [1.0]) == [("careless", "too_fast")]
    one = evaluated([NEAP], ["a"], [1.0])
    assert (one.error_patterns, one.knowledge_gaps) == ([], [])
    assert kinds([NEAP], ["a"], [0.0]) == [("conceptual", "mistaken_for")]  # not measured


def test_fast_is_also_what_is_much_faster_than_the_learner_mostly_is() -> None:
    times = [5.0, *[21.0] * 5]
    asked, answers = [NEAP, *OTHERS], ["a", *["true"] * 5]
    assert kinds(asked, answers, times) == [("careless", "too_fast")]
    for other in ([5.0, *[14.0] * 5], [9.0, *[99.0] * 5]):
        assert kinds(asked, answers, other) == [("conceptual", "mistaken_for")]
    assert kinds([NEAP, OTHERS[0]], ["a", "true"], [5.0, 40.0]) == [("conceptual", "mistaken_for")]


def test_of_three_two_neighbours_are_no_slip() -> None:
    three = on(4, item("ordering", 8, options=options("abc"), answer=["c", "a", "b"]))
    assert kinds([three], ["a,c,b"]) == [("procedural", "order")]


@pytest.mark.parametrize(("key", "typed"), [("mitosis", "meiosis"), ("tide", "side"), ("14080", "14090")])
def test_another_word_of_the_quiz_a_short_one_and_a_number_are_no_misspelling(key: str, typed: str) -> None:
    gap = on(3, item("cloze", 9, question="The ____ is not meiosis.", answer=key), "mouth")
    assert kinds([gap], [typed]) == [(None, "")]


def test_one_quick_answer_among_others_as_quick_is_no_carelessness() -> None:
    items = [NEAP, *OTHERS[:3]]
    answers = ["a", *["true"] * 3]
    assert kinds(items, answers, [2.0, 2.5, 3.0, 1.5]) == [("conceptual", "mistaken_for")]
    assert evaluated(items, answers, [2.0, 2.5, 3.0, 1.5]).knowledge_gaps
    assert kinds(items, answers, [2.0, 9.0, 14.0, 10.0]) == [("careless", "too_fast")]
    assert evaluated(items, answers, [2.0, 9.0, 14.0, 10.0]).knowledge_gaps == []


def test_a_number_without_a_unit_is_not_explained_by_its_unit() -> None:
    year = RANGE.model_copy(update={"answer": "1993", "value": 1993, "unit": ""})
    far = only(evaluated([year, again(year, 52, "ebb")], ["19930", "19930"]))
    assert far.description == "2 numbers were others than the text's: about “neap tide” and “ebb”."
    assert far.suggested_remediation.startswith("Look these numbers up (page 6)")
    sized = only(evaluated([RANGE, again(RANGE, 52, "ebb")], ["123,000", "123,000"]))
    assert "unit" in sized.suggested_remediation


def test_true_and_false_are_not_told_as_what_was_answered() -> None:
    false = on(3, item("true_false", 30, statement="The sea falls.", options=TWO, answer="true"))
    said = only(evaluated([false, GAP], ["false", "a wave"])).description
    assert said == "“neap tide” was missed in 2 of 2 questions about it in one quiz. Your answer: “a wave”."
    both = [false, false.model_copy(update={"item_id": UUID(int=31)})]
    assert only(evaluated(both, ["false", "false"])).description == (
        "“neap tide” was missed in 2 of 2 questions about it in one quiz."
    )


def test_two_misses_of_a_concept_are_one_pattern_whatever_each_shows() -> None:
    found = evaluated([NEAP, GAP], ["a", "a wave"])
    assert seen(found) == [("conceptual", "rule:missed_again:v1", "neap tide", 2)]
    assert len(found.knowledge_gaps[0].item_ids) == 2


def test_a_skipped_question_shows_nothing() -> None:
    assert seen(evaluated([NEAP, GAP], ["a", None])) == []
