"""By doing what something is done."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "language", "done", "way"),
    [
        (
            "The keeper of the lock empties the chamber by opening both sluices.",
            "en",
            "The keeper of the lock empties the chamber",
            "by opening both sluices",
        ),
        (
            "On calm days, the lock can be emptied by opening one sluice; it takes an hour.",
            "en",
            "On calm days, the lock can be emptied",
            "by opening one sluice",
        ),
        (
            "The keeper empties the lock by opening both sluices, but the brook fills it again by night.",
            "en",
            "The keeper empties the lock",
            "by opening both sluices",
        ),
        (
            "The water reaches the lock via a covered channel in the wall.",
            "en",
            "The water reaches the lock",
            "via a covered channel in the wall",
        ),
        (
            "Slusevakten tømmer kammeret ved å åpne begge portene.",
            "no",
            "Slusevakten tømmer kammeret",
            "ved å åpne begge portene",
        ),
        (
            "Der Wärter leert die Kammer der Schleuse, indem er beide Tore öffnet.",
            "de",
            "Der Wärter leert die Kammer der Schleuse",
            "indem er beide Tore öffnet",
        ),
    ],
)
def test_what_is_done_and_how(text: str, language: str, done: str, way: str) -> None:
    concept = {"en": "lock", "no": "kammeret", "de": "Schleuse"}[language]
    (found,) = facts(text, concept, language=language).ways
    assert (found.effect.text, found.cause.text) == (done, way)


@pytest.mark.parametrize(
    "text",
    [
        "The keeper of the lock watches boats entering the harbour by counting their masts.",
        "The keeper of the lock tries to save water by closing one sluice at night.",
        "The keeper of the lock finds a leak and mends it by stuffing it with wool.",
        "He empties the old lock by opening both sluices at once.",
        "Some say that the lock saves water by closing at night and at noon.",
        "The lock was emptied by opening both of its sluices.",
        "The lock shelters them by keeping the waves of the sea out.",
        "The lock is surrounded by walls of stone on three sides.",
        "If the storm grows, the lock is emptied by opening both sluices.",
        "The lock is emptied by clicking on its sluice in the picture.",
        "The lock n is emptied by opening the sluice below k.",
    ],
)
def test_whose_way_is_not_sure_and_what_was_once_is_none(text: str) -> None:
    assert facts(text, "lock").ways == []


def test_one_thing_of_which_the_sentences_before_spoke_is_not_asked_alone() -> None:
    before, text = "Rust eats the hinges of a lock. ", "The paint works by keeping the water of the lock from the iron."
    assert len(facts(text, "lock").ways) == 1
    assert facts(before + text, "lock").ways == []
    assert len(facts(before + text, "lock", "paint").ways) == 1
