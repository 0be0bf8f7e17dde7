"""Which way a page's text runs, voted by its characters, and the page turned so that it can be read.

A character runs to the right, up, on its head or down. What most of them do is the page's text; the others (a stamp
along the edge, the legend of an axis) are laid out by themselves. Places are pdfminer's here: from the bottom left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pdfminer.layout import LTChar, LTFigure, LTLayoutContainer, LTPage

Rect = tuple[float, float, float, float]
"""x0, y0, x1, y1."""
_DEEPEST_FIGURE = 20
_MARGIN = 0.08  # of the page's width or height


def turn_of(matrix: Sequence[float]) -> int:
    """The degrees clockwise by which a page must be turned so that a character of that matrix stands upright."""
    a, b, _, d, *_ = matrix
    if abs(a) >= abs(b):
        return 180 if a < 0 > d else 0
    return 90 if b > 0 else 270


def turned(box: Rect, turn: int, width: float, height: float) -> Rect:
    """Where a box of a page of that size lies when the page is turned clockwise by `turn` degrees."""
    x0, y0, x1, y1 = box
    if turn == 90:
        return y0, width - x1, y1, width - x0
    if turn == 180:
        return width - x1, height - y1, width - x0, height - y0
    if turn == 270:
        return height - y1, x0, height - y0, x1
    return box


def sided(turn: int, width: float, height: float) -> tuple[float, float]:
    """Width and height of the turned page."""
    return (height, width) if turn in (90, 270) else (width, height)


def parted(layout: LTPage) -> tuple[int, dict[int, LTPage]]:
    """By how much the page is turned to be read, and by their own turn the characters that run another way.

    Those are taken out of `layout`; what is left is turned. Nothing is laid out yet.
    """
    width, height = layout.width, layout.height
    seen = [letter for letter in _letters(layout, 0) if not letter.get_text().isspace()]
    inside = [letter for letter in seen if not _along_an_edge(letter, width, height)]
    votes = Counter(turn_of(letter.matrix) for letter in inside or seen)
    turn = max(votes, key=lambda each: (votes[each], -each), default=0)
    others: dict[int, LTPage] = {}
    for each in sorted({turn_of(letter.matrix) for letter in seen}):
        if each != turn:
            others[each] = LTPage(layout.pageid, (0, 0, *sided(each, width, height)))
    _take(layout, turn, others, (width, height), 0)
    layout.set_bbox((0, 0, *sided(turn, width, height)))
    return turn, others


def _along_an_edge(letter: LTChar, width: float, height: float) -> bool:
    """Whether it stands in the margin that its line runs along: a stamp has more letters than a page's last lines."""
    across, down = (letter.x0 + letter.x1) / 2, (letter.y0 + letter.y1) / 2
    side, length = (across, width) if turn_of(letter.matrix) in (90, 270) else (down, height)
    return min(side, length - side) < _MARGIN * length


def _letters(container: Any, depth: int) -> Iterator[LTChar]:
    for element in container:
        if isinstance(element, LTChar):
            yield element
        elif isinstance(element, LTFigure) and depth < _DEEPEST_FIGURE:
            yield from _letters(element, depth + 1)


def _take(
    container: LTLayoutContainer, turn: int, others: dict[int, LTPage], size: tuple[float, float], depth: int
) -> None:
    """Turns what runs as the page does, and moves the rest to the pages of its own turn."""
    kept: list[Any] = []
    for element in container:
        if isinstance(element, LTChar):
            own = turn_of(element.matrix)
            _turn(element, own, size)
            if own in others:
                others[own].add(element)
                continue
            # A space that runs otherwise than all letters do is nobody's.
            if own != turn:
                continue
        elif isinstance(element, LTFigure) and depth < _DEEPEST_FIGURE:
            _take(element, turn, others, size, depth + 1)
            element.set_bbox(turned(element.bbox, turn, *size))
        kept.append(element)
    container._objs = kept


def _turn(letter: LTChar, turn: int, size: tuple[float, float]) -> None:
    """Stands the letter upright."""
    if turn:
        letter.set_bbox(turned(letter.bbox, turn, *size))
        letter.size = letter.height
    letter.upright = True
