"""Whether a PDF's text layer is what its pages show, or codes that its fonts turn into letters. Pure.

Two looks at it: `is_garbage` at the beginning of every page's, as PDFium hands it out, on the way to its route; and
`makes_no_words` at the whole of what pdfminer laid out. True is a strong claim (the page then goes to OCR), so it takes
strong signs: many characters that stand for nothing, UTF-8 read as something else, or letters in an order that no
language has and among them no common word of any. Tables of numbers, code, short pages and scripts other than Latin are
never accused by their letters.
"""

import functools
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from services.reader.language import language_of
from services.reader.words.lists import VOTERS
from services.text.vocabulary import frequencies

_CID = re.compile(r"\(cid:\d+\)")
# What stands for nothing: replaced, control, private use, noncharacters.
_NOTHING = re.compile("[\ufffd\x00-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]")
# UTF-8 whose bytes were taken for letters of Windows-1252 or Latin-1: a lead, and as many followers as it calls for.
_FOLLOWER = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_MISREAD = re.compile(f"[\xc2-\xdf]{_FOLLOWER}|[\xe0-\xef]{_FOLLOWER}{{2}}|[\xf0-\xf4]{_FOLLOWER}{{3}}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_MOST_NOTHING, _MOST_MISREAD, _LEAST_MISREAD = 0.2, 0.005, 5
_LEAST_LETTERS, _LEAST_LATIN, _LEAST_LIKELY, _LEAST_COMMON = 200, 0.8, -3.5, 0.05
_MODELS = ("en", "nb", "de", "fr", "es", "it", "nl", "pl", "fi", "pt", "cs", "hu", "tr", "id")
_SEEN = re.compile(r"\S+")

# Of a page's beginning.
_SHOWN = 2500  # characters
_MOST_BAD = 0.2
# No character, private use, controls; U+0002 is how PDFium gives a hyphen at a line's end.
_BAD = re.compile("[\ufffd-\uffff\ue000-\uf8ff\ud800-\udfff\x00\x01\x03-\x08\x0e-\x1f\x7f-\x9f]")
# UTF-8 that was taken for Latin-1 or Windows-1252: a lead byte and a trail byte as two letters.
_MOJIBAKE = re.compile(
    "[\u00c2-\u00c5\u00d0\u00d1\u00e2][\u0080-\u00bf\u20ac\u2122\u0153\u0178\u201a-\u201e\u2020-\u2030]"
)
_MOST_MOJIBAKE = 0.02
_LEAST_WORDS, _LEAST_KNOWN = 30, 0.25
# More than half of the letters of any language in Latin script are these; of shuffled letters, a third.
_USUAL, _LEAST_USUAL = frozenset("etaoinsr"), 0.42


def is_garbage(text: str) -> bool:
    """Whether most of it cannot be what somebody wrote. Looks at its beginning: this is asked of every page."""
    text = text[:_SHOWN]
    letters = len("".join(text.split()))
    codes = sum(len(found) for found in _CID.findall(text)) + len(_BAD.findall(text))
    if codes > _MOST_BAD * letters or 2 * len(_MOJIBAKE.findall(text)) > _MOST_MOJIBAKE * letters:
        return True
    words = [word.casefold() for word in _WORD.findall(text)]
    return len(words) >= _LEAST_WORDS and not _makes_words(words, text)


def _makes_words(words: Sequence[str], text: str) -> bool:
    """Whether letters of the Latin script make words of some language; other scripts are taken as they are."""
    latin = [word for word in words if all(letter < "\u0250" for letter in word)]
    if len(latin) * 2 <= len(words):
        return True
    language = language_of(text, guess=False)
    if language in VOTERS and frequencies.known(language):
        return frequencies.reads_as(words, language) >= _LEAST_KNOWN
    letters = unicodedata.normalize("NFD", "".join(latin))
    return sum(letter in _USUAL for letter in letters) >= _LEAST_USUAL * sum(letter.isalpha() for letter in letters)


def makes_no_words(text: str, language: str | None = None) -> bool:
    """Whether the text of one page is garbage. `language` (ISO 639-1): where it is known, it alone is tried."""
    nothing = len(_NOTHING.findall(text)) + sum(map(len, _CID.findall(text)))
    misread = 0 if text.isascii() else len(_MISREAD.findall(text))
    if nothing or misread:
        seen = sum(map(len, _SEEN.findall(text)))
        if nothing > _MOST_NOTHING * seen or misread >= max(_LEAST_MISREAD, _MOST_MISREAD * seen):
            return True
    words = [word for word in _WORD.findall(text) if not word.isupper()]
    letters = sum(map(len, words))
    if letters < _LEAST_LETTERS:
        return False
    # First what costs little: nearly every page has the small words of some language.
    common = Counter(word.casefold() for word in words)
    for voters in VOTERS.values():
        if sum(count for word, count in common.items() if word in voters) >= _LEAST_COMMON * len(words):
            return False
    # One language that it may be is enough: the lists of the others need not be loaded.
    scored = False
    for score in _likelihoods(words, language):
        if score >= _LEAST_LIKELY:
            return False
        scored = True
    return scored


def likelihood(words: list[str], language: str | None = None) -> float | None:
    """The mean log probability (base e) of the pairs of letters, in the language that likes them best.

    None: most of the letters are not Latin, or there is no model.
    """
    return max(_likelihoods(words, language), default=None)


def _likelihoods(words: list[str], language: str | None) -> Iterator[float]:
    """The same of one language after the other, each as it is asked for."""
    pairs: Counter[str] = Counter()
    letters = latin = 0
    for word, count in Counter(word.casefold() for word in words).items():
        plain = word if word.isascii() else _plain(word)
        letters += len(word) * count
        latin += sum("a" <= c <= "z" for c in plain) * count
        for n in range(len(plain) - 1):
            pairs[plain[n : n + 2]] += count
    total = sum(pairs.values())
    if not total or latin < _LEAST_LATIN * letters:
        return
    floor = math.log(1e-5)
    for name in [language] if language else _MODELS:
        if model := _model(name):
            yield sum(n * model.get(pair, floor) for pair, n in pairs.items()) / total


def _plain(word: str) -> str:
    folded = unicodedata.normalize("NFKD", word)
    return "".join(_OTHER.get(c, c) for c in folded if not unicodedata.combining(c))


_OTHER = {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "ı": "i"}


@functools.cache
def _model(language: str) -> Mapping[str, float]:
    """The log probability of each pair of letters, given its first, in everyday words. Empty: no list."""
    pairs: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    for word, share in islice(frequencies.listed(language).items(), 8000):
        if len(word) < 3 or not word.isalpha():
            continue
        plain = word if word.isascii() else _plain(word)
        weight = math.sqrt(share)  # the commonest words are not the whole language
        for n in range(len(plain) - 1):
            pairs[plain[n : n + 2]] += weight  # type: ignore[assignment]
            firsts[plain[n]] += weight  # type: ignore[assignment]
    return {pair: math.log(weight / firsts[pair[0]]) for pair, weight in pairs.items()}
