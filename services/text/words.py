"""Comparing words as a reader would: folded, at word boundaries, by stems. Pure; strings in, strings or spans out."""

import threading
import unicodedata
from functools import lru_cache
from itertools import pairwise

import snowballstemmer

from services.text.alphabets import WORD, is_joined, is_together

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
_stemming = threading.Lock()
_COMMON = 6e-5  # about "quality"
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
    """Where `needle` first stands in a folded text as whole words; -1: nowhere. Some scripts have no boundaries."""
    wanted = fold(needle)
    at = folded_text.find(wanted) if wanted else -1
    while at >= 0:
        after = at + len(wanted)
        before = folded_text[at - 1 : at]
        apart = "_" not in (before, folded_text[after : after + 1])
        if apart and not is_joined(before, wanted[0]) and not is_joined(wanted[-1], folded_text[after : after + 1]):
            return at
        at = folded_text.find(wanted, at + 1)
    return -1


def stems_of(text: str, language: str) -> tuple[str, ...]:
    """The stems of all words in order; of an unknown language the words themselves, folded. Where no blanks part
    words, each sign."""
    return tuple(_stem(language, word) for word in WORD.findall(fold(text)))


def content_of(text: str, language: str) -> frozenset[str]:
    """The stems of the words that say something; where no blanks part words, each pair of signs."""
    words = WORD.findall(fold(text))
    pairs = {a + b for a, b in pairwise(words) if is_together(a) and is_together(b)}
    return frozenset(_stem(language, w) for w in words if w not in _FUNCTION and not is_together(w)) | pairs


def tells_all(text: str, wanted: str, language: str) -> bool:
    """Whether all words of `wanted` stand in the text, in any inflection; signs without blanks in their order."""
    said, key = stems_of(text, language), stems_of(wanted, language)
    return holds(said, key) if any(map(is_together, key)) else bool(key) and set(key) <= set(said)


def holds(within: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether the stems `wanted` stand side by side in `within`."""
    span = len(wanted)
    return any(within[at : at + span] == wanted for at in range(len(within) - span + 1))


def is_small(word: str) -> bool:
    """Whether it is an article or another word that says nothing by itself."""
    return word.casefold() in _FUNCTION


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


@lru_cache(maxsize=50_000)
def _stem(language: str, word: str) -> str:
    stemmer = _stemmer(language)
    if stemmer is None:
        return word
    with _stemming:  # A stemmer keeps its word in itself, and orders are written in several threads.
        return str(stemmer.stemWord(word))


@lru_cache
def _stemmer(language: str) -> "snowballstemmer.stemmer | None":
    name = _STEMMERS.get(language)
    return snowballstemmer.stemmer(name) if name else None
