"""Recognised pages: what tesseract parts or puts out of order is mended by where it stands."""

from collections.abc import Sequence

from contracts.documents import Block
from services.reader.pages import Heard, Line, Page, Run
from services.reader.structure.blocks import blocks_of


def seen(text: str, x: float, top: float, *, size: float = 10.0) -> Line:
    """A line as recognition gives it: its size is an estimate."""
    heard, at = [], x
    for word in text.split():
        heard.append(Heard(word, 96.0, at, top, at + 5 * len(word), top + 9))
        at += 5 * len(word) + 3
    return Line((Run(text, "", size, False),), x, top, at - 3, top + 9, words=tuple(heard))


def read(*chunks: Sequence[Line]) -> list[Block]:
    return blocks_of([Page(1, 595, 842, chunks)])


LEFT = [
    [seen("The moon draws the water that it stands above, and so", 60, 100)],
    [
        seen("it heaps up there and flows away on both sides, where", 60, 112),
        seen("a boat runs dry for hours of the day, lies there, and", 60, 124),
    ],
]
RIGHT = [
    [seen("waits for the next flood to come and to lift it from", 340, 100), seen("the sand once more.", 340, 112)]
]
HEADING = [seen("Tables of tides", 60, 152)]
WIDE = "• Every harbour has a table of its own for all the days of a whole year, and sells it cheaply"
BELOW = [[seen(WIDE, 60, 170)], [seen(WIDE, 60, 182)]]
BODY = [[seen("So much is known of the sea, as those have told who watched it.", 60, 200 + 12 * n)] for n in range(20)]


def test_a_heading_over_the_whole_page_parts_no_sentence_of_the_columns_above_it() -> None:
    first, *texts = [block.text for block in read(*LEFT, HEADING, *RIGHT, *BELOW)]
    assert first.endswith("lies there, and waits for the next flood to come and to lift it from the sand once more.")
    assert texts == ["Tables of tides", WIDE, WIDE]


def test_what_ends_a_column_stays_there() -> None:
    sentence, footer = [seen("So it goes on for ever.", 60, 152)], [seen("Tides, page 3", 60, 700)]
    for end, *below in ([sentence, *BELOW], [HEADING, footer]):
        texts = [block.text for block in read(*LEFT, end, *RIGHT, *below)]
        assert texts.index(end[0].text) < next(n for n, text in enumerate(texts) if "waits for" in text)


def test_an_items_last_line_that_recognition_parts_from_it_is_its_own() -> None:
    items = [
        [
            seen(
                "• Each of the harbours has a table of its own, which tells the hours of up to four", 60, 100, size=11.5
            )
        ],
        [seen("tides!", 68, 112, size=12)],
        [
            seen(
                "• Two marks on the wall may be read from far away, if need be also with the help of",
                60,
                124,
                size=11.5,
            )
        ],
        [seen("Field glasses, or from a boat.", 68, 136, size=12)],
    ]
    assert [(block.kind, block.text) for block in read(*items, *BODY)][:2] == [
        ("list_item", f"{items[0][0].text} tides!"),
        ("list_item", f"{items[2][0].text} Field glasses, or from a boat."),
    ]


def test_an_item_in_larger_type_is_no_heading() -> None:
    assert read([seen("• Two tides a day", 60, 100, size=14)], *BODY)[0].kind == "list_item"
