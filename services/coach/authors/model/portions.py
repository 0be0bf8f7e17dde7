"""What a model is asked for and shown: an order goes out as small asks, each about a stretch of the text. Pure.

1. A first order asks for a quarter more than is needed, so that what does not hold up is there already; once all of its
   first ask did hold up, for a tenth more.
2. The text is parted into stretches of about one length, in their order, as many as asks are needed: so the whole of a
   long document is in reach, and shares follow the text. Where a focus area stands, stretches are shorter; where a
   glossary stands, longer.
3. Of a stretch that is longer than an ask shows, a window goes: the run of blocks with most concepts and least that was
   asked about before. A block that does not fit alone is cut between sentences; its pieces keep its id.
4. What stands before and after goes beside it, to be understood and quoted, not to be asked about.
5. A short text gives fewer stretches than asks: then several asks share one. All have about as many items, questions
   and cards mixed, and each its part of the levels that are ordered.
6. What an order lacks that was refused is asked about the blocks that it stood in, as much in one ask as an answer
   holds.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from contracts.documents import Block
from contracts.proof import Level
from services.coach.drafts.order import Concept, Order
from services.coach.drafts.quote import locate
from services.text.alphabets import ENDS
from services.text.words import find, fold

MOST_ITEMS, MOST_MENDED = 5, 7
"""Of one ask: what is wrong with one answer costs no more, and the first are there soon. What is mended is not waited
for, and each ask has its rules."""
_MORE, _SPARE = 4, 10  # one in so many, on top
_SHORTEST, _LEAST_ROOM, _PARAGRAPH = 600, 1_200, 300
_BESIDE = 160
_WORTH = (3.0, 2.0, 1.0)
_FOCUS = 4.0
_ASKED, _REFUSED = 2.0, 8.0
_ENTRY = re.compile(r"[^.:;!?]{2,60}: \S")
_AN_ENTRY = 0.25
"""What a line of a glossary, or of a list of labels, counts of its length and its concepts: it says what a word means,
and not what follows."""
_STOP = re.compile(rf"[.!?…][\"”’»)\]]*\s+|[{ENDS}]")


@dataclass(frozen=True)
class Portion:
    """Blocks to ask about in reading order, what stands `beside` them, the concepts in them, and how much to write, of
    which `levels`. `mends`: it is for what was refused or let go of there."""

    blocks: Sequence[Block]
    concepts: Sequence[Concept]
    questions: int
    flashcards: int
    beside: Sequence[Block] = ()
    levels: Mapping[Level, int] = field(default_factory=dict)
    mends: bool = False


def portions(
    order: Order, room: int, an_item: int, held: Portion | None = None, had: Mapping[Level, int] | None = None
) -> list[Portion]:
    """The asks, those with focus areas first. In characters of text: at most `room` each, about `an_item` an item.

    `held`: the first one, all of which held up: then what is left, of the rest of the text, and of the levels that it
    did not give (`had`).
    """
    questions, cards = order.questions, order.flashcards
    if held:
        questions = max(0, questions + questions // _SPARE - held.questions)
        cards = max(0, cards + cards // _SPARE - held.flashcards)
    elif order.is_new:
        questions, cards = more(questions), more(cards)
    pieces = [piece for block in order.blocks for piece in _pieces(block, room)]
    if held:
        pieces = [piece for piece in pieces if piece not in held.blocks] or pieces
    if not pieces or not questions + cards:
        return []
    if refused := _refused_in(order, pieces):
        pieces = [piece for n, piece in enumerate(pieces) if n in refused]
    length = sum(len(piece.text) for piece in pieces)
    most = MOST_MENDED if refused else MOST_ITEMS
    shares = _shares(questions, cards, most)
    count = min(len(shares), max(1, length // _SHORTEST), len(pieces))
    places = [n * count // len(shares) for n in range(len(shares))]
    windows = [
        _window(stretch, min(room, max(_LEAST_ROOM, an_item * min(most, _items(shares, places, k)))), order)
        for k, stretch in enumerate(_stretches(pieces, count, order))
    ]
    found = _asked_of([windows[place] for place in places], shares, order, had, mends=bool(refused))
    return sorted(found, key=lambda each: not any(concept.focus for concept in each.concepts))


def _shares(questions: int, cards: int, most: int = MOST_ITEMS) -> list[tuple[int, int]]:
    """How many questions and cards each ask is for: as few asks as can be, and about as much of both in each."""
    found = list[tuple[int, int]]()
    for asks in range(-(-(questions + cards) // most), 0, -1):
        left = questions + cards
        items = -(-left // asks)
        asked = max(items - cards, min(questions, items, round(questions * items / left)))
        found.append((asked, items - asked))
        questions, cards = questions - asked, cards - (items - asked)
    return found


def _items(shares: Sequence[tuple[int, int]], places: Sequence[int], place: int) -> int:
    return sum(sum(share) for share, at in zip(shares, places, strict=True) if at == place)


def _asked_of(
    texts: Sequence[Sequence[Block]],
    shares: Sequence[tuple[int, int]],
    order: Order,
    had: Mapping[Level, int] | None = None,
    *,
    mends: bool = False,
) -> list[Portion]:
    """An ask of each text. Of the levels each gets what is least told yet."""
    whole = levels_of(order, sum(questions for questions, _ in shares), had)
    left = dict(whole)
    found = list[Portion]()
    for blocks, (questions, cards) in zip(texts, shares, strict=True):
        levels = dict[Level, int]()
        for _ in range(questions if whole else 0):
            level = max(left, key=lambda each: left[each] / whole[each])
            left = {**left, level: left[level] - 1}
            levels[level] = levels.get(level, 0) + 1
        standing, beside = _standing(blocks, order.concepts), [] if mends else beside_of(blocks, order.blocks)
        found.append(Portion(blocks, standing, questions, cards, beside, levels, mends))
    return found


def levels_of(order: Order, questions: int, had: Mapping[Level, int] | None = None) -> dict[Level, int]:
    """How many of so many questions are of each level: what its quiz has counts as well, and what is written
    (`had`)."""
    mix, has = order.mix, Counter[Level](each.level for each in order.asked if each.level)
    has.update(had or {})
    whole, together = sum(mix.values()), questions + sum(has.values())
    lacks = {level: max(0.0, together * share / whole - has[level]) for level, share in mix.items() if share and whole}
    shares = {level: questions * lack / sum(lacks.values()) for level, lack in lacks.items()} if questions else {}
    found = {level: int(share) for level, share in shares.items()}
    fewest = sorted(shares, key=lambda each: (found[each] - shares[each], each == "recall"))
    for level in fewest[: questions - sum(found.values())]:
        found[level] += 1
    return {level: count for level, count in found.items() if count}


def about(order: Order, blocks: Sequence[Block], questions: int, cards: int, had: Mapping[Level, int]) -> list[Portion]:
    """Asks about these blocks alone, to mend what was written of them."""
    shares = _shares(questions, cards, MOST_MENDED)
    return _asked_of([blocks] * len(shares), shares, order, had, mends=True)


def more(count: int) -> int:
    """A quarter more."""
    return count + -(-count // _MORE)


def _stretches(pieces: Sequence[Block], count: int, order: Order) -> list[list[Block]]:
    """The pieces parted into so many of about one weight."""
    weights = [_weight(piece, order) for piece in pieces]
    whole, passed = sum(weights), 0.0
    found: list[list[Block]] = [[] for _ in range(count)]
    for n, (piece, weight) in enumerate(zip(pieces, weights, strict=True)):
        at = int((passed + weight / 2) * count / whole)
        # None stays empty: each of the last ones gets at least one.
        at = max(min(at, count - 1, n), count - (len(pieces) - n))
        found[at].append(piece)
        passed += weight
    return [stretch for stretch in found if stretch] if all(found) else _evenly(pieces, count)


def _evenly(pieces: Sequence[Block], count: int) -> list[list[Block]]:
    return [list(pieces[len(pieces) * k // count : len(pieces) * (k + 1) // count]) for k in range(count)]


def _weight(piece: Block, order: Order) -> float:
    folded = fold(piece.text)
    focus = any(concept.focus and find(concept.name, folded) >= 0 for concept in order.concepts)
    return len(piece.text) * (_FOCUS if focus else 1.0) * (_AN_ENTRY if _is_entry(piece) else 1.0)


def _window(stretch: Sequence[Block], size: int, order: Order) -> Sequence[Block]:
    """The best run of blocks that fits; at least one block."""
    if sum(len(piece.text) for piece in stretch) <= size:
        return stretch
    worth = [_worth(piece, order) for piece in stretch]
    best, best_worth = (0, 1), float("-inf")
    for start in range(len(stretch)):
        end, length, value = start, 0, 0.0
        while end < len(stretch) and (end == start or length + len(stretch[end].text) <= size):
            length, value, end = length + len(stretch[end].text), value + worth[end], end + 1
        if value > best_worth:
            best, best_worth = (start, end), value
    return stretch[slice(*best)]


def _worth(piece: Block, order: Order) -> float:
    """The concepts that stand there, less what was asked of it; above all what was refused there, which may be
    corrected. A line is worth less than a paragraph."""
    asked = sum(locate(each.quote, piece.text) is not None for each in (*order.asked, *order.cards) if each.quote)
    refused = sum(bool(each.quote) and locate(each.quote, piece.text) is not None for each in order.refused)
    there = sum(_FOCUS if each.focus else _WORTH[each.rank] for each in _standing([piece], order.concepts))
    size = min(1.0, len(piece.text) / _PARAGRAPH) * (_AN_ENTRY if _is_entry(piece) else 1.0)
    return there * size - _ASKED * asked + _REFUSED * refused


def _is_entry(piece: Block) -> bool:
    return len(piece.text) < _PARAGRAPH and bool(_ENTRY.match(piece.text))


def _refused_in(order: Order, pieces: Sequence[Block]) -> set[int]:
    """Which pieces hold the quotes of what was refused; where there are fewer than is to be written, all may serve."""
    found = {
        n
        for each in order.refused
        for n, piece in enumerate(pieces)
        if each.quote and locate(each.quote, piece.text) is not None
    }
    return found if len(order.refused) >= order.questions + order.flashcards else set()


def beside_of(blocks: Sequence[Block], whole: Sequence[Block]) -> list[Block]:
    """The end of what stands before, and the beginning of what comes after."""
    ids = [block.block_id for block in whole]
    if not blocks or blocks[0].block_id not in ids or blocks[-1].block_id not in ids:
        return []
    first, last = ids.index(blocks[0].block_id), ids.index(blocks[-1].block_id)
    before = [_part(whole[first - 1], end=True)] if first else []
    return before + [_part(block, end=False) for block in whole[last + 1 : last + 2]]


def _part(block: Block, *, end: bool) -> Block:
    """Its last or first sentences."""
    if len(block.text) <= _BESIDE:
        return block
    inner = (stop.end() for stop in _STOP.finditer(block.text) if stop.end() < len(block.text))
    stops = [0, *inner, len(block.text)]
    if end:
        text = block.text[next((at for at in stops[:-1] if len(block.text) - at <= _BESIDE), stops[-2]) :]
    else:
        text = block.text[: next((at for at in reversed(stops) if at <= _BESIDE and at), stops[1])]
    return block.model_copy(update={"text": text[-2 * _BESIDE :] if end else text[: 2 * _BESIDE]})


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
