"""Signs and their words: the same to whoever compares what was typed."""

import pytest

from services.text.quantities.symbols import same_signs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-", "minus"),
        ("−", "Minus"),
        ("+", "pluss"),
        ("per cent", "%"),
        ("5 %", "5 prosent"),
        ("a plus b", "a+b"),
        ("A & B", "A and B"),
        ("greater than", ">"),
        ("×", "times"),
        ("geteilt durch", "÷"),
    ],
)
def test_a_sign_is_the_word_that_it_is_read_as(one: str, other: str) -> None:
    assert same_signs(one, other)
    assert same_signs(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("-", "plus"), ("minus", "+"), ("Na+", "Na"), ("", "+"), ("5", "5 %"), ("a", "a")]
)
def test_another_sign_or_none_is_not_the_same(one: str, other: str) -> None:
    assert not same_signs(one, other)
