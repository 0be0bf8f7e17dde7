"""Reading order of chunks on a dense page: full-width chunks part it into bands; in a band, columns left to right."""

from collections.abc import Sequence

from services.reader.pages import Line

Chunk = Sequence[Line]


def in_columns(chunks: Sequence[Chunk], width: float, *, rtl: bool = False) -> list[Chunk]:
    """The chunks in reading order; `width` is the page's, in points. `rtl`: the rightmost column comes first."""
    waiting = sorted(chunks, key=lambda chunk: (_top(chunk), _left(chunk)))
    ordered: list[Chunk] = []
    band: list[Chunk] = []
    for chunk in waiting:
        if _right(chunk) - _left(chunk) > 0.6 * width:
            ordered += [*_columns(band, rtl), chunk]
            band = []
        else:
            band.append(chunk)
    return ordered + _columns(band, rtl)


def _columns(band: list[Chunk], rtl: bool) -> list[Chunk]:
    """A column is what overlaps sideways; chunks arrive from the top down and stay so within their column."""
    columns: list[tuple[float, float, list[Chunk]]] = []
    for chunk in sorted(band, key=_left):
        left, right = _left(chunk), _right(chunk)
        if columns and left < columns[-1][1] - 2:
            start, end, held = columns[-1]
            columns[-1] = (start, max(end, right), [*held, chunk])
        else:
            columns.append((left, right, [chunk]))
    if rtl:
        columns.reverse()
    return [chunk for _, _, held in columns for chunk in sorted(held, key=_top)]


def _top(chunk: Chunk) -> float:
    return min(line.y0 for line in chunk)


def _left(chunk: Chunk) -> float:
    return min(line.x0 for line in chunk)


def _right(chunk: Chunk) -> float:
    return max(line.x1 for line in chunk)
