"""Sentences as data: a code of the catalogue and what fills it, said in the language of whoever reads. Pure.

A code is `subject.name`, as the catalogue has it. A value named by a number ("0", "1") fills the braces without a name,
in their order, and of a pair for one and for several the first chooses. A value may be a phrase itself. `list.and`,
`list.or` and `list` with a name of `_BETWEEN` say their numbered values one after another.
"""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Protocol

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
    """The phrase in words of that language, else of English. Raises KeyError for what the catalogue does not have, and
    for a value that is missing."""
    subject, _, name = phrase.code.partition(".")
    filled: dict[str, str | int] = {
        key: _number(value, language)
        if isinstance(value, float)
        else value
        if isinstance(value, str | int)
        else rendered(value, language)
        for key, value in phrase.values.items()
    }
    ordered = [filled.pop(str(n)) for n in range(len(filled)) if str(n) in filled]
    if subject == "list":
        return _listed(name, [str(each) for each in ordered], language)
    words = counted(subject)
    one, several = words[spoken(language, words)][name]
    try:
        return (one if ordered[:1] == [1] else several).format(*ordered, **filled)
    except IndexError:
        raise KeyError(f"{phrase.code}: too few values") from None


def _number(number: float, language: str) -> str:
    """With the language's decimal mark, to two places."""
    signs = sentences("signs")
    return f"{number:.2f}".replace(".", signs[spoken(language, signs)]["decimal"])


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
