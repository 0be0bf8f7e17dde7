"""A paragraph that goes on in another column or on the next page is one block, and says where its parts stand."""

from collections import Counter
from collections.abc import Sequence

import pytest

from contracts.documents import Block, Box
from services.reader.structure.continuing import continued
from tests.reader.harness import read_here
from tests.reader.papers import Draw, lines, paper, together

FULL = (
    "Where the river meets the sea its water slows down and lets fall what it",
    "has carried all the way from the hills, first the gravel, then the coarse",
)
MORE = (
    "sand, and last of all the mud that makes the flats of the estuary. Birds of",
    "many kinds feed there when the water is low.",
)
HEAD = "An estuary is a wide mouth of a river where the tide comes in."


def page_of(number: int, *draws: Draw) -> Draw:
    """A page with its running head and number."""
    head = lines("Rivers and the sea", top=40, size=8)
    return together(head, *draws, lines(str(number), x=290, top=810, size=8))


def body(found: Sequence[Block]) -> list[Block]:
    return [block for block in found if block.material]


def test_a_paragraph_that_goes_on_on_the_next_page_is_one_block_with_two_places() -> None:
    other = [page_of(n, lines(f"Page {n} tells of another river, as long as this one.")) for n in (3, 4)]
    found = read_here(paper(page_of(1, lines(HEAD), lines(*FULL, top=740)), page_of(2, lines(*MORE, top=100)), *other))
    torn = next(block for block in found if block.text.startswith("Where the river"))
    assert torn.text == " ".join([*FULL, *MORE])
    assert (torn.source_page, torn.pages) == (1, [1, 2])
    [rest] = torn.continues
    assert (rest.source_page, torn.text[rest.start :][:4]) == (2, "sand")
    assert torn.box is not None
    assert rest.box is not None
    assert (torn.box.y0 > 700, rest.box.y0 < 120) == (True, True)
    assert [torn.text[line.start : line.end] for line in torn.lines] == [*FULL, *MORE]
    assert (torn.page_at(rest.start - 1), torn.page_at(rest.start)) == (1, 2)
    assert torn.span_on(2) == (rest.start, len(torn.text))
    assert len({block.block_id for block in found}) == len(found)


def test_a_word_that_is_parted_at_the_pages_end_is_mended_and_a_footnote_does_not_part_the_paragraph() -> None:
    first = (FULL[0], "has carried all the way from the hills, first the gravel, then the gra-")
    second = ("velly sand, and last of all the mud that makes the flats of the estuary, where birds", "feed.")
    note = lines("1 Some of it stays in the lakes on the way, as was measured.", top=790, size=7)
    found = read_here(paper(page_of(1, lines(HEAD), lines(*first, top=740), note), page_of(2, lines(*second, top=100))))
    torn = next(block for block in found if block.text.startswith("Where the river"))
    assert "then the gravelly sand, and last" in torn.text
    assert torn.pages == [1, 2]
    assert any(block.text.startswith("1 Some of it stays") for block in found)
    [rest] = torn.continues
    assert torn.text[: rest.start].endswith("then the gra")


def test_a_paragraph_goes_on_in_the_next_column() -> None:
    left = ("A river carries what it has", "washed off its banks, and it", "drops the heaviest of it first,")
    right = ("and the lightest not before it", "comes to the sea.")
    filler = lines(*(f"The bank {n} lies lower than that one." for n in range(8)), x=60, top=100)
    also = lines(*(f"The island {n} lies further out to sea." for n in range(8)), x=320, top=200)
    found = read_here(paper(together(filler, lines(*left, x=60, top=300), lines(*right, x=320, top=100), also)))
    torn = next(block for block in found if "A river carries" in block.text)
    assert "heaviest of it first, and the lightest not before it comes to the sea." in torn.text
    assert [each.source_page for each in torn.continues] == [1]


@pytest.mark.parametrize(
    ("end", "begin"),
    [
        ("then the coarse sand, and last of all the mud of the flats of the river.", "sand is what is left of it."),
        ("and then", "sand is what is left of the hills by then, and it is carried on."),
        (FULL[1], "3. sand, which is what is left of the hills by then"),
    ],
    ids=["it has ended", "its last line is short", "an entry of a list begins"],
)
def test_what_has_ended_is_not_gone_on_with(end: str, begin: str) -> None:
    found = read_here(paper(page_of(1, lines(HEAD), lines(FULL[0], end, top=740)), page_of(2, lines(begin, top=100))))
    assert all(not block.continues for block in found)


def test_the_entries_of_a_glossary_stay_apart() -> None:
    entries = [f"{term}: what the {term} of a river is called by those who live on its banks" for term in TERMS]
    half = [lines(entry, top=100 + 30 * n) for n, entry in enumerate(entries[:5])]
    rest = [lines(entry, top=100 + 30 * n) for n, entry in enumerate(entries[5:])]
    found = body(read_here(paper(page_of(1, *half), page_of(2, *rest))))
    assert [block.text for block in found if ":" in block.text] == entries


TERMS = ("bank", "bar", "bed", "bend", "delta", "flood", "ford", "mouth", "reach", "source")


def made(text: str, page: int, **more: object) -> Block:
    """A block of two full lines."""
    half = len(text) // 2
    spans = [{"start": 0, "end": half}, {"start": half, "end": len(text)}]
    top = 700.0 if page == 1 else 80.0
    places = [
        {**span, "box": Box(x0=72, y0=top + 12 * n, x1=520, y1=top + 12 * n + 11)} for n, span in enumerate(spans)
    ]
    box = Box(x0=72, y0=top, x1=520, y1=top + 23)
    return Block.model_validate(
        {"block_id": f"p{page}", "text": text, "source_page": page, "box": box, "lines": places, **more}
    )


def test_pages_that_are_looked_at_one_by_one_stay_apart() -> None:
    """A page that was misread, or that a person has set right, holds its own text alone."""
    first, second = made("the tide comes in and then it goes", 1), made("out again, as everybody knows", 2)
    known = Counter[str]()
    assert len(continued([first, second], known)) == 1
    for apart in ({1}, {2}):
        assert continued([first, second], known, apart) == [first, second]
    aside = second.model_copy(update={"material": False, "aside": "low_confidence"})
    assert continued([first, aside], known) == [first, aside]


def test_over_three_pages_what_is_set_apart_and_how_sure_words_are_moves_along() -> None:
    parts = [made("the tide comes in and then it", 1), made("goes out as far as the bank", 2)]
    last = made("of sand, as everybody knows", 3, emphasis=[{"start": 3, "end": 7, "style": "bold"}])
    [one] = continued([*parts, last], Counter())
    assert one.text == "the tide comes in and then it goes out as far as the bank of sand, as everybody knows"
    assert [one.text[e.start : e.end] for e in one.emphasis] == ["sand"]
    assert one.pages == [1, 2, 3]
    assert [one.text[slice(*one.span_on(page))].strip() for page in (1, 2, 3)] == [part.text for part in (*parts, last)]


def test_what_ends_with_a_full_stop_in_arabic_script_has_ended_and_else_goes_on() -> None:
    first, second = made("النهر يحمل الرمل من الجبال إلى", 1), made("البحر ثم يتركه هناك", 2)
    long = first.model_copy(update={"lines": [*first.lines, first.lines[-1]]})
    assert len(continued([long, second], Counter())) == 1
    ended = long.model_copy(update={"text": long.text[:-1] + "؟"})
    assert len(continued([ended, second], Counter())) == 2


def test_what_ends_with_the_is_gone_on_with_by_a_single_line_and_in_a_caption() -> None:
    caption = ("Figure: How the water that comes down from the hills meets what the sea", "sends up, as drawn by the")
    more = "Royal Society of Harbours, 1912)."
    wide = (caption[0], f"{caption[1]} pilots of the inner harbour, and after them by the")
    found = read_here(paper(page_of(1, lines(HEAD), lines(*wide, top=740)), page_of(2, lines(more, top=100))))
    assert f"{' '.join(wide)} {more}" in [block.text for block in found]


def test_a_list_in_brackets_that_the_pages_end_parts_goes_on_with_a_number() -> None:
    first = (
        "Rivers are told by how much water they bring to the sea, and how fast it",
        "runs, as was shown for those of the north by others before [11,",
    )
    more = ("37], who measured them for many years. The slowest of them all bring the", "most mud.")
    found = read_here(paper(page_of(1, lines(HEAD), lines(*first, top=740)), page_of(2, lines(*more, top=100))))
    assert next(block for block in found if block.text.startswith("Rivers are")).text == " ".join([*first, *more])
