"""How common words are in everyday text, by language, from wordfreq's small lists."""

from functools import lru_cache

_COMMON = 6e-5  # about "quality"


def is_common(word: str, language: str, above: float = _COMMON) -> bool:
    """Whether everyday text is full of a word, so that it names no subject by itself; `above`: a share of all words."""
    return _frequencies({"no": "nb"}.get(language, language)).get(word.casefold(), 0.0) > above


@lru_cache
def _frequencies(language: str) -> dict[str, float]:
    # Here, not above: half a second that a model's author need not pay.
    from wordfreq import available_languages, get_frequency_dict

    if language not in available_languages("small"):
        return {}  # asked for a list that it lacks, wordfreq would give that of another language
    return dict(get_frequency_dict(language, wordlist="small"))
