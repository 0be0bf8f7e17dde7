"""Words of any script, with their places: where no blanks part them, the likeliest ones by the language's word list."""

import itertools
import math
import re
from collections.abc import Iterator

from services.reader.alphabets import runs
from services.text.alphabets import is_together
from services.text.vocabulary import frequencies

_LONGEST = 8
_UNLISTED = math.log(1e-9)  # a sign that is in no listed word stands for itself
_LISTS = {"zh": "zh", "ja": "ja"}
# Articles and the like that lost their vowel before a word: "l'horizon".
_ELIDED = {
    "fr": re.compile(r"(?:[cdjlmnst]|qu|lorsqu|puisqu|jusqu)['’](?=\w)", re.IGNORECASE),
    "it": re.compile(r"(?:[cdlmnst]|un|(?:d|n|d?a|su|que)ll|gl)['’](?=\w)", re.IGNORECASE),
}
# Where the list ends, a change of alphabet parts words: foreign ones in katakana, the Chinese ones, endings.
_KIND = re.compile("[\u30a1-\u30fa\u30fc]+|[\u3041-\u309f]+|[^\u3041-\u30fc]+")


def words_in(text: str, language: str) -> Iterator[tuple[int, int]]:
    """The words as spans of the text (code points, half open), in order, without what is elided before them."""
    if language in _LISTS:
        return _listed_in(text, language)
    return _whole_in(text, _ELIDED[language]) if language in _ELIDED else runs(text)


def _whole_in(text: str, elided: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for start, end in runs(text):
        before = elided.match(text, start, end)
        yield before.end() if before else start, end


def _listed_in(text: str, language: str) -> Iterator[tuple[int, int]]:
    for start, end in runs(text):
        if is_together(text[start:end]):
            for kind in _KIND.finditer(text, start, end):
                yield from _parted(text, *kind.span(), language)
        else:
            yield start, end


def _parted(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    """The likeliest way to part a run into listed words; a run of katakana stays whole."""
    if "\u30a1" <= text[start] <= "\u30fc":
        yield start, end
        return
    length = end - start
    best = [0.0] + [-math.inf] * length
    begins = [0] * (length + 1)
    for at in range(1, length + 1):
        for size in range(1, min(_LONGEST, at) + 1):
            word = text[start + at - size : start + at]
            if frequencies.is_listed(word, language):
                likely = math.log(frequencies.frequency(word, language))
            elif size == 1:
                likely = _UNLISTED
            else:
                continue
            if best[at - size] + likely > best[at]:
                best[at], begins[at] = best[at - size] + likely, at - size
    edges = [length]
    while edges[-1]:
        edges.append(begins[edges[-1]])
    edges.reverse()
    for first, last in itertools.pairwise(edges):
        yield start + first, start + last
