"""The order of a recognised page, where tesseract gives it wrongly. Pure.

A heading over all of the page's width stands at the foot of the first column as far as tesseract can tell: between a
sentence and its end in the next column. But no column ends with a heading.
"""

from collections.abc import Sequence

from services.reader.pages import Line

_ENDED = (".", "!", "?", ",", ";", "-", "”", '"', ")")
_NEAR = 2.5  # sizes from a heading to what it heads, at most

Chunk = Sequence[Line]


def in_order(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """The chunks of a page; a heading at the foot of a column stands before what goes on below all columns."""
    found = list(chunks)
    for place in range(len(found) - 2, -1, -1):
        headed = _headed(found, place)
        if headed is not None:
            found.insert(headed - 1, found.pop(place))
    return found


def _headed(chunks: Sequence[Chunk], place: int) -> int | None:
    """Where that stands which the chunk heads, behind the columns beside it; None: it is no such heading."""
    line, *more = chunks[place]
    if more or not line.words or line.text.endswith(_ENDED):
        return None
    right = None
    for after in range(place + 1, len(chunks)):
        top, left = chunks[after][0].y0, min(each.x0 for each in chunks[after])
        if right is None:
            if top >= line.y0 or left < line.x1:
                return None  # it goes on below, not at the top of another column
            right = left
        elif top >= line.y1 - 1:
            wide = left < line.x1 and max(each.x1 for each in chunks[after]) > right
            return after if wide and top - line.y1 < _NEAR * line.size else None
        if max(each.y1 for each in chunks[after]) > line.y0 + 1:
            return None
    return None
