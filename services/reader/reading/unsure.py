"""What was not read surely is left out of the material, sentence by sentence: nothing can rest on a misread word. Pure.

A sentence with a word that is not sure (`ocr/sureness.py`) becomes a block of its own that is no material; what stands
before and after it in its block becomes blocks, too. So whoever asks, tells or quotes, also a Coach of somebody else's,
has whole sentences of sure words alone.

Recognition may overlook a whole line: what stands before it and behind it reads as one sentence. It is seen by the room
that it leaves, and the sentence over that room is not sure.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from statistics import median_low
from typing import TypeVar

from contracts.documents import Block, Box, Emphasis, TextLine, Word
from services.reader.ocr.sureness import LEAST_LINE, needed, of_its_own
from services.text.quantities.units import measure
from services.text.splitting import spans_of

_TOKEN = re.compile(r"\S+")
_SENTENCES = ("paragraph", "list_item")
_ONES = ("I", "l", "|")  # before a unit they are a 1, however surely they were read
_Span = TypeVar("_Span", Word, TextLine, Emphasis)
_ROOM = 1.6  # so many times as far as lines stand apart, or as they are high, another one has stood between two
_FULL = 0.6  # of a page's widest line: a shorter one ends something, and the next may stand anywhere
_OWN = 3  # lines of a block tell how far they stand apart; between two nobody knows whether another one stood


@dataclass(frozen=True)
class _Setting:
    """How lines are set, in points: how far apart at least half of them stand at most, and how wide the widest is."""

    apart: float
    width: float


def without_unsure(
    blocks: Sequence[Block], language: str, pages: Mapping[int, float]
) -> tuple[list[Block], Mapping[int, int]]:
    """The blocks, with what is not sure on these pages in blocks of its own that are no material, and on how many lines
    of each page that is. Blocks of a page that is changed are counted anew.

    `pages`: by their numbers the mean confidence of their words, in percent.
    """
    found: list[Block] = []
    unsure: Counter[int] = Counter()
    parted: set[int] = set()
    own, settings = _own(blocks, language, pages), _settings(blocks)
    for block in blocks:
        if not pages.keys() & set(block.pages) or not block.material or not block.words:
            found.append(block)
            continue
        doubts = [*_doubts(block, language, pages, own), *_overlooked(block, settings)]
        unsure.update(_lines(block, doubts))
        pieces = list(_pieces(block, doubts))
        found += pieces
        if len(pieces) > 1:
            parted.update(piece.source_page for piece in pieces)
    return _counted(found, parted), unsure


def _own(blocks: Sequence[Block], language: str, pages: Mapping[int, float]) -> frozenset[str]:
    """What the document has of words of its own, whatever becomes of the sentences that they stand in."""
    by_language: dict[str, list[tuple[str, float]]] = {}
    for block in blocks:
        if block.words and pages.keys() & set(block.pages):
            heard = ((token.group(), sure) for token, sure in _heard(block))
            by_language.setdefault(block.language or language, []).extend(heard)
    return frozenset[str]().union(*(of_its_own(words, spoken) for spoken, words in by_language.items()))


def _doubts(block: Block, language: str, pages: Mapping[int, float], own: Collection[str]) -> Iterator[tuple[int, int]]:
    """The words that are not sure, as spans of the text."""
    bad = [line for line in block.lines if _mean(block, line) < LEAST_LINE]
    spoken = block.language or language
    measured = _measured(spoken)
    for token, sure in _heard(block):
        start, end = token.span()
        page = pages.get(block.page_at(start))
        if page is None:
            continue
        if (
            sure < needed(token.group(), spoken, page, own)
            or (token.group() in _ONES and measured.match(block.text, end))
            or any(line.start < end and start < line.end for line in bad)
        ):
            yield start, end


@cache
def _measured(language: str) -> re.Pattern[str]:
    return re.compile(rf"\s+(?:{measure(language)})")


def _settings(blocks: Sequence[Block]) -> Mapping[int, _Setting]:
    """By page how the recognised lines of these blocks are set; of one with no two in a block nothing is known."""
    apart: dict[int, list[float]] = {}
    widths: dict[int, float] = {}
    for block in blocks:
        if block.words:
            for page, above, below in _pairs(block):
                apart.setdefault(page, []).append(_middle(below) - _middle(above))
                widths[page] = max(widths.get(page, 0.0), _width(above), _width(below))
    return {page: _Setting(median_low(found), widths[page]) for page, found in apart.items()}


def _overlooked(block: Block, settings: Mapping[int, _Setting]) -> Iterator[tuple[int, int]]:
    """Where a line was overlooked, as spans from the end of the line above to the beginning of the one below."""
    own = _settings([block]) if len(block.lines) >= _OWN else {}
    for page, above, below in _pairs(block):
        usual, apart = settings[page], (own.get(page) or settings[page]).apart
        high = min(line.box.y1 - line.box.y0 for line in (above, below))
        if _middle(below) - _middle(above) > _ROOM * max(apart, high) and _width(above) > _FULL * usual.width:
            yield above.end - 1, below.start + 1


def _pairs(block: Block) -> Iterator[tuple[int, TextLine, TextLine]]:
    """Lines that stand one under the other, with their page."""
    for above, below in pairwise(block.lines):
        page = block.page_at(above.start)
        if page == block.page_at(below.start) and _middle(below) > _middle(above):
            yield page, above, below


def _middle(line: TextLine) -> float:
    return (line.box.y0 + line.box.y1) / 2


def _width(line: TextLine) -> float:
    return line.box.x1 - line.box.x0


def _heard(block: Block) -> Iterator[tuple[re.Match[str], float]]:
    """What stands between blanks, with its confidence: of a word that nothing was heard of 0, of one that a line's end
    parted that of its worse half."""
    at, words = 0, sorted(block.words, key=lambda word: word.start)
    for token in _TOKEN.finditer(block.text):
        start, end = token.span()
        while at < len(words) and words[at].end <= start:
            at += 1
        heard = [word.confidence for word in _within(words, at, end)]
        yield token, min(heard) if heard else 0.0


def _within(words: Sequence[Word], at: int, end: int) -> Iterator[Word]:
    for word in words[at:]:
        if word.start >= end:
            return
        yield word


def _mean(block: Block, line: TextLine) -> float:
    own = [word.confidence for word in block.words if line.start <= word.start < line.end]
    return sum(own) / len(own) if own else 100.0


def _lines(block: Block, doubts: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Of each line with such a word its page."""
    for line in block.lines:
        if any(start < line.end and line.start < end for start, end in doubts):
            yield block.page_at(line.start)


def _pieces(block: Block, doubts: Sequence[tuple[int, int]]) -> Iterator[Block]:
    """The block in runs of sentences that are sure and that are not; one of another kind than prose stays whole."""
    if not doubts:
        yield block
        return
    starts = [start for start, _ in spans_of(block.text)] if block.kind in _SENTENCES else []
    edges = [0, *starts[1:], len(block.text)]
    sentences = [(start, end, any(a < end and start < b for a, b in doubts)) for start, end in pairwise(edges)]
    runs = [(sure, list(run)) for sure, run in groupby(sentences, key=lambda each: not each[2])]
    for number, (sure, run) in enumerate(runs):
        piece = block if len(runs) == 1 else _slice(block, run[0][0], run[-1][1], first=number == 0)
        yield piece if sure else piece.model_copy(update={"material": False, "aside": "low_confidence"})


def _slice(block: Block, start: int, end: int, *, first: bool) -> Block:
    text = block.text[start:end]
    start += len(text) - len(text.lstrip())
    end = start + len(text.strip())

    def moved(spans: Sequence[_Span]) -> list[_Span]:
        return [
            span.model_copy(update={"start": max(start, span.start) - start, "end": min(end, span.end) - start})
            for span in spans
            if span.start < end and start < span.end
        ]

    words = moved(block.words)
    further = [each for each in block.continues if start < each.start < end]
    first_page = [word for word in words if not further or word.start + start < further[0].start]
    return block.model_copy(
        update={
            "text": block.text[start:end],
            "kind": block.kind if first else "paragraph",
            "resumes": not first,
            "source_page": block.page_at(start),
            "continues": [each.model_copy(update={"start": each.start - start}) for each in further],
            "lines": moved(block.lines),
            "words": words,
            "emphasis": moved(block.emphasis),
            "box": _around([word.box for word in first_page]) or block.box,
            "confidence": round(sum(word.confidence for word in words) / len(words), 1) if words else block.confidence,
        }
    )


def _around(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    return Box(
        x0=min(box.x0 for box in boxes),
        y0=min(box.y0 for box in boxes),
        x1=max(box.x1 for box in boxes),
        y1=max(box.y1 for box in boxes),
    )


def _counted(blocks: Sequence[Block], pages: Collection[int]) -> list[Block]:
    """The ids of these pages' blocks, counted anew in their order."""
    number: Counter[int] = Counter()
    found = []
    for block in blocks:
        if block.source_page in pages:
            number[block.source_page] += 1
            block = block.model_copy(update={"block_id": f"p{block.source_page}b{number[block.source_page]}"})
        found.append(block)
    return found
