"""Whether a text layer is what the page shows, or codes that its fonts turn into letters: cid, mojibake, rubbish. Pure.

A text layer with such codes is not read; the page is recognised from its picture.
"""

import re
import unicodedata
from collections.abc import Sequence

from services.reader.language import VOTERS, language_of
from services.reader.words import frequencies

_SHOWN = 2500  # characters
_MOST_BAD = 0.2
# No character, private use, controls; U+0002 is how PDFium gives a hyphen at a line's end.
_BAD = re.compile("[\ufffd-\uffff\ue000-\uf8ff\ud800-\udfff\x00\x01\x03-\x08\x0e-\x1f\x7f-\x9f]")
_CID = re.compile(r"\(cid:\d+\)")
# UTF-8 that was taken for Latin-1 or Windows-1252: a lead byte and a trail byte as two letters.
_MOJIBAKE = re.compile(
    "[\u00c2-\u00c5\u00d0\u00d1\u00e2][\u0080-\u00bf\u20ac\u2122\u0153\u0178\u201a-\u201e\u2020-\u2030]"
)
_MOST_MOJIBAKE = 0.02
_WORD = re.compile(r"[^\W\d_]{3,}")
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
