"""What a page holds before it becomes blocks: chunks of lines of runs, with sizes and styles, in reading order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from contracts.documents import PageQuality

Style = Literal["", "bold", "italic", "bold_italic"]
Kind = Literal["heading", "paragraph", "list_item", "table_row", "caption", "code", "formula", "other"]
"""What a block can be."""
Aside = Literal["running", "contents", "references", "exercise", "boilerplate"]
"""Why a block is no material, where its place in the document says so."""

_MONO = 0.75

Engine = Literal["", "rewritten", "pdfium"]
"""Who read a page's text layer: pdfminer the file as it is, pdfminer the file as pikepdf wrote it anew, or PDFium."""
Bookmark = tuple[int, str, int]
"""Its level from 1, its title, and the page that it leads to (from 1; 0: nobody knows)."""


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one font: its style, its size in points (rounded to halves), whether it is a typewriter's, and
    whether it is one of formulas alone."""

    text: str
    style: Style
    size: float
    mono: bool
    math: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """A recognised word as OCR gave it, its confidence in percent, and its box in points from the page's top left."""

    text: str
    confidence: float
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class Line:
    """A line of runs; the box is in points from the page's top left. `words`: of a recognised line alone.

    `rtl`: its text runs from right to left; it stands in logical order. `beside`: it is no part of the page's text: it
    runs another way than that (a stamp along the edge), or stands outside of what is printed. `row`: it is a row of a
    table, or goes on in one.
    """

    runs: Sequence[Run]
    x0: float
    y0: float
    x1: float
    y1: float
    words: Sequence[Heard] = ()
    rtl: bool = False
    beside: bool = False
    row: bool = False

    @cached_property
    def text(self) -> str:
        return "".join(run.text for run in self.runs).strip()

    @cached_property
    def size(self) -> float:
        """The size that most of its characters have."""
        weights: dict[float, int] = {}
        for run in self.runs:
            weights[run.size] = weights.get(run.size, 0) + len(run.text.strip())
        return max(weights, key=lambda size: (weights[size], size), default=0.0)

    @cached_property
    def bold(self) -> bool:
        """Whether all of it that is seen is bold."""
        seen = [run for run in self.runs if run.text.strip()]
        return bool(seen) and all(run.style.startswith("bold") for run in seen)

    @cached_property
    def mono(self) -> bool:
        """Whether nearly all of it is set in a typewriter's font: a sentence may name a command."""
        weights = [(len(run.text.replace(" ", "")), run.mono) for run in self.runs]
        return sum(weight for weight, mono in weights if mono) > _MONO * sum(weight for weight, _ in weights)


@dataclass(frozen=True)
class Page:
    """One page: number from 1, size in points, chunks (each the lines of what stands together) in reading order.

    `unreadable`: the page itself is broken, or its text layer cannot be decoded; then it has no chunks.
    `quality`: how OCR went; None where the text layer was taken. `corrected`: its text as a person has set it right.
    `turn`: degrees clockwise by which the page had to be turned to be read; all sizes and places are the turned page's.
    `figures`: where drawings and pictures stand (left, top, right, bottom), as far as that is known.
    """

    number: int
    width: float
    height: float
    chunks: Sequence[Sequence[Line]]
    unreadable: Literal["", "broken", "undecodable"] = ""
    quality: PageQuality | None = None
    corrected: str | None = None
    turn: int = 0
    engine: Engine = ""
    figures: Sequence[tuple[float, float, float, float]] = ()

    @cached_property
    def text_chunks(self) -> Sequence[Sequence[Line]]:
        """The chunks that are the page's text."""
        return [chunk for chunk in self.chunks if not any(line.beside for line in chunk)]

    @cached_property
    def text_lines(self) -> Sequence[Line]:
        """The lines of its text."""
        return [line for chunk in self.text_chunks for line in chunk]

    @cached_property
    def reach(self) -> tuple[float, float]:
        """Where its text begins and ends, from the top."""
        lines = self.text_lines
        return min((line.y0 for line in lines), default=0.0), max((line.y1 for line in lines), default=0.0)

    @cached_property
    def beside_chunks(self) -> Sequence[Sequence[Line]]:
        """The chunks that are beside it."""
        return [chunk for chunk in self.chunks if any(line.beside for line in chunk)]
