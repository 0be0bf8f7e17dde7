"""What two texts both have: words in whatever form, where they stand."""

import pytest

from services.text.matches import content, is_typed, places_of, rests_on


@pytest.mark.parametrize(
    ("language", "wanted", "text", "marked"),
    [
        ("en", "the dry peat rots away", "It is rotting, for the Dry peat has no water.", ["rotting", "Dry peat"]),
        ("en", "water froze", "It is frozen!", ["frozen"]),
        ("en", "the sun pulls", "😀 pulled by the sun", ["pulled", "sun"]),
        ("en", "the sun pulls", "gravity of the moon", []),
        ("no", "traktorer presser jorda", "jorden blir presset", ["jorden", "presset"]),
        ("de", "der Torf verrottet", "weil Torf verrotten kann", ["Torf verrotten"]),
        ("en", "12 tides", "There are 12.", ["12"]),
    ],
)
def test_words_in_any_form_are_found_where_they_stand(language: str, wanted: str, text: str, marked: list[str]) -> None:
    places, _ = places_of(content(wanted, language), text, language)
    assert [text[start:end] for start, end in places] == marked


def test_what_was_found_is_told() -> None:
    _, found = places_of(content("the dry peat rots", "en"), "peat", "en")
    assert found == {"peat"}


@pytest.mark.parametrize(
    ("raw", "answer", "is_it"),
    [
        ("Neap tides", "neap tide", True),
        ("the neap tide", "neap tide", True),
        ("spring tide", "neap tide", False),
        ("tide", "neap tide", False),
        ("37 °C", "37", True),
        ("37,0", "37", True),
        ("38", "37", False),
        ("", "37", False),
        ("vitamin B12", "vitamin B12", True),
        ("vitamin B6", "vitamin B12", False),
    ],
)
def test_what_was_typed_is_known_in_any_form(raw: str, answer: str, is_it: bool) -> None:
    assert is_typed(raw, answer, "en") is is_it


@pytest.mark.parametrize(
    ("sentence", "rests"),
    [
        ("A groyne is a low wall.", True),
        ("The text says: “A groyne is a low wall that runs out into the sea.”", True),
        ("A groyne is a bridge over a river.", False),
        ("A groyne is a low wall of 40 metres.", False),
    ],
)
def test_a_sentence_rests_on_what_has_half_of_its_words_and_all_its_numbers(sentence: str, rests: bool) -> None:
    assert rests_on(sentence, ["A groyne is a low wall that runs out into the sea."], "en") is rests
