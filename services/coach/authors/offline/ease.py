"""How easy a question reads: common words and a short sentence; whether everybody knows the answer. Pure."""

from functools import lru_cache

from services.text.alphabets import WORD, length_of
from services.text.vocabulary.frequencies import is_common, known
from services.text.words import is_small

_SHORT, _LONG = 8, 40
# Shares of all words: what several words name is told by their sense ("peer group"), what one names has to be known.
_EVERYDAY, _EVERYDAY_ALONE, _EVERYDAY_OF_A_SYSTEM = 3.6e-6, 1e-5, 3e-5


def ease_of(text: str, sentence: str, language: str) -> float:
    """From 0 (rare words, a sentence of 40 words or more) to 1 (everyday words, at most 8); two decimals."""
    words = [word for word in WORD.findall(text) if not is_small(word)]
    common = sum(_common(word, language) for word in words) / len(words) if words else 0.5
    length = min(1.0, max(0.0, (length_of(sentence) - _SHORT) / (_LONG - _SHORT)))
    return round(0.5 * common + 0.5 * (1 - length), 2)


def is_lay(term: str, language: str, *, of_a_system: bool = False) -> bool:
    """Whether a term is made of words that everybody uses: such a name says what it is ("peer group", "hidden
    curriculum"), so that whoever speaks the language finds it by its definition, and the other way round. A word alone
    means something else where a text speaks `of_a_system`: a "patch", a "tag"."""
    named = [word for word in WORD.findall(term) if not is_small(word)]
    alone = _EVERYDAY_OF_A_SYSTEM if of_a_system else _EVERYDAY_ALONE
    least = alone if len(named) == 1 else _EVERYDAY
    everyday = bool(named) and all(not word.isupper() and is_common(word, language, least) for word in named)
    return known(language) and everyday


@lru_cache(maxsize=50_000)
def _common(word: str, language: str) -> bool:
    return is_common(word, language)
