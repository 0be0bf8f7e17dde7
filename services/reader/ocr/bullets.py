"""Marks of a list as recognition reads them ("¢", "©", "e") are bullets where several stand in a column. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.reader.pages import Line

_MARK = re.compile(r"^[¢©®°«»*•+eo] (?=[A-ZÆØÅÄÖÜ\d(])")
_LETTERS = ("e", "o")
_LEAST = 3
_SURE = 99.0  # percent: where a mark stands says what it is


def with_bullets(chunks: Sequence[Sequence[Line]]) -> Sequence[Sequence[Line]]:
    """The recognised lines of a page, such marks as bullets."""
    found = [line for chunk in chunks for line in chunk if line.words and _MARK.match(line.text)]
    marks = {
        id(line)
        for line in found
        if len(column := [each for each in found if abs(each.x0 - line.x0) < 0.5 * line.size]) >= _LEAST
        and any(each.text[0] not in _LETTERS for each in column)
    }
    if not marks:
        return chunks
    return [[_bulleted(line) if id(line) in marks else line for line in chunk] for chunk in chunks]


def _bulleted(line: Line) -> Line:
    first, *rest = line.runs
    text = first.text.lstrip()
    words = (replace(line.words[0], text="•", confidence=max(_SURE, line.words[0].confidence)), *line.words[1:])
    return replace(line, runs=(replace(first, text="•" + text[1:]), *rest), words=words)
