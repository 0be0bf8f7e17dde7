"""What two texts both have: words in whatever form, where they stand."""

import pytest

from services.text.matches import content, places_of


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
