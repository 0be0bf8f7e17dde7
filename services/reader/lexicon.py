"""How common words are in a language, and which of them carry no meaning. From wordfreq's small lists, and our own."""

import functools
from collections.abc import Iterable, Mapping, Sequence

from services.reader.language import VOTERS
from services.reader.wordlists import languages, listed

# wordfreq files Norwegian under Bokmål.
_NAMES = {"no": "nb", "nn": "nb"}


@functools.cache
def _frequencies(language: str) -> Mapping[str, float]:
    from wordfreq import get_frequency_dict

    try:
        found: Mapping[str, float] = get_frequency_dict(_NAMES.get(language, language), wordlist="small")
    except LookupError:
        return {}
    return found


def warm(languages: Iterable[str]) -> None:
    """Loads the lists of these languages."""
    for language in languages:
        _frequencies(_NAMES.get(language, language))


def frequency(word: str, language: str) -> float:
    """The share of a word (case-folded) in everyday text, from 0 to 1; for what the list lacks, 1e-7."""
    return _frequencies(_NAMES.get(language, language)).get(word, 1e-7)


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
    """Whether a case-folded word only holds sentences together."""
    return word in FUNCTION_WORDS.get(language, frozenset()) or word in VOTERS.get(language, frozenset())


# Beyond the voters: pronouns, auxiliaries, and words that qualify anything.
FUNCTION_WORDS = {language: listed("function", language) for language in languages("function")}
