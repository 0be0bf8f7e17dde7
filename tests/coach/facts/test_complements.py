"""What a thing is made of, regulated by, derived from."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "language", "said", "what"),
    [
        ("The lock is largely made of oak from the hills.", "en", "The lock is largely made of", "oak from the hills"),
        (
            "The height of a lock is measured by the keeper of its gates, which are of iron.",
            "en",
            "The height of a lock is measured by",
            "the keeper of its gates",
        ),
        ("A lock consists of a chamber and gets its water from a brook.", "en", "A lock consists of", "a chamber"),
        ("Locks are thus bound to every flood.", "en", "Locks are thus bound to", "every flood"),
        ("The lock is made of oak and keeps the water in.", "en", "The lock is made of", "oak"),
        ("The lock is surrounded by walls and filled by the tide.", "en", "The lock is surrounded by", "walls"),
        (
            "A lock consists of a cluster of four gates, and without one of them it runs dry.",
            "en",
            "A lock consists of",
            "a cluster of four gates",
        ),
        (
            "A lock consists of a chain of basins, where each basin has two gates and a lamp.",
            "en",
            "A lock consists of",
            "a chain of basins, where each basin has two gates and a lamp",
        ),
        ("The lock is filled with water, the harbour with ships.", "en", "The lock is filled with", "water"),
        ("En sluse består av et kammer og to porter.", "no", "En sluse består av", "et kammer og to porter"),
        ("En sluse består av et kammer og holder vannet tilbake.", "no", "En sluse består av", "et kammer"),
    ],
)
def test_what_is_said_and_what_stands_behind_it(text: str, language: str, said: str, what: str) -> None:
    (found,) = facts(text, {"en": "lock", "no": "sluse"}[language], language=language).complements
    assert (found.effect.text, found.cause.text) == (said, what)


@pytest.mark.parametrize(
    "text",
    [
        "The harbour is made of stones that the lock keeper sold.",
        "The lock was made of oak from the hills.",
        "The lock is made of it, as the old harbour is.",
        "The lock is made of several parts.",
        "The lock is made of the remains of various boats.",
        "The lock is divided into two parts with gates of oak.",
        "The lock consists of a sequence of gates.",
        "The lock is based on the walls of the old harbour.",
        "The price of a lock depends on the weight of its gates.",
        "The boats that a lock is built on are made of planks from the hills.",
        "The lock is made of the following parts of oak.",
        "The lock x is made of oak, and y of iron.",
        "The lock is used for more barges.",
        "The lock is opposed to the flood.",
        "The lock allows for boats from the hills.",
        "The upper lock regulates the water of the brook.",
        "A lock prevents floods and keepers live longer.",
        "The lock is a wall to prevent the floods of spring.",
        "Barges are in the lock a store of grain.",
        "The lock needs to be opened by hand.",
        "The lock requires no oil from the hills.",
        "HarbourDB requires oil from the hills in the lock.",
        "The lock is attached to its wall by iron.",
        "The lock is used for and against the flood.",
        "The lock is marked by a lamp, a bell, and a mast on boats that were wrecked.",
    ],
)
def test_what_leans_is_of_another_thing_or_says_nothing_is_none(text: str) -> None:
    assert facts(text, "lock").complements == []


def test_what_is_said_of_any_thing_needs_no_term_in_it() -> None:
    assert facts("A harbour crane is made of oak from the hills. The lock is old.", "lock").complements == []
    (found,) = facts("The lock has a crane. A harbour crane is made of oak from the hills.", "lock").complements
    assert (found.concept.name, found.doubt) == ("lock", 1)
    (found,) = facts("The lock has a crane. Harbour cranes are made of oak from the hills.", "lock").complements
    assert (found.concept.name, found.doubt) == ("lock", 1)
    assert facts("The lock has a crane. Most cranes are made of oak from the hills.", "lock").complements == []
