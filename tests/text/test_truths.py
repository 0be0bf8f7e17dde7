"""The words for true and false."""

import pytest

from services.text.truths import TRUTHS, truth_of, truths
from services.text.words import fold


@pytest.mark.parametrize(
    ("word", "truth"),
    [("true", True), ("nei", False), ("richtig", True), ("nein", False), ("vrai", True), ("ebb", None)],
)
def test_a_word_for_true_or_false_is_known_in_any_language(word: str, truth: bool | None) -> None:
    assert truth_of(word) is truth
    assert {fold(each) for language in ("en", "nb", "de", "pl", "xx") for each in truths(language)} <= TRUTHS
