"""What a graded answer says of its concept: by type, credit, and how it came about."""

from uuid import UUID

import pytest

from contracts.grading import Answer, GradedAnswer, GradeQuiz, QuizResults, Ruling
from contracts.items import Item
from contracts.mastery import Observation
from services.evaluator.grading.grade import grade
from services.evaluator.items.observation import SKIPPED, observe
from services.evaluator.items.registry import RULES
from tests.evaluator.items.test_credit import MATCH, NUMBER, ORDER, SOME, TRUE, WHY, item, options

FOUR = item("multiple_choice", options=options("abcd"), answer="a")
TWO = item("multiple_choice", options=options("ab"), answer="a")
CLOZE = item("cloze", question="The ____ pulls.", answer="moon")
EVERY: list[Item] = [FOUR, TRUE, SOME, MATCH, ORDER, CLOZE, NUMBER, WHY]


def ratio(said: Observation) -> float:
    """Above 1: it speaks for knowing."""
    return said.if_known / said.if_unknown


def graded(asked: Item, answer: str | None, *, repeat: bool = False, by: str = "", credit: float = 1) -> GradedAnswer:
    results = QuizResults(
        quiz_id=UUID(int=9), attempt_id=UUID(int=8), answers=[Answer(item_id=asked.item_id, answer=answer)]
    )
    rulings = [Ruling(item_id=asked.item_id, credit=credit, by=by)] if by else []
    repeats = [asked.item_id] if repeat else []
    command = GradeQuiz(items=[asked], results=results, language="en", repeats=repeats, rulings=rulings)
    return grade(command).answers[0]


def test_every_type_has_its_chances_and_no_slip_or_guess_is_even() -> None:
    assert {each.type for each in EVERY} == set(RULES)
    for asked in EVERY:
        right, wrong = observe(asked, 1), observe(asked, 0)
        assert ratio(right) > 1 > ratio(wrong)
        assert right.if_known + wrong.if_known == pytest.approx(1)
        assert right.if_unknown + wrong.if_unknown == pytest.approx(1)
        assert 0 < right.learn < 0.02


@pytest.mark.parametrize(
    ("asked", "chance"), [(FOUR, 1 / 4), (TWO, 1 / 2), (TRUE, 1 / 2), (SOME, 1 / 15), (MATCH, 0.042), (ORDER, 0.042)]
)
def test_a_guess_is_the_chance_of_full_credit(asked: Item, chance: float) -> None:
    assert observe(asked, 1).if_unknown == pytest.approx(chance, abs=0.001)


def test_the_more_options_and_the_more_typing_the_more_a_right_answer_says() -> None:
    said = [ratio(observe(asked, 1)) for asked in (TWO, FOUR, SOME, MATCH)]
    assert said == sorted(said)
    assert ratio(observe(CLOZE, 1)) > ratio(observe(FOUR, 1))


@pytest.mark.parametrize("asked", EVERY)
def test_partial_credit_lies_between_and_rises(asked: Item) -> None:
    steps = [ratio(observe(asked, credit / 10)) for credit in range(11)]
    assert steps == sorted(steps)
    assert len(set(steps)) == 11


@pytest.mark.parametrize("asked", EVERY)
def test_a_skipped_answer_speaks_against_knowing(asked: Item) -> None:
    for answer in (None, "", "  "):
        assert graded(asked, answer).observation == SKIPPED
    assert ratio(SKIPPED) < ratio(observe(CLOZE, 0))


@pytest.mark.parametrize("asked", EVERY)
@pytest.mark.parametrize("credit", [0.0, 1.0])
def test_a_repeat_and_a_learners_own_ruling_say_less_and_both_still_less(asked: Item, credit: float) -> None:
    plain = ratio(observe(asked, credit))
    once = ratio(graded(asked, "x", by="learner", credit=credit).observation or SKIPPED)
    assert ratio(graded(asked, "x", repeat=True, by="owner", credit=credit).observation or SKIPPED) == once
    twice = ratio(graded(asked, "x", repeat=True, by="learner", credit=credit).observation or SKIPPED)
    assert once == pytest.approx(plain**0.5, rel=1e-4)
    assert twice == pytest.approx(plain**0.25, rel=1e-4)


@pytest.mark.parametrize("by", ["owner", "rubric:one"])
def test_what_an_owner_or_a_model_ruled_says_all(by: str) -> None:
    assert graded(WHY, "Gravity.", by=by).observation == observe(WHY, 1)


def test_what_is_undecided_says_nothing() -> None:
    answer = graded(WHY, "Gravity.")
    assert answer.undecided
    assert answer.observation is None


@pytest.mark.parametrize("by", ["learner", "owner", "rubric:one"])
@pytest.mark.parametrize("credit", [0.0, 0.5, 1.0])
def test_a_ruling_stands_whatever_the_rules_say(by: str, credit: float) -> None:
    for asked, answer in ((WHY, "Gravity."), (FOUR, "a"), (FOUR, "b"), (CLOZE, None)):
        got = graded(asked, answer, by=by, credit=credit)
        assert (got.credit, got.is_correct, got.undecided, got.made_by) == (credit, credit == 1, False, by)


def test_each_answer_names_what_graded_it() -> None:
    assert [graded(asked, "x").made_by for asked in EVERY] == [
        "rule:option:v1",
        "rule:option:v1",
        "rule:options:v1",
        "rule:pairs:v1",
        "rule:order:v1",
        "rule:typed:v1",
        "rule:number:v1",
        "rule:key_points:v1",
    ]
    assert graded(FOUR, None).made_by == "rule:skipped:v1"


def test_a_ruling_on_an_item_that_was_taken_back_is_no_matter() -> None:
    results = QuizResults(
        quiz_id=UUID(int=9), attempt_id=UUID(int=8), answers=[Answer(item_id=FOUR.item_id, answer="a")]
    )
    plain = GradeQuiz(items=[FOUR], results=results)
    gone = plain.model_copy(update={"rulings": [Ruling(item_id=UUID(int=77), credit=0, by="owner")]})
    assert grade(gone) == grade(plain)


def test_no_way_of_answering_is_guessed_less_than_seldom() -> None:
    many = item("multiple_answer", options=options("abcdefgh"), answer=["a", "c"])
    assert observe(many, 1).if_unknown == 0.03


def test_a_ruling_goes_before_what_a_client_graded() -> None:
    given = [Answer(item_id=FOUR.item_id, answer="a", is_correct=True)]
    results = QuizResults(quiz_id=UUID(int=9), attempt_id=UUID(int=8), answers=given, graded_by="client")
    plain = GradeQuiz(items=[FOUR], results=results)
    (by_client,) = grade(plain).answers
    assert (by_client.made_by, by_client.graded_by, by_client.credit) == ("client", "client", 1)
    assert by_client.observation == observe(FOUR, 1)
    ruled = plain.model_copy(update={"rulings": [Ruling(item_id=FOUR.item_id, credit=0, by="owner")]})
    (by_owner,) = grade(ruled).answers
    assert (by_owner.made_by, by_owner.graded_by, by_owner.credit) == ("owner", "evaluator", 0)
