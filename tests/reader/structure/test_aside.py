"""What is no material says why; and what only looks like it stays."""

from services.reader.pages import Heard, Line, Page, Run
from services.reader.structure.blocks import blocks_of
from tests.reader.harness import read_here
from tests.reader.papers import lines, paper, together

PROSE = ("The sea rises and falls twice a day, and this is", "called the tide by all who live beside it.")


def test_each_reason_is_named() -> None:
    contents = together(
        lines("Contents", top=80, font="Times-Bold", size=16),
        *(lines(f"Part {n} of it {'.' * 40} {n * 3}", top=120 + 30 * n) for n in range(1, 7)),
    )
    pages = [
        together(lines("A Course in Tides", top=30), lines(f"Part {n}.", *PROSE, top=100 + 40 * n)) for n in range(4)
    ]
    last = together(lines("References", top=80, font="Times-Bold", size=16), lines("Moon, A. (1999). Tides.", top=120))
    blocks = read_here(paper(contents, *pages, last))
    assert {(b.aside, b.text) for b in blocks if b.aside in ("running", "references")} == {
        ("running", "A Course in Tides"),
        ("references", "References"),
        ("references", "Moon, A. (1999). Tides."),
    }
    assert {b.source_page for b in blocks if b.aside == "contents"} == {1}
    assert all(b.material is (b.aside is None) for b in blocks)


def test_contents_go_on_over_pages_and_their_bold_entries_end_nothing() -> None:
    first = together(
        lines("Contents", top=80, font="Times-Bold", size=16),
        *(
            lines(f"{n} Of the sea and its ways {n * 3}", top=120 + 40 * n, font="Times-Bold", size=13)
            for n in range(9)
        ),
    )
    second = together(*(lines(f"{n} Of the moon and its ways {n * 3}", top=120 + 40 * n) for n in range(9, 14)))
    third = together(lines("The Sea", top=80, font="Times-Bold", size=16), lines(*PROSE, top=120))
    blocks = read_here(paper(first, second, third))
    assert {b.aside for b in blocks if b.source_page < 3} == {"contents"}
    assert [b.aside for b in blocks if b.source_page == 3] == [None, None]


def test_a_slides_title_that_the_next_slides_repeat_is_a_heading_once() -> None:
    slides = [
        together(lines("Tides step by step", top=40, font="Helvetica", size=20), lines(f"Slide {n}.", *PROSE, top=200))
        for n in range(4)
    ]
    others = [lines(f"Other {n}.", *PROSE, top=150 + 30 * n) for n in range(6)]
    titles = [b for b in read_here(paper(*slides, *others)) if b.text == "Tides step by step"]
    assert [(b.kind, b.aside) for b in titles] == [("heading", None)] + [("paragraph", "running")] * 3


def test_footers_inside_wide_margins_and_section_titles_at_the_top_are_running() -> None:
    pages = [
        together(
            lines(f"Of part {'abcd'[n // 2]}", top=70),
            lines(f"{'Here' if n % 2 else 'There'} is number {n}.", *PROSE, top=200 + 30 * n),
            lines(str(n + 1), top=735, x=300),
        )
        for n in range(8)
    ]
    blocks = read_here(paper(*pages))
    assert {b.text for b in blocks if b.aside == "running"} == {
        *map(str, range(1, 9)),
        *(f"Of part {c}" for c in "abcd"),
    }


def test_words_beside_another_column_are_no_rows_of_a_table() -> None:
    left = [(f"key{n}", f"does thing {n} for you") for n in range(4)]
    draws = [lines(a, x=50, top=100 + 14 * n) for n, (a, _) in enumerate(left)]
    draws += [lines(b, x=110, top=100 + 14 * n) for n, (_, b) in enumerate(left)]
    for n in range(12):
        draws.append(lines(f"word{n} of the other", x=350, top=100 + 28 * n))
    assert not [b for b in read_here(paper(together(*draws))) if b.kind == "table_row" and "word" in b.text]


def test_sizes_that_jitter_in_a_scan_make_no_headings() -> None:
    sizes = [11, 10, 12, 11.5, 10.5, 12.3, 9.7, 11, 12, 10]
    chunk = [
        Line(
            (Run(f"The tide number {n} rises over the coast", "", size, False),), 72, 100 + 15 * n, 400, 111 + 15 * n,
            words=(Heard("tide", 90, 72, 100, 90, 111),),
        )
        for n, size in enumerate(sizes)
    ]  # fmt: skip
    title = Line((Run("On the Tides", "", 19.0, False),), 72, 50, 200, 69, words=(Heard("On", 90, 72, 50, 90, 69),))
    blocks = blocks_of([Page(1, 600, 800, [[title], chunk])])
    assert [(b.kind, b.level) for b in blocks] == [("heading", 1), ("paragraph", None)]


def test_proof_lines_at_the_edge_are_running_also_where_each_stands_once() -> None:
    page = together(
        lines("Tides_book_ch03.indd 47", top=822, size=7),
        lines("Uncorrected proof for the harbour", top=20, size=7),
        lines("A note says that the uncorrected proof of the tide", "tables was wrong by an hour.", top=300),
    )
    blocks = read_here(paper(page))
    assert [(b.aside, b.text[:12]) for b in blocks] == [
        ("running", "Uncorrected "),
        (None, "A note says "),
        ("running", "Tides_book_c"),
    ]
