"""Which sentences set two things of a kind against each other, in English and Norwegian, and which only look so."""

import pytest

from tests.coach.facts.found import facts

Parts = tuple[str, str, str, str]


@pytest.mark.parametrize(
    ("language", "text", "concept", "parts"),
    [
        (
            "en",
            "Arteries carry blood away from the heart, whereas veins carry blood back to it.",
            "arteries",
            ("Arteries", "carry blood away from the heart", "veins", "carry blood back to it"),
        ),
        (
            "en",
            "Saturated fats are solid at room temperature, while most unsaturated fats are liquid.",
            "saturated fats",
            ("Saturated fats", "are solid at room temperature", "most unsaturated fats", "are liquid"),
        ),
        (
            "en",
            "While warm air holds much water, cold air holds little water.",
            "warm air",
            ("warm air", "holds much water", "cold air", "holds little water"),
        ),
        (
            "en",
            "Scribes wrote with a watery ink, whereas Gutenberg used an oily one, because water runs off metal.",
            "ink",
            ("Scribes", "wrote with a watery ink", "Gutenberg", "used an oily one"),
        ),
        (
            "no",
            "Et lite batteri gir 1,5 volt, mens et stort batteri gir 12 volt.",
            "batteri",
            ("Et lite batteri", "gir 1,5 volt", "et stort batteri", "gir 12 volt"),
        ),
        (
            "no",
            "Sandjord slipper vannet raskt gjennom, mens leirjord slipper det langsomt gjennom.",
            "sandjord",
            ("Sandjord", "slipper vannet raskt gjennom", "leirjord", "slipper det langsomt gjennom"),
        ),
        (
            "no",
            "Auren har mindre finner, mens laksen har større finner.",
            "auren",
            ("Auren", "har mindre finner", "laksen", "har større finner"),
        ),
        (
            "no",
            "Auren har større finner, mens laksen har mindre finner.",
            "auren",
            ("Auren", "har større finner", "laksen", "har mindre finner"),
        ),
        (
            "en",
            "Bedsores are characterized by much pressure, whereas stretch marks result from rapid growth.",
            "stretch marks",
            ("Bedsores", "are characterized by much pressure", "stretch marks", "result from rapid growth"),
        ),
    ],
)
def test_both_sides_are_told_apart(language: str, text: str, concept: str, parts: Parts) -> None:
    (found,) = facts(text, concept, language=language).contrasts
    assert (found.one.text, found.one_said.text, found.other.text, found.other_said.text) == parts
    assert found.concept.name == concept
    assert found.at.text == text


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("en", "The cell grows for hours, while the nucleus copies its DNA.", "cell"),
        ("en", "The cell divides, but it takes several hours to do so.", "cell"),
        ("en", "Cells make energy by day, whereas at night the plant rests.", "cells"),
        (
            "en",
            "The cells of the leaf are green, whereas the root moves slowly towards the water of the soil below.",
            "cells",
        ),
        ("en", "A cell is small, but the price of a microscope is high in most shops.", "cell"),
        ("en", "The cell is large, but not the nucleus.", "cell"),
        ("en", "Plant cells have a wall, whereas plant cells have a wall.", "plant cells"),
        ("en", "Every cell in Onion has at least two walls, but a cell can have more than two walls.", "cell"),
        ("en", "The cell wall keeps its shape while the cell takes up water.", "cell"),
        ("no", "Cellen vokser i flere timer, mens kjernen kopierer arvestoffet.", "cellen"),
        ("no", "Avrenningen er størst når snøen smelter, mens bakken ennå er frossen.", "avrenning"),
        ("no", "Cellen deler seg, men den bruker flere timer på det.", "cellen"),
    ],
)
def test_what_only_happens_at_the_same_time_or_goes_on_is_no_contrast(language: str, text: str, concept: str) -> None:
    assert facts(text, concept, language=language).contrasts == []


@pytest.mark.parametrize(
    ("text", "one", "said", "other"),
    [
        ("Unlike a barge, the lock is made of oak.", "the lock", "is made of oak", "a barge"),
        ("Unlike barges, locks never leave the harbour.", "locks", "never leave the harbour", "barges"),
        ("Unlike the old pump, lockd(8) writes no log.", "lockd(8)", "writes no log", "the old pump"),
        ("In contrast to a barge, a lock stays in place, and its keeper does.", "a lock", "stays in place", "a barge"),
    ],
)
def test_what_is_so_unlike_another_thing_is_told_of_one(text: str, one: str, said: str, other: str) -> None:
    (found,) = facts(text, "lock", "locks", "pump").contrasts
    assert (found.one.text, found.one_said.text, found.other.text) == (one, said, other)
    assert found.other_said == found.one_said


@pytest.mark.parametrize(
    "text",
    [
        "Unlike before, the lock is made of oak.",
        "Unlike this one, the lock is made of oak.",
        "Unlike every lock of the hills, the lock is made of oak.",
        "Unlike most barges, locks never leave the harbour.",
        "Unlike other barges, locks never leave the harbour.",
        "Unlike a barge, it is made of oak beside the lock.",
    ],
)
def test_what_is_unlike_nothing_that_is_named_is_no_contrast(text: str) -> None:
    assert facts(text, "lock").contrasts == []


@pytest.mark.parametrize(
    "text",
    [
        "Unlike the harbour master, keepers of the lock may open the lower gate by night.",
        "The net of the ship is removed in spring, but the ship of the harbour is kept there.",
    ],
)
def test_what_one_may_do_or_what_is_done_once_is_no_contrast(text: str) -> None:
    assert facts(text, "lock", "ship").contrasts == []
