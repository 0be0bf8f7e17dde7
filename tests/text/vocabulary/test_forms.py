"""Forms of a word that its stem does not show."""

import pytest

from services.text.vocabulary.forms import family_of, forms_of
from services.text.words import stem_of


@pytest.mark.parametrize(
    ("asked", "written", "language"),
    [
        ("largest", "large", "en"),
        ("biggest", "bigger", "en"),
        ("wide", "widest", "en"),
        ("hung", "hangs", "en"),
        ("understood", "understands", "en"),
        ("knives", "knife", "en"),
        ("høyt", "høyest", "no"),
        ("tykkere", "tykk", "no"),
        ("minst", "små", "no"),
        ("forsvant", "forsvinner", "no"),
        ("mottok", "mottar", "no"),
        ("bøker", "boka", "no"),
    ],
)
def test_a_strong_verb_an_odd_plural_and_a_degree_are_forms_of_one_word(
    asked: str, written: str, language: str
) -> None:
    one, other = stem_of(asked, language), stem_of(written, language)
    assert forms_of(one, [other], language) == {other}
    assert forms_of(other, [one], language) == {one}


def test_what_stands_for_an_adjective_stands_there_in_all_its_degrees() -> None:
    assert {"big", "bigger", "biggest"} == family_of("big", "en")


@pytest.mark.parametrize(("one", "other"), [("natt", "nett"), ("kraft", "kreft"), ("hånd", "hende"), ("tre", "trær")])
def test_what_is_spelt_as_another_words_plural_is_none(one: str, other: str) -> None:
    assert not forms_of(stem_of(one, "no"), [stem_of(other, "no")], "no")
