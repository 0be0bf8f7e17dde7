"""M17: a reading as poor OCR would give it. Deterministic: the same reading and share give the same noise."""

import random

from contracts.documents import Block, Emphasis
from contracts.reading import StoredReading

SHARES = (0.01, 0.03, 0.05)
_ALIKE = {
    **{"l": "1", "1": "l", "i": "l", "I": "l", "o": "0", "O": "0", "0": "O", "e": "c", "c": "e", "a": "o", "s": "5"},
    **{"S": "5", "5": "S", "b": "h", "h": "b", "n": "u", "u": "n", "t": "f", "f": "t", "g": "q", "B": "8", "8": "B"},
    **{"m": "rn", "w": "vv", "d": "cl", "å": "a", "ø": "o", "æ": "ae", ",": ".", ".": ","},
}


def noisy(kept: StoredReading, share: float) -> StoredReading:
    """The reading with about that share of its letters confused, dropped or doubled; emphasis moves along."""
    return kept.model_copy(update={"blocks": [_noisy(block, share) for block in kept.blocks]})


def _noisy(block: Block, share: float) -> Block:
    chance = random.Random(f"{share} {block.block_id} {block.text}")
    pieces, places, length = list[str](), list[int](), 0
    for char in block.text:
        places.append(length)
        piece = _spoilt(char, chance) if char != " " and chance.random() < share else char
        pieces.append(piece)
        length += len(piece)
    places.append(length)
    moved = [
        Emphasis(start=places[span.start], end=places[span.end], style=span.style)
        for span in block.emphasis
        if places[span.start] < places[span.end]
    ]
    return block.model_copy(update={"text": "".join(pieces) or "?", "emphasis": moved, "lines": [], "words": []})


def _spoilt(char: str, chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.1:
        return ""
    if kind < 0.2:
        return char + char
    return _ALIKE.get(char, chance.choice("aeionrstl"))
