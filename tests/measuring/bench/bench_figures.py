"""What was measured: figures with their goals, as lines on the terminal and as docs/performance.md."""

import json
import os
import platform
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "performance.md"
KEPT = ROOT / ".cache" / "bench.json"
COMMAND = "make bench"
BY_HAND = "## Where the time goes"
"""From here on the page is kept as it is."""


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


def keep(name: str, chapter: Chapter, busy: str) -> dict[str, dict[str, object]]:
    """Remembers the newest run of each bench; all that are known."""
    known: dict[str, dict[str, object]] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    known[name] = {**asdict(chapter), "when": now, "load": busy, "commit": commit()}
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(known, indent=1))
    return known


def write(known: dict[str, dict[str, object]], names: list[str]) -> None:
    """Writes the page anew from the newest run of each bench."""
    machine = (
        f"{os.cpu_count()} cores ({platform.machine()}), {_memory()} of memory, Python {platform.python_version()}"
    )
    lines = [
        "# Performance",
        "",
        f"Written by `{COMMAND}`; one bench alone: `python tests/measuring/bench/bench.py NAME` ({', '.join(names)}).",
        f"Machine: {machine}. It was shared while measuring: ratios within one run mean more than single times.",
    ]
    for name in names:
        each = known[name]
        figures = [Figure(**figure) for figure in each["figures"]]  # type: ignore[attr-defined]
        lines += ["", f"## {each['title']}", "", str(each["how"]), ""]
        lines += ["| figure | measured | goal | met |", "| --- | --- | --- | --- |"]
        lines += [f"| {figure.what} | {figure.measured} | {figure.aim} | {figure.met} |" for figure in figures]
        of = f", at commit {each['commit']}" if "commit" in each else ""
        lines += ["", f"`{name}`{of}, {each['when']}; load averages before it (1, 5 minutes): {each['load']}."]
    _, begins, by_hand = PAGE.read_text().partition(f"\n{BY_HAND}")
    PAGE.write_text("\n".join(lines) + "\n" + begins + by_hand)
    print(f"\nWritten to {PAGE.relative_to(ROOT)}.")


def commit() -> str:
    """What was measured: the commit that is checked out, with a + where files differ from it."""
    asked = {"cwd": ROOT, "capture_output": True, "text": True, "check": True}
    name = subprocess.run(["git", "rev-parse", "--short", "HEAD"], **asked).stdout.strip()  # type: ignore[call-overload]
    changed = subprocess.run(["git", "status", "--porcelain"], **asked).stdout.strip()  # type: ignore[call-overload]
    return f"{name}{'+' if changed else ''}"


def _memory() -> str:
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GB"
