"""Finds a quote in a block's text, and an answer in a quote: exact but for NFKC and white space. Pure."""

import re
import unicodedata
from collections.abc import Sequence

from services.text.alphabets import is_joined

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
