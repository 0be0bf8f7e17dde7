"""Sums are worked out exactly, as children write them, and nothing else is taken for one."""

from fractions import Fraction

import pytest

from services.curriculum.arithmetic import NotArithmetic, number_of, worked_out


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("6 × 4", 24),
        ("1/4 of 12", 3),
        ("1/4 av 12", 3),
        ("1 ÷ 1/4", 4),
        ("2 1/2 + 1/2", 3),
        ("(10 + 3) × 4", 52),
        ("1 000 − 1", 999),
        ("1,200 + 1", 1201),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("20 ÷ 5 − 10", -6),
    ],
)
def test_a_sum_has_its_exact_result(text: str, result: int) -> None:
    assert worked_out(text) == result


@pytest.mark.parametrize(
    ("text", "holds"), [("1/2 > 1/4", True), ("3/8 > 5/8", False), ("6 × 4 = 4 × 6", True), ("2 < 1", False)]
)
def test_a_comparison_is_true_or_false(text: str, holds: bool) -> None:
    assert worked_out(text) is holds


@pytest.mark.parametrize(
    "text", ["", "six", "1/0", "2 ** 9", "__import__('os')", "1 < 2 < 3", "(1 < 2) + 1", "1 +", "9" * 101, "True"]
)
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises(NotArithmetic):
        worked_out(text)
    assert number_of(text) is None


def test_a_comparison_is_no_number() -> None:
    assert number_of("1 < 2") is None
