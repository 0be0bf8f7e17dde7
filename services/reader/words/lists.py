"""The word lists beside this file: a file per purpose and language, words parted by white space."""

from pathlib import Path

from services.text.vocabulary.frequencies import frequency

_FOLDER = Path(__file__).parent
_HOLDS_TOGETHER = 1.5e-3


def listed(purpose: str, language: str = "") -> frozenset[str]:
    """The words of one list; empty when that language has none."""
    path = _FOLDER / (f"{purpose}.{language}.txt" if language else f"{purpose}.txt")
    return frozenset(path.read_text(encoding="utf-8").split()) if path.exists() else frozenset()


def languages(purpose: str) -> tuple[str, ...]:
    """The languages that have a list for this purpose, sorted."""
    return tuple(sorted(path.name.split(".")[1] for path in _FOLDER.glob(f"{purpose}.*.txt")))


VOTERS = {language: listed("voters", language) for language in languages("voters")}
"""Function words that tell these languages apart."""
FUNCTION_WORDS = {language: listed("function", language) for language in languages("function")}
"""Beyond the voters: pronouns, auxiliaries, and words that qualify anything."""


def is_function_word(word: str, language: str) -> bool:
    """Whether a case-folded word only holds sentences together; where we have no list, the most frequent words."""
    if word in VOTERS.get(language, ()) or word in FUNCTION_WORDS.get(language, ()):
        return True
    if language == "de" and word.endswith("erweise"):
        return True  # "normalerweise" is always an adverb
    return language not in FUNCTION_WORDS and frequency(word, language) > _HOLDS_TOGETHER
