"""Holds words that a language model wrote against the text: where they stand there, or why they do not. Pure."""

import unicodedata
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from contracts.documents import Block
from services.coach.drafts.draft import Choice, Shape, Span
from services.coach.drafts.quote import locate, locate_quote
from services.text.words import fold


class Unfit(Exception):
    """`reason` as a shortfall counts it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Found:
    """A question's shape, its answer's place, its quote where that is another than the composed one, and what is told
    of answers that are typed."""

    shape: Shape
    answer: Span | None = None
    quote: Span | None = None
    told: Sequence[Choice] = ()


def quoted(block_id: str, quote: str, blocks: Mapping[str, Block]) -> Span:
    """Where a quote stands: in the block that is named, where none is in the first that has it. Raises `Unfit`."""
    if block_id:
        named = [blocks[block_id]] if block_id in blocks else []
    else:  # A word is looked for first, since there may be thousands of blocks.
        word = max(unicodedata.normalize("NFKC", quote).replace("...", " ").split(), key=len, default="")
        named = [b for b in blocks.values() if word and word in unicodedata.normalize("NFKC", b.text)]
    for block in named:
        if place := locate_quote(quote, block.text):
            return Span(block, *place)
    raise Unfit("quote_not_found")


def nearest(quote: str, blocks: Mapping[str, Block], shown: Set[str]) -> str:
    """Of the blocks that were shown the one that a quote was most likely taken from, though it may not stand there."""
    words = set(fold(quote).split())
    return max((name for name in blocks if name in shown), key=lambda n: len(words & set(fold(blocks[n].text).split())))


def within(words: str, quote: Span) -> Span | None:
    """Where words stand in a quote, in any case; None: nowhere."""
    place = locate(words, quote.block.text, quote.start, quote.end, any_case=True) if words.strip() else None
    return Span(quote.block, *place) if place else None


def answer_in(words: str, quote: Span) -> Span:
    """Where the answer stands. Raises `Unfit`."""
    place = within(words, quote)
    if place is None:
        raise Unfit("answer_not_in_quote")
    return place


def option_of(said: str, options: Sequence[str]) -> str | None:
    """The option that is meant, by its words or by its letter; None: none is, or one by its words and another by its
    letter (of the vitamins A, C, D and K "d")."""
    by_letter = dict(zip("abcdefgh", options, strict=False)).get(fold(said).strip(" .()"))
    by_words = next((each for each in options if fold(each) == fold(said)), by_letter)
    return by_words if by_letter in (None, by_words) else None


def distinct(options: Sequence[str], least: int, most: int) -> Sequence[str]:
    """The options, if they are as many as may be and all differ. Raises `Unfit`."""
    if not least <= len(options) <= most or len({fold(option) for option in options}) != len(options):
        raise Unfit("options_unfit")
    return options
