"""Which words have their capital only from a sentence's beginning, as a text's own sentences show."""

import re
from collections import Counter
from collections.abc import Iterable

_SMALL = re.compile(r"(?<![\w'’./-])[^\W\d_A-ZÆØÅÄÖÜ][^\W\d_]+(?![./-]?\w)")
_LONG = re.compile(r"[^\W\d_]{4,}")
# Not the second word of "General Values", which may be a title's.
_WITHIN = re.compile(r"(?<![\w'’-])[^\W\d_A-ZÆØÅÄÖÜ][\w'’-]* (?P<word>[A-ZÆØÅÄÖÜ][^\W\d_]+)")


class Capitals:
    """Knows which words a text writes small more often than with a capital within a sentence, and the reverse."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._small, self._named = Counter[str](), Counter[str]()
        for text in texts:
            self._small.update(_SMALL.findall(text))
            self._named.update(word.lower() for word in _WITHIN.findall(text))

    def is_small(self, text: str) -> bool:
        """Whether the first word of a text is one of these, and has at most its first letter in capitals; not that of
        a name of several words ("Boats in the Night")."""
        first = re.match(r"[^\W\d_]+", text)
        word = first.group().lower() if first is not None and first.group()[1:].islower() else ""
        told = _LONG.findall(text)
        is_title = len(told) > 1 and all(each[0].isupper() for each in told)
        return self._small[word] > self._named[word] and not is_title

    def is_name(self, word: str) -> bool:
        """Whether the text writes a word with a capital within sentences."""
        return self._named[word.lower()] > self._small[word.lower()]
