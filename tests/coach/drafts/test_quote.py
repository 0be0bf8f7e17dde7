"""Where a quote stands in a text: exact but for NFKC and white space, with places in the text as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.coach.drafts.quote import locate

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
