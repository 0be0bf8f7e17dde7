"""What a bookmark names on the page that it leads to is a heading, however it is set."""

import io

from reportlab.pdfgen.canvas import Canvas

from contracts.documents import Block
from tests.reader.harness import read_here
from tests.reader.papers import HEIGHT, Draw, lines, paper, together

PROSE = ("The sea rises and falls twice a day, and this is", "called the tide by all who live beside it.")


def book(*pages: tuple[Draw, str, int]) -> bytes:
    """A PDF of these pages, each with a bookmark of that title and level (from 0)."""
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=(595, HEIGHT), invariant=1)
    for number, (draw, title, level) in enumerate(pages):
        draw(canvas)
        if title:
            canvas.bookmarkPage(f"at{number}")
            canvas.addOutlineEntry(title, f"at{number}", level)
        canvas.showPage()
    canvas.save()
    return held.getvalue()


def headings(blocks: list[Block]) -> list[tuple[str, int | None]]:
    return [(block.text, block.level) for block in blocks if block.kind == "heading"]


def test_a_title_in_the_bodys_own_type_is_a_heading_and_leaves_its_paragraph() -> None:
    blocks = read_here(
        book((lines("Of Spring Tides", *PROSE), "1 Of Spring Tides", 0), (lines("Of Neaps", *PROSE), "1.1 Of Neaps", 1))
    )
    assert headings(blocks) == [("Of Spring Tides", 1), ("Of Neaps", 2)]
    assert [block.text for block in blocks if block.kind == "paragraph"] == [" ".join(PROSE)] * 2


def test_a_title_in_a_typewriters_type_is_a_heading() -> None:
    def draw(canvas: Canvas) -> None:
        lines("The tide command", top=80, font="Courier")(canvas)
        lines(*PROSE, top=120)(canvas)

    assert headings(read_here(book((draw, "The tide command", 0)))) == [("The tide command", 1)]


def test_a_title_over_two_lines_is_one_heading() -> None:
    blocks = read_here(book((lines("Of the Moon and of", "the Sun", *PROSE), "Of the Moon and of the Sun", 0)))
    assert headings(blocks) == [("Of the Moon and of the Sun", 1)]


def test_the_same_words_on_another_page_are_none() -> None:
    blocks = read_here(
        book((lines("Of Spring Tides", *PROSE), "Of Spring Tides", 0), (lines("Of Spring Tides", *PROSE), "", 0))
    )
    assert headings(blocks) == [("Of Spring Tides", 1)]
    assert blocks[0].source_page == 1


def test_a_running_head_that_says_the_title_too_stays_beside_the_heading() -> None:
    def draw(number: int) -> Draw:
        def page(canvas: Canvas) -> None:
            lines("Of Spring Tides", top=30, size=8)(canvas)
            if number == 0:
                lines("Of Spring Tides", top=100)(canvas)
            lines(f"Number {number}.", *PROSE, top=140 + 20 * number)(canvas)

        return page

    blocks = read_here(book(*((draw(n), "Of Spring Tides" if n == 0 else "", 0) for n in range(5))))
    assert [block.source_page for block in blocks if block.kind == "heading"] == [1]
    assert [block.source_page for block in blocks if block.aside == "running"] == [1, 2, 3, 4, 5]


def test_a_running_head_that_one_page_alone_has_is_no_heading_beside_the_one_that_it_tells() -> None:
    told = ["Of Tides"] * 5 + ["2.1. Of Neaps"] + ["Of Tides"] * 2

    def draw(number: int) -> Draw:
        def page(canvas: Canvas) -> None:
            lines(told[number], top=40)(canvas)
            lines(f"This is page {number} of a book on the sea and on its tides.", *PROSE, top=100)(canvas)
            if number == 5:
                lines("2.1 Of Neaps", top=300, font="Times-Bold")(canvas)
            lines(f"Number {number} tells", *PROSE, top=340 + 20 * number)(canvas)

        return page

    blocks = read_here(book(*((draw(n), "Of Neaps" if n == 5 else "", 0) for n in range(8))))
    assert headings(blocks) == [("2.1 Of Neaps", 1)]
    assert [block.text for block in blocks if block.aside == "running"] == told


def test_what_every_page_begins_with_is_text_where_little_of_it_repeats() -> None:
    said = ["Rise", "Fall", "Ebb", "Flow", "Neap", "Spring", "Rise", "Fall"]
    pages = [together(lines(each, top=60), lines(*PROSE, f"So says {n}.", top=100)) for n, each in enumerate(said)]
    assert [block.aside for block in read_here(paper(*pages)) if block.text in ("Ebb", "Flow", "Neap")] == [None] * 3


def test_a_number_that_stands_far_before_its_title_is_the_headings() -> None:
    def draw(canvas: Canvas) -> None:
        for text, x in (("2.1", 72), ("Of Neaps", 110)):
            lines(text, x=x, top=100, font="Times-Bold", size=12)(canvas)
        lines(*PROSE, *PROSE, top=140)(canvas)
        for text, x in (("2.5", 72), ("3.5 feet", 110)):
            lines(text, x=x, top=240)(canvas)

    blocks = read_here(paper(draw))
    assert headings(blocks) == [("2.1 Of Neaps", 2)]
    assert "2.5" in [block.text for block in blocks]
