"""Which part of a block's text each of its lines and recognised words became, and where that stands on the page. Pure.

A hyphen that was mended is in neither of its lines; a word that was parted by it is two, one in each line.
"""

from collections.abc import Iterator, Sequence

from contracts.documents import Box, TextLine, Word
from services.reader.pages import Heard, Line
from services.reader.structure.joining import cleaned

_HYPHENS = "-\u2010\xad"


def lines_of(lines: Sequence[Line], text: str, starts: Sequence[int]) -> list[TextLine]:
    """The lines, each with its span of the text; those that left nothing in it are left out."""
    return [TextLine(start=start, end=end, box=_box(line)) for line, start, end in _spans(lines, text, starts)]


def words_of(lines: Sequence[Line], text: str, starts: Sequence[int]) -> list[Word]:
    """The recognised words, each with its span of the text; those that left nothing in it are left out."""
    return [
        Word(start=start, end=end, box=_box(heard), confidence=heard.confidence)
        for line, *span in _spans(lines, text, starts)
        if line.words
        for heard, start, end in _words(line.words, text, *span)
    ]


def confidence_of(lines: Sequence[Line]) -> float | None:
    """The mean confidence of all recognised words in percent; None without any."""
    found = [heard.confidence for line in lines for heard in line.words]
    return round(sum(found) / len(found), 1) if found else None


def _spans(lines: Sequence[Line], text: str, starts: Sequence[int]) -> Iterator[tuple[Line, int, int]]:
    for line, start, following in zip(lines, starts, [*starts[1:], len(text)], strict=True):
        end = start + len(text[start:following].rstrip())
        if end > start:
            yield line, start, end


def _words(heard: Sequence[Heard], text: str, start: int, end: int) -> Iterator[tuple[Heard, int, int]]:
    """Each word where it is next found in the line's span."""
    at = start
    for each in heard:
        said = cleaned(each.text).strip()
        for form in dict.fromkeys((said, said.rstrip(_HYPHENS))):
            found = text.find(form, at, end) if form else -1
            if found >= 0:
                at = found + len(form)
                yield each, found, at
                break


def _box(of: Line | Heard) -> Box:
    return Box(x0=round(of.x0, 1), y0=round(of.y0, 1), x1=round(of.x1, 1), y1=round(of.y1, 1))
