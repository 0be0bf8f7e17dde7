"""What kind of text each block is, so that nothing is asked about what states no fact, and the learner is told. Pure.

A block counts as what most of it is. Judged by its kind where the Reader knows, else by its looks, and only where these
leave no doubt: wrongly left out is worse than wrongly kept, since each author looks at every sentence again.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from contracts.documents import Block
from services.text.alphabets import ENDS, WORD, length_of

Fitness = Literal["prose", "table", "code", "formula", "reference", "verse", "garbled", "fragment"]
ASKABLE: tuple[Fitness, ...] = ("prose", "fragment", "table", "formula")
"""Authors see these; of tables and formulas a model may make something."""
_BY_KIND: dict[str, Fitness] = {"table_row": "table", "code": "code", "formula": "formula"}
_GARBLED = re.compile(r"[ÃÂ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[™œ\x9d“”¦˜\x80-\xbf]|�|[\x80-\x9f]")
_GARBLED_SHARE = 0.01
_CODE_SIGNS = re.compile(r"[{};<>=|\\$#&*_]|\(\)|::|->|\+\+|//")
_CODE_WORDS = re.compile(
    r"^\s*(?:def|class|import|from|return|if|for|while|public|private|static|void|int|const|let|var|function|#include"
    r"|SELECT|INSERT|CREATE)\b.*[({:;=]",
    re.MULTILINE,
)
_CODE_SHARE = 0.09
_REFERENCE = re.compile(
    r"^\s*(?:\[\d+\]|\(?\d{1,3}[.)])?\s*[A-ZÆØÅÄÖÜ][\w'’-]+,\s+(?:[A-ZÆØÅÄÖÜ]\.[\s,&]*|[A-ZÆØÅÄÖÜ]\w+).{0,160}?"
    r"\(?\b(?:1[5-9]|20)\d\d[a-z]?\b"
)
# Where one entry of a list stands behind another in one block.
_ENTRY = re.compile(
    r"(?:^|(?<=[\s]))(?:\[\d{1,3}\]|\d{1,3}\.)\s+[A-ZÆØÅÄÖÜ][\w'’-]+,\s+[A-ZÆØÅÄÖÜ]\.(?=.{0,160}?\b(?:1[5-9]|20)\d\d\b)"
)
_WORDS_AN_ENTRY = 45
_CITES = re.compile(
    r"\bdoi\b|https?://|\bpp?\.\s?\d|\b\d+\s?\(\d+\)|\d+\s?[-–]\s?\d+|\bISBN\b|\bPress\b|\bForlag\b|\bVerlag\b"
)
_LINE_OPENS = re.compile(
    r"(?<=[a-zæøåäöüß,;])\s+(?:And|The|Of|With|But|To|In|That|Who|Where|When|Or|For|A|My|Thy|From|On|As|You|We|He|She|It"
    r"|What|So|At|By|Then|Now|Til|Og|Som|Med|Men"
    r"|Der|Det|Den|En|Et|Jeg|Du|Så|På|Und|Die|Das|Mit)\s+[a-zæøåäöü]"
)
_CAPITALS = re.compile(r"(?<=[a-zæøåäöüß,;:])\s+[A-ZÆØÅÄÖÜ][a-zæøåäöü]*\s+[a-zæøåäöü]")
_VERSE_LINE, _VERSE_LINES, _VERSE_SHARE = 9, 3, 0.6
_STOP = re.compile(rf"[.!?…][\"”’»)\]]*(?=\s|$)|[{ENDS}]")
_LEAST_WORDS = 5


def fitness_of(block: Block) -> Fitness:
    """What most of a block is."""
    text = block.text
    if known := _BY_KIND.get(block.kind):
        return known
    if block.aside == "references" or _is_reference(text):
        return "reference"
    if len(_GARBLED.findall(text)) > _GARBLED_SHARE * len(text):
        return "garbled"
    if _is_code(text):
        return "code"
    if _is_verse(text):
        return "verse"
    return "prose" if sentences_in(text) and block.kind != "heading" else "fragment"


def sentences_in(text: str) -> int:
    """How many sentences of five words or more a text has, about."""
    edges = [0, *(stop.end() for stop in _STOP.finditer(text))]
    return sum(length_of(text[start:end]) >= _LEAST_WORDS for start, end in pairwise(edges))


def kinds_of(blocks: Sequence[Block]) -> Counter[Fitness]:
    """How many blocks are of which kind."""
    return Counter(fitness_of(block) for block in blocks)


def askable(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that may state facts.

    Where the text is verse for the most part it is left out, and so is what begins its lines with other words.
    """
    kinds = [fitness_of(block) for block in blocks]
    length = sum(len(block.text) for block in blocks)
    verse = sum(len(block.text) for block, kind in zip(blocks, kinds, strict=True) if kind == "verse")
    if verse <= _VERSE_SHARE * length:
        return [block for block, kind in zip(blocks, kinds, strict=True) if kind in (*ASKABLE, "verse")]
    fit = [block for block, kind in zip(blocks, kinds, strict=True) if kind in ASKABLE]
    return [block for block in fit if len(_CAPITALS.findall(block.text)) < 2]


def _is_reference(text: str) -> bool:
    entries = len(_ENTRY.findall(text))
    if entries > 1 and len(_CITES.findall(text)) >= entries and length_of(text) <= _WORDS_AN_ENTRY * entries:
        return True
    return bool(_REFERENCE.match(text)) and bool(_CITES.search(text)) and length_of(text) < 60


def _is_code(text: str) -> bool:
    """Prose may show a little code; code without a sentence needs few signs to be known."""
    share = len(_CODE_SIGNS.findall(text)) / max(1, len(text))
    if sentences_in(text):
        return share > _CODE_SHARE
    return share > _CODE_SHARE / 3 or bool(_CODE_WORDS.search(text))


def _is_verse(text: str) -> bool:
    """Many short lines, or capitals where only a new line brings them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > _VERSE_LINES:
        capitals = sum(line.lstrip()[:1].isupper() for line in lines)
        closed = sum(line.rstrip().endswith((".", "!", "?")) for line in lines)
        longest = max(length_of(line) for line in lines)
        bullets = sum(not line.lstrip()[:1].isalpha() for line in lines)
        return longest <= _VERSE_LINE and capitals >= 0.7 * len(lines) and not bullets and 2 * closed < len(lines)
    words = len(WORD.findall(text))
    return words >= 20 and len(_LINE_OPENS.findall(text)) >= max(2, words / 25)
