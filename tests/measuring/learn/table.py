"""The table that `make learn` prints."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`met`: whether the value reaches its target; None: it has none, or nothing was measured."""

    what: str
    value: str
    target: str = ""
    met: bool | None = None


def told(rows: Sequence[Row]) -> str:
    """As Markdown."""
    lines = ["| what | measured | target | met |", "| --- | --- | --- | --- |"]
    for row in rows:
        met = "" if row.met is None else "yes" if row.met else "no"
        lines.append(f"| {row.what} | {row.value} | {row.target} | {met} |")
    return "\n".join(lines)


def percent(share: float) -> str:
    """With one decimal."""
    return f"{100 * share:.1f} %"
