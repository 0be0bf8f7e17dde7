"""Comparing words as a reader would: folded, at word boundaries, by stems. Pure; strings in, strings or spans out."""

import re
import unicodedata
from functools import lru_cache

import snowballstemmer

_STEMMERS = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}
_COMMON = 6e-5  # about "quality"
WORD = re.compile(r"[^\W_]+")
_FUNCTION = frozenset(
    WORD.findall(
        """
        a an the of and or in on at to by for from with as is are was were be been it its
        this that these those which who
        not no can may will has have had do does one two than then into such also more most some any each
        all other
        en et ei den det de og eller i på av til fra med som er var blir ble har hadde kan vil ikke man seg sin sitt
        sine om
        der die das ein eine und oder im von zu mit ist sind wird als auf für des dem sich nicht
        """
    )
)


def fold(text: str) -> str:
    """NFKC, case folded, white space as single blanks, none at the edges."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def find(needle: str, folded_text: str) -> int:
    """Where `needle` first stands in a folded text as whole words; -1: nowhere."""
    found = re.search(rf"(?<!\w){re.escape(fold(needle))}(?!\w)", folded_text)
    return found.start() if found else -1


def stems_of(text: str, language: str) -> tuple[str, ...]:
    """The stems of all words in order; of an unknown language the words themselves, folded."""
    return tuple(_stem(language, word) for word in WORD.findall(fold(text)))


def content_of(text: str, language: str) -> frozenset[str]:
    """The stems of the words that say something."""
    return frozenset(_stem(language, word) for word in WORD.findall(fold(text)) if word not in _FUNCTION)


def holds(within: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether the stems `wanted` stand side by side in `within`."""
    span = len(wanted)
    return any(within[at : at + span] == wanted for at in range(len(within) - span + 1))


def is_common(word: str, language: str) -> bool:
    """Whether everyday text is full of a word, so that it names no subject by itself."""
    return _frequencies({"no": "nb"}.get(language, language)).get(word.casefold(), 0.0) > _COMMON


@lru_cache
def _frequencies(language: str) -> dict[str, float]:
    from wordfreq import get_frequency_dict  # here, not above: half a second that a model's author need not pay

    try:
        return dict(get_frequency_dict(language, wordlist="small"))
    except LookupError:
        return {}


@lru_cache(maxsize=50_000)
def _stem(language: str, word: str) -> str:
    stemmer = _stemmer(language)
    return str(stemmer.stemWord(word)) if stemmer else word


@lru_cache
def _stemmer(language: str) -> "snowballstemmer.stemmer | None":
    name = _STEMMERS.get(language)
    return snowballstemmer.stemmer(name) if name else None
