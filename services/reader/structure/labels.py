"""Words inside a figure belong to it, not to the text: short lines that stand scattered above its caption. Pure."""

import re
from collections.abc import Iterator, Sequence

from contracts.documents import Block, Box

_FIGURE = re.compile(r"^(?:figure|fig\.|figur|abbildung|abb\.|bilde)[\s:\d]", re.IGNORECASE)
_ENDED = re.compile(r"[.!?:;,]$")
_MOST_WORDS, _MOST_LINES = 5, 2
_LEAST = 2  # labels of a figure
_SET_IN = 8.0  # points from the caption's edge: a line of the text begins there
_HIGHEST = 450.0  # points above its caption that a figure reaches


def without_labels(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with the labels of figures as no material."""
    labels = {id(label) for caption in blocks if _heads(caption) for label in _labels(caption, blocks)}
    if not labels:
        return list(blocks)
    own = {"material": False, "aside": "running", "kind": "other", "level": None}
    return [block.model_copy(update=own) if id(block) in labels else block for block in blocks]


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
