"""How a part of a sentence begins where it stands first."""

import pytest

from services.coach.facts.names import begun


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("the harbour is dredged", "The harbour is dredged"),
        ("quays, piers and moles are built", "Quays, piers and moles are built"),
        ("foo.png and Foo.PNG are two files", "foo.png and Foo.PNG are two files"),
        ("iPads are sold here", "iPads are sold here"),
        ("plot() draws the points", "plot() draws the points"),
    ],
)
def test_a_sentence_begins_with_a_capital_but_for_what_is_written_just_so(text: str, first: str) -> None:
    assert begun(text) == first
