"""Statements turned into what stands behind a question word."""

import pytest

from services.coach.sentences.inverted import Inverted, inverted


@pytest.mark.parametrize(
    ("clause", "language", "turned"),
    [
        ("Boats are moored at the quay", "en", ("", "are", "Boats", "moored at the quay")),
        ("The mole can be mended in a day", "en", ("", "can", "The mole", "be mended in a day")),
        ("The mole largely shelters the port", "en", ("", "does", "The mole", "largely shelter the port")),
        ("The old crane carries stones", "en", ("", "does", "The old crane", "carry stones")),
        ("The wave washes the sand away", "en", ("", "does", "The wave", "wash the sand away")),
        ("Pilots also guide large ships", "en", ("", "do", "Pilots", "guide large ships")),
        ("Pilots are thus opposed to it", "en", ("", "are", "Pilots", "opposed to it")),
        ("The mole does not shelter boats", "en", ("", "does", "The mole", "not shelter boats")),
        ("In spring, the port is dredged", "en", ("In spring, ", "is", "the port", "dredged")),
        ("Havnen beskytter båtene", "no", ("", "beskytter", "Havnen", "båtene")),
        ("Der Hafen schützt die Schiffe", "de", ("", "schützt", "Der Hafen", "die Schiffe")),
    ],
)
def test_its_verb_comes_first(clause: str, language: str, turned: tuple[str, str, str, str]) -> None:
    assert inverted(clause, language) == Inverted(*turned)


@pytest.mark.parametrize("clause", ["The port was dredged in spring", "It is dredged in spring", "Dredged in spring"])
def test_what_was_once_and_of_which_nothing_is_said_is_not_turned(clause: str) -> None:
    assert inverted(clause, "en") is None


def test_parts_of_speech_are_those_of_the_whole_sentence() -> None:
    whole = "The old harbour crane works by lifting a heavy weight of iron first."
    assert inverted("The old harbour crane works", "en", whole) == Inverted("", "does", "The old harbour crane", "work")
