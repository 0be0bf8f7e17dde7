"""Where lines and recognised words ended up in a block's text."""

from collections.abc import Sequence

from services.reader.pages import Heard, Line, Page, Run
from services.reader.structure.blocks import blocks_of
from services.reader.structure.joining import woven

LINES = ("The glacier carves the inter-", "national ﬁord,  deep and", "long.")
KNOWN = {"international": 3}


def line(text: str, row: int, confidence: float | None = None) -> Line:
    """A line of 10 points a row and 5 a letter, recognised if it has a confidence."""
    heard, x = [], 50.0
    for word in text.split():
        heard.append(Heard(word, confidence or 0, x, 10.0 * row, x + 5 * len(word), 10.0 * row + 9))
        x += 5 * (len(word) + 1)
    words = tuple(heard) if confidence is not None else ()
    return Line((Run(text, "", 9, False),), 50, 10.0 * row, x - 5, 10.0 * row + 9, words=words)


def page(texts: Sequence[str], confidence: float | None = None) -> Page:
    return Page(1, 600, 800, [[line(text, row, confidence) for row, text in enumerate(texts, 10)]])


def test_each_line_has_its_span_of_the_mended_text() -> None:
    found = woven([line(text, row) for row, text in enumerate(LINES)], KNOWN)
    assert found.text == "The glacier carves the international fiord, deep and long."
    parts = [found.text[a:b] for a, b in zip(found.starts, [*found.starts[1:], None], strict=True)]
    assert parts == ["The glacier carves the inter", "national fiord, deep and ", "long."]


def test_a_block_keeps_the_spans_and_places_of_its_lines() -> None:
    [block] = blocks_of([page(LINES)])
    assert [block.text[each.start : each.end] for each in block.lines][1:] == ["national fiord, deep and", "long."]
    assert [(each.box.y0, each.box.y1) for each in block.lines] == [(100, 109), (110, 119), (120, 129)]
    assert (block.words, block.confidence) == ([], None)


def test_a_recognised_block_has_its_words_with_confidence_and_place() -> None:
    [block] = blocks_of([page(LINES, 81.26)])
    assert [block.text[each.start : each.end] for each in block.words] == [
        *("The", "glacier", "carves", "the", "inter", "national", "fiord,", "deep", "and", "long."),
    ]
    assert {each.confidence for each in block.words} == {81.26}
    assert block.words[1].box.x0 == 70
    assert block.confidence == 81.3


def test_equal_words_are_told_apart_by_their_order() -> None:
    [block] = blocks_of([page(("the sea and the sea and the land",), 90)])
    assert [each.start for each in block.words] == [0, 4, 8, 12, 16, 20, 24, 28]
    assert [each.box.x0 for each in block.words] == [50 + 5 * each.start for each in block.words]
