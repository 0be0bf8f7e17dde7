"""Words inside a figure belong to it: short lines in what is drawn, or scattered above a caption. Pure.

They are no material, and stand together where the first of them does: no paragraph has them between its lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from contracts.documents import Block, Box

_FIGURE = re.compile(r"^(?:figure|fig\.|figur|abbildung|abb\.|bilde)[\s:\d]", re.IGNORECASE)
_ENDED = re.compile(r"[.!?:;,]$")
_MOST_WORDS, _MOST_LINES = 5, 2
_LEAST = 2  # labels of a figure
_SET_IN = 8.0  # points from the caption's edge: a line of the text begins there
_NUMBER = re.compile(r"(?<!\S)[-+−]?\d+(?:[.,]\d+)?%?(?!\S)")
_TEXT = ("paragraph", "list_item", "other")
_RUNNING = 15  # words of running text
_BESIDE = 10.0  # points from what is drawn
_SURELY = 4  # labels: what else stands between them in few lines is one, too
_HIGHEST = 450.0  # points above its caption that a figure reaches


Figure = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_NOWHERE: Mapping[int, Sequence[Figure]] = {}


def without_labels(blocks: Sequence[Block], figures: Mapping[int, Sequence[Figure]] = _NOWHERE) -> list[Block]:
    """The blocks, with the labels of figures as no material, those of one figure together. `figures`: by page."""
    told = [_labels(caption, blocks) for caption in blocks if _heads(caption)]
    for page, places in figures.items():
        here = [block for block in blocks if block.source_page == page and block.material and block.box]
        told += [_inside(place, here) for place in places]
    first: dict[int, int] = {}
    for labels in told:
        for label in labels:
            first.setdefault(id(label), id(labels[0]))
    if not first:
        return list(blocks)
    own = {"material": False, "aside": "running", "kind": "other", "level": None}
    place = {id(block): n for n, block in enumerate(blocks)}
    # Stable: what is no label stays where it is.
    in_order = sorted(blocks, key=lambda block: place[first.get(id(block), id(block))])
    return [block.model_copy(update=own) if id(block) in first else block for block in in_order]


def _inside(figure: Figure, here: Sequence[Block]) -> list[Block]:
    """The labels in a figure; none where it holds running text, as a frame around a box of advice does."""
    x0, y0, x1, y1 = figure
    found, longer = list[Block](), list[Block]()
    for block in here:
        box = _place(block)
        across, down = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        within = x0 <= across <= x1 and y0 <= down <= y1
        near = x0 - _BESIDE <= across <= x1 + _BESIDE and y0 - _BESIDE <= down <= y1 + _BESIDE
        if within and block.kind in _TEXT and len(block.text.split()) >= _RUNNING:
            return []
        if near and (_may_be(block) or (_is_scale(block.text) and block.kind in _TEXT)):
            found.append(block)
        elif within and block.kind in ("paragraph", "code") and len(block.lines) <= _MOST_LINES:
            longer.append(block)
    return [block for block in here if block in found or block in longer] if len(found) >= _SURELY else found


def _is_scale(text: str) -> bool:
    """Whether it is the numbers along an axis."""
    return 2 * len(_NUMBER.findall(text)) > len(text.split())


def _heads(block: Block) -> bool:
    return block.kind == "caption" and block.material and block.box is not None and bool(_FIGURE.match(block.text))


def _labels(caption: Block, blocks: Sequence[Block]) -> Sequence[Block]:
    """What stands above a caption, up to the text."""
    under = _place(caption)
    found: list[Block] = []
    for block in sorted(_above(caption, under, blocks), key=lambda each: -_place(each).y1):
        if not _may_be(block):
            break
        found.append(block)
    scattered = sum(_place(block).x0 > under.x0 + _SET_IN for block in found)
    return found if len(found) >= _LEAST and 2 * scattered >= len(found) else ()


def _above(caption: Block, under: Box, blocks: Sequence[Block]) -> Iterator[Block]:
    here = [each for each in blocks if each.source_page == caption.source_page and each.material and each.box]
    column = [under, *(_place(each) for each in here if len(each.lines) > 1 and not _beside(_place(each), under))]
    wide = under.model_copy(update={"x0": min(box.x0 for box in column), "x1": max(box.x1 for box in column)})
    for block in here:
        box = _place(block)
        if not _beside(box, wide) and under.y0 - _HIGHEST < box.y0 and box.y1 <= under.y0 + 1 and block is not caption:
            yield block


def _beside(one: Box, other: Box) -> bool:
    return min(one.x1, other.x1) <= max(one.x0, other.x0)


def _may_be(block: Block) -> bool:
    few = len(block.text.split()) <= _MOST_WORDS and len(block.lines) <= _MOST_LINES
    return few and block.kind in ("paragraph", "other") and not _ENDED.search(block.text)


def _place(block: Block) -> Box:
    assert block.box is not None
    return block.box
