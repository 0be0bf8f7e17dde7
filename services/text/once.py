"""What was said in a lesson, as short marks: a sentence's checksum, kept where agents read it and nobody else. Pure.

A quotation of a few words belongs to the sentence around it; a longer one is a sentence of its own.
"""

import re
from collections.abc import Iterable, Set
from zlib import crc32

from services.text.words import fold

_INNER = re.compile(r"(?<!\w)[‘‚]((?:[^‘’‚]|’(?=\w))+)[’‘](?!\w)")
_SHORT = re.compile(r"[“«„]([^“”«»„]{1,40})[”»“]")
_FEW = 4
"""Words of a quotation that stands by itself."""
_SENTENCE = re.compile(r"(?:[^.!?\n“”«»„]|[.!?](?=[\w/,]))+[.!?]*")
_WORD = re.compile(r"\w+")
_MARK = re.compile(r"\bs_\d+\b")
_LEAST, _SUBSTANCE = 2, 6
"""Words of a sentence that is marked, and of one that says something by itself."""


def marks_of(text: str) -> list[str]:
    """A mark for each sentence of two words and more, in order, each once."""
    return list(dict.fromkeys(mark for mark, _ in _marked(text)))


def marks_in(lines: Iterable[str]) -> set[str]:
    """The marks that stand in lines of a log."""
    return {mark for line in lines for mark in _MARK.findall(line)}


def was_said(text: str, marks: Set[str]) -> bool:
    """Whether one of its sentences of substance was said; of short ones, whether all of them were."""
    found = _marked(text)
    long = [mark for mark, words in found if words >= _SUBSTANCE]
    if long:
        return any(mark in marks for mark in long)
    return bool(found) and all(mark in marks for mark, _ in found)


def _marked(text: str) -> list[tuple[str, int]]:
    outer = _INNER.sub(r"“\1”", text)  # A quotation within one is told by inner marks, and stands in the text by outer.
    joined = _SHORT.sub(lambda quote: quote[1] if len(_WORD.findall(quote[1])) < _FEW else quote[0], outer)
    pieces = [_WORD.findall(fold(piece)) for piece in _SENTENCE.findall(joined)]
    return [
        (f"s_{crc32(' '.join(words).encode()) % 10_000_000}", len(words)) for words in pieces if len(words) >= _LEAST
    ]
