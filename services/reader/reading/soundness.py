"""Whether pages hold text that can be read, and enough of it; else the sentence that says what is wrong."""

import re
from collections.abc import Sequence

from contracts.documents import Block
from contracts.problems import Code, failure
from services.reader.pages import Page
from services.reader.reading.notices import named
from services.reader.words.lists import VOTERS
from services.text import frequencies
from services.text.alphabets import length_of

_WORD = re.compile(r"[^\W\d_]{3,}")
_VOWEL = re.compile("[aeiouy]")
_LEAST_SAMPLE, _LEAST_KNOWN, _LEAST_SAID = 30, 0.25, 0.6
_MOST_BROKEN = 0.5


def enough(pages: Sequence[Page], blocks: Sequence[Block], least: int) -> int:
    """How many words there are to learn from. Raises `Failure` where there are none, or too few.

    `pages`: none where the format has none.
    """
    words = sum(length_of(block.text) for block in blocks if block.material)
    broken = [page.number for page in pages if page.unreadable == "broken"]
    if len(broken) > _MOST_BROKEN * len(pages):
        raise failure(
            Code.DAMAGED,
            f"{len(broken)} of {len(pages)} pages are broken and cannot be read.",
            pages=len(pages),
            broken=len(broken),
        )
    if not words:
        undecodable = [page.number for page in pages if page.unreadable == "undecodable"]
        if undecodable:
            raise failure(
                Code.NO_TEXT,
                f"The text on {named(undecodable)} cannot be decoded: its fonts do not say which letters they draw.",
                pages=len(pages),
            )
        which = f"on {named([page.number for page in pages])}" if pages else "in the document"
        raise failure(Code.NO_TEXT, f"There is no text {which} that can be learned from.", pages=len(pages))
    if words < least:
        raise failure(
            Code.TEXT_TOO_SHORT,
            f"The document has {words} word{'' if words == 1 else 's'} to learn from; it takes at least {least}.",
            words=words,
            limit=least,
        )
    return words


def readable(text: str, language: str, pages: int) -> None:
    """Raises `Failure` for a text layer that is no language: fonts that draw other letters than they say."""
    words = _WORD.findall(text.casefold())[:5000]
    if len(words) < _LEAST_SAMPLE:
        return
    if frequencies.known(language) and language in VOTERS:
        sense = frequencies.reads_as(words, language)
    else:
        latin = [word for word in words if word.isascii()]
        sense = sum(bool(_VOWEL.search(word)) for word in latin) / len(latin) if len(latin) > len(words) / 2 else 1.0
    if sense < (_LEAST_KNOWN if language in VOTERS else _LEAST_SAID):
        raise failure(
            Code.NO_TEXT,
            "The document's text layer is unreadable: its fonts draw other letters than they name.",
            pages=pages,
        )
