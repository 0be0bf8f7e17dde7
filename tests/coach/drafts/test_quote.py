"""Where a quote stands in a text: exact but for NFKC and white space, with places in the text as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.coach.drafts.quote import locate, locate_quote

TEXT = "The ﬁrst  cell\nwas seen\u00a0in 1665. Cells divide."


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("The first cell was seen in 1665.", "The ﬁrst  cell\nwas seen\u00a0in 1665."),
        ("Cells divide.", "Cells divide."),
        (" seen in 1665 ", "seen\u00a0in 1665"),
    ],
)
def test_it_is_found_where_it_stands(wanted: str, found: str) -> None:
    place = locate(wanted, TEXT)
    assert place
    assert TEXT[slice(*place)] == found


@pytest.mark.parametrize("wanted", ["", "   ", "cells divide.", "irst cell", "The first cell was seen in 1666.", "ell"])
def test_what_does_not_stand_there_word_for_word_is_not_found(wanted: str) -> None:
    assert locate(wanted, TEXT) is None


def test_case_is_forgiven_only_where_told_and_the_range_is_kept() -> None:
    assert locate("cells", TEXT, any_case=True)
    assert locate("cells", TEXT, 0, 30, any_case=True) is None


@given(st.text(max_size=40), st.text(max_size=40))
def test_what_is_found_reads_the_same(wanted: str, text: str) -> None:
    place = locate(wanted, text)
    if place:
        assert 0 <= place[0] < place[1] <= len(text)
        assert locate(wanted, text[slice(*place)]) is not None


BELL = (
    "The founder shapes a core of clay. Then the mantle is built over the core ... and bronze is poured in. "
    "The founder goes."
)


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        (
            "Then the mantle … bronze is poured in.",
            "Then the mantle is built over the core ... and bronze is poured in.",
        ),
        (
            "Then the mantle is built over the core ... and bronze",
            "Then the mantle is built over the core ... and bronze",
        ),
        ("Then the mantle is built over the core ... and … is poured in.", BELL[35:102]),
        ("The founder shapes ... core of clay.", "The founder shapes a core of clay."),
        ("The founder goes … is poured in.", None),  # the ends exchanged
        (
            "The founder shapes … poured in.",
            "The founder shapes a core of clay. Then the mantle is built over the core ... and bronze is poured in.",
        ),
        ("The founder … poured in.", None),  # too little of both ends
        ("The founder shapes a … in.", None),  # too little of one end
        ("The founder shapes … bronze is melted in.", None),
        ("Then the mantle … is built over the dome", None),
    ],
)
def test_a_quote_whose_middle_is_left_out_stands_where_both_ends_do(quote: str, stands: str | None) -> None:
    place = locate_quote(quote, BELL)
    assert (place and BELL[slice(*place)]) == stands


def test_the_nearest_ends_count_and_not_half_a_page() -> None:
    text = "In the night it rains. In the night it is still until the owl calls. " + "It calls again. " * 50
    assert locate_quote("In the night … until the owl calls.", text) == (23, 68)
    assert (
        locate_quote(
            "In the night it rains … calls again. It calls again.", "In the night it rains. " + "x " * 400 + text[23:]
        )
        is None
    )
