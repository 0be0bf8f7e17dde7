"""What a PDF's pages become: order, kinds, mended text, emphasis, furniture, ids."""

import pytest
from reportlab.pdfgen.canvas import Canvas

from contracts.documents import Block
from services.reader.structure.blocks import title_from
from tests.reader.harness import read_here
from tests.reader.papers import HEIGHT, Draw, lines, paper, runs, together

LEFT = ("The first column begins here and goes", "on for some lines about the tides.")
RIGHT = ("The second column comes after it and", "tells of the moon and of its pull.")


def texts(blocks: list[Block]) -> list[str]:
    return [block.text for block in blocks]


def test_two_columns_are_read_one_after_the_other() -> None:
    columns = [
        [f"{side} paragraph {n} has a line that is", f"followed by its second of {side} {n}."]
        for side in "AB"
        for n in range(8)
    ]
    draws = [lines(*text, x=60 + 260 * (n // 8), top=100 + 45 * (n % 8)) for n, text in enumerate(columns)]
    found = read_here(paper(together(*draws[::-1])))
    assert [block.text[0] for block in found] == ["A"] * 8 + ["B"] * 8


def test_a_dense_page_keeps_its_columns_under_a_title() -> None:
    rows = [f"{side}{n} {'tides rise ' * 3}" for side in "AB" for n in range(180)]
    draws = [lines(text, x=60 + 260 * (n // 180), top=80 + 4 * (n % 180), size=3) for n, text in enumerate(rows)]
    title = lines(
        "The title stands over both columns and is as wide as they are together, or so", top=60, x=60, size=12
    )
    said = " ".join(texts(read_here(paper(together(*draws, title)))))
    assert len(said) > 10_000
    assert said.index("The title") < said.index("A0 ") < said.index("A179 ") < said.index("B0 ") < said.index("B179 ")


def test_bold_and_italic_spans_are_offsets_into_the_final_text() -> None:
    data = paper(
        runs(
            ("A ", "Times-Roman"),
            ("glacier", "Times-Bold"),
            (" is a ", "Times-Roman"),
            ("slow", "Times-Italic"),
            (" river of ice.", "Times-Roman"),
        )
    )
    (block,) = read_here(data)
    assert block.text == "A glacier is a slow river of ice."
    assert [(block.text[e.start : e.end], e.style) for e in block.emphasis] == [("glacier", "bold"), ("slow", "italic")]


def test_offsets_hold_after_ligatures_and_mended_hyphens() -> None:
    data = paper(
        together(
            lines("The word inter-", top=100),
            lines("national is mended here, before", top=113.75),
            runs(("the ", "Times-Roman"), ("estuary", "Times-Bold"), (" comes.", "Times-Roman"), top=127.5),
        )
    )
    (block,) = read_here(data)
    assert block.text == "The word international is mended here, before the estuary comes."
    (span,) = block.emphasis
    assert block.text[span.start : span.end] == "estuary"


def test_a_hyphen_that_is_the_words_own_stays() -> None:
    data = paper(lines("A well-known rule says that a well-", "known rule is known to most of us."))
    assert "a well-known rule is known" in read_here(data)[0].text


def test_a_hyphen_for_the_end_of_a_word_that_follows_stays_apart() -> None:
    data = paper(lines("The harbour buys short-", "and long-term stores of oil for the lamp."))
    assert "short- and long-term stores" in read_here(data)[0].text


def test_headings_have_levels_by_size_and_number() -> None:
    data = paper(
        together(
            lines("The Sea", top=80, font="Helvetica-Bold", size=20),
            lines("Tides", top=120, font="Helvetica-Bold", size=14),
            lines(
                "The sea rises and falls twice a day, and this is",
                "called the tide by all who live beside it.",
                top=160,
            ),
        )
    )
    blocks = read_here(data)
    assert [(b.kind, b.level) for b in blocks] == [("heading", 1), ("heading", 2), ("paragraph", None)]


@pytest.mark.parametrize(
    ("first", "second", "apart"), [("How the Moon Pulls", "The Water of the Sea", 34), ("Chapter 3", "The Tides", 32)]
)
def test_a_heading_on_two_lines_is_one(first: str, second: str, apart: float) -> None:
    big = {"font": "Helvetica-Bold", "size": 20}
    prose = lines("The sea rises and falls twice a day, and this is", "called the tide by all.", top=300)
    data = paper(together(lines(first, top=80, **big), lines(second, top=80 + apart, **big), prose))  # type: ignore[arg-type]
    assert [(b.kind, b.text) for b in read_here(data)][:1] == [("heading", f"{first} {second}")]


def test_headings_one_under_the_other_stay_apart_where_they_are_several() -> None:
    def read(*told: tuple[str, float, float]) -> list[str]:
        prose = lines("The sea rises and falls twice a day, and this is", "called the tide by all.", top=500)
        heads = [lines(text, top=top, font="Helvetica-Bold", size=size) for text, top, size in told]
        return [b.text for b in read_here(paper(together(*heads, prose))) if b.kind == "heading"]

    assert read(("The Moon", 80, 20), ("Tides", 112, 14)) == ["The Moon", "Tides"]
    assert read(("The Moon", 80, 20), ("Tides", 180, 20)) == ["The Moon", "Tides"]
    assert read(("1 The Moon", 80, 20), ("2 The Tides", 114, 20)) == ["1 The Moon", "2 The Tides"]
    four = ["The Moon", "The Sun", "The Tides", "The Waves"]
    assert read(*[(text, 80 + 34 * n, 20) for n, text in enumerate(four)]) == four


def test_running_headers_footers_and_page_numbers_are_no_material() -> None:
    pages = [
        together(
            lines("A Course in Tides", top=30),
            lines(
                f"Page {n} tells its own story, number {n * 7}, of the sea and",
                "of what it does to the coast.",
                top=300,
            ),
            lines(str(n), top=820, x=300),
        )
        for n in range(1, 5)
    ]
    blocks = read_here(paper(*pages))
    assert {b.text for b in blocks if not b.material} == {"A Course in Tides", "1", "2", "3", "4"}
    assert sum(b.material for b in blocks) == 4


def test_what_is_all_that_its_pages_hold_is_no_running_header() -> None:
    blocks = read_here(paper(*[lines(f"This is what page {n} says.", top=30) for n in range(1, 5)]))
    assert all(block.material for block in blocks)


def test_a_title_that_the_footers_repeat_stays_a_heading() -> None:
    prose = ("The sea rises and falls twice a day, and this is", "called the tide by all who live beside it.")
    footer = lines("On Tides", top=815, size=8)
    first = together(lines("On Tides", top=60, font="Times-Bold", size=20), lines(*prose, top=200), footer)
    blocks = read_here(paper(first, *[together(lines(*prose, top=100 + 50 * n), footer) for n in range(1, 4)]))
    assert [(b.text, b.material) for b in blocks if b.text == "On Tides"] == [("On Tides", True)] + [
        ("On Tides", False)
    ] * 4


def test_contents_and_references_are_no_material() -> None:
    contents = together(
        lines("Contents", top=80, font="Times-Bold", size=16),
        *(lines(f"Part {n} of it {'.' * 40} {n * 3}", top=120 + 30 * n) for n in range(1, 7)),
    )
    body = together(
        lines("Tides", top=80, font="Times-Bold", size=16),
        lines("The sea rises and falls twice a day, which is the tide.", top=120),
        lines("References", top=300, font="Times-Bold", size=16),
        lines("Moon, A. (1999). On the pull of the moon. Tidal Press.", top=330),
    )
    blocks = read_here(paper(contents, body))
    assert [b.text for b in blocks if b.material] == [
        "Tides",
        "The sea rises and falls twice a day, which is the tide.",
    ]


def test_list_items_code_and_captions_are_told_apart() -> None:
    data = paper(
        together(
            lines("The tide has these causes, which are all well known:", top=100),
            lines("• the moon, which pulls at the sea", "• the sun, which pulls less", top=140),
            lines("print(tide.height)", top=220, font="Courier"),
            lines("Figure 3: How the tide rises over one day.", top=300),
        )
    )
    assert [b.kind for b in read_here(data)] == ["paragraph", "list_item", "list_item", "code", "caption"]


def test_rows_of_a_table_are_blocks_of_their_own() -> None:
    cells = [("Port", "High", "Low"), ("Bergen", "1.4", "0.3"), ("Oslo", "0.7", "0.5")]
    data = paper(
        together(
            *(
                lines(text, x=72 + 150 * m, top=100 + 30 * n)
                for n, row in enumerate(cells)
                for m, text in enumerate(row)
            )
        )
    )
    rows = [b.text for b in read_here(data) if b.kind == "table_row"]
    assert rows == ["Port | High | Low", "Bergen | 1.4 | 0.3", "Oslo | 0.7 | 0.5"]


def test_ids_name_page_and_place_and_equal_bytes_give_equal_blocks() -> None:
    data = paper(lines(*LEFT), together(lines(*LEFT), lines(*RIGHT, top=300)))
    blocks = read_here(data)
    assert [b.block_id for b in blocks] == ["p1b1", "p2b1", "p2b2"]
    assert read_here(data) == blocks


def test_boxes_have_their_origin_at_the_top_left() -> None:
    (block,) = read_here(paper(lines("One line near the top of the page.", top=50)))
    assert block.box is not None
    assert 30 < block.box.y0 < block.box.y1 < 60
    assert 70 < block.box.x0 < block.box.x1 < 400


def test_a_ragged_line_that_leaves_no_room_for_the_next_word_ends_no_paragraph() -> None:
    data = paper(
        lines(
            "The harbour is wide and holds the ships.",
            "It is deep too in the daytime.",
            "Understandably the ships come in at night.",
        )
    )
    assert len(read_here(data)) == 1


FULL = (
    "Where the river meets the sea its water slows down and lets fall what it",
    "has carried all the way from the hills, first the gravel, then the coarse",
    "sand, and last of all mud. So the flats of an estuary are made of mud.",
    "Recall that birds of many kinds feed there when the water is low, and rest.",
    "They come at night.",
)


@pytest.mark.parametrize("rounded", [(15.0, 15.7), (15.7, 15.0)])
def test_a_paragraph_whose_lines_stand_apart_by_rounded_distances_is_one(rounded: tuple[float, float]) -> None:
    tops = [100.0]
    for n in range(3 * len(FULL)):
        tops.append(tops[-1] + (27.0 if n % len(FULL) == len(FULL) - 1 else rounded[n % 2]))
    draws = [lines(text, top=top) for text, top in zip(FULL * 3, tops, strict=False)]
    assert texts(read_here(paper(together(*draws)))) == [" ".join(FULL)] * 3


def test_a_line_in_brackets_below_an_indented_one_goes_on_with_it() -> None:
    page = together(
        lines(*FULL, top=100),
        lines("The tide rises almost anywhere where it could be said by a man to do so,", x=92, top=180),
        lines("(and in a few where it does not). So it is.", x=72, top=180 + 11 * 1.25),
    )
    assert texts(read_here(paper(page)))[1].endswith("to do so, (and in a few where it does not). So it is.")


def test_short_lines_that_end_their_sentences_stay_apart() -> None:
    items = ("The tide is high.", "The moon is full.", "The ships are in.")
    tops = (300.0, 315.7, 331.4)
    draws = [lines(text, x=90, top=top) for text, top in zip(items, tops, strict=True)]
    assert texts(read_here(paper(together(lines(*FULL, top=100), *draws))))[1:] == list(items)


def test_a_line_that_names_a_command_is_text_and_parts_no_paragraph() -> None:
    first = runs(("Whoever wants to know how high the tide stands today may ask for", "Times-Roman"))
    command = runs(
        ("it with ", "Times-Roman"), ("tide --height --port harbour", "Courier"), (", which", "Times-Roman"), top=114
    )
    last = runs(("prints a number of metres.", "Times-Roman"), top=128)
    code = runs(("tide --height --port harbour", "Courier"), top=180)
    blocks = read_here(paper(together(first, command, last, code)))
    assert [block.kind for block in blocks] == ["paragraph", "code"]
    assert blocks[0].text.endswith("may ask for it with tide --height --port harbour, which prints a number of metres.")


def test_items_of_a_list_whose_bullets_are_drawn_stand_apart() -> None:
    items = (
        "Granite for the wall, which the sea does not wear",
        "Hazel for the hoops of whatever stays outside in the spray",
        "Ice from the north",
        "Boxes of pine",
    )
    prose = lines(
        *("The harbour was dredged each spring by twelve men, and what was dug out of it went",) * 3, "inland.", top=100
    )
    blocks = read_here(paper(together(prose, lines(*items, x=90, top=170))))
    assert [block.text for block in blocks[1:]] == list(items)


def test_a_sentence_whose_lines_begin_with_names_is_one_paragraph() -> None:
    said = (
        "The harbours of the coast from north to south are Ostra,",
        "Vidra, Kalle and Bern, and the largest is that of",
        "Lund, where the ships of the north lie in winter.",
    )
    assert [block.text for block in read_here(paper(lines(*said)))] == [" ".join(said)]


def test_each_footnote_is_a_paragraph() -> None:
    notes = (
        "1 The mud of the harbour was sold to farmers, as the",
        "books of the town tell",
        "2 Of these the oldest is lost",
    )
    assert [block.text for block in read_here(paper(lines(*notes, size=8)))] == [" ".join(notes[:2]), notes[2]]


def test_a_command_in_larger_type_is_no_heading_though_not_all_of_it_is_typed() -> None:
    prose = lines(*("The tide of the day is told by the harbour's own program, as follows here",) * 4, size=9)
    command = runs(("tide --port", "Courier"), (" name", "Times-Italic"), top=200, size=11)
    blocks = read_here(paper(together(prose, command)))
    assert [block.kind for block in blocks if block.text.startswith("tide --port")] == ["paragraph"]


PROGRAM = ("for hour in day:", "    if high(hour):", "        print(hour)", "", "    wait()", "done()")


def drawn_program(*, size: float = 10, wide: float = 0.6, top: float = 200) -> Draw:
    """Each letter by itself, as programs that set listings do it, `wide` sizes from the one before."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Courier", size)
        for n, line in enumerate(PROGRAM):
            for at, letter in enumerate(line):
                if letter != " ":
                    canvas.drawString(72 + at * wide * size, HEIGHT - top - 1.2 * size * n, letter)

    return draw


@pytest.mark.parametrize("wide", [0.6, 0.72])
def test_code_keeps_its_lines_and_their_indents_as_they_are_printed(wide: float) -> None:
    told = lines(
        "The harbour is watched by a program that looks at", "each hour of the day and says which ones are high."
    )
    ended = lines("So it is done each day, and nobody has to look.", top=320)
    blocks = read_here(paper(together(told, drawn_program(wide=wide), ended)))
    assert [block.kind for block in blocks] == ["paragraph", "code", "paragraph"]
    assert blocks[1].text == "\n".join(PROGRAM)
    shown = [blocks[1].text[line.start : line.end].strip() for line in blocks[1].lines]
    assert shown == [line.strip() for line in PROGRAM if line]


def test_a_command_in_a_sentence_is_parted_from_its_words_and_sets_nothing_apart() -> None:
    page = runs(("You leave the loop with ", "Times-Roman"), ("break", "Courier-Bold"), (" as soon as", "Times-Roman"))
    more = lines("the water is high, and the program waits for the next tide.", top=113.75)
    (block,) = read_here(paper(together(page, more)))
    assert block.text.startswith("You leave the loop with break as soon as the water")
    assert block.emphasis == []


def test_marks_that_part_words_begin_no_item_at_a_lines_beginning_and_those_of_a_list_do() -> None:
    words = lines("Words: the tides of the sea · low water", "· high water · ebb and flood.", top=100)
    listed = lines("· Of tides · of boats", "· Of ropes · of knots", top=200)
    found = [(block.kind, block.text) for block in read_here(paper(together(words, listed)))]
    assert found == [
        ("paragraph", "Words: the tides of the sea · low water · high water · ebb and flood."),
        ("list_item", "· Of tides · of boats"),
        ("list_item", "· Of ropes · of knots"),
    ]


@pytest.mark.parametrize("counted", ["Chapter 4", "Kapittel IV", "Teil 2."])
def test_a_heading_that_only_counts_is_no_title_beside_another(counted: str) -> None:
    first, second = (
        Block(block_id=f"p1b{n}", text=text, kind="heading", level=n + 1)
        for n, text in enumerate((counted, "Of Tides"))
    )
    assert title_from([first, second], "a.pdf") == "Of Tides"
    assert title_from([first], "a.pdf") == counted


def test_a_last_line_that_is_mostly_a_smaller_name_in_a_typewriters_type_is_its_paragraphs() -> None:
    first = lines("The harbour master reads the height of the tide from", top=100)

    def last(canvas: Canvas) -> None:
        at = canvas.beginText(72, HEIGHT - 113.75)
        for text, font, size in (("HEIGHT_OF_TIDE", "Courier", 9), (" and month.", "Times-Roman", 11)):
            at.setFont(font, size)
            at.textOut(text)
        canvas.drawText(at)

    found = read_here(paper(together(first, last)))
    assert texts(found) == ["The harbour master reads the height of the tide from HEIGHT_OF_TIDE and month."]
