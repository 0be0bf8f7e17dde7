"""Whether pages hold text that can be read, and enough of it; else the sentence that says what is wrong."""

import re
from collections.abc import Sequence
from itertools import islice

from contracts.documents import Block
from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.pages import Page
from services.reader.reading.notices import named
from services.reader.words.lists import VOTERS
from services.text.alphabets import length_of
from services.text.vocabulary import frequencies

_WORD = re.compile(r"[^\W\d_]{3,}")
_VOWEL = re.compile("[aeiouy]")
_LEAST_SAMPLE, _LEAST_KNOWN, _LEAST_SAID = 30, 0.25, 0.6
_MOST_BROKEN = 0.5
_SHOWN = 5000
"""Words that are looked at: of a whole book a list of all of them would be the most that its reading takes."""


def enough(pages: Sequence[Page], blocks: Sequence[Block], least: int) -> int:
    """How many words there are to learn from. Raises `Failure` where there are none, or too few.

    `pages`: none where the format has none.
    """
    words = sum(length_of(block.text) for block in blocks if block.material)
    broken = [page.number for page in pages if page.unreadable == "broken"]
    if len(broken) > _MOST_BROKEN * len(pages):
        numbers: dict[str, float] = {"pages": len(pages), "broken": len(broken)}
        raise failed(Code.DAMAGED, "pages_broken", len(broken), len(pages), numbers=numbers)
    if not words:
        undecodable = [page.number for page in pages if page.unreadable == "undecodable"]
        if undecodable:
            which = named(undecodable)
            raise failed(Code.NO_TEXT, "undecodable", which=which, numbers={"pages": len(pages)})
        if pages:
            which = named([page.number for page in pages])
            raise failed(Code.NO_TEXT, "no_text_on", which=which, numbers={"pages": len(pages)})
        raise failed(Code.NO_TEXT, "no_text", numbers={"pages": 0})
    if words < least:
        raise failed(Code.TEXT_TOO_SHORT, "too_short", words, least, numbers={"words": words, "limit": least})
    return words


def readable(text: str, language: str, pages: int) -> None:
    """Raises `Failure` for a text layer that is no language: fonts that draw other letters than they say."""
    words = [word[0].casefold() for word in islice(_WORD.finditer(text), _SHOWN)]
    if len(words) < _LEAST_SAMPLE:
        return
    if frequencies.known(language) and language in VOTERS:
        sense = frequencies.reads_as(words, language)
    else:
        latin = [word for word in words if word.isascii()]
        sense = sum(bool(_VOWEL.search(word)) for word in latin) / len(latin) if len(latin) > len(words) / 2 else 1.0
    if sense < (_LEAST_KNOWN if language in VOTERS else _LEAST_SAID):
        raise failed(Code.NO_TEXT, "text_layer", numbers={"pages": pages})
