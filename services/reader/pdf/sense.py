"""Whether a page's text layer makes words at all: pure, for pdfminer's text and PDFium's alike.

True is a strong claim (the page then goes to OCR), so it takes strong signs: many characters that stand for nothing,
UTF-8 read as something else, or letters in an order that no language has and among them no common word of any.
Tables of numbers, code, short pages and scripts other than Latin are never accused by their letters.
"""

import functools
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

from services.reader.language import VOTERS

_CODE = re.compile(r"\(cid:\d+\)")
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


def makes_no_words(text: str, language: str | None = None) -> bool:
    """Whether the text of one page is garbage. `language` (ISO 639-1): where it is known, it alone is tried."""
    nothing = len(_NOTHING.findall(text)) + sum(map(len, _CODE.findall(text)))
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
    score = likelihood(words, language)
    return score is not None and score < _LEAST_LIKELY


def likelihood(words: list[str], language: str | None = None) -> float | None:
    """The mean log probability (base e) of the pairs of letters, in the language that likes them best.

    None: most of the letters are not Latin, or there is no model.
    """
    pairs: Counter[str] = Counter()
    letters = latin = 0
    for word, count in Counter(word.casefold() for word in words).items():
        plain = word if word.isascii() else _plain(word)
        letters += len(word) * count
        latin += sum("a" <= c <= "z" for c in plain) * count
        for n in range(len(plain) - 1):
            pairs[plain[n : n + 2]] += count
    total = sum(pairs.values())
    models = [model for name in ([language] if language else _MODELS) if (model := _model(name))]
    if not models or not total or latin < _LEAST_LATIN * letters:
        return None
    floor = math.log(1e-5)
    return max(sum(n * model.get(pair, floor) for pair, n in pairs.items()) / total for model in models)


def _plain(word: str) -> str:
    folded = unicodedata.normalize("NFKD", word)
    return "".join(_OTHER.get(c, c) for c in folded if not unicodedata.combining(c))


_OTHER = {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "ı": "i"}


@functools.cache
def _model(language: str) -> Mapping[str, float]:
    """The log probability of each pair of letters, given its first, in everyday words. Empty: no list."""
    from wordfreq import get_frequency_dict

    pairs: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    try:
        listed = get_frequency_dict({"no": "nb", "nn": "nb"}.get(language, language), wordlist="small")
    except LookupError:
        return {}
    for word, share in list(listed.items())[:8000]:
        if len(word) < 3 or not word.isalpha():
            continue
        plain = word if word.isascii() else _plain(word)
        weight = math.sqrt(share)  # the commonest words are not the whole language
        for n in range(len(plain) - 1):
            pairs[plain[n : n + 2]] += weight  # type: ignore[assignment]
            firsts[plain[n]] += weight  # type: ignore[assignment]
    return {pair: math.log(weight / firsts[pair[0]]) for pair, weight in pairs.items()}
