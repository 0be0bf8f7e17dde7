"""Sentences as data: a code of the catalogue and what fills it, said in the language of whoever reads. Pure.

A code is `subject.name`, as the catalogue has it. A value named by a number ("0", "1") fills the braces without a name,
in their order, and of a pair for one and for several the first chooses. A value may be a phrase itself. `list.and`,
`list.or` and `list` with a name of `_BETWEEN` say their numbered values one after another. A value that a sentence has
in quotation marks gets inner ones in the place of its own (`services/text/quotation.py`).
"""

from collections.abc import Mapping
from functools import cache
from itertools import count
from string import Formatter
from typing import Protocol, Self

from services.text.catalogue import counted, sentences
from services.text.languages import spoken
from services.text.quotation import nested

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
    own = spoken(language, words)
    one, several = words[own][name]
    said = one if ordered[:1] == [1] else several
    within = _within_marks(said, own)
    ordered = [_nested(each, own) if str(n) in within else each for n, each in enumerate(ordered)]
    filled = {key: _nested(each, own) if key in within else each for key, each in filled.items()}
    try:
        return said.format(*ordered, **filled).rstrip(" ")
    except IndexError:
        raise KeyError(f"{phrase.code}: too few values") from None


@cache
def _within_marks(said: str, language: str) -> frozenset[str]:
    """The names of the values that a sentence of that language has in quotation marks."""
    marks = _signs(language, "quotation")["quotes"]
    found, before, numbers = set[str](), "", count()
    for text, name, _, _ in Formatter().parse(said):
        before += text
        if name is None:
            continue
        name = name or str(next(numbers))
        if before.rfind(marks[0]) > before.rfind(marks[1]):
            found.add(name)
    return frozenset(found)


def _nested(value: str | int, language: str) -> str | int:
    if not isinstance(value, str):
        return value
    marks = _signs(language, "quotation")
    return nested(value, marks["quotes"], marks["quotes_inside"])


def _signs(language: str, subject: str = "signs") -> Mapping[str, str]:
    """The marks of that language, else of English."""
    return sentences(subject)[spoken(language, sentences("signs"))]


def _filled(value: "str | int | float | Coded", language: str) -> str | int:
    if isinstance(value, str):
        return value
    mark = _signs(language)
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
    *first, last = said or [""]
    word = _signs(language)[name]
    return f"{', '.join(first)} {word} {last}" if first else last
