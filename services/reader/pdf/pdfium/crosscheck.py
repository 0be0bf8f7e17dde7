"""How much of a page one engine found, against how much another did. Pure.

PDFium's text of every page is looked at anyway, to find its way (`triage.py`). Where pdfminer found much less, it has
lost something: then others are asked (`second_opinion.py`).
"""

import re
from dataclasses import dataclass

from services.reader.pages import Page

_WORD = re.compile(r"[^\W\d_]{3,}")
_LEAST_WORDS, _LEAST_CHARACTERS = 8, 40  # of what the other found: below that a page number is half of it
_WORDS, _CHARACTERS = 0.85, 0.75  # of what the other found
_BETTER = 1.05


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found on a page: characters that are no blanks, and words of three letters and more."""

    characters: int = 0
    words: int = 0


def seen_in(text: str) -> Seen:
    """Of a text."""
    return Seen(len("".join(text.split())), len(_WORD.findall(text)))


def seen_on(page: Page) -> Seen:
    """Of a page as it was read."""
    return seen_in("\n".join(line.text for chunk in page.chunks for line in chunk))


def falls_short(ours: Seen, theirs: Seen) -> bool:
    """Whether it is much less than another engine found."""
    return (theirs.words >= _LEAST_WORDS and ours.words < _WORDS * theirs.words) or (
        theirs.characters >= _LEAST_CHARACTERS and ours.characters < _CHARACTERS * theirs.characters
    )


def is_more(one: Seen, other: Seen) -> bool:
    """Whether the one found surely more than the other, in words or, where they are equal, in characters."""
    if one.words > _BETTER * other.words:
        return True
    return one.words >= other.words and one.characters > _BETTER * other.characters
