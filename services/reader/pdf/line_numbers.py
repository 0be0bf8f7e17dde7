"""Numbers that count a page's lines in its margin: no text, and no part of the lines that they stand before. Pure."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfminer.layout import LTChar, LTTextLine

_LEAST, _MOST_DIGITS = 5, 4
_STEPS = (1, 2, 5, 10)
_GAP = 0.9  # of the number's height: how far from it the line begins
_EDGE = 2.0  # points within which numbers stand one under the other
_REGULAR, _COUNTED, _BEYOND = 0.9, 0.6, 0.1  # shares: of the steps, of the lines that are counted, of lines further out


@dataclass(frozen=True)
class _Number:
    """A number that a line begins with: `length` elements of it, and whether there is nothing else."""

    line: LTTextLine
    value: int
    length: int
    right: float
    alone: bool


def line_numbers(lines: Sequence[LTTextLine]) -> dict[int, int]:
    """By the id of each line that has such a number: how many of its elements are the number's."""
    found = [number for line in lines if (number := _number(line))]
    if len(found) < _LEAST:
        return {}
    columns = [*_columns(found, lambda each: each.right), *_columns(found, lambda each: each.line.x0)]
    counting = [number for column in columns if _counts(column, lines) for number in column]
    return {id(number.line): number.length for number in counting}


def _number(line: LTTextLine) -> _Number | None:
    digits = ""
    right = height = 0.0
    for length, letter in enumerate(line):
        if isinstance(letter, LTChar):
            text = letter.get_text()
            if text.isdecimal():
                if digits and letter.x0 - right > _GAP * height:
                    return None  # cells of a table
                digits, right, height = digits + text, letter.x1, letter.height
                continue
            if text.isspace():
                continue
            if not digits or letter.x0 - right < _GAP * height:
                return None
            return _Number(line, int(digits), length, right, alone=False) if len(digits) <= _MOST_DIGITS else None
        if not digits:
            return None
    return _Number(line, int(digits), len(line), right, alone=True) if 0 < len(digits) <= _MOST_DIGITS else None


def _columns(found: Sequence[_Number], edge: Callable[[_Number], float]) -> Iterator[list[_Number]]:
    """The numbers that stand one under the other at that edge, from the top down."""
    column: list[_Number] = []
    for number in sorted(found, key=edge):
        if column and edge(number) - edge(column[-1]) > _EDGE:
            yield sorted(column, key=lambda each: -each.line.y1)
            column = []
        column.append(number)
    yield sorted(column, key=lambda each: -each.line.y1)


def _counts(column: Sequence[_Number], lines: Sequence[LTTextLine]) -> bool:
    """Whether these numbers count the page's lines, and stand outside of all of them."""
    if len(column) < _LEAST:
        return False
    steps = Counter(below.value - above.value for above, below in pairwise(column))
    step, often = steps.most_common(1)[0]
    if step not in _STEPS or often < _REGULAR * (len(column) - 1):
        return False
    alone = {id(number.line) for number in column if number.alone}
    bottom, top = column[-1].line.y0, column[0].line.y1
    beside = [line for line in lines if bottom <= (line.y0 + line.y1) / 2 <= top]
    others = [line for line in beside if id(line) not in alone]
    left, right = min(number.line.x0 for number in column), max(number.right for number in column)
    before = sum(line.x0 < left - _EDGE for line in others)
    behind = sum(line.x1 > right + _EDGE for line in others)
    outside = before <= _BEYOND * len(others) or (behind <= _BEYOND * len(others) and len(alone) == len(column))
    return bool(others) and outside and len(column) * step >= _COUNTED * len(others)
