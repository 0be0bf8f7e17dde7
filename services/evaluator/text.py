"""Comparing texts as a reader would: folded, at word boundaries, by stems. Pure; strings in, strings or bools out."""

import unicodedata
from functools import lru_cache
from itertools import pairwise

import snowballstemmer

from services.evaluator.alphabets import WORD, is_joined, is_together

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
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


def bare(text: str) -> str:
    """Folded, without punctuation at the edges, so that a sentence's full stop tells no two texts apart."""
    folded = fold(text)
    inner = folded.strip(".,;:!?…\"'“”„‘’«»()[]。、，！？；：「」『』（）《》،؛؟۔।॥ ")
    return inner or folded


def occurs(needle: str, text: str) -> bool:
    """True if `needle` stands in `text` as whole words, both folded; scripts without blanks have no boundaries."""
    wanted, within = bare(needle), fold(text)
    if not wanted:
        return False
    at = within.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        opens = at == 0 or not is_joined(within[at - 1], wanted[0])
        closes = end == len(within) or not is_joined(wanted[-1], within[end])
        if opens and closes:
            return True
        at = within.find(wanted, at + 1)
    return False


def stems(text: str, language: str) -> list[str]:
    """The stems of all words in order; `language` is a code like "en" or "nb-NO", an unknown one stems nothing. Where
    no blanks part words, each sign."""
    tongue = language.lower().replace("_", "-").split("-")[0]
    return [_stem(tongue, word) for word in WORD.findall(fold(text))]


def content_stems(text: str, language: str) -> set[str]:
    """The stems of words that say something: four letters or more and not plain, or written in capitals. Where no
    blanks part words, each pair of signs."""
    words = WORD.findall(unicodedata.normalize("NFKC", text))
    content = (w for w in words if (len(w) >= 4 and w.casefold() not in _PLAIN) or (len(w) >= 2 and w.isupper()))
    pairs = {fold(a + b) for a, b in pairwise(words) if is_together(a) and is_together(b)}
    return {stem for word in content for stem in stems(word, language)} | pairs


def tells_all(text: str, wanted: str, language: str) -> bool:
    """True if all words of `wanted` stand in `text` in any inflection; signs without blanks side by side."""
    if is_together(wanted):
        return inflected(wanted, text, language)
    key = set(stems(wanted, language))
    return bool(key) and key <= set(stems(text, language))


def length_of(text: str) -> int:
    """How many words a text has; of scripts without blanks, how many signs."""
    return max(1, len(WORD.findall(fold(text)))) if is_together(text) else len(text.split())


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
