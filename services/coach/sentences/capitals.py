"""Which words have their capital only from a sentence's beginning, as a text's own sentences show."""

import re
from collections.abc import Iterable

_SMALL = re.compile(r"(?<![\w'’-])[^\W\d_A-ZÆØÅÄÖÜ][^\W\d_]+")
_WITHIN = re.compile(r"(?<=[^\W\d_A-ZÆØÅÄÖÜ] )[A-ZÆØÅÄÖÜ][^\W\d_]+")


class Capitals:
    """Knows which words a text writes small somewhere, and nowhere with a capital within a sentence."""

    def __init__(self, texts: Iterable[str]) -> None:
        small, named = set[str](), set[str]()
        for text in texts:
            small.update(_SMALL.findall(text))
            named.update(word.lower() for word in _WITHIN.findall(text))
        self._small, self._named = small - named, named

    def is_small(self, text: str) -> bool:
        """Whether the first word of a text is one of these, and has at most its first letter in capitals."""
        first = re.match(r"[^\W\d_]+", text)
        return first is not None and first.group()[1:].islower() and first.group().lower() in self._small

    def is_name(self, word: str) -> bool:
        """Whether the text writes a word with a capital within a sentence."""
        return word.lower() in self._named
