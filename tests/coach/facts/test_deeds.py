"""What a thing does, needs or is for."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "name", "language", "thing", "what", "asks"),
    [
        (
            "A lock protects the lower canal from floods in spring.",
            *("lock", "en", "A lock", "the lower canal from floods in spring", "does {} protect"),
        ),
        (
            "Sluices depend on a steady stream of fresh water.",
            *("sluices", "en", "Sluices", "a steady stream of fresh water", "do {} depend on"),
        ),
        (
            "A windlass is used to lift the heavy gates of a canal.",
            *("windlass", "en", "A windlass", "lift the heavy gates of a canal", "is {} used for"),
        ),
        (
            "En sluse beskytter den nedre kanalen mot flom om våren.",
            *("sluse", "no", "En sluse", "den nedre kanalen mot flom om våren", "beskytter {}"),
        ),
    ],
)
def test_what_it_does_is_cut_from_its_sentence(
    text: str, name: str, language: str, thing: str, what: str, asks: str
) -> None:
    (found,) = facts(text, name, language=language).deeds
    assert (found.thing.text, found.what.text, found.asks) == (thing, what, asks)


@pytest.mark.parametrize(
    "text",
    [
        "Neither lock protects the lower canal from floods in spring.",
        "It protects the lock from floods in spring.",
        "The protects of the lock were taken down in spring.",
    ],
)
def test_what_names_no_thing_is_left_out(text: str) -> None:
    assert facts(text, "lock", language="en").deeds == []
