"""A reading as the digest sees it: prose blocks with their sentences, words with places, and where sections begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from contracts.documents import Block
from services.reader.alphabets import has_no_case
from services.reader.words.segmenting import words_in
from services.reader.words.sentences import is_whole
from services.text.alphabets import is_lettered, is_together, length_of
from services.text.splitting import spans_of

_LEAST_LETTERS = 0.7
_LEAST_LONG, _LEAST_LONG_TOGETHER = 12, 6
_READ_WELL = 60.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word, case-folded, and its place in its block's text."""

    folded: str
    start: int
    end: int


@dataclass(frozen=True)
class Prose:
    """A block of running text; `sentences` are spans of its text; `section` counts the headings before it."""

    block: Block
    sentences: Sequence[tuple[int, int]]
    words: Sequence[Word]
    section: int

    def sentence_at(self, place: int) -> tuple[int, int]:
        """The sentence that holds the code point `place`."""
        return next((span for span in self.sentences if span[0] <= place < span[1]), (0, len(self.block.text)))

    def sentence_before(self, start: int) -> tuple[int, int] | None:
        """The span of the sentence before the one that begins there; None: it is the block's first."""
        return next((one for one, other in pairwise(self.sentences) if other[0] == start), None)


@dataclass(frozen=True)
class Material:
    """What a document teaches: its prose in order, its headings with the number of the section they open."""

    prose: Sequence[Prose]
    headings: Sequence[tuple[int, Block]]
    language: str

    @cached_property
    def in_small_letters(self) -> frozenset[str]:
        """The words that stand somewhere without a capital: what opens a sentence with one is no name for that."""
        return frozenset(
            word.folded for prose in self.prose for word in prose.words if prose.block.text[word.start].islower()
        )


def material_of(blocks: Sequence[Block], language: str) -> Material:
    """The material of a reading: no furniture, code, tables or captions; in blocks of the document's language only.

    Recognised blocks with a mean confidence under 60 % are left out where others are there.
    """
    prose: list[Prose] = []
    headings: list[tuple[int, Block]] = []
    for block in blocks:
        if not block.material:
            continue
        if block.kind == "heading":
            headings.append((len(headings) + 1, block))
        elif block.kind in ("paragraph", "list_item") and block.language in (None, language) and _is_prose(block.text):
            prose.append(_prose(block, len(headings), language))
    if not any(says_something(each) for each in prose):
        # Slides may hold all their text in titles.
        told = [_prose(block, number, language) for number, block in headings]
        prose += [each for each in told if has_sentence(each)]
    sound = [each for each in prose if is_read_well(each.block)]
    return Material(sound or prose, headings, language)


def _prose(block: Block, section: int, language: str) -> Prose:
    words = [Word(block.text[start:end].casefold(), start, end) for start, end in words_in(block.text, language)]
    return Prose(block, [*spans_of(block.text)], words, section)


def is_read_well(block: Block) -> bool:
    """Whether a block's words are the document's own, or were recognised surely enough."""
    return block.confidence is None or block.confidence >= _READ_WELL


def _is_prose(text: str) -> bool:
    least = _LEAST_LONG_TOGETHER if any(map(is_together, text[:_LEAST_LONG])) else _LEAST_LONG
    if len(text) < least:
        return False
    letters = sum(map(str.isalpha, text)) if text.isascii() else sum(map(is_lettered, text))
    return letters + text.count(" ") >= _LEAST_LETTERS * len(text)


def has_sentence(prose: Prose) -> bool:
    """Whether at least one whole sentence stands in it."""
    return any(is_whole(prose.block.text[start:end]) for start, end in prose.sentences)


def says_something(prose: Prose) -> bool:
    """Whether a line without a full stop, as slides and notes have it, still says something."""
    text = prose.block.text
    opens = text[prose.sentences[0][0]]
    words = length_of(text) if any(is_together(word.folded) for word in prose.words) else len(prose.words)
    closed = not text.rstrip().endswith((":", "?", "：", "？", "؟"))
    return words >= 6 and closed and (opens.isupper() or (opens.isalpha() and has_no_case(opens)))
