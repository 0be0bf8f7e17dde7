"""One question tells another's answer: by what it asks, in any inflection, or by options, where it is typed."""

import pytest

from services.text.telling import Told, either_says, either_shows


def told(asks: str, *, options: tuple[str, ...] = (), keys: tuple[str, ...] = (), typed: bool = False) -> Told:
    return Told.of([asks], options, keys, typed=typed, language="en")


GAP = told("A ____ is the small tide.", keys=("neap tide",), typed=True)
CHOICE = told("Which tide is small?", options=("neap tide", "ebb"), keys=("neap tide",))


@pytest.mark.parametrize(
    ("asks", "tells"),
    [
        ("When do neap tides come?", True),
        ("What is a NEAP TIDE?", True),
        ("When do the neap and the spring tide come?", False),
        ("When does it ebb?", False),
    ],
)
def test_what_is_asked_tells_an_answer_in_any_inflection(asks: str, tells: bool) -> None:
    assert told(asks).says(GAP) is tells
    assert either_says(GAP, told(asks)) is tells


def test_an_article_before_an_answer_hides_it_in_no_question() -> None:
    what = told("What is a quay?", keys=("a wall along which ships lie",))
    assert told('Which term is defined as "wall along which ships lie"?').says(what)
    assert told("Which is the wall along which ships lie?").says(what)
    assert not told("Along which wall do ships lie?").says(what)
    assert told("Which letter is an A?").says(told("What comes first?", keys=("a",))), "one word alone stays"


def test_options_tell_what_is_typed_and_nothing_that_is_chosen() -> None:
    other = told("What is the falling tide?", options=("neap tide", "ebb"), keys=("ebb",))
    assert other.shows(GAP)
    assert either_shows(GAP, other)
    assert not other.shows(CHOICE)
    assert not told("What falls?", options=("neap", "tide")).shows(GAP), "options are apart"


def test_nothing_is_told_of_what_has_no_part_to_tell() -> None:
    assert not told("Is this true?").says(told("Is that true?", keys=("", "…")))
