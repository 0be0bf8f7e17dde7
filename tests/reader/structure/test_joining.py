"""What a text keeps of its characters, whatever the format that it came in."""

import pytest

from services.reader.structure.joining import cleaned


@pytest.mark.parametrize("word", ["می\u200cکشد", "کتاب\u200cهای", "क\u094d\u200dष", "ශ\u0dca\u200dර\u0dd3"])
def test_joiners_stay_within_the_words_of_scripts_that_have_them(word: str) -> None:
    assert cleaned(f"{word} {word}\u200c, \u200d{word}") == f"{word} {word}, {word}"


def test_joiners_of_other_scripts_cannot_be_seen_and_go() -> None:
    assert cleaned("tide\u200cs \u200dand ebb") == "tides and ebb"
