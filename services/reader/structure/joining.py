"""Lines become one text: hyphens mended, white space folded, with what is set apart as spans of it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from contracts.documents import Emphasis
from services.reader.alphabets import unspaced
from services.reader.characters import characters_of
from services.reader.pages import Line, Style
from services.text.vocabulary import frequencies

_SPACE = re.compile(r"\s+")
# Control characters, zero-width ones, marks of direction, noncharacters, private use and the replacement character.
_DROPPED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ue000-\uf8ff]"
)
_SOFT_HYPHEN = "\xad"
_HYPHENS = ("-", "\u2010", _SOFT_HYPHEN)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_JOINING = frozenset(["und", "oder", "bzw", "and", "or", "og", "eller", "och"])
_LEAST = 3  # letters of a word that a hyphen joins with another
_EDGES = " \t.,;:!?()[]{}\"'“”‘’«»…"


class Woven(NamedTuple):
    """One text, its emphasis, and where in it each of the lines begins (code points)."""

    text: str
    emphasis: list[Emphasis]
    starts: list[int]


def cleaned(text: str) -> str:
    """The characters without what cannot be seen; white space folded to single spaces, kept at the ends."""
    return _SPACE.sub(" ", visible(text))


def visible(text: str) -> str:
    """The characters without what cannot be seen; white space as it is."""
    return _DROPPED.sub("", characters_of(text))


def vocabulary(lines: Iterable[Line]) -> Counter[str]:
    """How often each word, hyphenated ones whole, stands inside the lines (not across their ends)."""
    found: Counter[str] = Counter()
    for line in lines:
        found.update(word.casefold() for word in _WORD.findall(line.text))
    return found


def woven(lines: Sequence[Line], known: Mapping[str, int], body_style: Style = "") -> Woven:
    """The text of the lines, its emphasis (code points of that text, half open), and where each line begins in it.

    `known`: the document's vocabulary, which decides whether a hyphen at a line's end is the word's own.
    `body_style`: what most of the document is set in; that sets nothing apart.
    """
    parts: list[tuple[str, Style]] = []
    firsts: list[int] = []  # by line: the first of the parts that is its own
    for line in lines:
        _join(parts, line, known)
        firsts.append(len(parts))
        for run in line.runs:
            text = cleaned(run.text)
            if text and unicodedata.combining(text[0]) and parts:
                # An accent of its own font belongs to the letter before it.
                before, style = parts[-1]
                parts[-1] = (unicodedata.normalize("NFKC", before + text[0]), style)
                text = text[1:]
            if not parts or parts[-1][0].endswith(" "):
                text = text.lstrip(" ")
            if text:
                # A command in a sentence is set in type of its own, and is no term for that.
                parts.append((text, "" if run.mono or run.style == body_style else run.style))
    while parts and not (last := parts[-1][0].rstrip(" ")):
        parts.pop()
    if parts:
        parts[-1] = (last, parts[-1][1])
    ends = [0, *accumulate(len(piece.replace(_SOFT_HYPHEN, "")) for piece, _ in parts)]
    return Woven(*_spans(parts), [ends[min(first, len(parts))] for first in firsts])


def _join(parts: list[tuple[str, Style]], line: Line, known: Mapping[str, int]) -> None:
    """Mends or opens the place where a line ends and `line` begins."""
    if not parts:
        return
    text, style = parts[-1]
    text = text.rstrip(" ")
    begins = cleaned(line.text)
    mended = hyphen_mended(text, begins, known)
    if mended is not None:
        parts[-1] = (mended, style)
    elif not text.isascii() and unspaced(text[-1:]) and unspaced(begins):
        parts[-1] = (text, style)
    else:
        parts[-1] = (text + " ", style)


def hyphen_mended(text: str, begins: str, known: Mapping[str, int]) -> str | None:
    """A text that ends with a hyphen as it stands before what follows; None: it ends with none that joins them."""
    if not text.endswith(_HYPHENS):
        return None
    if _leaves_out(text, begins, known):
        return text.replace(_SOFT_HYPHEN, "-") + " "
    if begins[:1].islower() and text[-2:-1].isalpha() and not _own_hyphen(text, begins, known):
        return text[:-1]
    if begins[:1].isalnum() and text[-2:-1].isalnum():
        return text.replace(_SOFT_HYPHEN, "-")
    return None


def _leaves_out(text: str, begins: str, known: Mapping[str, int]) -> bool:
    """Whether the hyphen stands for the end of a word that follows: "hard- and software"."""
    before, after = _WORD.findall(text[:-1][-60:]), _WORD.match(begins)
    if not before or after is None or after.group() not in _JOINING:
        return False
    return not known.get((before[-1] + after.group()).casefold(), 0)


def _own_hyphen(text: str, begins: str, known: Mapping[str, int]) -> bool:
    before, after = _WORD.findall(text[:-1][-60:]), _WORD.match(begins)
    if text.endswith(_SOFT_HYPHEN) or not before or after is None:
        return False
    first, second = before[-1].casefold(), after.group().casefold()
    parted, joined = known.get(f"{first}-{second}", 0), known.get(first + second, 0)
    if parted or joined:
        return parted > joined
    return _are_two_words(first.rpartition("-")[2], second.partition("-")[0])


def _are_two_words(first: str, second: str) -> bool:
    """Whether English has both words, and no language that we know what they would make: "cuboidal-shaped"."""
    if len(first) < _LEAST or len(second) <= _LEAST or not frequencies.is_listed(second, "en"):
        return False
    if not frequencies.use(first, "en") or frequencies.use(first + second, "en"):
        return False
    return not any(frequencies.is_listed(first + second, language) for language in ("de", "no"))


def _spans(parts: Sequence[tuple[str, Style]]) -> tuple[str, list[Emphasis]]:
    text, spans = "", list[tuple[int, int, Style]]()
    for piece, style in parts:
        piece = piece.replace(_SOFT_HYPHEN, "")
        start, text = len(text), text + piece
        if spans and not piece.strip():
            spans[-1] = (spans[-1][0], len(text), spans[-1][2])
        elif spans and spans[-1][2] == style:
            spans[-1] = (spans[-1][0], len(text), style)
        elif piece:
            spans.append((start, len(text), style))
    emphasis = []
    for start, end, style in spans:
        if style:
            held = text[start:end]
            start, end = start + len(held) - len(held.lstrip(_EDGES)), end - len(held) + len(held.rstrip(_EDGES))
            if any(c.isalnum() for c in text[start:end]):
                emphasis.append(Emphasis(start=start, end=end, style=style))
    return text, emphasis
