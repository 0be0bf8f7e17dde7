"""A page is read the way in which most of its characters run; what runs along its edge is no part of its text."""

import io

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from contracts.documents import Block
from services.reader.pages import Page
from services.reader.pdf.file import PdfFile
from services.reader.settings import ReaderSettings
from tests.reader.harness import read_here
from tests.reader.papers import HEIGHT, WIDTH, Draw, lines, paper, together

PROSE = (
    "The sea rises and falls twice a day, and this is",
    "called the tide by all who live beside it. The moon",
    "pulls the water up on the side that faces it.",
)
SAID = " ".join(PROSE)
STAMP = "Downloaded from the library of the harbour on the third day of the month"


def stamp(text: str = STAMP, *, x: float = 585, y: float = 60, degrees: float = 90, size: float = 7) -> Draw:
    """A text of one line that runs up the page (or as many degrees), each letter drawn by itself."""

    def draw(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(degrees)
        canvas.setFont("Helvetica", size)
        at = 0.0
        for letter in text:
            canvas.drawString(at, 0, letter)
            at += canvas.stringWidth(letter, "Helvetica", size)
        canvas.restoreState()

    return draw


def turned(degrees: int) -> Draw:
    """Prose that runs another way than the page does."""

    def draw(canvas: Canvas) -> None:
        middle = WIDTH / 2, HEIGHT / 2
        canvas.translate(*middle)
        canvas.rotate(degrees)
        canvas.setFont("Times-Roman", 12)
        for n, text in enumerate(PROSE):
            canvas.drawString(-200, 40 - 15 * n, text)

    return draw


def page_in(data: bytes) -> Page:
    (page,) = PdfFile(io.BytesIO(data), ReaderSettings()).pages(1, 1)
    return page


def told(blocks: list[Block], *, material: bool = True) -> list[str]:
    return [block.text for block in blocks if block.material is material]


def test_a_stamp_of_more_letters_than_the_page_has_lines_does_not_take_the_pages_place() -> None:
    blocks = read_here(paper(together(lines(*PROSE), stamp())))
    assert told(blocks) == [SAID]


def test_a_stamp_is_kept_as_one_line_that_is_no_material() -> None:
    blocks = read_here(paper(together(lines(*PROSE), stamp())))
    assert [(block.text, block.aside) for block in blocks if not block.material] == [(STAMP, "running")]
    (box,) = [block.box for block in blocks if not block.material]
    assert box is not None
    assert 570 < box.x0 < box.x1 < 595
    assert box.y1 - box.y0 > 150


def test_two_columns_beside_a_stamp_are_read_one_after_the_other() -> None:
    columns = [
        lines(*(f"{side}{n} tells of tides that rise." for n in range(12)), x=60 + 250 * (side == "B"), top=120)
        for side in "AB"
    ]
    said = " ".join(told(read_here(paper(together(*columns, stamp())))))
    assert said.index("A0") < said.index("A11") < said.index("B0") < said.index("B11")
    assert "Downloaded" not in said


def test_the_legend_of_a_charts_axis_is_no_material() -> None:
    ticks = [stamp(f"{n / 10}", x=100, y=500 + 20 * n, size=5) for n in range(8)]
    blocks = read_here(paper(together(lines(*PROSE), stamp("Height of the tide", x=90, y=520, size=6), *ticks)))
    assert told(blocks) == [SAID]
    assert "Height of the tide" in told(blocks, material=False)


def test_a_table_that_lies_on_its_side_is_material() -> None:
    rows = [stamp(f"Harbour {n} has a tide of {n} metres in spring", x=400 + 10 * n, y=100) for n in range(8)]
    prose = lines(*(f"Line {n} tells of the tide that comes in." for n in range(14)), x=40)
    said = " ".join(told(read_here(paper(together(prose, *rows)))))
    assert "Harbour 7 has a tide of 7 metres in spring" in said


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_page_whose_text_is_turned_is_read(degrees: int) -> None:
    page = page_in(paper(turned(degrees)))
    assert [line.text for chunk in page.chunks for line in chunk] == list(PROSE)
    assert page.turn == degrees
    assert {line.size for chunk in page.chunks for line in chunk} == {12}
    sides = (HEIGHT, WIDTH) if degrees != 180 else (WIDTH, HEIGHT)
    assert (page.width, page.height) == pytest.approx(sides, abs=0.01)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_page_that_is_shown_turned_is_read(degrees: int) -> None:
    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(paper(lines(*PROSE)))) as pdf:
        pdf.pages[0].Rotate = degrees
        pdf.save(held)
    page = page_in(held.getvalue())
    assert " ".join(line.text for chunk in page.chunks for line in chunk) == SAID
    assert (page.turn + degrees) % 360 == 0


def test_places_on_a_turned_page_are_those_of_the_page_as_it_is_read() -> None:
    page = page_in(paper(turned(90)))
    (chunk,) = page.chunks
    first, last = chunk[0], chunk[-1]
    assert first.x0 == pytest.approx(HEIGHT / 2 - 200, abs=1)
    assert first.y0 < last.y0 < HEIGHT / 2
    assert first.y1 == pytest.approx(WIDTH / 2 - 40, abs=4)


def test_what_stands_outside_of_the_crop_box_is_beside_and_places_count_from_the_crop_box() -> None:
    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(paper(together(lines(*PROSE, top=200), lines("Slug of the printer", top=20))))) as pdf:
        pdf.pages[0].CropBox = [50, 50, WIDTH - 50, HEIGHT - 50]
        pdf.save(held)
    page = page_in(held.getvalue())
    assert [[line.text for line in chunk] for chunk in page.text_chunks] == [list(PROSE)]
    assert [[line.text for line in chunk] for chunk in page.beside_chunks] == [["Slug of the printer"]]
    assert page.width == pytest.approx(WIDTH - 100, abs=0.01)
    assert page.chunks[0][0].x0 == pytest.approx(22, abs=0.1)
    assert page.chunks[0][0].y0 == pytest.approx(150 - 11, abs=4)


def test_a_page_with_few_words_is_not_read_the_way_its_stamps_run() -> None:
    blocks = read_here(paper(together(lines("The sea rises twice a day."), stamp(), stamp(x=20))))
    assert told(blocks) == ["The sea rises twice a day."]


def test_a_stamp_of_upright_letters_under_each_other_is_no_material() -> None:
    letters = together(*(lines(letter, x=580, top=40 + 7 * n, size=6) for n, letter in enumerate(STAMP)))
    blocks = read_here(paper(together(lines(*PROSE), letters)))
    assert told(blocks) == [SAID]
    assert "".join(told(blocks, material=False)).replace(" ", "") == STAMP.replace(" ", "")
