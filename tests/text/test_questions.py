"""Words by which one asks."""

import pytest

from services.text.questions import asked_rightly


@pytest.mark.parametrize(
    ("written", "meant", "language"),
    [
        ("waht is a quay", "what is a quay", "en"),
        ("hwo many quays", "how many quays", "en"),
        ("hwo was it", "who was it", "en"),
        ("wat does a winch do", "what does a winch do", "en"),
        ("diffrence betwen quay and pier", "difference between quay and pier", "en"),
        ("hvordna virker en vinsj", "hvordan virker en vinsj", "no"),
        ("That is what the whey does", "That is what the whey does", "en"),
        ("whey protein", "whey protein", "en"),
        ("how are they", "how are they", "en"),
    ],
)
def test_a_slip_of_the_fingers_in_what_asks_is_mended(written: str, meant: str, language: str) -> None:
    assert asked_rightly(written, language) == meant
