"""Rows of a table become one block a row, whether anybody drew lines around them or not. Pure.

1. Where short lines under each other have another line beside them, and those stand under each other too, each is a
   row: a term and its meaning, a key and what it does. What goes on below a cell belongs to it. Two columns of text
   also stand side by side; there the left one is full of words, or the right one goes on from row to row. A heading
   between the rows stays between them.
2. Short lines that stand beside at least two others, on at least two rows, are rows as well, however they are aligned.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from services.reader.pages import Line, Run
from services.reader.structure.formulas import is_formula
from services.reader.structure.paragraphs import Paragraph, marked

_SHORT = 28
_CELLS, _ROWS = 3, 2
_OWN = 0.7
_ASIDE = 2.0  # points within which cells stand one under the other
_LEAST_ROWS, _MOST_WORDS, _MOST_LINES = 3, 3.0, 8  # of a table; of a line of its first cells; of a cell
_GAP = 0.6  # of the size: how far cells stand apart at least
_LEADING = 1.7  # in heights of a line: how far lines of a cell stand apart at most
_FULL, _RUNNING, _ELSEWHERE, _OVERLAP, _MOSTLY = 0.93, 0.2, 0.5, 0.2, 0.6  # shares
_APART = 1.25  # of the distance of a cell's lines: from which on rows are apart
_NARROWEST = 12  # times as wide as high is a column of text
_ENDED = re.compile(r"[.!?:;]$")
_OPEN = re.compile(
    r"(?:,|-|\b(?:the|an?|of|and|or|to|that|which|from|der|die|das|den|und|oder|mit|dass|og|eller|av|til|som|at))$"
)
_EQUATION = re.compile(r"\(\d+(?:\.\d+)*[a-z]?\)")
_PAGE = re.compile(r"[^\W\d_].*\d$")
_LETTER = re.compile(r"[^\W\d_]")
_SECTION = re.compile(r"\d{1,2}(?P<deeper>\.\d{1,2}){0,3}\.?")
_NOTES = ("#", "//", "%", "/*", "--")  # how programs begin a comment

Chunk = Sequence[Line]


@dataclass
class _Row:
    """A line of a table: its first cell, what stands beside it, and what goes on below either."""

    cells: list[Line]
    below: list[Line]

    @property
    def top(self) -> float:
        return min(line.y0 for line in self.cells)

    @property
    def bottom(self) -> float:
        return max(line.y1 for line in (*self.cells, *self.below))


def with_rows(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks of a page; each row of a table in them is a chunk of its own, where the table's first line stood."""
    lines = [line for chunk in chunks for line in chunk]
    rows = _rows(lines)
    if not rows:
        return list(chunks)
    taken = {id(line): n for n, table in enumerate(rows) for row in table for line in (*row.cells, *row.below)}
    told: set[int] = set()
    found: list[Chunk] = []
    for chunk in chunks:
        rest: list[Line] = []
        for line in chunk:
            table = taken.get(id(line))
            if table is None:
                rest.append(line)
                continue
            if rest:
                found.append(rest)
                rest = []
            if table not in told:
                told.add(table)
                found += [_written(row) for row in rows[table]]
        if rest:
            found.append(rest)
    return found


def _rows(lines: Sequence[Line]) -> list[list[_Row]]:
    """The tables of a page, from the top down."""
    beside = _beside(lines)
    columns: defaultdict[int, list[tuple[Line, Line]]] = defaultdict(list)
    by_place = sorted(
        ((left, right) for left in lines if (right := beside.get(id(left)))),
        key=lambda pair: (pair[0].x0, pair[1].x0, pair[0].y0),
    )
    for pair in by_place:
        near = (
            key
            for key, held in columns.items()
            if all(abs(a.x0 - b.x0) <= _ASIDE for a, b in zip(held[-1], pair, strict=True))
        )
        columns[next(near, len(columns))].append(pair)
    tables: list[list[_Row]] = []
    taken: set[int] = set()
    lines = sorted(lines, key=lambda line: line.y0) if columns else lines
    for pairs in sorted(columns.values(), key=lambda held: held[0][0].x0):
        if _words([left for left, _ in pairs]) > 1.5 * _MOST_WORDS * len(pairs):
            continue  # a column of text
        beside_any = {id(right) for _, right in pairs}
        rest = [line for line in lines if id(line) not in beside_any]
        for run in _close(sorted(pairs, key=lambda pair: pair[0].y0), lines):
            if any(id(left) in taken for left, _ in run) or not _is_table(run, rest):
                continue
            table = _grouped(run, lines)
            if table is None:
                table = [_Row([left, right], []) for left, right in run if _level(left, right)]
                if table:
                    _fill(table, lines)
            if len(table) < _LEAST_ROWS or _runs_on(table):
                continue
            for row in table:
                row.cells[2:] = _behind(row.cells[1], beside)
            _cut(table, lines)
            tables.append(table)
            taken |= {id(line) for row in table for line in (*row.cells, *row.below)}
    rest = [line for line in lines if id(line) not in taken]
    return sorted((part for table in tables for part in _parted(table, rest)), key=lambda part: part[0].top)


def _parted(table: Sequence[_Row], others: Sequence[Line]) -> Iterator[list[_Row]]:
    """The table in parts, where a heading stands between its rows. `others`: lines of no table."""
    part = [table[0]]
    for above, row in pairwise(table):
        left, right = row.cells[0].x0, row.cells[1].x1
        if any(
            above.bottom - 1 < other.y0 and other.y1 < row.top + 1 and other.x0 < right and left < other.x1
            for other in others
        ):
            yield part
            part = []
        part.append(row)
    yield part


def _beside(lines: Sequence[Line]) -> dict[int, Line]:
    """By the id of each line the next one on its height to the right."""
    heights: list[list[Line]] = []
    for line in sorted(lines, key=lambda each: each.y1):
        if heights and line.y1 - heights[-1][0].y1 < 0.4 * max(line.size, 4):
            heights[-1].append(line)
        else:
            heights.append([line])
    found = {}
    for height in heights:
        for left, right in pairwise(sorted(height, key=lambda each: each.x0)):
            if right.x0 - left.x1 >= _GAP * left.size:
                found[id(left)] = right
    ordered = sorted(lines, key=lambda each: each.y0)
    tops = [line.y0 for line in ordered]
    for line in lines:
        if id(line) in found or len(line.text.split()) > 2 * _MOST_WORDS:
            continue
        # Where cells are centred on the height of their row, the first one stands between two lines of another.
        for other in ordered[bisect_left(tops, line.y0 - 2 * line.size) : bisect_left(tops, line.y0)]:
            apart = other.x0 - line.x1 >= _GAP * line.size and other.y1 - line.y0 > _OVERLAP * line.size
            if apart and (id(line) not in found or other.x0 < found[id(line)].x0):
                found[id(line)] = other
    return found


def _level(left: Line, right: Line) -> bool:
    return abs(left.y1 - right.y1) < 0.4 * max(left.size, 4)


def _grouped(pairs: Sequence[tuple[Line, Line]], lines: Sequence[Line]) -> list[_Row] | None:
    """The rows, where more space parts what stands beside each first cell than parts its lines; else None."""
    first, last = pairs[0], pairs[-1]
    edges, size = (first[0].x0, first[1].x0), first[1].size
    top, bottom = first[0].y0 - _MOST_LINES / 2 * size, last[0].y1 + _MOST_LINES * size
    here = sorted((line for line in lines if top <= line.y0 <= bottom), key=lambda line: line.y0)
    right = [line for line in here if -_ASIDE <= line.x0 - edges[1] < 1.5 * size]
    left = [line for line in here if abs(line.x0 - edges[0]) <= _ASIDE and line.x1 < edges[1]]
    steps = [below.y0 - above.y0 for above, below in pairwise(right)]
    usual = min((step for step in steps if step > 0.8 * size), default=0.0)
    groups: list[list[Line]] = []
    for n, line in enumerate(right):
        if n and steps[n - 1] <= _APART * usual:
            groups[-1].append(line)
        else:
            groups.append([line])
    rows: list[_Row] = []
    for group in groups:
        own = [line for line in left if line.y0 < group[-1].y1 - 1 and group[0].y0 + 1 < line.y1]
        if own and len(own) <= len(group) and len(group) <= _MOST_LINES:
            rows.append(_Row([own[0], group[0]], [*own[1:], *group[1:]]))
        elif own or (rows and group[0].y0 < last[0].y0):
            return None
    told = {id(line) for row in rows for line in row.cells}
    return rows if all(id(one) in told for one, _ in pairs) else None


def _cut(table: Sequence[_Row], lines: Sequence[Line]) -> None:
    """Leaves of the further cells those that most rows have, and no more lines of the page above and below the table:
    others are of another column of the page."""
    place, top, bottom = 2, table[0].top, table[-1].bottom
    outside = [line.x0 for line in lines if not top - 1 <= line.y0 <= bottom]
    while any(len(row.cells) > place for row in table):
        held = [row.cells[place].x0 for row in table if len(row.cells) > place]
        elsewhere = sum(abs(x0 - held[0]) <= _ASIDE for x0 in outside)
        if len(held) < _MOSTLY * len(table) or elsewhere > max(_MOST_LINES, len(table)):
            for row in table:
                del row.cells[place:]
        place += 1


def _behind(right: Line, beside: dict[int, Line]) -> Iterator[Line]:
    """The cells behind one, as long as they are short: a column of the page is none."""
    while len(right.text) < _SHORT and (after := beside.get(id(right))) and len(after.text) < _SHORT:
        yield (right := after)


def _close(pairs: Sequence[tuple[Line, Line]], lines: Sequence[Line]) -> Iterator[list[tuple[Line, Line]]]:
    """The pairs in runs that nothing parts but what may go on below their cells."""
    run: list[tuple[Line, Line]] = []
    for pair in pairs:
        if run:
            last, line = run[-1], pair[0]
            left, right = line.x0, pair[1].x0
            parted = any(
                each.x0 < right - _ASIDE
                and (abs(each.x0 - left) > _ASIDE or each.x1 > right + _ASIDE)
                and each.x1 > left
                for each in lines
                if last[0].y0 + 1 < each.y0 and each.y1 < line.y1 - 1
            )
            if parted or line.y0 - last[0].y1 > _MOST_LINES * _LEADING * line.size:
                yield run
                run = []
        run.append(pair)
    yield run


def _words(lines: Sequence[Line]) -> int:
    return sum(len(line.text.split()) for line in lines)


def _is_table(pairs: Sequence[tuple[Line, Line]], others: Sequence[Line]) -> bool:
    """Whether lines that stand beside others are the first cells of rows. `others`: of the page."""
    left, right = [first for first, _ in pairs], [second for _, second in pairs]
    if len(pairs) < _LEAST_ROWS or _words(left) > _MOST_WORDS * len(left):
        return False
    if sum(marked(line) or not any(map(str.isalnum, line.text)) for line in (*left, *right)) * 2 > len(pairs):
        return False
    odd = sum(is_formula(line) or bool(_EQUATION.fullmatch(line.text)) for line in (*left, *right))
    code = sum(one.mono and other.mono for one, other in pairs)
    pages = sum(bool(_PAGE.search(one.text)) for one in left)
    pages += sum(not _LETTER.search(one.text) and bool(_PAGE.search(other.text)) for one, other in pairs)
    sections = [found for line in left if (found := _SECTION.fullmatch(line.text))]
    if any(found["deeper"] for found in sections):
        pages += len(sections)  # the contents of a book
    notes = sum(other.text.startswith(_NOTES) for _, other in pairs)
    if max(2 * notes, 2 * odd, 2 * code, 2 * pages) > len(pairs):
        return False
    edge, top, bottom = right[0].x0, left[0].y0, left[-1].y1
    column = [
        line
        for line in others
        if abs(line.x0 - edge) <= _ASIDE
        and len(line.text.split()) > _MOST_WORDS
        and not top - 1 <= line.y0 <= bottom + line.size
    ]
    return len(column) <= max(_MOST_LINES, _ELSEWHERE * len(pairs))


def _fill(table: Sequence[_Row], lines: Sequence[Line]) -> None:
    """Gives each row what goes on below its cells. `lines`: of the page, from the top down."""
    own = {id(line) for row in table for line in row.cells}
    edges = [line.x0 for line in table[0].cells[:2]]
    rest = [
        (line, under)
        for line in lines
        if id(line) not in own
        and (under := next((n for n in (1, 0) if -_ASIDE <= line.x0 - edges[n] < 1.5 * line.size), None)) is not None
        and not (under == 0 and line.x1 > edges[1] - _ASIDE)
    ]
    for row, after in zip(table, [*table[1:], None], strict=True):
        bottom, end = row.bottom, after.top if after else float("inf")
        for line, under in rest:
            if line.y0 < bottom - 0.5 * line.size or line.y1 > end + 0.5 * line.size:
                continue
            low = max(each.y1 for each in (row.cells[under], *row.below) if each.x0 >= edges[under] - _ASIDE)
            if line.y0 - low > 0.5 * line.size or len(row.below) >= _MOST_LINES or line.size != row.cells[under].size:
                continue
            row.below.append(line)
            bottom = row.bottom


def _runs_on(table: Sequence[_Row]) -> bool:
    """Whether the text beside goes on from row to row: then it is a column of mostly full lines, and no row's."""
    said = [[row.cells[1], *(line for line in row.below if line.x0 >= row.cells[1].x0 - _ASIDE)] for row in table]
    edge = max(line.x1 for cell in said for line in cell)

    def full(line: Line, left: float) -> bool:
        return edge - left > _NARROWEST * line.size and line.x1 - left > _FULL * (edge - left)

    column = 2 * sum(full(cell[-1], cell[0].x0) for cell in said) >= len(said)
    on = 0
    for cell, after in pairwise(said):
        last = cell[-1]
        open_ended = column and full(last, cell[0].x0) and not _ENDED.search(last.text)
        on += after[0].text[:1].islower() and (open_ended or bool(_OPEN.search(last.text)))
    return on > _RUNNING * len(table)


def _written(row: _Row) -> list[Line]:
    """A row as lines: its cells in one, and what goes on below the last of them."""
    first, *others = row.cells
    wraps = [line for line in row.below if line.x0 < others[0].x0 - _ASIDE]
    if wraps:
        runs = [*first.runs, *(run for line in wraps for run in (Run(" ", "", line.size, False), *line.runs))]
        box = min(first.x0, *(each.x0 for each in wraps)), max(each.y1 for each in wraps)
        first = replace(
            first,
            runs=tuple(runs),
            x0=box[0],
            y1=box[1],
            words=(*first.words, *(w for each in wraps for w in each.words)),
        )
    whole = [_row([first, *others]), *(line for line in row.below if line.x0 >= others[0].x0 - _ASIDE)]
    return [replace(line, row=True) for line in whole]


def rows_of(found: Sequence[Paragraph]) -> Iterator[tuple[Paragraph, bool]]:
    """The paragraphs in order; those that make up a table come as rows (True), where its first cell stood."""
    tabular = [
        n
        for n, paragraph in enumerate(found)
        if sum(len(line.text) for line in paragraph) < _SHORT * len(paragraph) and not paragraph[0].row
    ]
    rows: list[list[tuple[int, Line]]] = []
    lines = [(n, line) for n in tabular for line in found[n]]
    for n, line in sorted(lines, key=lambda pair: (pair[1].y1, pair[1].x0)):
        if rows and abs(rows[-1][0][1].y1 - line.y1) < 0.4 * max(line.size, 4):
            rows[-1].append((n, line))
        else:
            rows.append([(n, line)])
    rows = [row for row in rows if len({n for n, _ in row}) >= _CELLS]
    inside = {n for row in rows for n, _ in row}
    whole = {n for n in inside if sum(m == n for row in rows for m, _ in row) == len(found[n])}
    rows = [row for row in rows if {n for n, _ in row} <= whole]
    taken = {n for row in rows for n, _ in row}
    rows = [row for row in rows if _neighbours({n for n, _ in row}, taken)]
    if len(rows) < _ROWS:
        yield from ((paragraph, paragraph[0].row) for paragraph in found)
        return
    taken = {n for row in rows for n, _ in row}
    first = min(taken)
    for n, paragraph in enumerate(found):
        if n == first:
            for row in rows:
                yield [_row([line for _, line in sorted(row, key=lambda pair: pair[1].x0)])], True
        if n not in taken:
            yield paragraph, paragraph[0].row


def _neighbours(row: set[int], taken: set[int]) -> bool:
    """Whether what stands between a row's cells in reading order is of the table too, not another column's text."""
    between = range(min(row), max(row) + 1)
    return sum(n in taken for n in between) >= _OWN * len(between)


def _row(cells: Sequence[Line]) -> Line:
    runs: list[Run] = []
    for cell in cells:
        if runs:
            runs.append(Run(" | ", "", cell.size, False))
        runs += cell.runs
    return Line(
        tuple(runs),
        min(cell.x0 for cell in cells),
        min(cell.y0 for cell in cells),
        max(cell.x1 for cell in cells),
        max(cell.y1 for cell in cells),
        words=tuple(word for cell in cells for word in cell.words),
    )
