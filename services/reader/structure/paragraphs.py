"""Chunks become paragraphs: split where style, bullet or indent says so, joined where a sentence runs on."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from services.reader.pages import Line
from services.reader.structure.code import BULLET, together
from services.reader.structure.formulas import is_formula

_MARK = re.compile(r"^\s*(?:[•▪◦‣·∙●○■□➢➤►▶▸▹⇒→✓\uf0b7\uf0a7]|[-–—*]\s)\s*\S")
_SEPARATORS = "·•∙"
_NUMBER = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\))\s+\S")
_NOTE = re.compile(r"^(\d{1,3}) +[^\W\d_a-zß-ÿ“‘\"'(]")
_ENDED = (".", "!", "?", ":", ";", "”", '"', ")")
_OPEN = re.compile(r"[,(–—-]$|\b(?:the|an?|of|and|or|to|with|for|in|by|der|die|das|und|oder|von|mit|og|eller|av|til)$")
_ROOM, _SPARE = 1.5, 0.15  # sizes, and of the width: how much more room than for a word a line leaves that ends
_LEAST_ITEMS, _MOSTLY, _MOST_LINES = 4, 0.8, 0.75
_ESTIMATED = 0.25
_LEADING, _NARROWEST = 1.07, 12  # how far lines may differ in distance; how many times as wide as high text is

Paragraph = list[Line]


def bulleted(text: str) -> bool:
    """Whether a text begins with a bullet or a dash."""
    return bool(_MARK.match(text))


def marked(line: Line) -> bool:
    """Whether a line begins a list item: with a bullet, a dash, a number or a letter."""
    return bulleted(line.text) or bool(_NUMBER.match(line.text))


def paragraphs(chunks: Sequence[Sequence[Line]]) -> list[Paragraph]:
    """The paragraphs of a page, in reading order."""
    found: list[Paragraph] = []
    every = [line for chunk in chunks for line in chunk]
    for chunk in _at_one_distance(chunks):
        if chunk[0].row:
            found.append(list(chunk))
            continue
        pieces = _split(chunk, _edge(chunk, every))
        while found and pieces and (_runs_on(found[-1], pieces[0]) or _same_formula(found[-1], pieces[0])):
            found[-1] = found[-1] + pieces.pop(0)
        found += pieces
    return [*together(found)]


def _at_one_distance(chunks: Sequence[Sequence[Line]]) -> list[Sequence[Line]]:
    """The chunks, those as one that only a rounded distance parts, or an indent: the lines stand as far apart as inside
    of chunks, and the last one is full."""
    distances: defaultdict[float, list[float]] = defaultdict(list)
    for chunk in chunks:
        for last, line in pairwise(chunk):
            if last.size == line.size and line.y0 > last.y0 + 0.5 * line.size:
                distances[line.size].append(line.y0 - last.y0)
    usual = {size: median(each) for size, each in distances.items()}
    lines = [line for chunk in chunks for line in chunk]
    found: list[Sequence[Line]] = []
    for chunk in chunks:
        if found and _follows(found[-1], chunk, usual) and _is_full(found[-1][-1], chunk[0], lines):
            found[-1] = [*found[-1], *chunk]
        else:
            found.append(chunk)
    return found


def _follows(before: Sequence[Line], after: Sequence[Line], usual: Mapping[float, float]) -> bool:
    last, line = before[-1], after[0]
    apart = line.y0 - last.y0
    if last.row or line.row:
        return False
    if not 0.5 * line.size < apart <= _LEADING * usual.get(line.size, 0.0):
        return False
    if last.size != line.size or last.bold != line.bold or last.mono or line.mono or last.words or marked(line):
        return False
    left = min(each.x0 for each in (*before, *after))
    return line.x0 <= left + 0.5 * line.size and not is_formula(last) and not is_formula(line)


def _is_full(last: Line, line: Line, lines: Sequence[Line]) -> bool:
    """Whether the first word of `line` had no room behind `last`, as far as any line above or below it reaches."""
    right = max(each.x1 for each in lines if each.size == last.size and each.x0 < last.x1 and last.x0 < each.x1)
    return right - last.x0 >= _NARROWEST * last.size and last.x1 + _first_word(line) > right


def _first_word(line: Line) -> float:
    """About how wide the first word of a line is, in points."""
    return len(line.text.split(" ", 1)[0]) / max(1, len(line.text)) * (line.x1 - line.x0)


def _edge(chunk: Sequence[Line], lines: Sequence[Line]) -> float:
    """How far most lines above and below a chunk reach to the right, or its own: a list is narrower than its column."""
    left, right = min(line.x0 for line in chunk), max(line.x1 for line in chunk)
    ends = sorted(line.x1 for line in lines if line.size == chunk[0].size and line.x0 < right and left < line.x1)
    return max(right, ends[int(_MOST_LINES * len(ends))]) if ends else right


def _split(chunk: Sequence[Line], edge: float) -> list[Paragraph]:
    left, right = min(line.x0 for line in chunk), max(line.x1 for line in chunk)
    pieces: list[Paragraph] = []
    listed = _is_list(chunk, edge)
    for line in chunk:
        begins = pieces and (
            _begins(line, pieces[-1], left, right, edge) or (listed and _may_be_item(pieces[-1][-1], line))
        )
        if pieces and not begins:
            pieces[-1].append(line)
        else:
            pieces.append([line])
    return pieces


def _begins(line: Line, piece: Paragraph, left: float, right: float, edge: float) -> bool:
    """Whether `line` begins something new after `piece`; `left`, `right`: the chunk's edges, `edge`: its column's."""
    last = piece[-1]
    if line.y0 < last.y1 - 0.6 * last.size and line.x0 > last.x1:
        return False  # the same line, broken in two by a wide gap
    if (line.mono != last.mono and not _is_open_text(last, line)) or not _alike(last, line, 0.08):
        return True
    if is_formula(last) != is_formula(line) and max(line.x0, last.x0) > left + line.size:
        return True  # a formula set by itself is set in; what stands at the edge is the paragraph's last line
    if line.mono:
        return bool(BULLET.match(line.text))
    if line.bold != last.bold and (last.bold or not last.text.endswith("-")) and (line.bold or len(piece) <= 3):
        return line.bold is False or last.text.endswith(_ENDED) or last.x1 < right - 0.15 * (right - left)
    ended = last.text.endswith(_ENDED)
    if (bulleted(line.text) and not _is_separated(piece[0], last, line)) or _is_next_note(piece[0], line):
        return True
    if _NUMBER.match(line.text) and (ended or marked(piece[0])):
        return True
    if not ended:
        return _is_next_item(last, line, edge)
    if line.text[:1].islower():
        return False
    indented = line.x0 > left + 0.8 * line.size and last.x0 < left + 0.5 * line.size
    hanging = marked(piece[0]) and line.x0 < piece[0].x0 + 0.5 * line.size
    # A line that leaves no room for the next word is as long as it can be.
    short = last.x1 < right - max(0.2 * (right - left), _first_word(line))
    return indented or hanging or short


def _is_open_text(last: Line, line: Line) -> bool:
    """Whether a sentence that says commands goes on: it ends in text, on a word that another follows, and no program
    that is set in stands below."""
    set_in = line.mono and abs(line.x0 - last.x0) > 0.5 * line.size
    return not last.runs[-1].mono and not set_in and bool(_OPEN.search(last.text))


def _is_separated(first: Line, last: Line, line: Line) -> bool:
    """Whether the mark at a line's beginning only parts words, as one above it does: "Tides · Ebb"."""
    mark = line.text[:1]
    return mark in _SEPARATORS and f" {mark} " in last.text and not bulleted(first.text)


def _is_next_note(first: Line, line: Line) -> bool:
    """Whether a line begins the note that follows the one which a piece is: "2 So it is called" below "1 See there"."""
    one, two = _NOTE.match(first.text), _NOTE.match(line.text)
    return bool(one and two and int(two[1]) == int(one[1]) + 1)


def _is_next_item(last: Line, line: Line, right: float) -> bool:
    """Whether a line begins the next item of a list whose bullets are drawn: with a capital, straight under a line that
    had room for its first word and more."""
    room = right - last.x1 - _first_word(line)
    return room > max(_ROOM * line.size, _SPARE * (right - last.x0)) and _may_be_item(last, line)


def _may_be_item(last: Line, line: Line) -> bool:
    apart = last.bold or last.words or last.mono
    begins = line.text[:1].isupper() and abs(line.x0 - last.x0) < 0.3 * line.size and not apart
    return begins and not _OPEN.search(last.text)


def _is_list(chunk: Sequence[Line], right: float) -> bool:
    """Whether the lines of a chunk are items of a list, most of them of one line: also a full one ends then."""
    upper = sum(line.text[:1].isupper() for line in chunk)
    ended = sum(line.text.endswith(_ENDED) for line in chunk)
    if len(chunk) < _LEAST_ITEMS or upper < _MOSTLY * len(chunk) or ended > (1 - _MOSTLY) * len(chunk):
        return False
    return sum(_is_next_item(last, line, right) for last, line in pairwise(chunk)) >= 2


def _alike(last: Line, line: Line, most: float) -> bool:
    """Whether two lines have one size, but for that share; a recognised one's is an estimate, by the letters that it
    happens to have. A name in a smaller typewriter's type makes no other line of what goes on a text's."""
    if abs(line.size - last.size) <= (_ESTIMATED if line.words and last.words else most) * max(line.size, last.size):
        return True
    return _size_of_text(last) == last.size == _size_of_text(line) > line.size


def _size_of_text(line: Line) -> float:
    """The size of most that is set in no typewriter's type."""
    return replace(line, runs=[run for run in line.runs if not run.mono]).size


def _runs_on(before: Paragraph, after: Paragraph) -> bool:
    """Whether two pieces of different chunks are one paragraph whose lines stand far apart."""
    last, line = before[-1], after[0]
    if is_formula(last) or is_formula(line) or last.row:
        return False
    if last.mono or line.mono or not _alike(last, line, 0.0) or last.bold != line.bold or marked(line):
        return False
    shared = min(last.x1, line.x1) - max(last.x0, line.x0)
    near = -0.3 * line.size < line.y0 - last.y1 < 1.3 * line.size
    if not near or shared < 0.5 * min(last.x1 - last.x0, line.x1 - line.x0) or last.text.endswith(_ENDED):
        return False
    if line.words and marked(before[0]) and line.x0 > before[0].x0 + 0.3 * line.size:
        return True  # set in as what goes on in an item is; recognition parts it from its item often
    return line.text[:1].islower() or (len(before) > 1 and last.x1 > max(each.x1 for each in before) - 3 * line.size)


def _same_formula(before: Paragraph, after: Paragraph) -> bool:
    """Whether two pieces are parts of one formula: beside or close under each other."""
    if not (all(map(is_formula, before)) and all(map(is_formula, after))):
        return False
    low = max(line.y1 for line in before)
    high = min(line.y0 for line in before)
    return after[0].y0 < low + after[0].size and after[-1].y1 > high - after[0].size
