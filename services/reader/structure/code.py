"""Code as it is printed: its lines under each other with their indents, also where what sets it parted them. Pure.

Letters of a typewriter's font are equally wide, so where a line begins says by how many letters it is set in.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from services.reader.pages import Line, Run
from services.reader.structure.joining import visible

BULLET = re.compile(r"^\s*[•▪◦‣●■□➢➤►▶▸▹\uf0b7\uf0a7]\s*\S")
"""A mark that no program has."""
Code = tuple[str, list[int]]
"""A text, and where in it each line begins."""
_SAME_LINE = 0.5  # of the size, by which lines of one height may differ
_APART, _BESIDE = 2.6, 24.0  # sizes down (a blank line or two) and across, between parts of one program
_BLANK = 1.6  # times the usual distance: a line was left blank


def is_code(paragraph: Sequence[Line]) -> bool:
    """Whether most of it is set in a typewriter's font."""
    return sum(len(line.text) for line in paragraph if line.mono) * 2 > sum(len(line.text) for line in paragraph)


def together(paragraphs: Sequence[list[Line]]) -> Iterator[list[Line]]:
    """The paragraphs, those as one that are parts of a program: an indent or a blank line had parted them."""
    held: list[Line] | None = None
    for paragraph in paragraphs:
        if not _is_program(paragraph):
            if held:
                yield _in_rows(held)
            held = None
            yield paragraph
        elif held is None:
            held = paragraph
        elif _near(held, paragraph):
            held = held + paragraph
        else:
            yield _in_rows(held)
            held = paragraph
    if held:
        yield _in_rows(held)


def printed(paragraph: Sequence[Line]) -> Code:
    """The text of a program: a line for each of its own, set in as they are."""
    wide = _pitch(paragraph)
    left = min(line.x0 for line in paragraph)
    steps = [after.y0 - before.y0 for before, after in pairwise(paragraph)]
    usual = min((step for step in steps if step > 0), default=0.0)
    text, starts = "", list[int]()
    for line, step in zip(paragraph, [0.0, *steps], strict=True):
        if text:
            text += "\n\n" if usual and step > _BLANK * usual else "\n"
        starts.append(len(text))
        said = visible("".join(run.text for run in line.runs)).rstrip()
        indent = round((line.x0 - left) / wide) if wide else 0
        text += " " * indent + said
    return text, starts


def _is_program(paragraph: Sequence[Line]) -> bool:
    if BULLET.match(paragraph[0].text):
        return False
    return all(line.mono and not (line.row or line.words or line.beside or line.rtl) for line in paragraph)


def _pitch(lines: Sequence[Line]) -> float:
    """How wide a letter is, in points."""
    found = [(line.x1 - line.x0) / len(text) for line in lines if len(text := "".join(r.text for r in line.runs)) > 3]
    return median(found) if found else lines[0].size * 0.6


def _near(before: Sequence[Line], after: Sequence[Line]) -> bool:
    """Whether `after` stands in the column of `before`, in it or straight under it, in type of its size."""
    size = before[-1].size
    if abs(after[0].size - size) > 0.08 * size:
        return False
    top, bottom = min(line.y0 for line in before), max(line.y1 for line in before)
    down = max(after[0].y0 - bottom, top - after[-1].y1)
    left, right = min(line.x0 for line in before), max(line.x1 for line in before)
    across = max(min(line.x0 for line in after) - right, left - max(line.x1 for line in after))
    return down < _APART * size and across < _BESIDE * size * 0.6


def _in_rows(lines: Sequence[Line]) -> list[Line]:
    """The lines from top to bottom, those of one height as one."""
    wide = _pitch(lines)
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda each: each.y1):
        if rows and line.y1 - rows[-1][0].y1 < _SAME_LINE * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_one(sorted(row, key=lambda each: each.x0), wide) for row in rows]


def _one(row: Sequence[Line], wide: float) -> Line:
    first = row[0]
    if len(row) == 1:
        return first
    runs: list[Run] = [*first.runs]
    for before, after in pairwise(row):
        gap = max(1, round((after.x0 - before.x1) / wide)) if wide else 1
        runs += [replace(runs[-1], text=" " * gap), *after.runs]
    low, high = min(each.y0 for each in row), max(each.y1 for each in row)
    return replace(first, runs=tuple(runs), x1=max(each.x1 for each in row), y0=low, y1=high)
