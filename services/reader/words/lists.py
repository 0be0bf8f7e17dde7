"""The word lists beside this file: a file per purpose and language, words parted by white space."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def listed(purpose: str, language: str = "") -> frozenset[str]:
    """The words of one list; empty when that language has none."""
    path = _FOLDER / (f"{purpose}.{language}.txt" if language else f"{purpose}.txt")
    return frozenset(path.read_text(encoding="utf-8").split()) if path.exists() else frozenset()


def languages(purpose: str) -> tuple[str, ...]:
    """The languages that have a list for this purpose, sorted."""
    return tuple(sorted(path.name.split(".")[1] for path in _FOLDER.glob(f"{purpose}.*.txt")))
