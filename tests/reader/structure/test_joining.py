"""What a text keeps of its characters, whatever the format that it came in."""

import pytest

from services.reader.structure.joining import cleaned, hyphen_mended


@pytest.mark.parametrize("word", ["می\u200cکشد", "کتاب\u200cهای", "क\u094d\u200dष", "ශ\u0dca\u200dර\u0dd3"])
def test_joiners_stay_within_the_words_of_scripts_that_have_them(word: str) -> None:
    assert cleaned(f"{word} {word}\u200c, \u200d{word}") == f"{word} {word}, {word}"


def test_joiners_of_other_scripts_cannot_be_seen_and_go() -> None:
    assert cleaned("tide\u200cs \u200dand ebb") == "tides and ebb"


@pytest.mark.parametrize(
    ("text", "begins", "known", "told"),
    [
        ("a cuboidal-", "shaped cell", {}, "a cuboidal-"),
        ("a photo-", "receptor of it", {}, "a photo"),
        ("a homo-", "scedastic case", {}, "a homo"),
        ("der Kirchen-", "schlüssel liegt", {}, "der Kirchen"),
        ("the sea-", "shore of it", {"seashore": 1}, "the sea"),
        ("the sea-", "shore of it", {"sea-shore": 1}, "the sea-"),
    ],
)
def test_a_hyphen_stays_between_two_words_that_make_none(
    text: str, begins: str, known: dict[str, int], told: str
) -> None:
    assert hyphen_mended(text, begins, known) == told
