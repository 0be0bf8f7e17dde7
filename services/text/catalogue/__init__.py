"""The catalogue of sentences: everything that rules say to a person, by language and subject, as data.

`en.toml` and its sisters hold a table for each subject. Names in braces are filled in. A pair is for one and
for several, `{}` is the count; what is said alike of one and of several stands once. Every subject stands in every
language; who speaks another is spoken to in English (`languages.spoken`).
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent

Words = tuple[str, str]
"""For one, and for several."""


@cache
def sentences(subject: str) -> Mapping[str, Mapping[str, str]]:
    """A subject's sentences by language and name, for the languages that have the subject."""
    return {
        language: {name: said for name, said in told.items() if isinstance(said, str)}
        for language, told in _subject(subject).items()
    }


@cache
def counted(subject: str) -> Mapping[str, Mapping[str, Words]]:
    """A subject's sentences for one and for several, by language and name."""
    return {
        language: {name: (said, said) if isinstance(said, str) else (said[0], said[1]) for name, said in told.items()}
        for language, told in _subject(subject).items()
    }


def subjects() -> frozenset[str]:
    """All subjects."""
    return frozenset(_all()["en"])


def _subject(subject: str) -> dict[str, dict[str, Any]]:
    found = {language: told[subject] for language, told in _all().items() if subject in told}
    if not found:
        raise KeyError(subject)
    return found


@cache
def _all() -> dict[str, dict[str, dict[str, Any]]]:
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(_FOLDER.glob("*.toml"))}
