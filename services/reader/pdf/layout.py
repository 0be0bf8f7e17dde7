"""A page as pdfminer laid it out becomes a `Page`: chunks of lines, stamps set beside, right-to-left text set right."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any

from pdfminer.layout import LTAnno, LTChar, LTFigure, LTTextBox, LTTextLine

from services.reader.alphabets import right_to_left, unspaced
from services.reader.pages import Engine, Line, Page, Run
from services.reader.pdf.columns import in_columns
from services.reader.pdf.directions import Glyph, chunks_of, line_of
from services.reader.pdf.fonts import PLAIN, Font
from services.reader.pdf.glyphs import DENSE, Laid
from services.reader.pdf.line_numbers import line_numbers
from services.reader.pdf.superscripts import rejoined, superscripted
from services.reader.pdf.text_layer import makes_no_words
from services.reader.pdf.turning import Rect, turned

_DEEPEST_FIGURE = 20
_SMALL, _RAISED = 0.85, 0.2  # of the size before: how small and how high a superscript is
_LETTERS = re.compile(r"[^\W\d_]")
_TABLE_LINES, _TABLE_WORDS, _EDGE = 3, 4, 0.08
_STACK = 8  # letters one under the other
_LEVEL = 0.2  # sizes: how far what stands in one row may stand apart in height
_MOSTLY = 0.4  # of a page's letters that run from right to left: then the page as a whole does


@dataclass(frozen=True)
class _Frame:
    """What is shown of a page, in pdfminer's points: where its left top corner lies, and its size.

    `trim`: what is left of it when it is cut, from that corner.
    """

    left: float
    top: float
    width: float
    height: float
    trim: Rect

    @classmethod
    def of(cls, laid: Laid) -> "_Frame":
        """The frame of a page as it was laid out."""
        x0, y0, x1, y1 = laid.seen
        left, bottom, right, top = laid.trim
        width, height = x1 - x0, y1 - y0
        trim = max(0, left - x0), max(0, y1 - top), min(width, right - x0), min(height, y1 - bottom)
        return cls(x0, y1, width, height, trim)

    def placed(self, box: Rect) -> Rect:
        """A box from the left top corner of what is shown."""
        x0, y0, x1, y1 = box
        return x0 - self.left, self.top - y1, x1 - self.left, self.top - y0

    def holds(self, line: Line) -> bool:
        """Whether the middle of a line is shown, also when the page is cut."""
        x0, y0, x1, y1 = self.trim
        return 2 * x0 <= line.x0 + line.x1 <= 2 * x1 and 2 * y0 <= line.y0 + line.y1 <= 2 * y1


def page_of(number: int, laid: Laid, fonts: dict[str, Font], *, engine: Engine = "") -> Page:
    """The page, its boxes in points from the top left of what is shown; `fonts` by PostScript name."""
    layout = laid.page
    frame = _Frame.of(laid)
    boxes = [box for box in _boxes(layout, 0) if _on(box, layout.width, layout.height)]
    chunks: list[Sequence[Line]] = []
    beside: list[Sequence[Line]] = []
    backwards = 0
    numbers = line_numbers([line for box in boxes for line in box if isinstance(line, LTTextLine)])
    for box in boxes:
        lines = [_line(line, frame, fonts, numbers.get(id(line), 0)) for line in box if isinstance(line, LTTextLine)]
        if numbers and (
            counts := [_count(line, frame, fonts, numbers[id(line)]) for line in box if id(line) in numbers]
        ):
            beside.append(counts)
        lines = [line for line in lines if line.text]
        if outside := [replace(line, beside=True) for line in lines if not frame.holds(line)]:
            beside.append(outside)
        if lines := [line for line in lines if frame.holds(line)]:
            chunks.append(lines)
            backwards += sum(right_to_left(line.text) for line in lines)
    for others in filter(None, _running_otherwise(laid, frame, fonts)):
        (beside if others[0].beside else chunks).append(others)
    if not backwards:
        chunks = [*rejoined(chunks)]
    if stacked := _stacked(chunks, frame):
        beside.append([replace(line, beside=True) for line in stacked])
        gone = set(map(id, stacked))
        chunks = [kept for chunk in chunks if (kept := [line for line in chunk if id(line) not in gone])]
    text = "\n".join(line.text for chunk in chunks for line in chunk)
    if makes_no_words(text):
        return Page(number, frame.width, frame.height, (), unreadable="undecodable", turn=laid.turn, engine=engine)
    if backwards and backwards > _MOSTLY * len(_LETTERS.findall(text)):
        glyphs = [glyph for box in boxes for line in box for glyph in _glyphs(line, frame, fonts)]
        chunks = in_columns(chunks_of(glyphs), frame.width, rtl=True)
    elif len(text) > DENSE:
        chunks = in_columns(chunks, frame.width)
    figures = tuple(frame.placed(figure) for figure in laid.figures)
    every = [*chunks, *beside]
    return Page(number, frame.width, frame.height, every, turn=laid.turn, engine=engine, figures=figures)


def _running_otherwise(laid: Laid, frame: _Frame, fonts: dict[str, Font]) -> Iterator[Sequence[Line]]:
    """The lines that run another way than the page's text, each with its place on the page as that is read.

    They are beside the text, but for a table that lies on its side: some lines of several words, off the edges.
    """
    for turn, other in laid.beside.items():
        own = _Frame(0, other.height, other.width, other.height, (0, 0, other.width, other.height))
        chunks: list[list[Line]] = []
        for box in _boxes(other, 0):
            chunks.append([])
            for line in box:
                if isinstance(line, LTTextLine) and (found := _line(line, own, fonts)).text:
                    place = turned(line.bbox, (laid.turn - turn) % 360, other.width, other.height)
                    x0, y0, x1, y1 = frame.placed(place)
                    chunks[-1].append(replace(found, x0=x0, y0=y0, x1=x1, y1=y1))
        inside = [line for chunk in chunks for line in chunk if not _at_an_edge(line, frame)]
        table = sum(len(line.text.split()) >= _TABLE_WORDS for line in inside) >= _TABLE_LINES
        for chunk in chunks:
            shown = [line if table and line in inside else replace(line, beside=True) for line in chunk]
            yield from ([line for line in shown if line.beside is beside] for beside in (False, True))


def _at_an_edge(line: Line, frame: _Frame) -> bool:
    across, down = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    return min(across, frame.width - across) < _EDGE * frame.width or min(down, frame.height - down) < (
        _EDGE * frame.height
    )


def _stacked(chunks: Sequence[Sequence[Line]], frame: _Frame) -> list[Line]:
    """The letters that stand one under the other along an edge, each upright: a stamp, too, but where each begins a
    row."""
    single = [line for chunk in chunks for line in chunk if len(line.text) == 1 and _at_a_side(line, frame)]
    single.sort(key=lambda line: (round((line.x0 + line.x1) / (2 * max(line.size, 1))), line.y0))
    runs: list[list[Line]] = []
    for line in single:
        last = runs[-1][-1] if runs else None
        if last and abs(line.x0 + line.x1 - last.x0 - last.x1) < line.size and 0 < line.y0 - last.y0 < 4 * line.size:
            runs[-1].append(line)
        else:
            runs.append([line])
    lines = [line for chunk in chunks for line in chunk if len(line.text) > 1]
    return [line for run in runs if len(run) >= _STACK and not _begin_rows(run, lines) for line in run]


def _begin_rows(letters: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether on the height of each letter a line stands at one edge: keys and what they do."""
    edges = [
        {round(line.x0) for line in lines if line.x0 > letter.x1 and abs(line.y1 - letter.y1) < _LEVEL * letter.size}
        for letter in letters
    ]
    return bool(set.intersection(*edges))


def _at_a_side(line: Line, frame: _Frame) -> bool:
    across = (line.x0 + line.x1) / 2
    return min(across, frame.width - across) < _EDGE * frame.width


def _boxes(container: Any, depth: int) -> Iterator[LTTextBox]:
    for element in container:
        if isinstance(element, LTTextBox):
            yield element
        elif isinstance(element, LTFigure) and depth < _DEEPEST_FIGURE:
            yield from _boxes(element, depth + 1)


def _on(box: LTTextBox, width: float, height: float) -> bool:
    return not (box.x1 < 0 or box.x0 > width or box.y1 < 0 or box.y0 > height)


def _glyphs(line: Any, frame: _Frame, fonts: dict[str, Font]) -> Iterator[Glyph]:
    for letter in line:
        if isinstance(letter, LTChar):
            font = fonts.get(letter.fontname, PLAIN)
            yield Glyph(letter.get_text(), *frame.placed(letter.bbox), letter.size, font)


def _run(letters: Sequence[str], font: Font, size: float) -> Run:
    return Run("".join(letters), font.style, size, font.mono, font.math)


def _count(line: LTTextLine, frame: _Frame, fonts: dict[str, Font], length: int) -> Line:
    """The number in the margin that a line begins with."""
    letters = [letter for letter in list(line)[:length] if isinstance(letter, LTChar)]
    runs = [
        _run(
            [letter.get_text() for letter in letters],
            fonts.get(letters[0].fontname, PLAIN),
            round(letters[0].size * 2) / 2,
        )
    ]
    place = letters[0].x0, letters[0].y0, letters[-1].x1, letters[0].y1
    return Line(tuple(runs), *frame.placed(place), beside=True)


def _pitch(line: LTTextLine, fonts: dict[str, Font]) -> float:
    """How far apart the letters of a typewriter's line stand, in points: a listing may set them wider than they are.
    0: they are not all of a typewriter's font."""
    letters = [letter for letter in line if isinstance(letter, LTChar)]
    if len(letters) < 2 or not all(fonts.get(letter.fontname, PLAIN).mono for letter in letters):
        return 0.0
    return median(after.x0 - before.x0 for before, after in pairwise(letters))


def _line(line: LTTextLine, frame: _Frame, fonts: dict[str, Font], skipped: int = 0) -> Line:
    """The line; `skipped`: how many of its elements count it and are no part of it."""
    runs: list[Run] = []
    letters: list[str] = []
    raised: list[int] = []  # the runs that stand higher than what is before them
    name, size, gap, foot = "", -1.0, False, 0.0
    style = (PLAIN, 0.0)
    bbox, letter_by_letter = line.bbox, iter(line)
    if skipped:
        rest = list(line)[skipped:]
        bbox = next((each.x0 for each in rest if isinstance(each, LTChar)), bbox[0]), *bbox[1:]
        letter_by_letter = iter(rest)
    wide = end = 0.0  # how far apart the letters of a typewriter's line stand, and where the last one ends
    for letter in letter_by_letter:
        if isinstance(letter, LTChar):
            if letter.fontname != name or letter.size != size:
                name = letter.fontname
                found = (fonts.get(name, PLAIN), round(letter.size * 2) / 2)
                if found != style:
                    if letters:
                        runs.append(_run(letters, *style))
                        letters = []
                    if letter.size < _SMALL * size and letter.y0 - foot > _RAISED * size:
                        raised.append(len(runs))
                    elif (
                        len(runs) == 1 and 0 < size < _SMALL * letter.size and foot - letter.y0 > _RAISED * letter.size
                    ):
                        raised.append(0)
                    style = found
                    wide = _pitch(line, fonts) if found[0].mono and not wide else wide
                size, foot = letter.size, letter.y0
            text = letter.get_text()
            if gap:
                gap = False
                before = letters[-1] if letters else runs[-1].text[-1:] if runs else ""
                # The gap between ideographs of a justified line is no space.
                if wide:
                    letters.append(" " * round((letter.x0 - end) / wide))
                elif before and (before.isascii() or text.isascii() or not (unspaced(before[-1:]) and unspaced(text))):
                    letters.append(" ")
            letters.append(text)
            end = letter.x1
        elif isinstance(letter, LTAnno):
            gap = bool(letters or runs)
    if letters:
        runs.append(_run(letters, *style))
    if raised:
        runs = superscripted(runs, raised)
    found_line = Line(tuple(runs), *frame.placed(bbox))
    if right_to_left(found_line.text):
        return line_of(_glyphs(line, frame, fonts), rtl=False)
    return found_line
