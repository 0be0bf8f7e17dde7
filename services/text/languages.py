"""Languages by their codes, and in which of them a learner is spoken to. Pure."""

from collections.abc import Collection
from functools import lru_cache

_BOKMAL = {"nb": "no", "nn": "no"}


@lru_cache
def code_of(language: str) -> str:
    """ "en-GB" is "en"; "nb_NO", "nb" and "nn" are "no"; "" stays."""
    first = language.lower().replace("_", "-").split("-")[0]
    return _BOKMAL.get(first, first)


def spoken(language: str, among: Collection[str]) -> str:
    """The language itself where there are words of it, else English."""
    code = code_of(language)
    return code if code in among else "en"
