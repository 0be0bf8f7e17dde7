"""What a sentence tells and the next one gives its name."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "term", "language"),
    [
        ("Sailors draw a boat up the bank by two ropes. This is called warping.", "warping", "en"),
        ("Two keepers look after a gate by turns of six hours. This practice is known as double watch, and it is old.",
         "double watch", "en"),
        ("Sjøfolk drar en båt opp på bredden med to tau. Dette kalles varping.", "varping", "no"),
    ],
)  # fmt: skip
def test_the_name_that_the_next_sentence_gives(text: str, term: str, language: str) -> None:
    (found,) = facts(text, term, language=language).called
    assert (found.term.text, found.said.text) == (term, text[: text.index(". ") + 1])
    assert found.at.text == text


@pytest.mark.parametrize(
    "text",
    [
        "This is done by two ropes and a winch on the bank. This is called warping.",
        "Sailors call it warping a boat by two ropes and a winch. This is called warping.",
        "Sailors draw a boat up the bank by two ropes. This is called for when warping is late.",
        "Sailors draw a boat up the bank by two ropes. These are called warping and hauling.",
        "This is called warping.",
    ],
)
def test_what_leans_or_tells_its_name_is_not_asked(text: str) -> None:
    assert facts(text, "warping").called == []
