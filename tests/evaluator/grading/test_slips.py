"""Slips: what was answered in a moment, what is nearly right, and an order or a number of a concept that is known."""

from uuid import UUID

import pytest

from contracts.items import Item
from tests.evaluator.items.test_credit import TWO, item, options
from tests.evaluator.mistaken import FETCH, GAP, JUDGED, NEAP, OTHERS, RANGE, SLOW, STEPS, evaluated, on, only, seen


def test_an_order_or_a_number_alone_is_procedural_and_stays_so_where_the_concept_was_right_elsewhere() -> None:
    assert seen(evaluated([STEPS], ["b,d,a,c"])) == [("procedural", "rule:order:v1", "neap tide", 1)]
    assert seen(evaluated([RANGE], ["7"])) == [("procedural", "rule:number:v1", "neap tide", 1)]
    known = evaluated([NEAP, STEPS, RANGE], ["b", "b,d,a,c", "7"])
    assert [kind for kind, *_ in seen(known)] == ["procedural", "procedural"]
    assert "you wrote “7”, the text has “12,300 mm”" in known.error_patterns[1].description
    assert known.error_patterns[0].suggested_remediation.startswith("Read page 4 and write the order down")


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
    assert seen(evaluated([asked], [answer])) == [(kind, f"rule:{rule}:v1", "neap tide", 1)]
    if rule != "order":
        assert (kind, f"rule:{rule}:v1", "neap tide", 1) in seen(evaluated([asked, NEAP], [answer, "c"]))


def test_a_careless_slip_is_no_gap_but_stands_among_what_to_improve_last() -> None:
    found = evaluated([RANGE, FETCH], ["-12300", "c"])
    assert [gap.concept for gap in found.knowledge_gaps] == ["fetch"]
    assert found.improvement_areas == ["fetch", "neap tide"]


def test_what_was_answered_in_a_moment_and_missed_once_is_careless() -> None:
    found = evaluated([NEAP, FETCH, JUDGED], ["a", "c", "true"], [2.4, 3.0, SLOW])
    assert seen(found) == [("careless", "rule:too_fast:v1", "", 2)]
    assert only(found).description == "2 wrong answers came within 3 seconds each: about “neap tide” and “fetch”."
    assert only(found).suggested_remediation == (
        "Read these questions to their end and answer them again; the answers stand on pages 2 and 5."
    )
    assert found.knowledge_gaps == []
    one = evaluated([NEAP], ["a"], [1.0])
    assert (only(one).concept, only(one).description) == (
        "neap tide",
        "One wrong answer came within 1 second: about “neap tide”.",
    )
    assert seen(evaluated([NEAP], ["a"], [0.0]))[0][1] == "rule:mistaken_for:v1"  # not measured


def test_fast_is_also_what_is_much_faster_than_the_learner_mostly_is() -> None:
    times = [5.0, *[21.0] * 5]
    found = evaluated([NEAP, *OTHERS], ["a", *["true"] * 5], times)
    assert seen(found) == [("careless", "rule:too_fast:v1", "neap tide", 1)]
    for other in ([5.0, *[14.0] * 5], [9.0, *[99.0] * 5]):
        assert seen(evaluated([NEAP, *OTHERS], ["a", *["true"] * 5], other))[0][0] == "conceptual"
    assert seen(evaluated([NEAP, OTHERS[0]], ["a", "true"], [5.0, 40.0]))[0][0] == "conceptual"


def test_of_three_two_neighbours_are_no_slip() -> None:
    three = on(4, item("ordering", 8, options=options("abc"), answer=["c", "a", "b"]))
    assert seen(evaluated([three], ["a,c,b"])) == [("procedural", "rule:order:v1", "neap tide", 1)]


@pytest.mark.parametrize(("key", "typed"), [("mitosis", "meiosis"), ("tide", "side"), ("14080", "14090")])
def test_another_word_of_the_quiz_a_short_one_and_a_number_are_no_misspelling(key: str, typed: str) -> None:
    gap = on(3, item("cloze", 9, question="The ____ is not meiosis.", answer=key), "mouth")
    assert evaluated([gap], [typed]).error_patterns == []


def test_one_quick_answer_among_others_as_quick_is_no_carelessness() -> None:
    items = [NEAP, *OTHERS[:3]]
    alike = evaluated(items, ["a", *["true"] * 3], [2.0, 2.5, 3.0, 1.5])
    assert seen(alike) == [("conceptual", "rule:mistaken_for:v1", "neap tide", 1)]
    assert alike.knowledge_gaps
    apart = evaluated(items, ["a", *["true"] * 3], [2.0, 9.0, 14.0, 10.0])
    assert only(apart).description == (
        "One wrong answer came within 2 seconds, and the others mostly took 10 seconds: about “neap tide”."
    )


def test_a_number_without_a_unit_is_not_explained_by_its_unit() -> None:
    year = RANGE.model_copy(update={"answer": "1993", "value": 1993, "unit": ""})
    far = only(evaluated([year], ["19930"]))
    assert far.description.startswith("You gave a number of another size about “neap tide”")
    assert far.suggested_remediation.startswith("Look the number up on page 6")
    assert "unit" in only(evaluated([RANGE], ["123,000"])).suggested_remediation


def test_true_and_false_are_not_told_as_what_was_answered() -> None:
    false = on(3, item("true_false", 30, statement="The sea falls.", options=TWO, answer="true"))
    said = only(evaluated([false, GAP], ["false", "a wave"])).description
    assert said == "“neap tide” was missed in 2 of 2 questions about it. Your answer: “a wave”."
    both = [false, false.model_copy(update={"item_id": UUID(int=31)})]
    assert only(evaluated(both, ["false", "false"])).description == (
        "“neap tide” was missed in 2 of 2 questions about it."
    )


def test_a_miss_that_shows_nothing_beside_one_that_tells_is_no_second_pattern() -> None:
    found = evaluated([NEAP, GAP], ["a", "a wave"])
    assert seen(found) == [("conceptual", "rule:mistaken_for:v1", "neap tide", 1)]
    assert len(found.knowledge_gaps[0].item_ids) == 2
