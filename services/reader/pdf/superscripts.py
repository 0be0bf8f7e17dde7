"""Raised digits: an exponent gets its sign ("10^6"), the mark of a footnote leaves the word that it stands at, and what
stands over or under the line parts none in two. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from services.reader.characters import FRACTION_SLASH, ending_number, fraction
from services.reader.pages import Line, Run
from services.reader.raised import numbers_a_sentence, said_raised

_FRACTION = re.compile(rf"\s*(?P<above>\d{{1,3}})\s*(?P<slash>[/{FRACTION_SLASH}])\s*(?P<below>\d{{1,3}})(?P<rest>\s*)")
_NUMBER = re.compile(r"\s*\^?(\d{1,3})\s*")
_CHARGE = re.compile(r"\s*\d?[-−+]\s*")
_SEEN = 80  # so many characters before a raised number say what it is
_SMALL, _NEAR = 0.85, 0.6  # of the line's size: what is raised or lowered; how far its halves stand apart at most


def superscripted(runs: Sequence[Run], raised: Collection[int]) -> list[Run]:
    """The runs of a line; `raised`: which of them (by index) are small and stand higher than the one before."""
    found: list[Run] = []
    said = ""
    runs, raised = _fractions(runs, raised)
    for n, run in enumerate(runs):
        if n in raised:
            run = _said(run, said, runs[n + 1].text if n + 1 < len(runs) else "")
        said = (said + run.text)[-_SEEN:]
        found.append(run)
    return found


def _said(run: Run, before: str, after: str) -> Run:
    """A raised run as the line says it. A gap before it is the setting's, but for an isotope's number, which stands
    before its sign; what a formula raises is no mark."""
    number = run.text.strip()
    isotope = before.endswith(" ") and number.isdigit() and after[:1].isupper()
    counts = numbers_a_sentence(before, number, after)
    said = said_raised(before if counts or isotope else before.rstrip(), number, after)
    if said == number or (not said and not counts and run.math):
        return run
    return replace(run, text="" if counts else said + " " * run.text.endswith(" "))


def rejoined(chunks: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The chunks; lines that something raised and something lowered beside it parted are one, a number over another is
    a fraction."""
    found = [list(chunk) for chunk in chunks]
    begun = [line for chunk in found for line in chunk if len(line.runs) > 1 and _is_small(line.runs[0], line)]
    for chunk in found if begun else ():
        for n, line in enumerate(chunk):
            if len(line.runs) < 2 or not _is_small(line.runs[-1], line):
                continue
            rest = next((each for each in begun if each is not line and _goes_on(line, each)), None)
            if rest is not None:
                chunk[n] = _whole(line, rest)
                begun.remove(rest)
                gone = next(each for each in found if any(other is rest for other in each))
                gone[:] = [other for other in gone if other is not rest]
                break
    return [chunk for chunk in found if chunk]


def _is_small(run: Run, line: Line) -> bool:
    return 0 < run.size < _SMALL * line.size and bool(run.text.strip())


def _goes_on(line: Line, rest: Line) -> bool:
    beside = abs(rest.x0 - line.x1) <= _NEAR * line.size and abs(rest.size - line.size) < 1
    return beside and abs((rest.y0 + rest.y1) - (line.y0 + line.y1)) < line.size


def _whole(line: Line, rest: Line) -> Line:
    runs = [*line.runs, *rest.runs]
    last, first = line.runs[-1], rest.runs[0]
    above, below = _NUMBER.fullmatch(last.text), _NUMBER.fullmatch(first.text)
    if above and below and rest.x0 < line.x1 - 0.3 * last.size and last.text.lstrip().startswith("^"):
        said = "".join(run.text for run in line.runs[:-1]).rstrip()
        whole = ending_number(said)
        cut = replace(line.runs[-2], text=line.runs[-2].text.rstrip()) if whole else line.runs[-2]
        told = fraction(whole, above[1], below[1]).removeprefix(whole)
        runs = [*line.runs[:-2], cut, replace(cut, text=told), *rest.runs[1:]]
    elif _CHARGE.fullmatch(first.text):
        runs = [*line.runs, replace(first, text=f"^{first.text.lstrip()}"), *rest.runs[1:]]
    x1, y0, y1 = max(line.x1, rest.x1), min(line.y0, rest.y0), max(line.y1, rest.y1)
    return replace(line, runs=tuple(runs), x1=x1, y0=y0, y1=y1)


def _fractions(runs: Sequence[Run], raised: Collection[int]) -> tuple[list[Run], set[int]]:
    """The runs with a raised number, a slash and a number under it made one fraction, and which are raised then."""
    told: list[Run] = []
    still: set[int] = set()
    n = 0
    while n < len(runs):
        count, found = _fraction_at(runs, n) if n in raised else (1, None)
        if found:
            before = told[-1].text.rstrip() if told else ""
            whole = ending_number(before)
            if whole:
                told[-1] = replace(told[-1], text=before)
            said = fraction(whole, found["above"], found["below"]).removeprefix(whole)
            told.append(replace(told[-1] if told else runs[n], text=said + found["rest"]))
        else:
            if n in raised:
                still.add(len(told))
            told.append(runs[n])
        n += count
    return told, still


def _fraction_at(runs: Sequence[Run], at: int) -> tuple[int, re.Match[str] | None]:
    """Over how many runs a fraction goes that begins with the raised run `at`. "1/2" in one size is a quotient."""
    for count in (2, 3):
        held = runs[at : at + count]
        found = _FRACTION.fullmatch("".join(run.text for run in held))
        if found and (found["slash"] == FRACTION_SLASH or held[-1].size <= held[0].size + 0.5):
            return count, found
    return 1, None
