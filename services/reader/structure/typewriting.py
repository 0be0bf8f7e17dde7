"""A document that is typewritten through and through is text: its type sets no code apart. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.reader.pages import Page

_MOSTLY, _OF_WORDS, _LONG = 0.8, 0.85, 0.4  # shares: of type that is a typewriter's, of letters and blanks, of lines
_LEAST_WORDS = 5  # of a line that is prose
_WORD = re.compile(r"[^\W\d_]+")


def as_text(pages: Sequence[Page]) -> Sequence[Page]:
    """The pages; where hardly anything is set in other type, and what is written are words, none of it as code."""
    lines = [line for page in pages for chunk in page.text_chunks for line in chunk]
    typed = [line.text for line in lines if line.mono]
    letters = sum(map(len, typed))
    if not typed or letters < _MOSTLY * sum(len(line.text) for line in lines):
        return pages
    words = sum(char.isalpha() or char.isspace() for text in typed for char in text)
    long = sum(len(_WORD.findall(text)) >= _LEAST_WORDS for text in typed)
    if words < _OF_WORDS * letters or long < _LONG * len(typed):
        return pages
    return [
        replace(
            page,
            chunks=[
                [replace(line, runs=tuple(replace(run, mono=False) for run in line.runs)) for line in chunk]
                for chunk in page.chunks
            ],
        )
        for page in pages
    ]
