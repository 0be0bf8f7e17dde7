"""Comparing texts as a reader would: folded, at word boundaries, by stems. Pure; strings in, strings or bools out."""

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
_WORD = re.compile(r"[^\W_]+")
# Words that carry no content, and the frames of our questions ("which term is defined in the text as"). Shorter ones
# are never content, so only those of four letters or more stand here.
_PLAIN = frozenset(
    _WORD.findall(
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
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def bare(text: str) -> str:
    """Folded, without punctuation at the edges, so that a sentence's full stop tells no two texts apart."""
    folded = fold(text)
    inner = folded.strip(".,;:!?…\"'“”„‘’«»()[] ")
    return inner or folded


def occurs(needle: str, text: str) -> bool:
    """True if `needle` stands in `text` as whole words, both folded; scripts without blanks have no boundaries."""
    wanted, within = bare(needle), fold(text)
    if not wanted:
        return False
    at = within.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        opens = at == 0 or not _joined(within[at - 1], wanted[0])
        closes = end == len(within) or not _joined(wanted[-1], within[end])
        if opens and closes:
            return True
        at = within.find(wanted, at + 1)
    return False


def _joined(left: str, right: str) -> bool:
    """True if the two characters belong to one word."""
    if any(
        "\u0e00" <= char <= "\u0eff" or "\u2e80" <= char <= "\ud7ff" or char >= "\U00020000" for char in left + right
    ):
        return False
    return all(unicodedata.category(char)[0] in "LNM" for char in left + right)


def stems(text: str, language: str) -> list[str]:
    """The stems of all words in order; `language` is a code like "en" or "nb-NO", an unknown one stems nothing."""
    tongue = language.lower().replace("_", "-").split("-")[0]
    return [_stem(tongue, word) for word in _WORD.findall(fold(text))]


def content_stems(text: str, language: str) -> set[str]:
    """The stems of words that say something: four letters or more and not plain, or written in capitals."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text))
    content = (w for w in words if (len(w) >= 4 and w.casefold() not in _PLAIN) or (len(w) >= 2 and w.isupper()))
    return {stem for word in content for stem in stems(word, language)}


def inflected(needle: str, text: str, language: str) -> bool:
    """True if the words of `needle` stand side by side in `text` in any inflection."""
    wanted, within = stems(needle, language), stems(text, language)
    span = len(wanted)
    return bool(wanted) and any(within[at : at + span] == wanted for at in range(len(within) - span + 1))


@lru_cache(maxsize=20_000)
def _stem(tongue: str, word: str) -> str:
    stemmer = _stemmer(tongue)
    return str(stemmer.stemWord(word)) if stemmer else word


@lru_cache
def _stemmer(tongue: str) -> "snowballstemmer.stemmer | None":
    name = _STEMMERS.get(tongue or "en")
    return snowballstemmer.stemmer(name) if name else None
