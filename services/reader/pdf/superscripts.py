"""Raised digits: an exponent gets its sign ("10^6"), the mark of a footnote leaves the word that it stands at, and what
stands over or under the line parts none in two. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from services.reader.characters import FRACTION_SLASH, ending_number, fraction
from services.reader.pages import Line, Run
from services.reader.raised import AFTER_QUANTITY, AFTER_WORD, MARK, NAME, POWER, numbers_a_sentence

_FRACTION = re.compile(rf"\s*(?P<above>\d{{1,3}})\s*(?P<slash>[/{FRACTION_SLASH}])\s*(?P<below>\d{{1,3}})(?P<rest>\s*)")
_NUMBER = re.compile(r"\s*\^?(\d{1,3})\s*")
_CHARGE = re.compile(r"\s*\d?[-−+]\s*")
_SMALL, _NEAR = 0.85, 0.6  # of the line's size: what is raised or lowered; how far its halves stand apart at most


def superscripted(runs: Sequence[Run], raised: Collection[int]) -> list[Run]:
    """The runs of a line; `raised`: which of them (by index) are small and stand higher than the one before."""
    found: list[Run] = []
    said = ""
    runs, raised = _fractions(runs, raised)
    for n, run in enumerate(runs):
        after = runs[n + 1].text if n in raised and n + 1 < len(runs) else ""
        if after and numbers_a_sentence(said, run.text, after):
            run = replace(run, text="")
        elif n in raised and said.strip():
            before = said.rstrip()
            if said.endswith(" ") and after[:1].isupper() and POWER.fullmatch(run.text):
                pass  # the mass number of an isotope stands before its sign
            elif POWER.fullmatch(run.text) and AFTER_QUANTITY.search(before) and not NAME.search(before):
                run = replace(run, text="^" + run.text.lstrip())
            elif MARK.fullmatch(run.text) and (AFTER_WORD.search(before) or NAME.search(before)) and not run.math:
                run = replace(run, text=" " if run.text.endswith(" ") else "")
        said = (said + run.text)[-20:]
        found.append(run)
    return found


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
