"""Of which kind a thing is, by the noun that defines it."""

import pytest

from services.coach.facts.kinds import kind_of, kind_told


@pytest.mark.parametrize(
    ("one", "other", "language", "same"),
    [
        ("a process by which water sinks", "the way in which sand settles", "en", True),
        ("an enzyme that breaks starch down", "a disorder in which bones are thin", "en", False),
        ("type of protein that carries iron", "molecule that stores energy", "en", True),
        ("clinically abnormal, low level of sugar", "large number of cells", "en", True),
        ("en prosess der vann synker", "måten sand legger seg på", "no", False),
        ("et område der elva møter havet", "et sted med dypt vann", "no", True),
        ("ein Vorgang, bei dem Wasser sinkt", "ein Verfahren, das Sand trennt", "de", True),
    ],
)
def test_definitions_tell_the_kind(one: str, other: str, language: str, same: bool) -> None:
    assert (kind_of(one, language) == kind_of(other, language)) is same


def test_the_kind_stands_behind_a_colon_before_a_name_or_in_the_name_itself() -> None:
    hormone = kind_of("hormone that wakes", "en")
    assert kind_told("ebbin", "ebbin: a hormone that makes one sleepy", "en") == hormone
    assert kind_told("ebbin", "The gland makes a hormone called ebbin.", "en") == hormone
    assert kind_told("ebb hormone", "", "en") == hormone
    assert kind_told("ebbin", "", "en") is None
