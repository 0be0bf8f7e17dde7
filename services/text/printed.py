"""Questions that a document prints with their options and their key, by what each of its blocks is of one."""

from collections.abc import Sequence
from typing import NamedTuple

_LEAST, _MOST = 2, 6  # options


class Printed(NamedTuple):
    """The places of a question's blocks: the question itself, its options in their order, and its key."""

    question: int
    options: Sequence[int]
    keys: Sequence[int]


def printed_in(parts: Sequence[str | None]) -> list[Printed]:
    """Those whose options and key stand right behind them. `parts`: of each block "question", "option" or "key"; None,
    of what is no part of one."""
    found, n = list[Printed](), 0
    while n < len(parts):
        options = _run(parts, n + 1, "option") if parts[n] == "question" else range(0)
        keys = _run(parts, options.stop, "key") if options else range(0)
        if keys and _LEAST <= len(options) <= _MOST:
            found.append(Printed(n, options, keys))
        n = max(n + 1, keys.stop)
    return found


def _run(parts: Sequence[str | None], start: int, part: str) -> range:
    end = start
    while end < len(parts) and parts[end] == part:
        end += 1
    return range(start, end)
