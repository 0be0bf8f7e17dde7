"""Typed numbers as learners write them: in words, with another name of the unit, with or without "million"."""

from typing import Any

import pytest
from pydantic import ValidationError

from services.evaluator.items.registry import credit
from services.text.quantities.numbers import readings
from tests.evaluator.items.test_credit import item


def number(answer: str, value: float, unit: str = "", quote: str = "", **more: Any) -> Any:
    asked = item("numeric", answer=answer, value=value, unit=unit, **more)
    said = quote or f"It is {answer} {unit}."
    proof = asked.proof.model_copy(update={"quote": said, "end": len(said)})
    return asked.model_copy(update={"proof": proof})


SHARE = number("50", 50, "percent")
LEGS = number("3", 3, quote="A crab that walks on 3 legs or more goes to the left and then to 9 other places.")
AGE = number("4.5", 4.5, "million years")
PARTS = number("twenty-one", 21)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (SHARE, "50 %"),
        (SHARE, "50%"),
        (SHARE, "50 per cent"),
        (SHARE, "fifty"),
        (SHARE, "fifty percent"),
        (number("40", 40, "%"), "40 percent"),
        (number("20", 20, "kilometres"), "20 km"),
        (number("-40", -40, "°C"), "minus 40 degrees Celsius"),
        (LEGS, "three"),
        (LEGS, "3 legs"),
        (LEGS, "3 .\t."),
        (AGE, "4.5"),
        (AGE, "4.5 million"),
        (AGE, "4.5 million years"),
        (AGE, "4,500,000 years"),
        (PARTS, "21"),
        (PARTS, "Twenty one"),
    ],
)
def test_the_same_amount_is_right_however_it_is_named(asked: Any, answer: str) -> None:
    assert credit(asked, answer, language="en") == 1


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (SHARE, "50 kg"),
        (SHARE, "fifty kg"),
        (SHARE, "5"),
        (LEGS, "3 or 9"),
        (LEGS, "3 to 9"),
        (LEGS, "3 legs or 9"),
        (LEGS, "and"),
        (number("0", 0), "and"),
        (AGE, "4.5 years"),
        (AGE, "4.5 thousand years"),
        (number("3", 3, "hours"), "3 times"),
        (number("3", 3, "m"), "3 mm"),
    ],
)
def test_another_amount_or_two_at_once_are_wrong(asked: Any, answer: str) -> None:
    assert credit(asked, answer, language="en") == 0


@pytest.mark.parametrize(
    ("asked", "answer", "earned"),
    [
        (number("12,300", 12300, "mm"), "12.3 m", 1),
        (number("12,300", 12300, "mm"), "12,3 metres", 1),
        (number("2", 2, "hours"), "120 minutes", 1),
        (number("2", 2, "hours"), "120 min", 1),
        (number("1.5", 1.5, "kg"), "1500 g", 1),
        (number("9.8", 9.8, "m", tolerance=0.05), "985 cm", 1),
        (number("9.8", 9.8, "m", tolerance=0.05), "986 cm", 0),
        (number("12,300", 12300, "mm"), "12.4 m", 0),
        (number("12,300", 12300, "mm"), "12300 m", 0),
        (number("2", 2, "hours"), "2 minutes", 0),
        (number("20", 20, "ml"), "20 mm", 0),
        (number("4.5", 4.5, "million tonnes"), "4,500,000,000 kg", 1),
    ],
)
def test_another_unit_of_the_same_kind_is_turned_into_the_one_that_is_asked_for(
    asked: Any, answer: str, earned: float
) -> None:
    assert credit(asked, answer, language="en") == earned


def test_norwegian_numbers_and_units_have_their_own_names() -> None:
    assert credit(number("3,5", 3.5, "meter"), "3,5 m", language="no") == 1
    assert credit(number("40", 40, "prosent"), "førti prosent", language="nb") == 1
    assert [value for value, _ in readings("3 billioner")] == [3e12]


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_no_item_has_a_value_that_no_number_is(value: float) -> None:
    with pytest.raises(ValidationError):
        item("numeric", answer="9", value=value)
