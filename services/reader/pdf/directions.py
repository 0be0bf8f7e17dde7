"""Right-to-left text in logical order, from where its glyphs stand on the page.

A PDF holds glyphs, often in the order in which they are drawn. PDFium tears the lam-alef ligature apart and loses
spaces where the script changes, so the order is found here: a line's glyphs from right to left, and what runs from
left to right within it (Latin words, numbers) turned back.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from services.reader.alphabets import RIGHT_TO_LEFT, is_joinable
from services.reader.pages import Line, Run
from services.reader.pdf.fonts import Font

_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
# Gaps in sizes: between words where the line draws its spaces, and where it draws none (a justified line may be set
# that tight), between columns, between lines of a chunk.
_SPACE, _TIGHT_SPACE, _COLUMN, _LEADING = 0.18, 0.1, 3.0, 0.9
_NO_SPACE = 0.03  # and what a space that is drawn must take at least


@dataclass(frozen=True, slots=True)
class Glyph:
    """What one glyph stands for (a ligature: several letters in logical order); its box from the page's top left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    font: Font


def chunks_of(glyphs: Sequence[Glyph]) -> list[list[Line]]:
    """The lines of a page whose text runs from right to left; lines close under each other make a chunk."""
    chunks: list[list[Line]] = []
    for row in _rows(glyphs):
        for part in _parts(row):
            line = line_of(part, rtl=True)
            if not line.text:
                continue
            home = next((chunk for chunk in reversed(chunks) if _under(line, chunk[-1])), None)
            if home:
                home.append(line)
            else:
                chunks.append([line])
    return chunks


def line_of(glyphs: Iterable[Glyph], *, rtl: bool) -> Line:
    """One line in logical order; `rtl`: the line as a whole runs from right to left."""
    placed = sorted(glyphs, key=lambda glyph: glyph.x0 + glyph.x1)
    runs: list[Run] = []
    for glyph in logical(_spaced(_seated(placed), rtl=rtl), rtl=rtl):
        font, size = glyph.font, round(glyph.size * 2) / 2
        run = Run(glyph.text, font.style, size, font.mono, font.math)
        if runs and replace(runs[-1], text=glyph.text) == run:
            runs[-1] = replace(run, text=runs[-1].text + glyph.text)
        else:
            runs.append(run)
    x0, y0 = min(g.x0 for g in placed), min(g.y0 for g in placed)
    return Line(tuple(runs), x0, y0, max(g.x1 for g in placed), max(g.y1 for g in placed), rtl=rtl)


def logical(glyphs: Sequence[Glyph], *, rtl: bool) -> list[Glyph]:
    """Glyphs that stand from left to right, in the order in which they are read."""
    kinds = _kinds(glyphs, rtl=rtl)
    read: list[Glyph] = []
    start = 0
    for end in range(1, len(glyphs) + 1):
        if end < len(glyphs) and kinds[end] == kinds[start]:
            continue
        run = list(glyphs[start:end])
        if kinds[start] == "R":
            run = [replace(glyph, text=glyph.text.translate(_MIRRORED)) for glyph in reversed(run)]
        read = run + read if rtl else read + run
        start = end
    return read


def _kinds(glyphs: Sequence[Glyph], *, rtl: bool) -> list[str]:
    """Per glyph "R" or "L". What has no direction takes that of both its neighbours, else the line's."""
    base = "R" if rtl else "L"
    kinds = [_kind(glyph.text) for glyph in glyphs]
    start = 0
    while start < len(kinds):
        end = start
        while end < len(kinds) and not kinds[end]:
            end += 1
        if end > start:
            before = kinds[start - 1] if start else base
            after = kinds[end] if end < len(kinds) else base
            kinds[start:end] = [before if before == after else base] * (end - start)
        start = end + 1
    return kinds


def _kind(text: str) -> str:
    if any(c.isdigit() for c in text):
        return "L"
    if RIGHT_TO_LEFT.search(text):
        return "R"
    return "L" if any(c.isalpha() for c in text) else ""


def _is_latin(text: str) -> bool:
    return _kind(text) == "L" and any(c.isalpha() for c in text)


def _ends_arabic(before: Sequence[Glyph]) -> bool:
    """Whether what stands to the left of a Latin word are at least two letters that run from the right."""
    return len(before) > 1 and all(_kind(glyph.text) == "R" for glyph in before[-2:])


def _seated(placed: Sequence[Glyph]) -> list[Glyph]:
    """Vowel signs and other marks follow the letter they stand over."""
    told = [_mark(glyph) for glyph in placed]
    bases = [glyph for glyph in told if not _is_mark(glyph.text)]
    marks: dict[int, str] = {}
    for mark in (glyph for glyph in told if _is_mark(glyph.text)):
        letters = [n for n, base in enumerate(bases) if base.text.strip()]
        if letters:
            middle = mark.x0 + mark.x1
            nearest = min(letters, key=lambda n: abs(bases[n].x0 + bases[n].x1 - middle))
            marks[nearest] = marks.get(nearest, "") + mark.text
    return [replace(base, text=base.text + marks[n]) if n in marks else base for n, base in enumerate(bases)]


def _mark(glyph: Glyph) -> Glyph:
    """A mark that its font calls one that stands alone, on a space, as the mark that it is."""
    if not ("\ufc5e" <= glyph.text <= "\ufc63" or "\ufe70" <= glyph.text <= "\ufe7f"):
        return glyph
    return replace(glyph, text=unicodedata.normalize("NFKC", glyph.text).lstrip(" ـ"))


def _is_mark(text: str) -> bool:
    return bool(text) and all(unicodedata.combining(c) for c in text)


def _spaced(placed: Sequence[Glyph], *, rtl: bool) -> list[Glyph]:
    """One space wherever two glyphs stand apart: any that is drawn there, else where the gap is as wide as words have.

    In a line that runs from the right one stands behind a Latin word in any case, where Arabic or Hebrew letters
    follow: who types both often has it on the other side. Before such a word there may be none ("and" is a prefix).

    A space that takes no room is how fonts draw the joiner that parts the letters of a Persian word.
    """
    seen: list[
        tuple[Glyph, float, bool]
    ] = []  # each with its gap to the one before, and whether a space is drawn in it
    drawn = False
    for glyph in placed:
        if glyph.text.strip():
            gap = (glyph.x0 - seen[-1][0].x1) / (max(glyph.size, seen[-1][0].size) or 1) if seen else 0.0
            seen.append((glyph, gap, drawn and len(seen) > 0))
        drawn = not glyph.text.strip()
    least = _SPACE if any(drawn and gap > _NO_SPACE for _, gap, drawn in seen) else _TIGHT_SPACE
    spaced: list[Glyph] = []
    for glyph, gap, drawn in seen:
        between = ""
        if gap > least or (drawn and gap > _NO_SPACE) or (rtl and _is_latin(glyph.text) and _ends_arabic(spaced)):
            between = " "
        elif drawn and is_joinable(glyph.text[-1]) and is_joinable(spaced[-1].text[:1]):
            between = "\u200c"
        if between:
            last = spaced[-1]
            spaced.append(Glyph(between, last.x1, last.y0, glyph.x0, last.y1, last.size, last.font))
        spaced.append(glyph)
    return spaced


def _rows(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Glyphs on one height, from the top down."""
    rows: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: glyph.y0 + glyph.y1):
        if rows and abs((rows[-1][0].y0 + rows[-1][0].y1) - (glyph.y0 + glyph.y1)) < 0.9 * glyph.size:
            rows[-1].append(glyph)
        else:
            rows.append([glyph])
    return rows


def _parts(row: Sequence[Glyph]) -> list[list[Glyph]]:
    """A row's pieces in different columns, the rightmost first, with the spaces that are drawn within them."""
    parts: list[list[Glyph]] = []
    spaces: list[Glyph] = []
    end = 0.0
    for glyph in sorted(row, key=lambda glyph: glyph.x0 + glyph.x1):
        if not glyph.text.strip():
            spaces.append(glyph)
            continue
        if parts and glyph.x0 - end < _COLUMN * glyph.size:
            parts[-1] += [*spaces, glyph]
            end = max(end, glyph.x1)
        else:
            parts.append([glyph])
            end = glyph.x1
        spaces = []
    return parts[::-1]


def _under(line: Line, last: Line) -> bool:
    shared = min(line.x1, last.x1) - max(line.x0, last.x0)
    near = line.y0 - last.y1 < _LEADING * max(line.size, last.size)
    return near and shared > 0 and abs(line.size - last.size) < 0.12 * max(line.size, last.size)
