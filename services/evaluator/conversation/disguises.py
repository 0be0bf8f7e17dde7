"""A message in the spellings in which it may have been disguised: 1n l33t, w i t h blanks, backwards, as Base64. Pure.

What reads them looks for phrases of several words, so that a spelling which makes no sense finds nothing.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator

from services.text.words import fold

_LEET = str.maketrans("013457@$!|", "oieastasil")
_WORD, _MIXED = re.compile(r"\S+"), re.compile(r"[a-z][0-9@$!|]|[0-9@$!|][a-z]")
_ALONE = frozenset("14")
"""For "I" and "a"."""
_LOOKALIKES = str.maketrans("аеіорсухѕјҡνοικαερτυ", "aeiopcyxsjkvoikaeptu")
_SPACED = re.compile(r"(?:(?<=\s)|^)(?:[^\W_](?:[ .\-_*]|[ ]?[|/][ ]?)){5,}[^\W_]\b")
_BETWEEN = re.compile(r"[ .\-_*|/]")
_CODED = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_MOST = 8_000
"""Signs that are read: twice what a learner may send."""


def said(text: str) -> str:
    """Folded, with plain apostrophes and without signs that nobody sees."""
    seen = "".join(char for char in text[:_MOST] if unicodedata.category(char) != "Cf")
    return fold(seen).replace("’", "'").replace("‘", "'").replace("`", "'")


def spellings(text: str) -> Iterator[str]:
    """The message as it is, then as it may be meant; each once."""
    plain = said(text)
    found = [plain, plain.translate(_LOOKALIKES)]
    found.append(_WORD.sub(_unmixed, found[1]))
    found.append(_SPACED.sub(lambda run: _BETWEEN.sub("", run[0]), found[2]))
    found.append(plain[::-1])
    found += [said(each) for each in _decoded(text[:_MOST])]
    yield from dict.fromkeys(found)


def _unmixed(word: re.Match[str]) -> str:
    return word[0].translate(_LEET) if _MIXED.search(word[0]) or word[0] in _ALONE else word[0]


def _decoded(text: str) -> Iterator[str]:
    for run in _CODED.findall(text):
        try:
            told = base64.b64decode(run + "=" * (-len(run) % 4), altchars=b"-_" if set(run) & set("-_") else None)
            words = told.decode("utf-8")
        except (binascii.Error, ValueError):
            continue
        if words.isprintable() and " " in words:
            yield words
