"""How easy a question reads: common words and a short sentence; whether everybody knows the answer. Pure."""

from functools import lru_cache

from services.text.alphabets import WORD, length_of
from services.text.frequencies import is_common, known
from services.text.words import is_small

_SHORT, _LONG = 8, 40
_EVERYDAY, _MOSTLY = 1e-5, 0.75  # of all words; of the words that tell what a term is


def ease_of(text: str, sentence: str, language: str) -> float:
    """From 0 (rare words, a sentence of 40 words or more) to 1 (everyday words, at most 8); two decimals."""
    words = [word for word in WORD.findall(text) if not is_small(word)]
    common = sum(_common(word, language) for word in words) / len(words) if words else 0.5
    length = min(1.0, max(0.0, (length_of(sentence) - _SHORT) / (_LONG - _SHORT)))
    return round(0.5 * common + 0.5 * (1 - length), 2)


def is_lay(term: str, said: str, language: str) -> bool:
    """Whether a term of everyday words is told of in everyday words: whoever speaks the language finds the one by the
    other ("peer group": "people who are similar in age")."""
    told = [word for word in WORD.findall(said) if not is_small(word)]
    named = [word for word in WORD.findall(term) if not is_small(word)]
    if not told or not known(language) or not all(is_common(word, language, _EVERYDAY) for word in named):
        return False
    return sum(is_common(word, language, _EVERYDAY) for word in told) >= _MOSTLY * len(told)


@lru_cache(maxsize=50_000)
def _common(word: str, language: str) -> bool:
    return is_common(word, language)
