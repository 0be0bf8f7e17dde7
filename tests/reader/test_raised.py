"""A raised number is an exponent, the mark of a note, or the number of a sentence: by what stands beside it."""

import pytest

from services.reader.raised import said_raised


@pytest.mark.parametrize(
    ("before", "raised", "after", "said"),
    [
        ("10", "18", " stars", "^18"),
        ("twelve people per mile", "2", "", "^2"),
        ("weight / height", "2", ".", "^2"),
        ("cot", "2", " x", "^2"),
        ("rate = k[A]", "2", "", "^2"),
        ("f(g(x))", "2", "", "^2"),
        ("(sin x + cos y)", "2", "", "^2"),
        ("(0|1)", "*", "", "*"),
        ("Ca", "2+", "", "^2+"),
        ("5 percent", "2", " of all", ""),
        ("in 5 days", "2", "", ""),
        ("the wharf", "4", " was", ""),
        ("(see above)", "3", "", ""),
        ("see above)", "3", "", ""),
        ("the mill (1990)", "5", "", ""),
        ("It burns. ", "2", "Nobody sees it.", ""),
        ("", "1", "In spring", ""),
        ("", "99", "Mo decays", "99"),
    ],
)
def test_what_a_raised_number_says(before: str, raised: str, after: str, said: str) -> None:
    assert said_raised(before, raised, after) == said
