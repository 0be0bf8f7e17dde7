"""How easy a question reads: common words and a short sentence. Pure."""

from functools import lru_cache

from services.text.alphabets import WORD, length_of
from services.text.frequencies import is_common
from services.text.words import is_small

_SHORT, _LONG = 8, 40


def ease_of(text: str, sentence: str, language: str) -> float:
    """From 0 (rare words, a sentence of 40 words or more) to 1 (everyday words, at most 8); two decimals."""
    words = [word for word in WORD.findall(text) if not is_small(word)]
    common = sum(_common(word, language) for word in words) / len(words) if words else 0.5
    length = min(1.0, max(0.0, (length_of(sentence) - _SHORT) / (_LONG - _SHORT)))
    return round(0.5 * common + 0.5 * (1 - length), 2)


@lru_cache(maxsize=50_000)
def _common(word: str, language: str) -> bool:
    return is_common(word, language)
