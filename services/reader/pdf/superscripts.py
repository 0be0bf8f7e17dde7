"""Raised digits: an exponent gets its sign ("10^6"), the mark of a footnote leaves the word that it stands at. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from services.reader.characters import FRACTION_SLASH, ending_number, fraction
from services.reader.pages import Run

_MARK = re.compile(r"\s*(?:\d{1,3}(?:\s*,\s*\d{1,3})*|[*†‡§¶]+)\s*")
_AFTER_WORD = re.compile(r"[^\W\d_]{3}$|[.,;:!?”’\"')\]]$")
_AFTER_QUANTITY = re.compile(r"\d$|(?<![^\W\d_])[^\W\d_]{1,2}$|\)$")
_FRACTION = re.compile(rf"\s*(?P<above>\d{{1,3}})\s*(?P<slash>[/{FRACTION_SLASH}])\s*(?P<below>\d{{1,3}})(?P<rest>\s*)")
_POWER = re.compile(r"\s*[-−+]?\d+\s*")


def superscripted(runs: Sequence[Run], raised: Collection[int]) -> list[Run]:
    """The runs of a line; `raised`: which of them (by index) are small and stand higher than the one before."""
    found: list[Run] = []
    said = ""
    runs, raised = _fractions(runs, raised)
    for n, run in enumerate(runs):
        if n in raised and said.strip():
            before = said.rstrip()
            if _POWER.fullmatch(run.text) and _AFTER_QUANTITY.search(before):
                run = replace(run, text="^" + run.text.lstrip())
            elif _MARK.fullmatch(run.text) and _AFTER_WORD.search(before) and not run.math:
                run = replace(run, text=" " if run.text.endswith(" ") else "")
        said = (said + run.text)[-20:]
        found.append(run)
    return found


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
