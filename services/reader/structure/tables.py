"""Rows of a table: short lines that stand beside at least two others, on at least two rows, become one block a row."""

from collections.abc import Iterator, Sequence

from services.reader.pages import Line, Run
from services.reader.structure.paragraphs import Paragraph

_SHORT = 28
_CELLS, _ROWS = 3, 2
_OWN = 0.7


def rows_of(found: Sequence[Paragraph]) -> Iterator[tuple[Paragraph, bool]]:
    """The paragraphs in order; those that make up a table come as rows (True), where its first cell stood."""
    tabular = [
        n for n, paragraph in enumerate(found) if sum(len(line.text) for line in paragraph) < _SHORT * len(paragraph)
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
        yield from ((paragraph, False) for paragraph in found)
        return
    taken = {n for row in rows for n, _ in row}
    first = min(taken)
    for n, paragraph in enumerate(found):
        if n == first:
            for row in rows:
                yield [_row([line for _, line in sorted(row, key=lambda pair: pair[1].x0)])], True
        if n not in taken:
            yield paragraph, False


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
