"""Finds a quote in a block's text, and an answer in a quote: exact but for NFKC and white space. Pure.

A quote may have its middle left out ("first words … last words"): what stands between is then the text's own.
"""

import re
import unicodedata
from collections.abc import Sequence

from services.text.alphabets import is_joined

_LEFT_OUT = re.compile(r"\s*(?:…|\.\.\.)\s*")
_FEWEST_WORDS, _FEWEST_AN_END, _LONGEST = 5, 2, 600
_ODD_BLANKS = re.compile(r"[^\S ]|  ")


def locate(
    wanted: str, text: str, start: int = 0, end: int | None = None, *, any_case: bool = False
) -> tuple[int, int] | None:
    """Where `wanted` stands in `text[start:end]` as whole words (code points of `text`, half open); None: nowhere."""
    folded, origins = _mapped(text, start, len(text) if end is None else end)
    needle = _mapped(wanted, 0, len(wanted))[0].strip()
    if any_case:
        folded, needle = "".join(map(_small, folded)), "".join(map(_small, needle))
    at = folded.find(needle) if needle else -1
    while at >= 0:
        after = at + len(needle)
        if not is_joined(folded[at - 1 : at], needle[0]) and not is_joined(needle[-1], folded[after : after + 1]):
            return origins[at], origins[after - 1] + 1
        at = folded.find(needle, at + 1)
    return None


def locate_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands, whole or with its middle left out; None: nowhere. The nearest ends count, of five words
    together and two each at least."""
    if place := locate(quote, text):
        return place
    for cut in _LEFT_OUT.finditer(quote):
        begins, ends = quote[: cut.start()], quote[cut.end() :]
        words = len(begins.split()), len(ends.split())
        first = locate(begins, text) if sum(words) >= _FEWEST_WORDS and min(words) >= _FEWEST_AN_END else None
        last = locate(ends, text, first[1]) if first else None
        while first and last and (nearer := locate(begins, text, first[0] + 1, last[0])):
            first = nearer
        if first and last and last[1] - first[0] <= _LONGEST:
            return first[0], last[1]
    return None


def _mapped(text: str, start: int, end: int) -> tuple[str, Sequence[int]]:
    """The text in NFKC with single blanks, and for each of its characters the place that it came from."""
    part = text[start:end]
    if not _ODD_BLANKS.search(part) and unicodedata.is_normalized("NFKC", part):
        return part, range(start, start + len(part))
    folded: list[str] = []
    origins: list[int] = []
    for place in range(start, end):
        for char in unicodedata.normalize("NFKC", text[place]):
            char = " " if char.isspace() else char
            if char == " " and folded[-1:] == [" "]:
                continue
            folded.append(char)
            origins.append(place)
    return "".join(folded), origins


def _small(char: str) -> str:
    """The small letter where that is one letter too, so that places stay."""
    lower = char.lower()
    return lower if len(lower) == 1 else char
