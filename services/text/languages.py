"""Languages by their codes, and in which of them a learner is spoken to. Pure."""

from collections.abc import Collection
from functools import lru_cache

_NORWEGIAN = frozenset({"nb", "nn", "nob", "nno", "nor"})
NAMES = {"en": "English", "no": "Norwegian", "de": "German"}
"""What those that somebody is spoken to in are called in English."""


@lru_cache
def code_of(language: str) -> str:
    """ "en-GB" is "en"; "nb_NO", "nb" and "nn" are "no"; "" stays."""
    first = language.lower().replace("_", "-").split("-")[0]
    return "no" if first in _NORWEGIAN else first


def spoken(language: str, among: Collection[str]) -> str:
    """The language itself where there are words of it, else English."""
    code = code_of(language)
    return code if code in among else "en"
