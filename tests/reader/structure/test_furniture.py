"""What stands around a page's text, or inside its figures, is no part of it: also where it stands but once."""

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pytest

from contracts.documents import Block
from services.reader.pdf.pdfium.pages import PdfiumFile
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of
from tests.reader.harness import read_here
from tests.reader.papers import Draw, lines, paper, runs, together

FULL = (
    "Where the river meets the sea its water slows down and lets fall what it",
    "has carried all the way from the hills, first the gravel, then the coarse",
    "sand, and last of all the mud that makes the flats of the estuary where",
    "birds of many kinds feed when the water is low, and rest when it is high.",
)
REST = ("Nobody who has seen them rise together will forget it, and few who heard", "them do.")


def material(blocks: Sequence[Block]) -> list[str]:
    return [block.text for block in blocks if block.material]


def numbered(texts: Sequence[str], *, x: float, first: int = 1, step: int = 1) -> Draw:
    """Lines with numbers `72 - x` points before them, each `step`-th has one."""
    count = [str(first + n) if (first + n) % step == 0 else "" for n in range(len(texts))]
    return together(
        lines(*texts, top=100),
        *(lines(number, x=x, top=100 + n * 11 * 1.25, size=9) for n, number in enumerate(count) if number),
    )


@pytest.mark.parametrize("x", [40, 54, 560])
@pytest.mark.parametrize("step", [1, 5])
def test_numbers_that_count_the_lines_in_a_margin_are_no_text(x: float, step: int) -> None:
    texts = [line for _ in range(6) for line in (*FULL, "So it is said, and so it is.")]
    blocks = read_here(paper(numbered(texts, x=x, step=step)))
    assert not any(char.isdigit() for text in material(blocks) for char in text)
    assert sum(len(text.split()) for text in material(blocks)) == sum(len(text.split()) for text in texts)
    beside = [number for block in blocks if block.aside == "running" for number in block.text.split()]
    assert [int(each) for each in beside] == list(range(step, len(texts) + 1, step))


def test_numbers_of_a_list_or_a_table_stay() -> None:
    listed = [f"{n}. The tide number {n} rises" for n in range(1, 9)]
    table = together(
        *(
            lines(text, x=x, top=300 + 20 * n)
            for n in range(1, 9)
            for x, text in ((72, str(n)), (200, f"{n} ships"), (300, "high"), (400, "spring"))
        )
    )
    found = material(
        read_here(paper(together(*(lines(each, top=80 + 22 * n) for n, each in enumerate(listed)), table)))
    )
    assert found[:8] == listed
    assert found[8] == "1 | 1 ships | high | spring"


@pytest.mark.parametrize("pdfium", [False, True])
def test_what_stands_outside_of_where_a_page_is_cut_is_no_text(pdfium: bool, tmp_path: Path) -> None:
    mark = lines("Harbour 4c bogen 3 12:41", x=60, top=20, size=6)
    with pikepdf.open(io.BytesIO(paper(together(lines(*FULL, top=200), mark)))) as pdf:
        pdf.pages[0].TrimBox = [40, 40, 555, 802]
        held = io.BytesIO()
        pdf.save(held)
    data = held.getvalue()
    blocks = read_here(data)
    if pdfium:
        (tmp_path / "cut.pdf").write_bytes(data)
        with PdfiumFile(tmp_path / "cut.pdf", ReaderSettings()) as opened:
            blocks = blocks_of(list(opened.pages(1, 1)))
    assert material(blocks) == [" ".join(FULL)]
    assert [block.text for block in blocks if block.aside == "running"] == ["Harbour 4c bogen 3 12:41"]


@pytest.mark.parametrize("number", ["44", "44 of 90", "44/90"])
def test_a_running_head_beside_the_pages_number_needs_no_second_page(number: str) -> None:
    head = together(lines("Chapter 9: Of estuaries", top=40), lines(number, x=500, top=40))
    blocks = read_here(paper(together(head, lines(*FULL, top=100)), together(lines(*REST, top=100))))
    assert [block.text for block in blocks if block.aside == "running"] == ["Chapter 9: Of estuaries", number]
    table = together(lines("Ships", top=90), lines("44", x=300, top=90), lines(*FULL, top=105))
    assert "Ships" in " ".join(material(read_here(paper(table))))


def test_labels_inside_a_figure_are_no_material() -> None:
    labels = (("River", 120, 300), ("Mud flat", 260, 330), ("High water", 180, 370), ("Gravel", 300, 400))
    page = together(
        lines(*FULL, top=100),
        *(lines(text, x=x, top=top, size=9) for text, x, top in labels),
        lines("Figure 2: Where a river meets the sea.", top=430),
        lines(*REST, top=470),
    )
    blocks = read_here(paper(page))
    assert material(blocks) == [" ".join(FULL), "Figure 2: Where a river meets the sea.", " ".join(REST)]
    assert {block.text for block in blocks if not block.material} == {text for text, _, _ in labels}


def test_short_lines_at_the_edge_above_a_figure_are_text() -> None:
    page = together(
        lines(*FULL, top=100), lines("High water", top=200), lines("Low water", top=230), lines("Figure 2: A.", top=260)
    )
    assert {"High water", "Low water"} <= set(material(read_here(paper(page))))


def test_a_document_in_a_typewriters_type_is_text_and_a_listing_is_code() -> None:
    typed = paper(lines(*FULL, font="Courier", size=9), lines(*FULL, font="Courier", size=9, top=300))
    assert {block.kind for block in read_here(typed)} == {"paragraph"}
    code = [f"for (int i{n} = 0; i{n} < {n}; i{n}++) {{ f(x[{n}], y[{n}]); }}" for n in range(20)]
    assert {block.kind for block in read_here(paper(lines(*code, font="Courier", size=9)))} == {"code"}


def test_a_caption_needs_no_number() -> None:
    found = read_here(paper(lines("Figure: How the tide rises over one day.", font="Times-Italic")))
    assert [block.kind for block in found] == ["caption"]


@pytest.mark.parametrize(("begins", "kind"), [("Figure 3: ", "caption"), ("Figure 3 shows this. ", "paragraph")])
def test_a_long_caption_is_one_where_a_sign_sets_its_number_off(begins: str, kind: str) -> None:
    found = read_here(paper(lines(begins + FULL[0][:50], *FULL[1:3], *FULL[:3], FULL[3])))
    assert [block.kind for block in found] == [kind]
    assert 400 < len(found[0].text) < 900


def test_a_numbered_heading_may_be_set_in_italics_alone() -> None:
    page = together(
        lines("1.5.3.1 Simple estuaries", font="Times-Italic", top=80),
        lines(*FULL, top=120),
        lines("1.5 metres is the tide", top=240),
        lines("Of old words", font="Times-Italic", top=280),
    )
    found = {block.text: (block.kind, block.level) for block in read_here(paper(page))}
    assert found["1.5.3.1 Simple estuaries"] == ("heading", 4)
    assert [kind for kind, _ in found.values()].count("heading") == 1


def test_bullets_part_what_is_typewritten() -> None:
    page = together(
        lines("• tide --high", "• tide --low", font="Courier", top=100), runs(("Said.", "Times-Roman"), top=200)
    )
    assert [block.text for block in read_here(paper(page))][:2] == ["• tide --high", "• tide --low"]


def test_an_item_that_mostly_says_commands_goes_on() -> None:
    item = runs(
        ("• Say ", "Times-Roman"),
        ("tide --high && haul --all && row --out", "Courier"),
        (" or", "Times-Roman"),
    )
    page = together(item, lines("sail when the wind is fair and the harbour is free of ice.", top=113.75))
    assert [block.text for block in read_here(paper(page))] == [
        "• Say tide --high && haul --all && row --out or sail when the wind is fair and the harbour is free of ice."
    ]


def test_a_program_that_is_set_in_below_such_a_sentence_is_code() -> None:
    page = together(
        lines("The height is told by the", top=100), lines("read_tide(harbour)", font="Courier", x=100, top=113.75)
    )
    assert [block.kind for block in read_here(paper(page))] == ["paragraph", "code"]
