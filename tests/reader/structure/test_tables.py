"""Rows of tables without lines around them: a term stands with its meaning, and columns of text are none."""

import io

import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
from reportlab.platypus.flowables import Flowable

from contracts.documents import Block
from services.reader.structure.glossaries import with_glossaries
from tests.reader.harness import read_here
from tests.reader.papers import Draw, lines, paper, together

WORDS = {
    "Ballast": "Heavy matter laid low in the hold of a ship so that it stays upright in a swell of the sea.",
    "Groyne": "A low wall that runs from the shore into the sea and holds the sand that drifts along it.",
    "Fathom": "A measure of depth of six feet, once the span of the arms of a sailor.",
    "Neap tide": "A tide of small range, which comes when the moon stands at a right angle to the sun.",
    "Quay": "A place to land.",
}
PROSE = (
    "Salt ate the iron hoops of the barrels within a year, so the coopers preferred hazel for whatever stayed outside"
    " of the sheds and was wetted by the spray of each tide that came in over the wall of the harbour in the winter."
)


def table(cells: dict[str, str], *, align: str) -> bytes:
    """A page with a table of two columns, whose cells go over several lines, between two paragraphs."""
    style = getSampleStyleSheet()["BodyText"]
    rows = [[Paragraph(cell, style) for cell in row] for row in cells.items()]
    told: list[Flowable] = [
        Paragraph(PROSE, style),
        Table(rows, colWidths=[90, 300], style=[("VALIGN", (0, 0), (-1, -1), align)]),
        Paragraph(PROSE, style),
    ]
    held = io.BytesIO()
    SimpleDocTemplate(held, invariant=1).build(told)
    return held.getvalue()


def rows_in(data: bytes) -> list[str]:
    return [block.text for block in read_here(data) if block.kind == "table_row"]


@pytest.mark.parametrize("align", ["TOP", "MIDDLE"])
def test_each_row_of_two_cells_is_a_block_and_the_text_around_is_none_of_it(align: str) -> None:
    data = table(WORDS, align=align)
    assert rows_in(data) == [f"{term} | {said}" for term, said in WORDS.items()]
    assert [block.text for block in read_here(data) if block.kind != "table_row"] == [PROSE, PROSE]


def test_a_glossary_that_is_printed_as_a_table_gives_its_entries() -> None:
    blocks = [
        Block(block_id="p1b0", text="Glossary", source_page=1, kind="heading", level=2),
        *read_here(table(WORDS, align="TOP"))[1:-1],
    ]
    assert [block.text for block in with_glossaries(blocks)[1:]] == [f"{a}: {b}" for a, b in WORDS.items()]


def columns(left: list[str], right: list[str], *, x: float = 300, apart: float = 14) -> Draw:
    """Lines in two columns, side by side."""
    return together(
        *(lines(text, x=60, top=100 + apart * n) for n, text in enumerate(left)),
        *(lines(text, x=x, top=100 + apart * n) for n, text in enumerate(right)),
    )


def test_a_key_and_what_it_does_are_a_row_in_tight_lines() -> None:
    keys = {"C-k": "kill to the end of the line", "M-d": "kill the word", "C-y": "bring back what was killed last"}
    assert rows_in(paper(columns(list(keys), list(keys.values()), x=150))) == [f"{a} | {b}" for a, b in keys.items()]


def test_two_columns_of_text_are_no_table_also_where_one_is_of_short_lines() -> None:
    prose = [
        "The sea rises and falls twice a day, and this",
        "is called the tide by all who live beside it;",
        "the moon pulls the water up on the side that",
        "faces it, and the earth is pulled away from",
        "the water of the other side, so that it stands",
        "high there, too, while between the two it is low",
    ] * 3
    assert not rows_in(paper(columns(prose, prose)))
    assert not rows_in(paper(columns(["Tides", "Harbours", "Salt", "Lamps of oil", "Ropes"], prose)))


def test_contents_formulas_bullets_and_notes_of_programs_are_no_rows() -> None:
    chapters = [f"1.{n}" for n in range(1, 6)], [f"Of the tides of port {n}" for n in range(5)]
    bullets = [f"• Cheap {n}" for n in range(5)], [f"• Dear {n}" for n in range(5)]
    programs = [f"put(x{n})" for n in range(5)], [f"# what is put is x{n}" for n in range(5)]
    equations = [f"x{n} = {n}" for n in range(5)], [f"({n})" for n in range(5)]
    for left, right in (chapters, bullets, programs, equations):
        assert not rows_in(paper(columns(left, right)))


def test_what_another_column_of_the_page_says_is_no_cell_of_a_row() -> None:
    keys = columns(["C-k", "M-d", "C-y", "C-w"], ["kill a line", "kill a word", "yank", "cut"], x=110)
    other = lines("Salt", x=350, top=114)
    assert rows_in(paper(together(keys, other))) == [
        "C-k | kill a line",
        "M-d | kill a word",
        "C-y | yank",
        "C-w | cut",
    ]


KEYS = {
    "Moving": {"n": "go to the next wreck", "p": "go to the wreck before", "u": "go up to the chart of all wrecks"},
    "Marking": {
        "m": "mark the wreck as found",
        "x": "strike the wreck from the chart",
        "r": "rename the wreck",
    },
    "Leaving": {"q": "leave the chart as it was", "s": "save the chart and leave it", "a": "ask what to do with it"},
}


def test_headings_between_the_rows_of_a_card_stay_before_their_rows_and_keys_of_a_letter_are_no_stamp() -> None:
    draws: list[Draw] = []
    top = 60.0
    for heading, keys in KEYS.items():
        draws.append(lines(heading, x=30, top=top, font="Times-Bold", size=13))
        for key, does in keys.items():
            top += 14
            draws += [lines(key, x=30, top=top, font="Courier"), lines(does, x=100, top=top)]
        top += 20
    told = [block.text for block in read_here(paper(together(*draws))) if block.material]
    assert told == [
        text for heading, keys in KEYS.items() for text in (heading, *(f"{key} | {does}" for key, does in keys.items()))
    ]


def test_the_next_column_of_a_page_is_no_third_cell_and_rows_of_one_length_are_rows() -> None:
    does = (
        "tie the boat up at the quay of the old town",
        "cut the boat off from the quay",
        "haul the boat onto the sand",
    )
    keys = [lines(key, x=40, top=100 + 14 * n, font="Courier") for n, key in enumerate(("tie", "cut", "haul"))]
    means = [lines(text, x=90, top=100 + 14 * n) for n, text in enumerate(does)]
    column = lines("Of the boats", *(f"no {n} is moored" for n in range(20)), x=300, top=114)
    found = rows_in(paper(together(*keys, *means, column)))
    assert found == [f"{key} | {text}" for key, text in zip(("tie", "cut", "haul"), does, strict=True)]
