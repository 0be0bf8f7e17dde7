"""How sure a recognised word must be before anything may rest on it. Pure.

A misread word is seldom a word: "cach", "quicily". So a long word of everyday text is believed soon, a short one later,
a word that only the long list of the language has later still, and what no list has (some names, abbreviations, and
misread words) only where the readings of the page are as sure as they ever are. So is a word that is one letter away
from a far commoner one: "quartets" beside "quarters". A misread figure looks like any other: numbers must be surer.

Out of focus some letters look alike in every reading, "cars" and "ears", so that two readings are hardly more than
one: of short words that are both meant so neither is sure, nor "Map", which may be "flap", nor what no list has where
one such letter makes a word of it ("muscie", "muscle"), and no figure that may be another
sign ("$5", "SO", "I"). A blank that is overlooked once is overlooked always: "isthe" is never sure, though the long
list has it.

On a clean page (`CLEAN`) hardly a word is misread, and what was heard once is enough; on any other the confidences are
those of several readings that agree (`agreement.py`), and much more is asked. But a word that no list has and that one
letter makes a listed word of ("suscles", "muscles") one hearing never makes sure there: either the document has it
again and again, more often than that other word (`of_its_own`), or it is left out.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from services.text.vocabulary import frequencies

CLEAN = 95.5
"""The mean of a page's words, in percent, from which on it counts as clean and is read once."""
LEAST_LINE = 75.0
"""The mean of a line's words, in percent; of a line below that no word is sure."""


@dataclass(frozen=True)
class _Limits:
    """Percent: by their letters (the last for all longer ones) words of everyday text and other listed ones."""

    everyday: tuple[float, ...]
    listed: tuple[float, ...]
    number: float
    unlisted: float
    doubtful: float
    mark: float
    no_list: float


_NEVER = 101.0
_ONCE = _Limits((70.0,), (80.0,), 85.0, 88.0, 95.0, 60.0, 80.0)
_AGREED = _Limits(
    (95.0, 95.0, 95.0, 92.0, 92.0, 88.0), (_NEVER,) * 4 + (97.0, 95.0, 93.0, 80.0), 99.0, 99.5, 99.5, 85.0, 97.5
)
_RECURS = 3  # so often a document has a word of its own
_LEAST_UNLISTED = 5  # letters
_SHORT, _LEAST_SHARE = 2, 1e-3  # so common is a word of one or two letters that is meant ("a", "of"), not a splinter
_COMMONER, _FAR_COMMONER = 10.0, 200.0  # so many times as common, a neighbour may be what is printed
_RARE = 1e-9
_TOGETHER, _RARER = 5e-4, 1e-4  # two words as common as "still" make one that has at most so much of their share
_ALIKE = (
    ("m", "rn"), ("m", "in"), ("m", "ni"), ("m", "nn"), ("m", "rm"), ("n", "ri"), ("n", "rr"), ("nn", "rm"),
    ("d", "cl"), ("h", "li"), ("w", "vv"),
)  # fmt: skip
_SHAPES = (*_ALIKE, *((many, one) for one, many in _ALIKE), ("u", "ii"), ("u", "li"), ("ii", "u"), ("li", "u"))
_STROKED, _STROKE_MEANT = (("e", "ø"),), 0.2  # the stroke goes first, and is seen nowhere else; how common the other is
_CAPITAL, _CAPITAL_MEANT = ("M", "fl"), 0.02  # how common the other is: few words have a capital, so less is asked
_BLURRED, _OFTEN_MEANT = 5, 0.1  # letters; and how common the other is, of a word that it may have been
_SAME_MEANT = 0.04  # the same where the letters are hardly ever told apart: "car" is much more common than "ear"
_SAME_BLURRED = ("ce",)
_LIKE_BLURRED = ("co", "eo", "ae", "ao", "bh", "hl", "hn", "nu", "uv", "vy", "ft", "fr", "il", "it", "lt", "ij")
_FIGURES = frozenset("SOIlBZ|")  # 5, 0, 1, 1, 8, 2 and 1
_ONCE_FIGURE = 93.0  # 99 of 100 words of a clean page are as sure
_SIGN = re.compile(r"[$£€§&@#]")  # by itself it may be a figure: "about $ litres"
_SIGN_AND_NUMBER = re.compile(r"[$£€§&%@#]\s*\d|\d\s*[$£€§&@#]")
_FIGURE = 99.6  # by itself it may be a letter: "4 rare thing"
_LETTER = 99.9  # a letter by itself, but for the English article
_RUN_TOGETHER = re.compile(r"\w[.,;:!?|\[\](){}]+[^\W\d]{2}")  # "apart,.and"
_WHOLE = frozenset(("a", "i"))  # letters that are words
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_PARTS = re.compile(r"[^\W_]+")
_GENITIVE = re.compile(r"['’]s$")


def meant(word: str) -> str:
    """A word as two readings are compared: without capitals, and without the marks around it."""
    return _EDGES.sub("", word).casefold()


def of_its_own(words: Iterable[tuple[str, float]], language: str) -> frozenset[str]:
    """Of a document's words, as they stand between blanks, with their confidences in percent: those that everyday text
    has not and that are read alike again and again, more often than any word of it that one letter makes of them."""
    seen = Counter(part for word, sure in words if sure >= _ONCE.unlisted for part in _parts(meant(word)))
    listed = frequencies.listed(language)
    return frozenset(
        part
        for part, times in seen.items()
        if times >= _RECURS
        and part.isalpha()
        and not frequencies.is_listed(part, language)
        and all(seen[near] < times for near in _one_letter_off(part, language) if near in listed)
    )


def needed(word: str, language: str, page: float, own: Collection[str] = ()) -> float:
    """The confidence, in percent, from which on a word as it stands between blanks is sure; over 100: never.

    `page`: the mean of its page's words. `own`: what `of_its_own` found in its document.
    """
    limits = _ONCE if page >= CLEAN else _AGREED
    core = meant(word)
    if _FIGURES.issuperset(_EDGES.sub("", word) or word):
        return _NEVER if limits is _AGREED else _ONCE_FIGURE
    if not core:
        return _NEVER if limits is _AGREED and _SIGN.search(word) else limits.mark
    if limits is _AGREED and _SIGN_AND_NUMBER.search(word):
        return _NEVER
    if any(char.isnumeric() for char in core):
        return _FIGURE if limits is _AGREED and len(core) == 1 else limits.number
    if not frequencies.known(language):
        return limits.no_list
    if limits is _AGREED and _is_capital_alike(_EDGES.sub("", word), language):
        return _NEVER
    parts = _parts(core)
    if _RUN_TOGETHER.search(core) or not parts:
        return limits.unlisted
    return max(_of_part(part, language, limits, part in own) for part in parts)


def _parts(core: str) -> list[str]:
    return _PARTS.findall(_GENITIVE.sub("", core))


@cache
def _of_part(part: str, language: str, limits: _Limits, recurs: bool) -> float:
    if _is_run_together(part, language) or _is_marked(part, language):
        return _NEVER
    alone = limits is _AGREED and len(part) < _LEAST_UNLISTED
    unlisted, doubted = (_NEVER, _NEVER) if alone else (limits.unlisted, limits.doubtful)
    if recurs:
        doubted = unlisted
    share, own = frequencies.frequency(part, language), _RARE
    if frequencies.is_listed(part, language) and (len(part) > _SHORT or share >= _LEAST_SHARE):
        least, own, times = _by_letters(limits.everyday, part), share, _FAR_COMMONER
    elif (share := frequencies.use(part, language)) and len(part) > _SHORT:
        least, own, times = _by_letters(limits.listed, part), share, _COMMONER
    else:
        if limits is _ONCE and len(part) <= _SHORT:
            return unlisted  # "UV", "am", the "t" of "don't": nearly all have a neighbour
        listed, alike = frequencies.listed(language), (*_SAME_BLURRED, *_LIKE_BLURRED)
        if any(near in listed for near in (*_blurred(part, alike), *_of_its_shape(part, _STROKED))):
            return _NEVER if limits is _AGREED else _AGREED.unlisted
        once = limits is _ONCE and not recurs
        return (
            _AGREED.unlisted if once and any(near in listed for near in _one_letter_off(part, language)) else unlisted
        )
    listed = frequencies.listed(language)
    doubtful = any(listed.get(near, 0.0) > times * own for near in _neighbours(part, language))
    if limits is _AGREED:
        short = len(part) <= _BLURRED
        if short and any(listed.get(near, 0.0) > _SAME_MEANT * own for near in _blurred(part, _SAME_BLURRED)):
            return _NEVER
        if short and any(listed.get(near, 0.0) > _STROKE_MEANT * own for near in _of_its_shape(part, _STROKED)):
            return _NEVER
        if short and any(listed.get(near, 0.0) > _OFTEN_MEANT * own for near in _blurred(part, _LIKE_BLURRED)):
            least = max(least, limits.unlisted)
        least = max(least, _LETTER) if len(part) == 1 and part != "a" else least
    doubtful = doubtful or any(listed.get(near, 0.0) > _COMMONER * own for near in _of_its_shape(part))
    return max(least, doubted) if doubtful else least


def _by_letters(limits: tuple[float, ...], part: str) -> float:
    return limits[min(len(part), len(limits)) - 1]


def _is_run_together(word: str, language: str) -> bool:
    """Whether a word is two of the commonest ones without the blank between them."""
    listed, own = frequencies.listed(language), frequencies.use(word, language)
    halves = ((word[:place], word[place:]) for place in range(1, len(word)))
    return any(
        min(listed.get(half, 0.0) if len(half) > 1 or half in _WHOLE else 0.0 for half in pair)
        > max(_TOGETHER, own / _RARER)
        for pair in halves
    )


def _is_marked(word: str, language: str) -> bool:
    """Whether a word has letters that its language does not, and is a far commoner one without their marks: the packs
    of several languages are loaded at once, and an "a" with a grain above it is an "å"."""
    if all(char in _letters(language) for char in word if char.isalpha()):
        return False
    plain = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
    own = frequencies.use(word, language) or _RARE
    return plain != word and frequencies.use(plain, language) > _COMMONER * own


def _neighbours(word: str, language: str) -> Iterator[str]:
    """What a word becomes with a letter more, less, or another."""
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        if tail:
            yield head + tail[1:]
        for letter in _letters(language):
            yield head + letter + tail
            if tail and letter != tail[0]:
                yield head + letter + tail[1:]


def _one_letter_off(word: str, language: str) -> Iterator[str]:
    yield from _neighbours(word, language)
    yield from _of_its_shape(word)


def _of_its_shape(word: str, shapes: Sequence[tuple[str, str]] = _SHAPES) -> Iterator[str]:
    """What a word becomes with letters that look alike: "tum", "turn"."""
    for one, other in shapes:
        for place in range(len(word)):
            if word.startswith(one, place):
                yield word[:place] + other + word[place + len(one) :]


def _blurred(word: str, pairs: Sequence[str]) -> Iterator[str]:
    """What a word may be that is out of focus: another letter of a pair."""
    for place, letter in enumerate(word):
        for pair in pairs:
            if letter in pair:
                yield word[:place] + pair.replace(letter, "", 1) + word[place + 1 :]


def _is_capital_alike(word: str, language: str) -> bool:
    """Whether a word's capital may be two small letters that run into each other: "Map", "flap"."""
    capital, small = _CAPITAL
    if not word.startswith(capital):
        return False
    own = frequencies.frequency(word.casefold(), language) or _RARE
    return frequencies.listed(language).get(small + word[1:], 0.0) > _CAPITAL_MEANT * own


@cache
def _letters(language: str) -> str:
    """The letters of the language's commonest words."""
    common = list(frequencies.listed(language))[:2000]
    return "".join(sorted({char for word in common for char in word if char.isalpha()}))
