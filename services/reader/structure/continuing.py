"""A paragraph that goes on in another column or on the next page is one block, with the places of its parts. Pure.

What floats between the two parts (captions, footnotes, running heads) stays where it stands. A paragraph is torn where
it has no end of a sentence and its last line is full; it goes on in the next text of its size of another column or of
the next page, and below a picture of its own column.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TypeVar

from contracts.documents import Block, Box, Continued, Emphasis, TextLine, Word
from services.reader.alphabets import has_no_case, unspaced
from services.reader.structure.joining import hyphen_mended

S = TypeVar("S", Emphasis, TextLine, Word)
_ENDED = re.compile(r"[.!?…:;。！？؟۔।][\"'”’»)\]\d*†‡]*$")
_MARKED = re.compile(r"^\s*(?:[•▪◦‣·∙●○■□➢➤►▶▸▹⇒→✓]|[-–—*]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s|\([ivx]{1,4}\)\s)")
_ENTRY = re.compile(r"^[^.:;]{2,60}(?:: | [–—] )")
"""A term and its definition, which may end without a full stop."""
_OPEN = re.compile(
    r"\b(?:the|an?|of|and|or|by|to|with|for|in|der|die|das|den|dem|des|ein|eine|und|oder|von|mit|og|eller|av|til|som)$|[,(\[]$"
)
"""What no sentence ends with: whatever follows goes on."""
_CONTINUED = ("paragraph", "list_item")
_ALIKE, _FULL, _FARTHEST, _NARROWEST = 0.12, 0.85, 30, 12
"""How much type may differ in size; how full a last line is; so many blocks on a part is looked for; how many times as
wide as high a column of text is."""


def continued(blocks: Sequence[Block], known: Mapping[str, int], apart: Collection[int] = ()) -> list[Block]:
    """The blocks with the parts of each paragraph joined, where it began. `known`: the document's words, as for
    `woven`; `apart`: pages whose blocks stay as they are."""
    found: list[Block | None] = list(blocks)
    for at, first in enumerate(blocks):
        if first.source_page in apart:
            continue
        while (block := found[at]) is not None and (after := _goes_on(found, at, apart)) is not None:
            part = found[after]
            assert part is not None
            found[at], found[after] = _joined(block, part, known), None
    return [block for block in found if block is not None]


@dataclass(frozen=True)
class _Part:
    """A part of a block on one page: its lines, and how its type is."""

    page: int
    box: Box
    lines: Sequence[TextLine]

    @classmethod
    def last(cls, block: Block) -> "_Part | None":
        """The last part of a block; None where it is not known how it stands."""
        last = block.continues[-1] if block.continues else None
        box = last.box if last else block.box
        lines = [line for line in block.lines if line.start >= (last.start if last else 0)]
        return cls(last.source_page if last else block.source_page, box, lines) if box and lines else None

    @cached_property
    def size(self) -> float:
        """The middle height of its lines, in points."""
        return median(line.box.y1 - line.box.y0 for line in self.lines)

    def alike(self, other: "_Part") -> bool:
        """Whether the other is set in type of the same size."""
        return abs(self.size - other.size) <= _ALIKE * self.size

    def above(self, other: "_Part") -> bool:
        """Whether the other stands on the same page in the same column, further down."""
        beside = min(self.box.x1, other.box.x1) <= max(self.box.x0, other.box.x0)
        return self.page == other.page and not beside and other.box.y0 >= self.box.y1 - 1


def _goes_on(blocks: Sequence[Block | None], at: int, apart: Collection[int]) -> int | None:
    """Where the next part of a block stands, if it is torn."""
    block = blocks[at]
    assert block is not None
    if block.kind not in _CONTINUED and not (block.kind == "caption" and _OPEN.search(block.text)):
        return None
    if not block.material or _ENDED.search(block.text):
        return None
    end = _Part.last(block)
    if end is None or not (full := _fullness(blocks, at, end)):
        return None
    floats = False
    for place, after in _following(blocks, at):
        far = after.source_page > end.page + 1 or after.source_page in apart
        if far or after.kind in ("heading", "code", "formula"):
            return None
        floats = floats or after.kind == "caption"
        begun = _Part.last(after)
        if begun is None or not after.material or after.kind not in _CONTINUED or not end.alike(begun):
            continue
        if end.above(begun) and not (floats and after.text[:1].islower() and len(begun.lines) > 1):
            return None
        return place if _is_part(block, after, begun, full) else None
    return None


def _following(blocks: Sequence[Block | None], at: int) -> Iterator[tuple[int, Block]]:
    for place in range(at + 1, min(at + 1 + _FARTHEST, len(blocks))):
        if (after := blocks[place]) is not None:
            yield place, after


def _fullness(blocks: Sequence[Block | None], at: int, end: _Part) -> float:
    """How far the last line reaches to the edge of its column, from 0 to 1; 0 where it is the widest of a short one."""
    edges = [end.box]
    for near in blocks[max(0, at - _FARTHEST) : at]:
        if near is None or (near.continues[-1] if near.continues else near).source_page != end.page:
            continue
        part = _Part.last(near)
        if part and abs(part.box.x0 - end.box.x0) < 3 * end.size and part.alike(end):
            edges.append(part.box)
    left, right = min(box.x0 for box in edges), max(box.x1 for box in edges)
    last = end.lines[-1].box
    wide = right - left
    if len(end.lines) + len(edges) < 3 or wide < _NARROWEST * end.size:
        return 0.0
    return (last.x1 - last.x0) / wide


def _is_part(block: Block, after: Block, begun: _Part, full: float) -> bool:
    if _MARKED.match(after.text) or after.language != block.language:
        return False
    if _ENTRY.match(block.text) and _ENTRY.match(after.text):
        return False
    if after.text[:1].islower():
        return full >= _FULL - 0.2
    if full < _FULL or (not _OPEN.search(block.text) and (len(begun.lines) < 2 or len(block.lines) < 3)):
        return False
    return has_no_case(after.text[:40]) or (after.text[:1].isalnum() and not after.text[:3].isupper())


def _joined(block: Block, part: Block, known: Mapping[str, int]) -> Block:
    between = "" if unspaced(block.text[-1:]) and unspaced(part.text[:1]) else " "
    head = hyphen_mended(block.text, part.text, known)
    if head is None:
        head = block.text + between
    shift = len(head)
    box = Continued(start=shift, source_page=part.source_page, box=part.box)
    moved = [each.model_copy(update={"start": each.start + shift}) for each in part.continues]
    kept = len(head.rstrip())
    scored = [(each.confidence, len(each.words)) for each in (block, part) if each.confidence is not None]
    counted = sum(count for _, count in scored)
    return block.model_copy(
        update={
            "text": head + part.text,
            "continues": [*block.continues, box, *moved],
            "emphasis": [*_cut(block.emphasis, kept), *_moved(part.emphasis, shift)],
            "lines": [*_cut(block.lines, kept), *_moved(part.lines, shift)],
            "words": [*_cut(block.words, kept), *_moved(part.words, shift)],
            "confidence": round(sum(share * count for share, count in scored) / counted, 1) if counted else None,
        }
    )


def _cut(spans: Sequence[S], end: int) -> list[S]:
    return [each.model_copy(update={"end": min(each.end, end)}) for each in spans if each.start < end]


def _moved(spans: Sequence[S], by: int) -> list[S]:
    return [each.model_copy(update={"start": each.start + by, "end": each.end + by}) for each in spans]
