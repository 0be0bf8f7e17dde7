"""A document that is longer than a model reads at once goes to it in portions, each with its share of the order. Pure.

1. Portions follow the text: consecutive blocks, as many as fit into the room; of a block that does not fit alone each
   piece goes by itself, cut between sentences where it has any, under the block's own id.
2. A portion is worth the concepts that stand in it: a focus area most, then by relevance.
3. Only the worthiest portions are asked, at most `most`, and what is ordered is shared out among them by worth.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contracts.documents import Block
from services.coach.drafts.order import Concept, Order
from services.text.alphabets import ENDS
from services.text.words import find, fold

_WORTH = (5.0, 2.0, 1.0)
_FOCUS = 20.0
_LEAST = 0.5
_STOP = re.compile(rf"[.!?…][\"”’»)\]]*\s+|[{ENDS}]")


@dataclass(frozen=True)
class Portion:
    """Blocks in reading order, the concepts that stand in them, and how much is to be written about them."""

    blocks: Sequence[Block]
    concepts: Sequence[Concept]
    questions: int
    flashcards: int


def portions(order: Order, room: int, most: int) -> list[Portion]:
    """The portions to ask, the worthiest first; `room` in characters of text each."""
    cut = [(blocks, _standing(blocks, order.concepts)) for blocks in _cut(order.blocks, room)]
    worth = [_LEAST + sum(_FOCUS if each.focus else _WORTH[each.rank] for each in concepts) for _, concepts in cut]
    wanted = max(order.questions, order.flashcards, 1)
    ranked = sorted(range(len(cut)), key=lambda n: (-worth[n], n))[: min(most, wanted)]
    weights = [worth[n] for n in ranked]
    questions, cards = _shared(order.questions, weights), _shared(order.flashcards, weights)
    return [
        Portion(*cut[n], questions=questions[k], flashcards=cards[k])
        for k, n in enumerate(ranked)
        if questions[k] or cards[k]
    ]


def _cut(blocks: Sequence[Block], room: int) -> list[list[Block]]:
    found: list[list[Block]] = []
    left = 0
    for block in blocks:
        for piece in _pieces(block, room):
            if len(piece.text) > left:
                found.append([])
                left = room
            found[-1].append(piece)
            left -= len(piece.text)
    return found


def _pieces(block: Block, room: int) -> Iterator[Block]:
    """The block, or what it is cut into; a quote is looked for in the whole of it all the same."""
    text = block.text
    while len(text) > room:
        ends = [stop.end() for stop in _STOP.finditer(text, 0, room)]
        at = ends[-1] if ends else text.rfind(" ", 1, room) + 1 or room
        yield block.model_copy(update={"text": text[:at]})
        text = text[at:]
    if text:
        yield block if text is block.text else block.model_copy(update={"text": text})


def _standing(blocks: Sequence[Block], concepts: Sequence[Concept]) -> list[Concept]:
    folded = fold("\n".join(block.text for block in blocks))
    return [concept for concept in concepts if find(concept.name, folded) >= 0]


def _shared(count: int, weights: Sequence[float]) -> list[int]:
    """Whole shares of `count` by weight, largest remainders first."""
    total = sum(weights)
    exact = [count * weight / total for weight in weights]
    shares = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda n: (shares[n] - exact[n], n))
    for n in order[: count - sum(shares)]:
        shares[n] += 1
    return shares
