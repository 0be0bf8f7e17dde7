"""How easy a question reads: common words and a short sentence; whether everybody knows the answer. Pure."""

import re
from functools import lru_cache

from services.text.alphabets import WORD, length_of
from services.text.vocabulary.frequencies import is_common, known
from services.text.words import is_small, tells_all

_SHORT, _LONG = 8, 40
_LEAST_HALF, _SHORT_HALVES = 4, ("up",)  # letters; and what is shorter
# In a compound these are no words of their own: "antibody" is no body.
_BOUND = re.compile(
    r"^(?:photo|foto|anti|auto|micro|mikro|macro|makro|meta|mono|poly|hydro|thermo|electro|elektro|inter|multi|semi|tele"
    r"|ultra|mega|pseudo|para)|(?:synthes[ie]s?|syntese|graph|scope|gram|meter|genesis|type)$",
    re.IGNORECASE,
)
# Shares of all words: what several words name is told by their sense ("peer group"), what one names has to be known.
_EVERYDAY, _EVERYDAY_ALONE, _KNOWN = 3.6e-6, 1e-5, 1e-6


def ease_of(text: str, sentence: str, language: str) -> float:
    """From 0 (rare words, a sentence of 40 words or more) to 1 (everyday words, at most 8); two decimals."""
    words = [word for word in WORD.findall(text) if not is_small(word)]
    common = sum(_common(word, language) for word in words) / len(words) if words else 0.5
    length = min(1.0, max(0.0, (length_of(sentence) - _SHORT) / (_LONG - _SHORT)))
    return round(0.5 * common + 0.5 * (1 - length), 2)


def is_lay(term: str, language: str) -> bool:
    """Whether a term is made of words that everybody uses: such a name says what it is ("peer group", "hidden
    curriculum"), so that whoever speaks the language finds it by its definition, and the other way round."""
    named = [word for word in WORD.findall(term) if not is_small(word)]
    least = _EVERYDAY_ALONE if len(named) == 1 else _EVERYDAY
    everyday = bool(named) and all(not word.isupper() and is_common(word, language, least) for word in named)
    return known(language) and everyday


def is_known(term: str, language: str) -> bool:
    """Whether who reads what a term is thinks of it once its first letters are shown: its words need not be everyday
    ones for that ("eczema")."""
    return known(language) and all(is_common(word, language, _KNOWN) for word in WORD.findall(term))


def halves_of(word: str, language: str) -> tuple[str, ...]:
    """The two everyday words that a word is made of which is not common itself: "home" and "schooling"; (): none. No
    half is what of itself is another word ("photo" of "photosynthesis")."""
    if is_common(word, language, _EVERYDAY_ALONE) or _BOUND.search(word):
        return ()
    ends = [*range(_LEAST_HALF, len(word) - _LEAST_HALF + 1), *map(len, filter(word.startswith, _SHORT_HALVES))]
    halves = ((word[:end], word[end:]) for end in ends)
    return next((each for each in halves if all(is_common(half, language, _EVERYDAY) for half in each)), ())


def says_itself(word: str, said: str, language: str) -> bool:
    """Whether a word of two everyday ones means what they say ("downregulation"). What is well known by itself has a
    meaning of its own ("bandwidth", "manslaughter") unless what is `said` of it has both."""
    halves = halves_of(word, language)
    return bool(halves) and (not is_known(word, language) or tells_all(said, " ".join(halves), language))


@lru_cache(maxsize=50_000)
def _common(word: str, language: str) -> bool:
    return is_common(word, language)
