"""How common words are in a language, and which of them carry no meaning. From wordfreq's small lists, and our own."""

import functools
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from services.reader.language import VOTERS
from services.reader.words.lists import languages, listed

# wordfreq files Norwegian under Bokmål.
_NAMES = {"no": "nb", "nn": "nb"}
_HOLDS_TOGETHER = 1.5e-3
_POINTED = frozenset({"ar", "fa", "ur", "he"})


@functools.cache
def _frequencies(language: str) -> Mapping[str, float]:
    from wordfreq import available_languages, get_frequency_dict

    if language not in available_languages("small"):
        return {}  # asked for a list that it lacks, wordfreq would give that of another language
    found: Mapping[str, float] = get_frequency_dict(language, wordlist="small")
    return found


def warm(languages: Iterable[str]) -> None:
    """Loads the lists of these languages."""
    for language in languages:
        _frequencies(_NAMES.get(language, language))


def frequency(word: str, language: str) -> float:
    """The share of a word (case-folded) in everyday text, from 0 to 1; for what the list lacks, 1e-7."""
    return _frequencies(_NAMES.get(language, language)).get(_unpointed(word, language), 1e-7)


def _unpointed(word: str, language: str) -> str:
    """As the lists have it: in Arabic and Hebrew script without vowel signs and tatweel."""
    if language not in _POINTED:
        return word
    return "".join(char for char in word if unicodedata.category(char) != "Mn" and char != "ـ")


def is_listed(word: str, language: str) -> bool:
    """Whether the language's list has a case-folded word."""
    return _unpointed(word, language) in _frequencies(_NAMES.get(language, language))


def known(language: str) -> bool:
    """Whether there is a word list of the language."""
    return bool(_frequencies(_NAMES.get(language, language)))


def is_rare(words: Sequence[str], language: str) -> bool:
    """Whether at least one of these case-folded words is a specialist's: fewer than 5 in a million."""
    return any(frequency(word, language) < 5e-6 for word in words)


def reads_as(words: Sequence[str], language: str) -> float:
    """The share of these case-folded words that the language's list has; 1 without a list."""
    listed = _frequencies(_NAMES.get(language, language))
    return sum(word in listed for word in words) / len(words) if listed and words else 1.0


def is_function_word(word: str, language: str) -> bool:
    """Whether a case-folded word only holds sentences together; where we have no list, the most frequent words."""
    if language in FUNCTION_WORDS:
        return word in FUNCTION_WORDS[language] or word in VOTERS.get(language, frozenset())
    return word in VOTERS.get(language, frozenset()) or frequency(word, language) > _HOLDS_TOGETHER


# Beyond the voters: pronouns, auxiliaries, and words that qualify anything.
FUNCTION_WORDS = {language: listed("function", language) for language in languages("function")}
