"""The sentences of a text as passages: each with its neighbours and its heading."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from contracts.documents import Block
from services.text.splitting import spans_of


@dataclass(frozen=True)
class Passage:
    """A sentence as it is ranked: its text, the sentences before and after it in its block, and its heading."""

    text: str
    before: str = ""
    after: str = ""
    heading: str = ""


@dataclass(frozen=True)
class Place:
    """A passage of a block: `start` and `end` are the sentence's, `first` and `last` its neighbours' too (code points
    of the block's text, half open)."""

    block: Block
    start: int
    end: int
    first: int
    last: int
    passage: Passage


def places_of(blocks: Iterable[tuple[Block, str]]) -> Iterator[Place]:
    """The passages of blocks, each given with its heading, in their order. A heading is a passage of itself."""
    for block, heading in blocks:
        spans = list(spans_of(block.text))
        for at, (start, end) in enumerate(spans):
            first, last = spans[max(0, at - 1)][0], spans[min(len(spans) - 1, at + 1)][1]
            before, after = block.text[first:start], block.text[end:last]
            passage = Passage(block.text[start:end], before.strip(), after.strip(), heading)
            yield Place(block, start, end, first, last, passage)


def headed(blocks: Iterable[Block]) -> Iterator[tuple[Block, str]]:
    """Blocks in reading order, each with the heading that it stands under; "" before the first."""
    heading = ""
    for block in blocks:
        yield block, "" if block.kind == "heading" else heading
        if block.kind == "heading":
            heading = block.text
