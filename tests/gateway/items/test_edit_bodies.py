"""What the body of an edit says: its fields and the revision that was seen, or a 400 that names what is wrong."""

import json

import pytest

from contracts.problems import Failure
from services.gateway.items.edits import wish


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", "(body)"),
        (b"[]", "(body)"),
        (b"{}", "(body)"),
        (b'{"revision": 2}', "(body)"),
        (b"{" * 5000, "(body)"),
        (b'{"question": NaN}', "(body)"),
        (b'{"revision": "2", "question": "?"}', "revision"),
        (b'{"revision": true, "question": "?"}', "revision"),
        (b'{"revision": 0, "question": "?"}', "revision"),
    ],
)
def test_a_wish_that_says_nothing_names_what_is_wrong(body: bytes, field: str) -> None:
    with pytest.raises(Failure) as error:
        wish(body)
    assert error.value.problem.fields == [field]


def test_a_wish_is_its_fields_and_the_revision_that_was_seen() -> None:
    assert wish(json.dumps({"question": "?", "revision": 3}).encode()) == ({"question": "?"}, 3)
