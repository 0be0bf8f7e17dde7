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
        ("The wave goes round the mole", "en", ("", "does", "The wave", "go round the mole")),
        ("The wave washes the sand away", "en", ("", "does", "The wave", "wash the sand away")),
        ("Pilots also guide large ships", "en", ("", "do", "Pilots", "guide large ships")),
        ("Pilots are thus opposed to it", "en", ("", "are", "Pilots", "opposed to it")),
        ("A lens focuses the light", "en", ("", "does", "A lens", "focus the light")),
        ("The keeper closes the gate", "en", ("", "does", "The keeper", "close the gate")),
        ("The price of the mole rises at night", "en", ("", "does", "The price of the mole", "rise at night")),
        ("In spring, the port is dredged", "en", ("In spring, ", "is", "the port", "dredged")),
        ("Havnen beskytter båtene", "no", ("", "beskytter", "Havnen", "båtene")),
        ("A dry summer makes the gates lose water", "en", ("", "does", "A dry summer", "make the gates lose water")),
        ("Der Hafen schützt die Schiffe", "de", ("", "schützt", "Der Hafen", "die Schiffe")),
    ],
)
def test_its_verb_comes_first(clause: str, language: str, turned: tuple[str, str, str, str]) -> None:
    assert inverted(clause, language) == Inverted(*turned)


@pytest.mark.parametrize(
    ("clause", "language"),
    [
        ("The port was dredged in spring", "en"),
        ("It is dredged in spring", "en"),
        ("Dredged in spring", "en"),
        ("The lock cannot be emptied", "en"),
        ("Heavy ships could be moored", "en"),
        ("The mole does not shelter boats", "en"),
        ("No lock depends on it", "en"),
        ("Nobody empties the lock", "en"),
        ("Although the lock is controlled by a computer", "en"),
        ("Since 1990 the lock is controlled by the council", "en"),
        ("Today the lock is controlled by the council", "en"),
        ("Every morning the lock is emptied", "en"),
        ("Without light plants depend on sugar", "en"),
        ("Sugar does the plant good", "en"),
        ("At best, the lock is emptied by hand", "en"),
        ("The two enzymes are inhibited by sugar", "en"),
        ("Enzymes themselves are inhibited by sugar", "en"),
        ("The only tide the keeper has in mind is the one of the night", "en"),
        ("I byen samler kommunen søppel", "no"),
        ("Heute leert der Wärter die Kammer", "de"),
        ("Im Winter leert der Wärter die Kammer", "de"),
        ("Der Wärter leert die Kammer nicht", "de"),
    ],
)
def test_what_states_nothing_was_once_or_opens_otherwise_is_not_turned(clause: str, language: str) -> None:
    assert inverted(clause, language) is None


def test_parts_of_speech_are_those_of_the_whole_sentence() -> None:
    whole = "The old harbour crane works by lifting a heavy weight of iron first."
    assert inverted("The old harbour crane works", "en", whole) == Inverted("", "does", "The old harbour crane", "work")
