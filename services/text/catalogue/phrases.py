"""Sentences as data: a code of the catalogue and what fills it, said in the language of whoever reads. Pure.

A code is `subject.name`, as the catalogue has it. A value named by a number ("0", "1") fills the braces without a name,
in their order, and of a pair for one and for several the first chooses. A value may be a phrase itself. `list.and`,
`list.or` and `list` with a name of `_BETWEEN` say their numbered values one after another.
"""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Protocol, Self

from services.text.catalogue import counted, sentences
from services.text.languages import spoken

_BETWEEN = {"space": " ", "lines": "\n", "paragraphs": "\n\n", "comma": ", ", "semicolon": "; "}


class Coded(Protocol):
    """A code of the catalogue and its values."""

    @property
    def code(self) -> str: ...
    @property
    def values(self) -> Mapping[str, "str | int | float | Coded"]: ...


def rendered(phrase: Coded, language: str) -> str:
    """The phrase in words of that language, else of English; where its last value is empty, no blank ends it. Raises
    KeyError for what the catalogue does not have, and for a value that is missing."""
    subject, _, name = phrase.code.partition(".")
    filled = {key: _filled(value, language) for key, value in phrase.values.items()}
    ordered = [filled.pop(str(n)) for n in range(len(filled)) if str(n) in filled]
    if subject == "list":
        return _listed(name, [str(each) for each in ordered], language)
    words = counted(subject)
    one, several = words[spoken(language, words)][name]
    try:
        return (one if ordered[:1] == [1] else several).format(*ordered, **filled).rstrip(" ")
    except IndexError:
        raise KeyError(f"{phrase.code}: too few values") from None


def _filled(value: "str | int | float | Coded", language: str) -> str | int:
    if isinstance(value, str):
        return value
    signs = sentences("signs")
    mark = signs[spoken(language, signs)]
    if isinstance(value, int):
        return _Count(value, mark["thousands"])
    return f"{value:.2f}".replace(".", mark["decimal"]) if isinstance(value, float) else rendered(value, language)


class _Count(int):
    """A whole number; with a comma behind its name (`{count:,}`) in groups of three, as the language writes them."""

    sign: str

    def __new__(cls, count: int, sign: str) -> Self:
        made = super().__new__(cls, count)
        made.sign = sign
        return made

    def __format__(self, form: str) -> str:
        return format(int(self), form).replace(",", self.sign)


@cache
def named(code: str) -> frozenset[str]:
    """The names of the values that a code is said with. Raises KeyError for what the catalogue does not have."""
    subject, _, name = code.partition(".")
    return frozenset(value for _, value, _, _ in Formatter().parse(counted(subject)["en"][name][1]) if value)


def _listed(name: str, said: list[str], language: str) -> str:
    if name in _BETWEEN:
        return _BETWEEN[name].join(said)
    signs = sentences("signs")
    *first, last = said or [""]
    word = signs[spoken(language, signs)][name]
    return f"{', '.join(first)} {word} {last}" if first else last
