"""What stands in a diagram is no material, with and without a caption; what stands in a frame or a table is."""

import io
from collections.abc import Callable

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from services.reader.pages import Page
from services.reader.reading.stored_pages import pages_of, stored
from tests.reader.harness import read_here
from tests.reader.papers import HEIGHT, Draw, lines, paper, together

TOLD = (
    "A boat that comes into the harbour is looked at, and whoever",
    "has looked at it says at which quay it may lie.",
)
AFTER = (
    "From there it leaves with the next tide, and the quay is free",
    "for another one that waits outside of the mole.",
)
LABELS = ("Harbour mouth", "Watch", "Inner quay", "Outer quay", "if it is deep")


def labelled(texts: tuple[str, ...] = LABELS) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        for n, text in enumerate(texts):
            canvas.drawString(120 + 90 * (n % 3), HEIGHT - 190 - 45 * (n // 3) - 7 * (n % 2), text)

    return draw


def arrows(canvas: Canvas) -> None:
    """Boxes with arrows between them."""
    for n in range(3):
        canvas.rect(110 + 90 * n, HEIGHT - 205, 75, 30)
        canvas.line(185 + 90 * n, HEIGHT - 190, 198 + 90 * n, HEIGHT - 190)
        head = canvas.beginPath()
        head.moveTo(200 + 90 * n, HEIGHT - 190)
        head.lineTo(194 + 90 * n, HEIGHT - 187)
        head.lineTo(194 + 90 * n, HEIGHT - 193)
        head.close()
        canvas.drawPath(head, fill=1)
    canvas.line(150, HEIGHT - 205, 240, HEIGHT - 250)


def curve(canvas: Canvas) -> None:
    """A chart: two axes and a line."""
    canvas.line(105, HEIGHT - 260, 105, HEIGHT - 170)
    canvas.line(105, HEIGHT - 260, 400, HEIGHT - 260)
    path = canvas.beginPath()
    path.moveTo(110, HEIGHT - 250)
    for n in range(12):
        path.lineTo(130 + 20 * n, HEIGHT - 250 + (n * 37) % 60)
    canvas.drawPath(path)


def frame(canvas: Canvas) -> None:
    """A frame with round corners, as advice has it."""
    canvas.roundRect(100, HEIGHT - 260, 320, 95, 8)


def table(canvas: Canvas) -> None:
    canvas.grid([110 + 90 * n for n in range(5)], [HEIGHT - 260 + 45 * n for n in range(3)])


def read(*drawn: Callable[[Canvas], None], turn: int = 0) -> tuple[list[str], list[str]]:
    """The texts of the material, and what is none."""
    with pikepdf.open(io.BytesIO(paper(together(lines(*TOLD, top=90), *drawn, lines(*AFTER, top=320))))) as pdf:
        pdf.pages[0].Rotate = turn
        held = io.BytesIO()
        pdf.save(held)
    blocks = read_here(held.getvalue())
    return [block.text for block in blocks if block.material], [block.text for block in blocks if not block.material]


@pytest.mark.parametrize("drawn", [arrows, curve])
@pytest.mark.parametrize("turn", [0, 90, 180])
def test_labels_of_a_diagram_without_a_caption_are_no_material(drawn: Draw, turn: int) -> None:
    material, aside = read(drawn, labelled(), turn=turn)
    assert material == [" ".join(TOLD), " ".join(AFTER)]
    assert sorted(aside) == sorted(LABELS)


@pytest.mark.parametrize("drawn", [frame, table, lambda canvas: None], ids=["frame", "table", "nothing"])
def test_what_stands_in_a_frame_or_a_table_or_by_itself_is_material(drawn: Draw) -> None:
    material, aside = read(drawn, labelled())
    assert aside == []
    assert all(label in " ".join(material) for label in LABELS)


def test_a_box_with_running_text_is_no_figure_however_it_is_drawn() -> None:
    words = lines(
        "Mind this", "The mole has no light at its end, so that nobody should come in after", "dusk.", x=120, top=200
    )
    material, aside = read(arrows, words)
    assert aside == []
    assert "Mind this" in " ".join(material)


def test_the_labels_of_a_figure_stand_together_and_not_between_the_texts_parts() -> None:
    blocks = read_here(paper(together(lines(*TOLD, top=90), arrows, labelled(), lines(*AFTER, top=320))))
    at = [n for n, block in enumerate(blocks) if not block.material]
    assert at == list(range(at[0], at[0] + len(LABELS)))


def test_a_page_with_more_strokes_than_anybody_counts_is_read_all_the_same() -> None:
    def scribble(canvas: Canvas) -> None:
        for n in range(6000):
            canvas.line(100 + n % 300, HEIGHT - 250, 103 + n % 290, HEIGHT - 170)

    material, _ = read(scribble, labelled())
    assert " ".join(TOLD) in material


def test_figures_are_kept_with_their_page() -> None:
    page = Page(1, 595, 842, (), figures=((1.0, 2.0, 30.0, 40.5),))
    assert pages_of(stored([page])) == [page]
