"""What an answer earns: partial credit where the type has it, tolerance where people differ, no made-up verdicts."""

from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from contracts.grading import Answer, GradeQuiz, QuizResults
from contracts.items import Item, written
from services.evaluator.grading.grade import grade
from services.evaluator.items.registry import credit

ITEM: TypeAdapter[Item] = TypeAdapter(Item)
QUOTE = "A spring tide comes because the sun and the moon pull in the same direction; the sea then rises 12,300 mm."


def item(type: str, number: int = 1, **fields: Any) -> Item:
    """An item of a type about tides."""
    proof = {
        "document_sha256": "0" * 64,
        "block_id": "b1",
        "block_sha256": "0" * 64,
        "source_page": 1,
        "start": 0,
        "end": len(QUOTE),
        "quote": QUOTE,
    }
    return ITEM.validate_python(
        {
            "type": type,
            "item_id": str(UUID(int=number)),
            "quiz_id": str(UUID(int=9)),
            "concept": f"tide {number}",
            "difficulty": "HARD",
            "question": "What does the text say of it?",
            "proof": proof,
            "origin": {"author": "offline", "name": "test", "version": "1"},
            **fields,
        }
    )


def options(letters: str) -> list[dict[str, str]]:
    return [{"option_id": letter, "text": f"words of {letter}"} for letter in letters]


TWO = [{"option_id": each, "text": each} for each in ("true", "false")]
SOME = item("multiple_answer", options=options("abcd"), answer=["a", "c"])
TRUE = item("true_false", statement="The sea rises.", options=TWO, answer="true")
MATCH = item("matching", prompts=options("123"), options=options("abcd"), answer={"1": "b", "2": "a", "3": "d"})
ORDER = item("ordering", options=options("abcd"), answer=["c", "a", "d", "b"])
NUMBER = item("numeric", answer="12,300", value=12300, unit="mm")
NEAR = item("numeric", answer="9.8", value=9.8, unit="m/s²", tolerance=0.05)
WHY = item(
    "short_answer",
    question="Why does a spring tide come, by the text?",
    answer="the sun and the moon pull in the same direction",
    key_points=[{"text": "the sun and the moon pull in the same direction", "start": 28, "end": 75}],
)


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        ("a,c", 1),
        ("c, a", 1),
        ("a", 0.5),
        ("a,b", 0),
        ("a,b,c", 0.5),
        ("b,d", 0),
        ("a,b,c,d", 0),
        ("a,a", 0.5),
        ("x", 0),
        (",", 0),
        ("", 0),
        (None, 0),
    ],
)
def test_several_keys_earn_their_share_and_wrong_ones_cost(answer: str | None, earned: float) -> None:
    assert credit(SOME, answer) == earned


@pytest.mark.parametrize(("answer", "earned"), [("true", 1), ("false", 0), ("True", 0), ("words of true", 0)])
def test_true_or_false_is_right_by_its_id(answer: str, earned: float) -> None:
    assert credit(TRUE, answer) == earned


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        ("1=b,2=a,3=d", 1),
        ("3=d, 1=b ,2=a", 1),
        ("1=b,2=d,3=a", 1 / 3),
        ("1=b", 1 / 3),
        ("1=b,2=b,3=b", 0),
        ("b,a,d", 0),
        ("=,=", 0),
        ("1=z", 0),
    ],
)
def test_pairs_earn_their_share_and_one_option_for_all_earns_nothing(answer: str, earned: float) -> None:
    assert credit(MATCH, answer) == pytest.approx(earned)


@pytest.mark.parametrize(
    ("answer", "earned"),
    [("c,a,d,b", 1), ("a,c,d,b", 2 / 3), ("b,d,a,c", 0), ("c,a", 1 / 6), ("c,c,a,d,b", 0), ("c", 0), ("x,y", 0)],
)
def test_an_order_earns_by_the_pairs_that_stand_right(answer: str, earned: float) -> None:
    assert credit(ORDER, answer) == pytest.approx(earned)


@pytest.mark.parametrize("answer", ["12,300", "12300", "12 300", "12.300", "12300 mm", "12,300mm", "12,3 thousand"])
def test_a_number_is_right_however_it_is_written(answer: str) -> None:
    assert credit(NUMBER, answer) == 1


@pytest.mark.parametrize("answer", ["12.3", "123,00", "-12300", "12300 km", "12301", "mm", "a lot", "12,300,000"])
def test_another_number_or_unit_is_wrong(answer: str) -> None:
    assert credit(NUMBER, answer) == 0


@pytest.mark.parametrize(("answer", "earned"), [("9.8", 1), ("9,8", 1), ("9.85", 1), ("9.75 m/s²", 1), ("9.86", 0)])
def test_the_tolerance_holds_at_both_ends(answer: str, earned: float) -> None:
    assert credit(NEAR, answer) == earned


def test_an_open_answer_that_holds_the_key_points_is_accepted_in_other_order_and_inflection() -> None:
    assert credit(WHY, "Because moon and sun are pulling in the same direction.", language="en") == 1


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        ("they are of no more use", 1),
        ("Because they are of no more use.", 1),
        ("no use", None),
        ("they are of use", None),
        ("They were burnt on a beach in May, it is said, and they are of no more use to us", None),
    ],
)
def test_the_texts_own_answer_is_right_also_where_it_is_made_of_plain_words(answer: str, earned: int | None) -> None:
    point = {"text": "they are of no more use", "start": 0, "end": 23}
    why = item("short_answer", question="Old nets were burnt. Why?", answer=point["text"], key_points=[point])
    assert credit(why, answer, language="en") == earned


@pytest.mark.parametrize(
    "answer",
    [
        "Gravity.",
        "The moon.",
        "The sun and the moon do not pull in the same direction.",
        "a spring tide comes by the text",
        "I do not know",
        "Sol og måne trekker samme vei.",
    ],
)
def test_an_open_answer_that_is_not_surely_right_is_left_to_the_learner(answer: str) -> None:
    assert credit(WHY, answer, language="en") is None


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        ("zzqx", 0),
        ("zzqx jklø qwwrt", 0),
        ("gravity", None),
        ("Schwerkraft", None),
        ("tyngdekraften", None),
        ("42", None),
        ("moon zzqx", None),
        ("phosphodiesterase", None),
        ("vannstandsmåler", None),
        ("TSHX", None),
    ],
)
def test_an_open_answer_without_a_single_word_is_wrong(answer: str, earned: int | None) -> None:
    """It was "not judged", and a round of such answers had nothing wrong in it."""
    assert credit(WHY, answer, language="en") == earned


def test_a_skipped_open_answer_earns_nothing() -> None:
    assert credit(WHY, None) == 0
    assert credit(WHY, "  ") == 0


def test_what_is_undecided_counts_in_no_score_and_makes_no_concept_weak() -> None:
    other = item("true_false", 2, statement="It rises.", options=TWO, answer="true")
    results = QuizResults(
        quiz_id=UUID(int=9),
        attempt_id=UUID(int=8),
        answers=[Answer(item_id=WHY.item_id, answer="Gravity."), Answer(item_id=other.item_id, answer="true")],
    )
    graded = grade(GradeQuiz(items=[WHY, other], results=results, language="en"))
    assert [(each.undecided, each.is_correct, each.credit) for each in graded.answers] == [
        (True, False, 0),
        (False, True, 1),
    ]
    assert graded.score == 1
    assert [each.concept for each in graded.concepts] == ["tide 2"]
    assert graded.weak_concepts == []
    alone = results.model_copy(update={"answers": results.answers[:1]})
    assert grade(GradeQuiz(items=[WHY], results=alone, language="en")).score == 0


@given(st.sampled_from([SOME, TRUE, MATCH, ORDER, NUMBER, NEAR, WHY]), st.text(max_size=40))
def test_any_answer_earns_between_0_and_1_or_is_undecided(asked: Item, answer: str) -> None:
    earned = credit(asked, answer, language="en")
    assert earned is None if earned is None else 0 <= earned <= 1


@pytest.mark.parametrize("asked", [SOME, TRUE, MATCH, ORDER, NUMBER, NEAR, WHY])
def test_the_key_itself_earns_all(asked: Item) -> None:
    assert credit(asked, written(asked.answer), language="en") == 1


@pytest.mark.parametrize(
    ("key", "typed", "earned"),
    [
        ("-", "minus", 1),
        ("plus", "+", 1),
        ("%", "per cent", 1),
        ("3/4", "three quarters", 1),
        ("½", "a half", 1),
        ("two", "2", 1),
        ("-", "plus", 0),
        ("-", "+", 0),
        ("3/4", "3/5", 0),
        ("Na+", "Na", 0),
    ],
)
def test_a_gap_may_be_filled_with_a_sign_or_its_word_a_number_or_its_words(key: str, typed: str, earned: int) -> None:
    assert credit(item("cloze", question="It is ____ here.", answer=key), typed, language="en") == earned


@pytest.mark.parametrize(("typed", "earned"), [("3/4", 1), ("¾", 1), ("three quarters", 1), ("a quarter", 0)])
def test_a_number_may_be_a_fraction(typed: str, earned: int) -> None:
    assert credit(item("numeric", answer="0.75", value=0.75), typed, language="en") == earned
