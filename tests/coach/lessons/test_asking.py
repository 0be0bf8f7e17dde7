"""A lesson's question as it is shown, what gives it away, and its hints."""

from typing import Any
from uuid import UUID

import pytest

from contracts.items import Item, Matching, MultipleAnswer, Numeric, Ordering
from contracts.lessons import Hint, TeachTurn
from contracts.proof import Explanation, Option
from services.coach.lessons.asking import Guard, shown
from services.coach.lessons.hints import hints_of
from services.coach.lessons.words import Words
from services.text.catalogue.phrases import rendered
from tests.coach.lessons.courses import LANGUAGES, after, items, taught, teach


def options(*texts: str) -> list[Option]:
    return [Option(option_id=f"k{n}", text=text) for n, text in enumerate(texts)]


def other_items() -> dict[str, Item]:
    """The types that the course has none of."""
    plain = items("en")[1]
    shared: dict[str, Any] = {
        "item_id": UUID(int=9),
        "quiz_id": UUID(int=1),
        "concept": "tide",
        "difficulty": "EASY",
        "question": "Which?",
        "proof": plain.proof,
        "origin": plain.origin,
    }
    pair = [Explanation(option_id=name, sentence="So.", proof=plain.proof) for name in ("k0", "k1")]
    return {
        "numeric": Numeric(answer="12", value=12, unit="metres", **shared),
        "matching": Matching(
            prompts=options("ebb", "flood"),
            options=options("falling water", "rising water"),
            answer={"k0": "k0", "k1": "k1"},
            explanations=pair,
            **shared,
        ),
        "ordering": Ordering(options=options("high", "half", "low"), answer=["k2", "k1", "k0"], **shared),
        "multiple_answer": MultipleAnswer(options=options("sun", "moon", "wind"), answer=["k0", "k1"], **shared),
    }


@pytest.mark.parametrize(
    ("number", "lines"),
    [
        (0, ["How does each part become? Choose one.", "a) larger", "b) smaller", "c) 99"]),
        (1, ["The larger the denominator is, the ____ each part becomes."]),
        (2, ["Is this so?", "The larger the denominator is, the larger each part becomes.", "a) True", "b) False"]),
        (3, ["What follows?"]),
    ],
)
def test_a_question_is_shown_with_all_that_is_needed_to_answer_it(number: int, lines: list[str]) -> None:
    assert rendered(shown(items("en")[number]), "en").split("\n") == lines


def test_pairs_are_shown_by_numbers_and_letters() -> None:
    lines = rendered(shown(other_items()["matching"]), "en").split("\n")
    assert lines == ["Which?", "1) ebb", "2) flood", "a) falling water", "b) rising water"]


@pytest.mark.parametrize(
    ("name", "tells", "silent"),
    [
        ("numeric", "It rises 12 metres.", "It rises 13 metres."),
        ("matching", "At ebb there is falling water.", "At ebb there is rising water."),
        ("ordering", "From low over half to high.", "It is low at first."),
        ("multiple_answer", "The moon pulls.", "The wind blows."),
    ],
)
def test_what_says_the_answer_is_known(name: str, tells: str, silent: str) -> None:
    guard = Guard(other_items()[name], "en")
    assert guard.says(tells)
    assert not guard.says(silent)


@pytest.mark.parametrize(
    ("number", "tells"),
    [
        (0, "Then it is smaller."),
        (1, "Then it is smaller."),
        (2, "It is smaller indeed."),
        (2, "The larger the denominator is, the larger becomes each part of it."),
        (3, "The larger the denominator is, the smaller each part becomes."),
    ],
)
def test_what_says_the_answer_is_known_of_each_type(number: int, tells: str) -> None:
    assert Guard(items("en")[number], "en").says(tells)
    assert not Guard(items("en")[number], "en").says("A cake has slices.")


def test_without_a_question_nothing_gives_anything_away() -> None:
    assert not Guard(None, "en").says("Anything is smaller.")


def given(command: TeachTurn, guard: Guard) -> list[Hint]:
    """All that might be given."""
    return hints_of(command, guard, Words(command, guard))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["numeric", "matching", "ordering", "multiple_answer"])
@pytest.mark.parametrize("guideline", ["", "For the teacher."])
def test_hints_go_in_steps_and_never_say_the_answer(name: str, language: str, guideline: str) -> None:
    item = other_items()[name]
    hints = given(teach(language, item=item, guideline=guideline), Guard(item, language))
    assert 1 <= len(hints) <= 3
    assert len({hint.text for hint in hints}) == len(hints)
    assert not any(Guard(item, language).says(hint.text) for hint in hints)
    assert all(hint.phrase and rendered(hint.phrase, language) == hint.text for hint in hints)


def test_a_page_that_is_the_answer_is_no_hint() -> None:
    item = other_items()["numeric"].model_copy(update={"answer": "3", "unit": "", "value": 3.0})
    item = item.model_copy(update={"proof": item.proof.model_copy(update={"source_page": 3})})
    assert all("3" not in hint.text for hint in given(teach(item=item, guideline=""), Guard(item, "en")))


def test_the_items_own_hints_come_before_rules_and_none_that_tells() -> None:
    item = items("en")[0].model_copy(update={"hints": ["Think of a cake.", "It gets smaller."]})
    assert [hint.text for hint in given(teach(item=item), Guard(item, "en"))] == ["Think of a cake."]


def test_of_two_options_none_is_ruled_out() -> None:
    item = items("en")[0].model_copy(update={"options": options("larger", "smaller"), "answer": "k1"})
    assert all("It is not" not in hint.text for hint in given(teach(item=item), Guard(item, "en")))


def test_hints_come_one_at_a_time_and_none_twice_in_a_lesson() -> None:
    item = items("en")[0].model_copy(update={"hints": ["Think of a cake.", "It is about size.", "Compare two cakes."]})
    command, told = teach(directive="ask", item=item), list[str]()
    for _ in range(5):
        turn = taught(command)
        told += [hint.text for hint in turn.hints]
        command = after(command, turn, directive="repeat", conversation=[])
    assert told == ["Think of a cake.", "It is about size.", "Compare two cakes."]
    said = command.model_copy(update={"timeline": [], "feedback": "Not yet. Think of a cake."})
    assert [hint.text for hint in taught(said).hints] == ["It is about size."]


def test_a_question_that_comes_back_is_called_one() -> None:
    first = teach(directive="ask", item=items("en")[0])
    between = after(first, taught(first), item=items("en")[1])
    again = after(between, taught(between), item=items("en")[0])
    said = "You have met this one before; see whether it has stayed."
    assert [said in taught(command).message for command in (first, between, again)] == [False, False, True]


def test_another_statement_to_judge_is_no_question_that_comes_back() -> None:
    statement = items("en")[2]
    larger = "A cake has larger parts the larger the denominator is."
    other = statement.model_copy(update={"item_id": UUID(int=9), "statement": larger})
    first = teach(directive="ask", item=statement)
    assert "before" not in taught(after(first, taught(first), item=other)).message
    assert "You have met this one before" in taught(after(first, taught(first), item=statement)).message


def test_a_page_is_named_once_for_a_question_and_in_another_form_for_the_next() -> None:
    item = items("en")[1]
    command = teach(guideline="", item=item, directive="ask")
    first = taught(command)
    assert [hint.text for hint in first.hints] == ["Look at page 1."]
    same = taught(after(command, first, directive="repeat"))
    assert same.hints
    assert not any("page" in hint.text for hint in same.hints)
    other = item.model_copy(update={"question": "And what is ____ then?"})
    assert [hint.text for hint in taught(after(command, first, item=other)).hints] == ["Page 1 tells it."]
    told = taught(teach(guideline="", item=item, directive="repeat", feedback="Read page 1 again."))
    assert not any("page" in hint.text for hint in told.hints)
