"""What was measured: figures with their goals, as lines on the terminal and as docs/performance.md."""

import os
import platform
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "performance.md"
COMMAND = "make bench"
BY_HAND = "## Where the time goes"
"""From here on the page is kept as it is."""
MISSED = re.compile(r"^\| (.*) \| \*\*no\*\* \|$", re.MULTILINE)


@dataclass(frozen=True)
class Figure:
    """One measured value. `goal` is the most it may be; None: told for what it is."""

    what: str
    value: float
    unit: str = ""
    goal: float | None = None

    @property
    def measured(self) -> str:
        """With three digits that mean something."""
        digits = 0 if self.value >= 100 else 1 if self.value >= 10 else 2
        return f"{self.value:.{digits}f} {self.unit}".strip()

    @property
    def aim(self) -> str:
        """The goal in words."""
        return "" if self.goal is None else f"at most {self.goal:g} {self.unit}".strip()

    @property
    def met(self) -> str:
        """Yes, no, or nothing where there is no goal."""
        return "" if self.goal is None else "yes" if self.value <= self.goal else "**no**"


@dataclass(frozen=True)
class Chapter:
    """The figures of one bench, with how they were measured: a paragraph."""

    title: str
    how: str
    figures: list[Figure]


def load() -> str:
    """How busy the machine was, as the load averages of 1 and 5 minutes."""
    one, five, _ = os.getloadavg()
    return f"{one:.1f}, {five:.1f}"


def tell(chapter: Chapter) -> None:
    """Prints a chapter as soon as it is measured."""
    print(f"\n{chapter.title}")
    for figure in chapter.figures:
        goal = f"   goal: {figure.aim}, met: {figure.met.strip('*')}" if figure.goal is not None else ""
        print(f"  {figure.what:72}{figure.measured:>14}{goal}", flush=True)


def keep(name: str, chapter: Chapter, busy: str) -> None:
    """Writes a chapter onto the page, in the place of the one that its bench wrote there before."""
    text, begins, by_hand = PAGE.read_text().partition(f"\n{BY_HAND}")
    chapters = {each.rpartition("\n`")[2].partition("`")[0]: each for each in text.rstrip().split("\n\n## ")[1:]}
    chapters[name] = _written(name, chapter, busy)
    PAGE.write_text("\n\n## ".join([_head(chapters), *chapters.values()]) + "\n" + begins + by_hand)
    print(f"Written to {PAGE.relative_to(ROOT)}.", flush=True)


def _written(name: str, chapter: Chapter, busy: str) -> str:
    """A chapter as the page has it. Its last line says which bench it is of, on what code, when and beside what."""
    lines = [chapter.title, "", chapter.how, "", "| figure | measured | goal | met |", "| --- | --- | --- | --- |"]
    lines += [f"| {each.what} | {each.measured} | {each.aim} | {each.met} |" for each in chapter.figures]
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    told = f"`{name}`, at commit {commit()}, {when}; load averages before it (1, 5 minutes): {busy}."
    return "\n".join([*lines, "", told])


def _head(chapters: Mapping[str, str]) -> str:
    """What the page begins with: how it comes about, and every goal of a chapter that is missed."""
    machine = (
        f"{os.cpu_count()} cores ({platform.machine()}), {_memory()} of memory, Python {platform.python_version()}"
    )
    missed = [f"| `{name}` | {row} |" for name, each in chapters.items() for row in MISSED.findall(each)]
    return "\n".join(
        [
            "# Performance",
            "",
            f"Written by `{COMMAND}`; one bench alone: `python tests/measuring/bench/bench.py NAME`.",
            f"Machine: {machine}. It was shared while measuring: ratios within one run mean more than single times.",
            "",
            *(
                ["Missed:", "", "| bench | figure | measured | goal |", "| --- | --- | --- | --- |", *missed]
                if missed
                else ["No goal is missed."]
            ),
        ]
    )


def commit() -> str:
    """What was measured: the commit that is checked out, with a + where other files than the page differ from it."""
    changed = _git("status", "--porcelain", "--", ".", f":!{PAGE.relative_to(ROOT)}")
    return _git("rev-parse", "--short", "HEAD") + ("+" if changed else "")


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _memory() -> str:
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GB"
