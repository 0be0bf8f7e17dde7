"""A quote that breaks off before what it leads in is told with that: the line of code, the formula, the list."""

from typing import Any

import pytest

from contracts.documents import Block
from services.coach.tutor.offline import tutored
from tests.coach.tutor.samples import explain, lesson

ASKED = "How do I close the oven program?"


def blocks(*given: tuple[str, str, str], **changed: Any) -> list[Block]:
    """Blocks of these ids, kinds and texts."""
    one = lesson("photosynthesis.en")[0][0]
    plain: dict[str, Any] = {"emphasis": [], "lines": [], "words": []}
    return [
        one.model_copy(update={**plain, "block_id": f"{name}-abcdef", "kind": kind, "text": text, **changed})
        for name, kind, text in given
    ]


def told(*given: tuple[str, str, str]) -> str:
    command = explain("photosynthesis.en", question=ASKED, blocks=blocks(*given), places=[])
    return tutored(command).text("en")


LEADS = ("p4b2", "paragraph", "To close the oven program the command is")


@pytest.mark.parametrize("text", [LEADS[2], f"{LEADS[2]}:"])
def test_the_code_below_is_told_with_its_lines_and_among_the_quotes(text: str) -> None:
    given = [(LEADS[0], LEADS[1], text), ("p4b3", "code", "bake --end\nclose()"), ("p4b4", "paragraph", "It cools.")]
    command = explain("photosynthesis.en", question=ASKED, blocks=blocks(*given), places=[])
    found = tutored(command)
    assert "Right below stands: “bake --end\nclose()”" in found.text("en")
    assert "bake --end\nclose()" in [at.text for at in found.quotes]
    assert "Rett under står: «bake --end" in found.text("no")


def test_a_list_below_is_told_and_no_more_of_it_than_six_lines() -> None:
    steps = [(f"p4b{n}", "list_item", f"Turn the knob number {n}.") for n in range(3, 12)]
    said = told(("p4b2", "paragraph", "To close the oven program do this in the kitchen:"), *steps)
    assert [n for n in range(3, 12) if f"number {n}." in said] == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    "behind",
    [
        ("p4b9", "code", "bake --end"),  # something else stood between them
        ("p6b1", "code", "bake --end"),
        ("p4b3", "paragraph", "The oven cools for an hour."),
    ],
)
def test_what_does_not_stand_right_below_is_not_told(behind: tuple[str, str, str]) -> None:
    assert "Right below" not in told(LEADS, behind)


def test_what_is_whole_leads_nothing_in() -> None:
    whole = ("p4b2", "paragraph", "To close the oven program the command is bake --end.")
    assert "Right below" not in told(whole, ("p4b3", "code", "bake --begin"))


def test_a_code_block_at_the_top_of_the_next_page_is_right_below() -> None:
    assert "Right below stands: “bake --end”" in told(LEADS, ("p5b2", "code", "bake --end"))
