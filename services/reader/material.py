"""A reading as the digest sees it: prose blocks with their sentences, words with places, and where sections begin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.documents import Block
from services.reader.sentences import is_whole, sentences

_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W\d_]+)*")
_LEAST_LETTERS = 0.7


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


@dataclass(frozen=True)
class Material:
    """What a document teaches: its prose in order, its headings with the number of the section they open."""

    prose: Sequence[Prose]
    headings: Sequence[tuple[int, Block]]
    language: str


def material_of(blocks: Sequence[Block], language: str) -> Material:
    """The material of a reading: no furniture, code, tables or captions; in blocks of the document's language only."""
    prose: list[Prose] = []
    headings: list[tuple[int, Block]] = []
    for block in blocks:
        if not block.material:
            continue
        if block.kind == "heading":
            headings.append((len(headings) + 1, block))
        elif block.kind in ("paragraph", "list_item") and block.language is None and _is_prose(block.text):
            words = [Word(found.group().casefold(), *found.span()) for found in _WORD.finditer(block.text)]
            prose.append(Prose(block, sentences(block.text), words, len(headings)))
    return Material(prose, headings, language)


def _is_prose(text: str) -> bool:
    return len(text) >= 12 and sum(c.isalpha() or c == " " for c in text) >= _LEAST_LETTERS * len(text)


def has_sentence(prose: Prose) -> bool:
    """Whether at least one whole sentence stands in it."""
    return any(is_whole(prose.block.text[start:end]) for start, end in prose.sentences)
