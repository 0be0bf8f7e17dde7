"""Pages that a person has set right: their text replaces what was read; kinds and places are kept where it fits."""

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from contracts.documents import Block

_PARAGRAPHS = re.compile(r"\n[ \t\r\f\v]*\n")
_ALIKE = 75  # of 100: the same paragraph, with its mistakes put right


def paragraphs_in(text: str) -> list[str]:
    """Paragraphs are apart by empty lines; within one, lines are joined."""
    found = (" ".join(each.split()) for each in _PARAGRAPHS.split(text.replace("\x00", "")))
    return [each for each in found if each]


def corrected(blocks: Sequence[Block], corrections: Mapping[int, str]) -> list[Block]:
    """The blocks with those of corrected pages replaced, in order of pages. `corrections`: text by page."""
    found: list[Block] = []
    waiting = sorted(corrections)
    for block in blocks:
        while waiting and waiting[0] < block.source_page:
            found += _page(blocks, waiting[0], corrections[waiting.pop(0)])
        if block.source_page not in corrections:
            found.append(block)
    for number in waiting:
        found += _page(blocks, number, corrections[number])
    return found


def _page(blocks: Sequence[Block], number: int, text: str) -> list[Block]:
    left = [block for block in blocks if block.source_page == number]
    made = []
    for place, paragraph in enumerate(paragraphs_in(text), 1):
        block_id = f"p{number}b{place}"
        best = max(left, key=lambda block: fuzz.ratio(block.text, paragraph), default=None)
        if best is None or fuzz.ratio(best.text, paragraph) < _ALIKE:
            made.append(Block(block_id=block_id, text=paragraph, source_page=number))
            continue
        left.remove(best)
        changed = {} if best.text == paragraph else {"text": paragraph, "emphasis": [], "lines": [], "words": []}
        made.append(best.model_copy(update={"block_id": block_id, **changed, "confidence": None}))
    return made
