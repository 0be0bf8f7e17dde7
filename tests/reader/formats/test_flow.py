"""Each format becomes the same blocks, with its own count of pages."""

import io
import time
import zipfile
from pathlib import Path

import docx
import pytest
from docx.shared import Pt

from services.reader.formats.flow import Flow, read_flow
from services.reader.formats.media import PDF, media_type_of
from services.reader.settings import ReaderSettings
from tests.reader.formats import made
from tests.reader.formats.made import FACTS, put

Row = tuple[str, str, str | None, str]


def read(folder: Path, content: bytes | str) -> Flow:
    path = put(folder, content)
    return read_flow(path, media_type_of(path), ReaderSettings())


def rows(flow: Flow) -> list[Row]:
    return [(each.block_id, each.kind, each.aside, each.text) for each in flow.blocks]


def set_apart(flow: Flow, block_id: str) -> list[tuple[str, str]]:
    block = next(each for each in flow.blocks if each.block_id == block_id)
    return [(block.text[span.start : span.end], span.style) for span in block.emphasis]


def test_a_word_document_gives_headings_lists_tables_captions_and_formulas(tmp_path: Path) -> None:
    flow = read(tmp_path, made.word())
    assert (flow.title, flow.page_kind, flow.pages) == ("The Kettle", "section", 3)
    assert rows(flow) == [
        ("p1b1", "heading", None, "The Kettle"),
        ("p1b2", "heading", None, "Heat"),
        ("p1b3", "paragraph", None, "A coil turns current into heat."),
        ("p1b4", "list_item", None, "Fill it."),
        ("p1b5", "list_item", None, "Switch it on."),
        ("p2b1", "heading", None, "Lime"),
        ("p2b2", "paragraph", None, FACTS[2]),
        ("p2b3", "table_row", None, "Water | Lime"),
        ("p2b4", "table_row", None, "hard | much"),
        ("p2b5", "caption", None, "Figure 1: A coil"),
        ("p2b6", "paragraph", None, "Seen."),
        ("p2b7", "formula", None, "E=(a+b)/c"),
        ("p3b1", "heading", "references", "References"),
        ("p3b2", "paragraph", "references", "A. Writer, On Kettles, 1999."),
        ("p3b3", "other", "running", "Kettle course"),
    ]
    assert [block.level for block in flow.blocks if block.kind == "heading"] == [1, 2, 2, 2]
    assert set_apart(flow, "p1b3") == [("coil", "bold"), ("current", "italic")]


def test_a_table_within_a_table_is_told_once(tmp_path: Path) -> None:
    document = docx.Document()
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip((*table.rows[0].cells, table.cell(1, 0)), ("Name", "Parts", "Kettle"), strict=True):
        cell.text = text
    inner = table.cell(1, 1).add_table(rows=2, cols=2)
    for cell, text in zip((*inner.rows[0].cells, *inner.rows[1].cells), ("Coil", "heats", "Lid", "shuts"), strict=True):
        cell.text = text
    page = document.add_table(rows=1, cols=1).cell(0, 0)
    page.text = FACTS[0]
    page.add_table(rows=1, cols=2).rows[0].cells[1].text = "Lime"
    assert [(kind, text) for _, kind, _, text in rows(read(tmp_path, made.saved(document)))] == [
        ("table_row", "Name | Parts"),
        ("table_row", "Kettle"),
        ("table_row", "Coil | heats"),
        ("table_row", "Lid | shuts"),
        ("paragraph", FACTS[0]),
        ("table_row", "Lime"),
    ]


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_NOTES = f'<w:footnotes {_W}><w:footnote w:id="2"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>'


def test_word_keeps_notes_beside_the_text_and_reads_insertions_links_and_text_boxes(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(made.word())) as archive:
        held = {each: archive.read(each).decode("latin-1") for each in archive.namelist()}
    body = (
        "<w:p><w:r><w:t>Heat</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r><w:ins><w:r><w:t> rises</w:t></w:r>"
    )
    body += "</w:ins><w:del><w:r><w:delText> falls</w:delText></w:r></w:del><w:hyperlink><w:r><w:t> fast.</w:t></w:r>"
    body += "</w:hyperlink><w:r><w:pict><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent>"
    body += "</w:pict></w:r></w:p>"
    held["word/document.xml"] = held["word/document.xml"].replace(
        "<w:body>", f"<w:body><w:sdt><w:sdtContent>{body}</w:sdtContent></w:sdt>", 1
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    link = f'<Relationship Id="rId99" Type="{kind}" Target="footnotes.xml"/></Relationships>'
    held["word/_rels/document.xml.rels"] = held["word/_rels/document.xml.rels"].replace("</Relationships>", link)
    part = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    held["[Content_Types].xml"] = held["[Content_Types].xml"].replace(
        "</Types>", f'<Override PartName="/word/footnotes.xml" ContentType="{part}"/></Types>'
    )
    flow = read(tmp_path, made.zipped(dict(held, **{"word/footnotes.xml": _NOTES})))
    assert rows(flow)[:3] == [
        ("p1b1", "paragraph", None, "Heat rises fast."),
        ("p1b2", "other", "references", "A note."),
        ("p1b3", "paragraph", None, "In a box."),
    ]


def test_slides_give_title_text_table_and_then_the_notes(tmp_path: Path) -> None:
    flow = read(tmp_path, made.slides())
    assert (flow.page_kind, flow.pages) == ("slide", 2)
    assert rows(flow) == [
        ("p1b1", "heading", None, "Kettles"),
        ("p1b2", "paragraph", None, "A short course"),
        ("p2b1", "heading", None, "Heat"),
        ("p2b2", "list_item", None, FACTS[0]),
        ("p2b3", "list_item", None, FACTS[1]),
        ("p2b4", "table_row", None, "Water | 100 degrees"),
        ("p2b5", "paragraph", None, FACTS[2]),
    ]


def test_a_book_is_read_chapter_by_chapter_without_its_navigation(tmp_path: Path) -> None:
    flow = read(tmp_path, made.book())
    assert (flow.title, flow.page_kind, flow.pages, flow.language) == ("The Kettle Book", "section", 2, "no")
    assert rows(flow) == [
        ("p1b1", "heading", None, "Varme"),
        ("p1b2", "paragraph", None, f"{FACTS[0]} Ja."),
        ("p2b1", "heading", None, "Kalk"),
        ("p2b2", "paragraph", None, "Kalk er hard."),
    ]


def test_a_page_of_the_web_gives_its_main_content_alone(tmp_path: Path) -> None:
    flow = read(tmp_path, made.WEB)
    assert (flow.title, flow.pages, flow.language) == ("The Kettle", 2, "en")
    assert rows(flow) == [
        ("p1b1", "heading", None, "The Kettle"),
        ("p1b2", "list_item", "contents", "Heat"),
        ("p1b3", "list_item", "contents", "Lime"),
        ("p1b4", "list_item", "contents", "Steam"),
        ("p1b5", "heading", None, "Heat"),
        ("p1b6", "paragraph", None, "A coil turns current into heat, at 10^3 watts."),
        ("p1b7", "list_item", None, "1. Fill it."),
        ("p1b8", "list_item", None, "2. Switch it on."),
        ("p1b9", "list_item", None, "Lime: Chalk that hard water leaves."),
        ("p2b1", "heading", None, "Tables"),
        ("p2b2", "caption", None, "Waters"),
        ("p2b3", "table_row", None, "Water | Lime"),
        ("p2b4", "table_row", None, "hard | much"),
        ("p2b5", "code", None, "boil(water)"),
        ("p2b6", "formula", None, "P = E/t"),
        ("p2b7", "paragraph", "references", "1. A note."),
    ]
    assert set_apart(flow, "p1b6") == [("coil", "bold"), ("current", "italic")]


def test_a_box_with_a_title_beside_the_text_is_text_and_a_list_of_links_is_not(tmp_path: Path) -> None:
    page = f"""<html><body><h1>Kettles</h1><p>{FACTS[0]}</p>
        <div class="sidebar"><div class="titlepage"><p><strong>Tip</strong></p></div><p>{FACTS[1]}</p></div>
        <div class="sidebar"><a href="/a">Pots</a> <a href="/b">Pans</a></div></body></html>"""
    assert [block.text for block in read(tmp_path, page).blocks] == ["Kettles", FACTS[0], "Tip", FACTS[1]]


def test_what_is_said_of_a_figure_without_a_number_is_its_caption(tmp_path: Path) -> None:
    text = f"# Kettles\n\n*Figure: A coil under water (by a friend)*\n\nFigure it out: {FACTS[0]}"
    assert [block.kind for block in read(tmp_path, text).blocks] == ["heading", "caption", "paragraph"]


def test_markdown_is_rendered_with_tables_notes_formulas_and_front_matter(tmp_path: Path) -> None:
    flow = read(tmp_path, made.MARKDOWN)
    assert (flow.title, flow.language) == ("Kettles at home", "no")
    assert [row[1:] for row in rows(flow)] == [
        ("heading", None, "Kettles"),
        ("paragraph", None, "A coil turns current into heat."),
        ("list_item", None, "Fill it."),
        ("list_item", None, "Switch it on."),
        ("table_row", None, "Water | Lime"),
        ("table_row", None, "hard | much"),
        ("heading", None, "Sums"),
        ("formula", None, r"\frac{E}{t}"),
        ("paragraph", None, "With P = E/t it is told."),
        ("code", None, "boil()"),
        ("list_item", "references", "1. A note."),
    ]


def test_a_formula_that_cannot_be_said_in_a_line_is_no_paragraph(tmp_path: Path) -> None:
    flow = read(tmp_path, "# Sums\n\nSo **it** is $\\begin{cases} a & b \\end{cases}$ for all.\n")
    assert [each.kind for each in flow.blocks] == ["heading", "formula"]


def test_hard_wrapped_text_is_joined_and_its_hyphens_are_mended(tmp_path: Path) -> None:
    flow = read(tmp_path, made.PLAIN)
    assert [(each.kind, each.level, each.text[:12]) for each in flow.blocks] == [
        ("heading", 1, "KETTLES"),
        ("heading", 1, "1. Heat"),
        ("paragraph", None, "A kettle tur"),
        ("heading", 2, "Lime"),
        ("list_item", None, "Fill it with"),
        ("list_item", None, "Switch it on"),
    ]
    assert "wound into a spiral, and" in flow.blocks[2].text
    assert flow.blocks[4].text.endswith("settle on the coil and slow the heat down.")


def test_text_with_a_line_per_paragraph_keeps_them_apart(tmp_path: Path) -> None:
    flow = read(tmp_path, "\n".join(f"{' '.join(FACTS)} Number {n}." for n in range(3)))
    assert [each.text[-9:] for each in flow.blocks] == ["Number 0.", "Number 1.", "Number 2."]


def test_cues_become_paragraphs_of_whole_sentences_with_their_times(tmp_path: Path) -> None:
    flow = read(tmp_path, made.SUBTITLES)
    assert (flow.page_kind, flow.pages) == ("cue", 4)
    assert [(each.block_id, each.start_sec, each.end_sec, each.text) for each in flow.blocks] == [
        ("p1b1", 1.0, 8.0, f"{FACTS[0]} Steam takes more energy."),
        ("p4b1", 12.0, 14.0, "Lime slows it down."),
    ]


def test_rolling_captions_say_each_word_once(tmp_path: Path) -> None:
    flow = read(tmp_path, made.WEBVTT)
    assert [(each.start_sec, each.end_sec, each.text) for each in flow.blocks] == [
        (1.0, 5.0, "Hot water rises and cold water sinks & stays.")
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
@pytest.mark.parametrize("page", [False, True])
def test_norwegian_letters_are_read_in_every_encoding(tmp_path: Path, encoding: str, page: bool) -> None:
    told = "Kjelen står på bålet, og vannet blir så varmt at det må stå og kjøle seg ned før øret tåler å høre på den."
    flow = read(tmp_path, (f"<html><body><p>{told}</p></body></html>" if page else told).encode(encoding))
    assert [each.text for each in flow.blocks] == [told]


def test_short_bold_paragraphs_are_headings_where_nothing_else_is(tmp_path: Path) -> None:
    flow = read(tmp_path, f"<html><p><b>Heat</b></p><p>{FACTS[0]}</p><p><b>Lime</b></p><p>{FACTS[2]}</p></html>")
    assert [(each.kind, each.source_page) for each in flow.blocks] == [
        ("heading", 1),
        ("paragraph", 1),
        ("heading", 2),
        ("paragraph", 2),
    ]


def test_a_text_without_paragraphs_is_cut_at_the_ends_of_sentences(tmp_path: Path) -> None:
    flow = read(tmp_path, " ".join(FACTS * 100))
    assert len(flow.blocks) > 1
    assert all(len(each.text) <= 10_000 and each.text.endswith(".") for each in flow.blocks)
    assert " ".join(each.text for each in flow.blocks) == " ".join(FACTS * 100)


def test_the_same_bytes_give_the_same_blocks(tmp_path: Path) -> None:
    for content in made.SAMPLES.values():
        assert read(tmp_path, content) == read(tmp_path, content)


def test_a_media_type_that_does_not_flow_is_the_callers_fault(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no flow"):
        read_flow(put(tmp_path, b"%PDF-1.7"), PDF, ReaderSettings())


def test_what_stands_in_braces_behind_a_markdown_heading_is_no_word_of_it(tmp_path: Path) -> None:
    flow = read(
        tmp_path, f"# The Kettle {{#kettle-1}}\n\n{FACTS[0]}\n\n## *Lime* {{: .big #lime }}\n\nA set {{#x}} here.\n"
    )
    headings = [block.text for block in flow.blocks if block.kind == "heading"]
    assert headings == ["The Kettle", "Lime"]
    assert flow.blocks[-1].text == "A set {#x} here."


def test_stars_in_markdown_that_set_nothing_off_are_no_text(tmp_path: Path) -> None:
    told = "## Of Boats****\n\n*Figure: a boat at low water *\n\nOf **boats** there are 5 * 3 here.\n"
    found = [(b.kind, b.text) for b in read(tmp_path, told).blocks]
    assert found == [
        ("heading", "Of Boats"),
        ("caption", "Figure: a boat at low water"),
        ("paragraph", "Of boats there are 5 * 3 here."),
    ]


def test_a_star_in_markdown_that_belongs_to_a_word_stays(tmp_path: Path) -> None:
    told = "## The search A*\n\nOf the ways through a harbour it finds the shortest, as does IDA*\n"
    assert [b.text for b in read(tmp_path, told).blocks] == [
        "The search A*",
        "Of the ways through a harbour it finds the shortest, as does IDA*",
    ]


def test_a_long_row_of_stars_in_markdown_costs_no_more_than_its_length(tmp_path: Path) -> None:
    def cost(stars: int) -> float:
        began = time.process_time()
        read(tmp_path, f"# Boats\n\nA boat{'*' * stars}and **a** sail: [tides](t.md).{'*' * stars}and so on\n")
        return time.process_time() - began

    cost(10)
    assert cost(80_000) < 3


@pytest.mark.parametrize(
    "told",
    [
        "A car costs $3,000 in May and $12,000 in June.",
        "It rose from $5 to $7 (in US$ of that year).",
        "Prices of 5$ and 10$ are low.",
        "Between $3k and US$ 5k it is cheap.",
        "It costs $5, not $6.",
    ],
)
def test_sums_of_money_in_markdown_are_no_formulas(tmp_path: Path, told: str) -> None:
    assert [block.text for block in read(tmp_path, f"# Money\n\n{told}").blocks] == ["Money", told]


def test_formulas_in_markdown_are_formulas_beside_money(tmp_path: Path) -> None:
    text = "# Money\n\nWith $n$ cars of $c = 2$ tons it is $n + c$, or $5$ in all, for $300."
    assert [block.text for block in read(tmp_path, text).blocks] == [
        "Money",
        "With n cars of c = 2 tons it is n + c, or 5 in all, for $300.",
    ]


PROGRAM = "for hour in day:\n    if high(hour):\n        print(hour)\n\n    wait()"


def word_by_style() -> bytes:
    document = docx.Document()
    document.add_paragraph("The program looks at each hour.")
    document.styles.add_style("Source Code", 1)
    for line in PROGRAM.replace(8 * " ", "\t").split("\n"):
        document.add_paragraph(line, style="Source Code")
    document.add_paragraph("So it is done.")
    return made.saved(document)


def word_by_font() -> bytes:
    document = docx.Document()
    document.add_paragraph("The program looks at each hour.")
    first, second = PROGRAM.split("\n\n")
    for text in (first, "", second.strip()):
        document.add_paragraph().add_run(text).font.name = "Courier New"
    document.paragraphs[-1].paragraph_format.left_indent = Pt(24)
    plain = document.add_paragraph("So ")
    plain.add_run("wait").font.name = "Courier New"
    plain.add_run(" is done.")
    return made.saved(document)


def around(code: str) -> str:
    return f"<html><body><h1>Tides</h1><p>The program looks at each hour.</p>{code}<p>So it is done.</p></body></html>"


@pytest.mark.parametrize(
    "content",
    [
        f"# Tides\n\nThe program looks at each hour.\n\n```python\n{PROGRAM}\n```\n\nSo it is done.\n",
        around(f"<pre><code>{PROGRAM}</code></pre>"),
        around("<pre>" + PROGRAM.replace("\n", "<br>") + "</pre>"),
        around("<p><code>" + PROGRAM.replace(" ", "&nbsp;").replace("\n", "<br>") + "</code></p>"),
        around("<pre>" + "".join(f"<div>{line}</div>" for line in PROGRAM.split("\n") if line) + "</pre>"),
        around(f"<table><tr><td><pre>1\n2\n3\n4\n5</pre></td><td><pre>{PROGRAM}</pre></td></tr></table>"),
        around(f'<div style="white-space: pre">{PROGRAM}</div>'),
        word_by_style(),
        word_by_font(),
    ],
    ids=["markdown", "pre", "pre-br", "code-br", "pre-div", "numbered", "white-space", "word-style", "word-font"],
)
def test_code_keeps_its_lines_and_their_indents(tmp_path: Path, content: bytes | str) -> None:
    found = {block.kind: block.text for block in read(tmp_path, content).blocks}
    assert found["code"].replace("\n\n", "\n") == PROGRAM.replace("\n\n", "\n")
    assert found["paragraph"].endswith("is done.")


def test_code_in_plain_text_is_one_program_with_its_empty_lines(tmp_path: Path) -> None:
    program = "def high(hour):\n    return table[hour];\n\nprint(high(3));"
    set_in = "".join(f"    {line}\n" if line else "\n" for line in program.split("\n"))
    flow = read(tmp_path, f"The program looks at each hour of the day.\n\n{set_in}\nSo it is done.\n")
    assert [(block.kind, block.text) for block in flow.blocks][1:2] == [("code", program)]


def test_more_code_than_a_block_may_hold_is_parted_at_a_line(tmp_path: Path) -> None:
    program = "\n".join(f"    wait({n})  # one. And two." for n in range(900))
    flow = read(tmp_path, around(f"<pre>start()\n{program}</pre>"))
    parts = [block.text for block in flow.blocks if block.kind == "code"]
    assert len(parts) > 1
    assert "\n".join(parts) == f"start()\n{program}"
