"""Raised digits: an exponent gets its sign ("10^6"), the mark of a footnote leaves the word that it stands at. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from services.reader.pages import Run

_MARK = re.compile(r"\s*(?:\d{1,3}(?:\s*,\s*\d{1,3})*|[*†‡§¶]+)\s*")
_AFTER_WORD = re.compile(r"[^\W\d_]{3}$|[.,;:!?”’\"')\]]$")
_AFTER_QUANTITY = re.compile(r"\d$|(?<![^\W\d_])[^\W\d_]{1,2}$|\)$")
_POWER = re.compile(r"\s*[-−+]?\d+\s*")


def superscripted(runs: Sequence[Run], raised: Collection[int]) -> list[Run]:
    """The runs of a line; `raised`: which of them (by index) are small and stand higher than the one before."""
    found: list[Run] = []
    said = ""
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
