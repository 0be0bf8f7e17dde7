"""Where figures stand on a page: what is drawn with bends and slants near to each other, and pictures.

Rules, frames and the lines of a table run along the page and make no figure. Places are pdfminer's: from the bottom
left. What is drawn beyond a limit is left out: a map has a million strokes, and they tell nothing more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pdfminer.utils import apply_matrix_pt

from services.reader.pdf.turning import Rect

_MOST_STROKES = 4_000
_STRAIGHT = 1.0  # points by which a line along the page may slope
_NEAR = 10.0  # points between parts of one figure
_LEAST_SIDE, _MOST_OF_PAGE = 40.0, 0.6
_LEAST_PARTS, _LEAST_BENDS = 3, 4
_CORNERS = 4  # of a frame with round ones


@dataclass
class _Part:
    """What is drawn: its place, of how many paths it is, how many strokes bend or slant, whether it is a picture."""

    box: Rect
    parts: int = 1
    bends: int = 0
    picture: bool = False


class Drawings:
    """What is drawn on one page, as it is drawn."""

    def __init__(self) -> None:
        self._parts: list[_Part] = []
        self._strokes = 0

    def add(self, path: Sequence[Any], ctm: Any) -> None:
        """A path, as pdfminer hands it out, and the matrix that places it."""
        self._strokes += len(path)
        if self._strokes > _MOST_STROKES:
            return
        places: list[tuple[float, float]] = []
        lines = curves = slants = 0
        for step in path:
            kind = step[0]
            if kind in "ml" or kind in "cvy":
                here = apply_matrix_pt(ctm, step[-2:])
                if kind == "l" and places:
                    lines += 1
                    slants += abs(here[0] - places[-1][0]) > _STRAIGHT < abs(here[1] - places[-1][1])
                curves += kind in "cvy"
                places.append(here)
            elif kind == "re":
                x, y, width, height = step[1:]
                places += [apply_matrix_pt(ctm, (x, y)), apply_matrix_pt(ctm, (x + width, y + height))]
        if places:
            across, down = [x for x, _ in places], [y for _, y in places]
            framed = curves == _CORNERS and lines >= _CORNERS - 1
            bends = 0 if framed else curves + slants
            self._parts.append(_Part((min(across), min(down), max(across), max(down)), bends=bends))

    def picture(self, box: Rect) -> None:
        """A picture, where it stands."""
        self._strokes += 1
        if self._strokes <= _MOST_STROKES:
            self._parts.append(_Part(box, picture=True))

    def figures(self, width: float, height: float) -> list[Rect]:
        """The places of the figures on a page of that size."""
        parts = [part for part in self._parts if part.bends or not _is_across(part.box, width, height)]
        return [
            part.box
            for part in _together(parts)
            if _is_figure(part) and _area(part.box) < _MOST_OF_PAGE * width * height
        ]


def _is_across(box: Rect, width: float, height: float) -> bool:
    """Whether it is the page's ground, or a rule over most of its width or height."""
    x0, y0, x1, y1 = box
    thin = min(x1 - x0, y1 - y0) <= _STRAIGHT
    long = x1 - x0 > _MOST_OF_PAGE * width or y1 - y0 > _MOST_OF_PAGE * height
    return (thin and long) or _area(box) > _MOST_OF_PAGE * width * height


def _is_figure(part: _Part) -> bool:
    x0, y0, x1, y1 = part.box
    drawn = part.parts >= _LEAST_PARTS and part.bends >= _LEAST_BENDS
    return (drawn or part.picture) and min(x1 - x0, y1 - y0) >= _LEAST_SIDE


def _together(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Parts near to each other as one."""
    open_ones: list[_Part] = []
    for part in sorted(parts, key=lambda each: -each.box[3]):
        still: list[_Part] = []
        for other in open_ones:
            if other.box[1] - _NEAR > part.box[3]:
                yield other
            elif _touch(other.box, part.box):
                part = _joined(other, part)
            else:
                still.append(other)
        open_ones = [*still, part]
    yield from open_ones


def _touch(one: Rect, other: Rect) -> bool:
    across = max(one[0], other[0]) - min(one[2], other[2])
    return across < _NEAR and max(one[1], other[1]) - min(one[3], other[3]) < _NEAR


def _joined(one: _Part, other: _Part) -> _Part:
    box = (
        min(one.box[0], other.box[0]),
        min(one.box[1], other.box[1]),
        max(one.box[2], other.box[2]),
        max(one.box[3], other.box[3]),
    )
    return _Part(box, one.parts + other.parts, one.bends + other.bends, one.picture or other.picture)


def _area(box: Rect) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
