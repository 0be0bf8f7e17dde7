"""Passages by their meaning: what of a text gets a vector, how a vector is kept, and which are near to a question's.

A vector is kept as a signed byte a dimension, as long as its largest part: what is compared are directions alone. Its
`sketch` has a bit for each dimension, its sign: Postgres counts in how many of them two vectors differ, and only those
that differ in the fewest are compared themselves.
"""

from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul

from contracts.documents import Block
from services.text.splitting import spans_of

TOGETHER, MOST_LETTERS = 3, 600
"""Sentences that get a vector together, and from how many letters on no further one joins them."""
MOST_SAID = 1_500
"""Letters of a passage that are sent: models of 512 tokens are common."""
_LARGEST = 127


@dataclass(frozen=True)
class Window:
    """A few sentences of a block that have one vector: a span of its text in code points, half open."""

    start: int
    end: int


def windows_of(block: Block) -> Iterator[Window]:
    """The windows of a block, in their order; each of its sentences is in one of them."""
    spans = list(spans_of(block.text))
    at = 0
    while at < len(spans):
        last = at
        while last + 1 < len(spans) and last + 1 - at < TOGETHER and spans[last][1] - spans[at][0] < MOST_LETTERS:
            last += 1
        yield Window(spans[at][0], spans[last][1])
        at = last + 1


def said_of(block: Block, window: Window, heading: str) -> str:
    """What of a window is turned into its vector: under its heading, for a sentence may not name what it is about."""
    text = block.text[window.start : window.end]
    return f"{heading}\n{text}"[:MOST_SAID] if heading else text[:MOST_SAID]


def packed(vector: Sequence[float]) -> str:
    """A vector as messages have it: its bytes, in base64."""
    largest = max(map(abs, vector))
    return b64encode(array("b", [round(_LARGEST * value / largest) for value in vector]).tobytes()).decode()


def kept(told: str) -> bytes:
    """The bytes of a vector that a message has."""
    return b64decode(told, validate=True)


def sketch(vector: bytes) -> str:
    """The signs of a vector, as Postgres writes bits."""
    return "".join("1" if value > 0 else "0" for value in array("b", vector))


def likeness(one: bytes, others: Sequence[bytes]) -> list[float]:
    """The cosines of a vector with others of its length."""
    mine = array("b", one)
    length = sqrt(sum(map(mul, mine, mine)))
    found = []
    for each in others:
        theirs = array("b", each)
        found.append(sum(map(mul, mine, theirs)) / (length * sqrt(sum(map(mul, theirs, theirs)))))
    return found


def near(cosines: Sequence[float]) -> list[int]:
    """Which of these are near, the nearest first: nearer to the nearest of them than to their mean.

    Every question has a nearest passage; models differ in what cosine means "alike", so the others say it.
    """
    if not cosines:
        return []
    best, mean = max(cosines), sum(cosines) / len(cosines)
    found = [at for at, cosine in enumerate(cosines) if cosine >= (best + mean) / 2]
    return sorted(found, key=lambda at: -cosines[at])
