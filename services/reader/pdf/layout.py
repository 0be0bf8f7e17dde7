"""A page as pdfminer laid it out becomes a `Page`: chunks of lines, stamps left out, right-to-left text set right."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pdfminer.layout import LTAnno, LTChar, LTFigure, LTPage, LTTextBox, LTTextLine

from services.reader.alphabets import right_to_left, unspaced
from services.reader.pages import Line, Page, Run
from services.reader.pdf.columns import in_columns
from services.reader.pdf.directions import Glyph, chunks_of, line_of
from services.reader.pdf.fonts import PLAIN, Font
from services.reader.pdf.glyphs import DENSE
from services.reader.pdf.superscripts import superscripted
from services.reader.pdf.text_layer import makes_no_words

_DEEPEST_FIGURE = 20
_SMALL, _RAISED = 0.85, 0.2  # of the size before: how small and how high a superscript is
_LETTERS = re.compile(r"[^\W\d_]")
_MOSTLY = 0.4  # of a page's letters that run from right to left: then the page as a whole does


def page_of(number: int, layout: LTPage, fonts: dict[str, Font]) -> Page:
    """The page, its boxes in points from the top left; `fonts` by PostScript name."""
    width, height = layout.width, layout.height
    boxes = [box for box in _boxes(layout, 0) if _on(box, width, height)]
    # What runs up the margin of an upright page is a stamp; on a page that lies on its side it is the text.
    turned = [_upright(line) for box in boxes for line in box if isinstance(line, LTTextLine)]
    upright = sum(turned) * 2 >= len(turned)
    chunks: list[Sequence[Line]] = []
    backwards = 0
    for box in boxes:
        lines = [
            _line(line, height, fonts) for line in box if isinstance(line, LTTextLine) and _upright(line) == upright
        ]
        lines = [line for line in lines if line.text]
        if lines:
            chunks.append(lines)
            backwards += sum(right_to_left(line.text) for line in lines)
    text = "\n".join(line.text for chunk in chunks for line in chunk)
    if makes_no_words(text):
        return Page(number, width, height, (), unreadable="undecodable")
    if backwards and backwards > _MOSTLY * len(_LETTERS.findall(text)):
        glyphs = [glyph for box in boxes for line in box for glyph in _glyphs(line, height, fonts)]
        return Page(number, width, height, in_columns(chunks_of(glyphs), width, rtl=True))
    if len(text) > DENSE:
        chunks = in_columns(chunks, width)
    return Page(number, width, height, chunks)


def _boxes(container: Any, depth: int) -> Iterator[LTTextBox]:
    for element in container:
        if isinstance(element, LTTextBox):
            yield element
        elif isinstance(element, LTFigure) and depth < _DEEPEST_FIGURE:
            yield from _boxes(element, depth + 1)


def _on(box: LTTextBox, width: float, height: float) -> bool:
    return not (box.x1 < 0 or box.x0 > width or box.y1 < 0 or box.y0 > height)


def _upright(line: LTTextLine) -> bool:
    return next((bool(letter.upright) for letter in line if isinstance(letter, LTChar)), True)


def _glyphs(line: Any, height: float, fonts: dict[str, Font]) -> Iterator[Glyph]:
    for letter in line:
        if isinstance(letter, LTChar):
            font = fonts.get(letter.fontname, PLAIN)
            yield Glyph(
                letter.get_text(), letter.x0, height - letter.y1, letter.x1, height - letter.y0, letter.size, font
            )


def _run(letters: Sequence[str], font: Font, size: float) -> Run:
    return Run("".join(letters), font.style, size, font.mono, font.math)


def _line(line: LTTextLine, height: float, fonts: dict[str, Font]) -> Line:
    runs: list[Run] = []
    letters: list[str] = []
    raised: list[int] = []  # the runs that stand higher than what is before them
    name, size, gap, foot = "", -1.0, False, 0.0
    style = (PLAIN, 0.0)
    for letter in line:
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
                    style = found
                size, foot = letter.size, letter.y0
            text = letter.get_text()
            if gap:
                gap = False
                before = letters[-1] if letters else runs[-1].text[-1:] if runs else ""
                # The gap between ideographs of a justified line is no space.
                if before and (before.isascii() or text.isascii() or not (unspaced(before[-1:]) and unspaced(text))):
                    letters.append(" ")
            letters.append(text)
        elif isinstance(letter, LTAnno):
            gap = bool(letters or runs)
    if letters:
        runs.append(_run(letters, *style))
    if raised:
        runs = superscripted(runs, raised)
    found_line = Line(tuple(runs), line.x0, height - line.y1, line.x1, height - line.y0)
    if right_to_left(found_line.text):
        return line_of(_glyphs(line, height, fonts), rtl=False)
    return found_line
