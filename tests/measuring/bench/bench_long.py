"""Books of ever more pages: from the upload to the first item, and to all of them."""

import re
import zlib
from string import ascii_lowercase

from tests.console.samples.make_samples import HERE, make
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner

PAGES = {20: None, 100: None, 300: 3.0, 1000: 4.0}
"""About so many, with the goal for the first item, seconds."""
PAGES_A_COPY = 19
_LONG = re.compile(r"\b[a-z]{7,}\b")


def book(pages: int) -> bytes:
    """Copies of our longest lesson, each with other long words, set as one PDF."""
    lesson = (HERE / "human-body.en.md").read_text(encoding="utf-8")
    return make("\n\n".join(_copy(lesson, number) for number in range(max(1, round(pages / PAGES_A_COPY)))), 14.5)


def _copy(lesson: str, number: int) -> str:
    letter = ascii_lowercase[number % 26]

    def varied(found: re.Match[str]) -> str:
        word = found.group()
        return word[:-1] + letter if number and zlib.crc32(f"{word} {number}".encode()) % 3 == 0 else word

    text = _LONG.sub(varied, lesson)
    return text if not number else re.sub(r"^# ", "## ", text, flags=re.MULTILINE)


def measure() -> Chapter:
    """The whole bench."""
    figures: list[Figure] = []
    with bench_processes.folder() as data, bench_processes.up(data) as running:
        with Learner(running) as learner:
            learner.study()
        for pages, goal in PAGES.items():
            with Learner(running, book(pages)) as learner:
                before = bench_processes.spent(running.pid)
                first, every = learner.first_items(1, patience=400)
                spent = bench_processes.since(before, bench_processes.spent(running.pid))
            figures += [
                Figure(f"{pages} pages: the first item", first, "s", goal),
                Figure(f"{pages} pages: all", every, "s"),
                *(
                    Figure(f"{pages} pages: CPU of the {part}", spent[part] / 1000, "s")
                    for part in ("reader", "orchestrator", "coach")
                ),
            ]
    how = (
        "Books of about so many pages that are put together of our longest lesson, each copy with other long words, on"
        " a warm embedded house with the offline author, one after the other: from the upload's first byte until an"
        " item can be asked, and until all is there."
    )
    return Chapter("A long document", how, figures)
