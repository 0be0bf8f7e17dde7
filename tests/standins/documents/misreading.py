"""Whether a text is what is printed, word for word: the words of a text that we know are compared. Pure."""

import re
from collections.abc import Iterable

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_NO_LETTER = re.compile(r"[\W_]")
_DASHES = str.maketrans("–—", "--")


class Printed:
    """A text that we know. Capitals and marks around a word do not count; what stands inside a number does."""

    def __init__(self, pages: Iterable[str]) -> None:
        self._words = f" {_plain(' '.join(pages))} "

    def holds(self, text: str) -> bool:
        """Whether these words stand there, one after the other."""
        return f" {_plain(text)} " in self._words or not _plain(text)


def _plain(text: str) -> str:
    return " ".join(filter(None, map(_word, text.translate(_DASHES).split())))


def _word(word: str) -> str:
    core = _EDGES.sub("", word).casefold()
    return core if any(char.isdigit() for char in core) else _NO_LETTER.sub("", core)
