"""Comparing words as a reader would: folded, at word boundaries, by stems. Pure; strings in, strings or places out."""

import threading
import unicodedata
from functools import lru_cache
from itertools import pairwise

import Stemmer

from services.text.alphabets import WORD, is_joined, is_together
from services.text.languages import code_of

_STEMMERS = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}
_stemming = threading.Lock()
ARTICLES = frozenset(WORD.findall("the a an  en et ei den det de  der die das ein eine  un une le la les"))
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
        l d qu un une le la les du aux et ou avec est sont cette ces leur leurs elle ils elles que dont où
        """
    )
)
# Words that carry no content, and the frames of our questions ("which term is defined in the text as"). Shorter ones
# are never content, so only those of four letters or more stand here.
_PLAIN = frozenset(
    WORD.findall(
        """
        about also been before being between both called defined definition does during each following from have
        into itself many more most only other over same sentence some such term terms text than that their them then
        there these they this those through under used using very were what when where which while will with within
        without word would your
        andre begrep begrepet blir både definert denne dermed dette disse eller enten etter flere følgende gjennom
        hvilke hvilken hvilket hvordan hvorfor ikke kalles kalt mange mellom noen også ordet samme setningen siden slik
        teksten uttrykket være uten ved
        """
    )
)


def fold(text: str) -> str:
    """NFKC, case folded, white space as single blanks, none at the edges."""
    if text.isascii():  # Which has one form alone.
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def without_article(text: str) -> str:
    """The words of a term or of an answer, without the article that stands before them; one word alone stays."""
    words = WORD.findall(text)
    return " ".join(words[1:] if len(words) > 1 and fold(words[0]) in ARTICLES else words)


def bare(text: str) -> str:
    """Folded, without punctuation at the edges, so that a sentence's full stop tells no two texts apart."""
    folded = fold(text)
    inner = folded.strip(".,;:!?…\"'“”„‘’«»()[]。、，！？；：「」『』（）《》،؛؟۔।॥ ")
    return inner or folded


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


def occurs(needle: str, text: str) -> bool:
    """Whether `needle`, but for the marks at its edges, stands in `text` as whole words, both folded."""
    return find(bare(needle), fold(text)) >= 0


def stems_of(text: str, language: str) -> tuple[str, ...]:
    """The stems of all words in order; `language` is a code like "en" or "nb-NO", "" is taken for English, and of an
    unknown one the words themselves come, folded. Where no blanks part words, each sign."""
    code = code_of(language) or "en"
    return tuple(_stem(code, word) for word in WORD.findall(fold(text)))


def stem_of(word: str, language: str) -> str:
    """A folded word without its ending; itself for languages without rules."""
    return _stem(code_of(language), word)


def content_of(text: str, language: str) -> frozenset[str]:
    """The stems of the words that say something; where no blanks part words, each pair of signs."""
    words, code = WORD.findall(fold(text)), code_of(language) or "en"
    pairs = {a + b for a, b in pairwise(words) if is_together(a) and is_together(b)}
    return frozenset(_stem(code, w) for w in words if w not in _FUNCTION and not is_together(w)) | pairs


def main_stems_of(text: str, language: str) -> set[str]:
    """The stems of the words that carry a sentence: four letters or more and not plain, or written in capitals. Where
    no blanks part words, each pair of signs."""
    words = WORD.findall(unicodedata.normalize("NFKC", text))
    main = (w for w in words if (len(w) >= 4 and w.casefold() not in _PLAIN) or (len(w) >= 2 and w.isupper()))
    pairs = {fold(a + b) for a, b in pairwise(words) if is_together(a) and is_together(b)}
    return {stem for word in main for stem in stems_of(word, language)} | pairs


def tells_all(text: str, wanted: str, language: str) -> bool:
    """Whether all words of `wanted` stand in the text, in any inflection; signs without blanks in their order."""
    said, key = stems_of(text, language), stems_of(wanted, language)
    return holds(said, key) if any(map(is_together, key)) else bool(key) and set(key) <= set(said)


def holds(within: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether the stems `wanted` stand side by side in `within`."""
    span = len(wanted)
    return any(within[at : at + span] == wanted for at in range(len(within) - span + 1))


def inflected(needle: str, text: str, language: str) -> bool:
    """Whether the words of `needle` stand side by side in `text`, in any inflection."""
    wanted = stems_of(needle, language)
    return bool(wanted) and holds(stems_of(text, language), wanted)


def is_small(word: str) -> bool:
    """Whether it is an article or another word that says nothing by itself."""
    return word.casefold() in _FUNCTION


@lru_cache(maxsize=50_000)
def _stem(language: str, word: str) -> str:
    stemmer = _stemmer(language)
    if stemmer is None:
        return word
    with _stemming:  # A stemmer keeps its word in itself, and orders are written in several threads.
        return str(stemmer.stemWord(word))


@lru_cache
def _stemmer(language: str) -> "Stemmer.Stemmer | None":
    name = _STEMMERS.get(language)
    return Stemmer.Stemmer(name, 0) if name else None  # What it would remember is remembered above.
