"""`make bench`: measures one thing after the other and writes docs/performance.md. Names as arguments: only these.

`reading`, `faults`, `page` (`make bench-reading` and so on), `history`, `everyone`, `many`, `long`, `polls`, `slow`
and `rest` are not among those that run without a name: they take minutes.
"""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.measuring.bench import bench_figures

NAMES = ["sessions", "hops", "idle", "first_item", "grading", "kill", "start"]
ALONE = ["reading", "faults", "page", "history", "everyone", "many", "long", "polls", "slow", "rest"]


def main(wanted: list[str]) -> int:
    """Each bench in turn; 1 if a goal is missed, 2 for a name that is none."""
    if unknown := [name for name in wanted if name not in NAMES + ALONE]:
        print(f"No bench is named {unknown[0]}; they are {', '.join(NAMES + ALONE)}.", file=sys.stderr)
        return 2
    missed = False
    for name in wanted or NAMES:
        busy = bench_figures.load()
        chapter: bench_figures.Chapter = importlib.import_module(f"tests.measuring.bench.bench_{name}").measure()
        bench_figures.tell(chapter)
        bench_figures.keep(name, chapter, busy)
        missed |= any(figure.goal is not None and figure.value > figure.goal for figure in chapter.figures)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
