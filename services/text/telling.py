"""Whether one question tells the answer of another: by what it asks, or by the options that it shows. Pure.

What is asked tells an answer that stands in it, in any inflection and with any article or none. Options tell only an
answer that is to be typed: who chooses sees options anyway.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from services.text.words import stems_of, without_article

_MOST = 0.6


@dataclass(frozen=True)
class Told:
    """Stems of what a question asks, of its options, and of each part of its answer that could be told, with blanks
    around each. `typed`: the answer is."""

    asks: str
    options: str
    keys: tuple[str, ...]
    typed: bool

    @classmethod
    def of(
        cls, asks: Iterable[str], options: Iterable[str], keys: Iterable[str], *, typed: bool, language: str
    ) -> "Told":
        """That of a question in words. `asks`: it and what is shown with it."""
        parts = tuple(_stems(without_article(key), language) for key in keys)
        return cls(_joined(asks, language), _joined(options, language), tuple(filter(str.strip, parts)), typed)

    def says(self, other: "Told") -> bool:
        """Whether what it asks has a part of the other's answer."""
        return any(key in self.asks for key in other.keys)

    def repeats(self, other: "Told") -> bool:
        """Whether it asks with most of the other's words."""
        asked = set(other.asks.split())
        return len(asked & set(self.asks.split())) >= _MOST * len(asked)

    def shows(self, other: "Told") -> bool:
        """Whether its options have a part of the other's answer, which is to be typed."""
        return other.typed and any(key in self.options for key in other.keys)


def either_says(one: Told, other: Told) -> bool:
    """Whether what one of two asks tells the answer of the other."""
    return one.says(other) or other.says(one)


def either_shows(one: Told, other: Told) -> bool:
    """Whether the options of one of two tell the answer of the other."""
    return one.shows(other) or other.shows(one)


def _joined(texts: Iterable[str], language: str) -> str:
    """The stems of several texts, with a mark between that is in none."""
    return " | ".join(_stems(text, language) for text in texts)


def _stems(text: str, language: str) -> str:
    return f" {' '.join(stems_of(text, language))} "
