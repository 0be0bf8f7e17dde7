"""How doubtful a gap is by the words around it."""

import pytest

from services.coach.authors.offline.gap import is_weak
from tests.coach.authors.offline.by_hand import order_about, source

TERMS = ["turbine", "dredger"]


def weak(sentence: str) -> bool:
    """Whether the gap for the turbine is."""
    read = order_about([sentence], TERMS)
    (mention,) = (each for each in source(read).mentions if each.concept.name == "turbine")
    return is_weak(mention, read)


@pytest.mark.parametrize(
    ("sentence", "doubtful"),
    [
        ("Beside the dredger in the old harbour stands a turbine that pumps the water out of the dock.", False),
        ("Beside the dredger in the old harbour they keep the turbine under a roof of corrugated iron.", False),
        ("Beside the dredger in the old harbour stands a turbine house that is built of red brick.", True),
        ("Beside the dredger in the old harbour they hang up turbine parts of every size and age.", True),
    ],
)
def test_one_word_before_the_noun_that_it_tells_more_of_makes_a_weak_gap(sentence: str, doubtful: bool) -> None:
    assert weak(sentence) is doubtful
