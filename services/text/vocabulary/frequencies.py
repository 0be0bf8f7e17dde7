"""How common words are in everyday text, by language, from wordfreq's small lists."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

_COMMON = 6e-5  # about "quality"
_POINTED = frozenset({"ar", "fa", "ur", "he"})


def listed(language: str) -> Mapping[str, float]:
    """The words of a language's list, case-folded, with their shares of all words, the commonest first; {}: no list."""
    return _frequencies({"no": "nb", "nn": "nb"}.get(language, language))  # wordfreq files Norwegian under Bokmål


@cache
def _frequencies(language: str) -> Mapping[str, float]:
    # Here, not above: half a second that a model's author need not pay.
    from wordfreq import available_languages, get_frequency_dict

    if language not in available_languages("small"):
        return {}  # asked for a list that it lacks, wordfreq would give that of another language
    found: Mapping[str, float] = get_frequency_dict(language, wordlist="small")
    return found


@cache
def _in_use(language: str) -> Mapping[str, float]:
    # Ten times as long as the other: for who must know whether a word is one at all.
    from wordfreq import available_languages, get_frequency_dict

    code = {"no": "nb", "nn": "nb"}.get(language, language)
    if code not in available_languages("large"):
        return listed(language)
    found: Mapping[str, float] = get_frequency_dict(code, wordlist="large")
    return found


def use(word: str, language: str) -> float:
    """The share of a word (case-folded) by the longest list that there is of the language; 0 where it is in none."""
    return _in_use(language).get(_unpointed(word, language), 0.0)


def warm(languages: Iterable[str], *, longest: bool = False) -> None:
    """Loads the lists of these languages; `longest`: also those that `use` asks."""
    for language in languages:
        listed(language)
        if longest:
            _in_use(language)


def everyday(word: str, language: str) -> float:
    """The share of a word (case-folded) in everyday text; 0 where its list lacks it."""
    return listed(language).get(_unpointed(word, language), 0.0)


def frequency(word: str, language: str) -> float:
    """The share of a word (case-folded) in everyday text, from 0 to 1; for what the list lacks, 1e-7."""
    return listed(language).get(_unpointed(word, language), 1e-7)


def _unpointed(word: str, language: str) -> str:
    """As the lists have it: in Arabic and Hebrew script without vowel signs and tatweel."""
    if language not in _POINTED:
        return word
    return "".join(char for char in word if unicodedata.category(char) != "Mn" and char != "ـ")


def is_listed(word: str, language: str) -> bool:
    """Whether the language's list has a case-folded word."""
    return _unpointed(word, language) in listed(language)


def known(language: str) -> bool:
    """Whether there is a word list of the language."""
    return bool(listed(language))


def is_rare(words: Sequence[str], language: str) -> bool:
    """Whether at least one of these case-folded words is a specialist's: fewer than 5 in a million."""
    return any(frequency(word, language) < 5e-6 for word in words)


def reads_as(words: Sequence[str], language: str) -> float:
    """The share of these case-folded words that the language's list has; 1 without a list."""
    known_words = listed(language)
    return sum(word in known_words for word in words) / len(words) if known_words and words else 1.0


def is_common(word: str, language: str, above: float = _COMMON) -> bool:
    """Whether everyday text is full of a word, so that it names no subject by itself; `above`: a share of all words."""
    return frequency(word.casefold(), language) > above
