"""From an upload to its first items, against plain pdfminer extraction of the same file."""

import io
import logging
import time
from statistics import median

from pdfminer.high_level import extract_text

from tests.console.samples.make_samples import lesson
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner

RUNS = 7
LESSON = "human-body.en"
FIRST = 3


def measure() -> Chapter:
    """The whole bench."""
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    document = lesson(LESSON)
    plain: list[float] = []
    first: list[float] = []
    whole: list[float] = []
    with bench_processes.folder() as data, bench_processes.up(data) as running, Learner(running, document) as learner:
        learner.study()
        extract_text(io.BytesIO(document))
        for _ in range(RUNS):
            begun = time.perf_counter()
            extract_text(io.BytesIO(document))
            plain.append(time.perf_counter() - begun)
            one, all_of_it = learner.first_items(FIRST)
            first.append(one)
            whole.append(all_of_it)
    how = (
        f"Our lesson {LESSON} (20 pages) on the embedded house with the offline author, from the upload's first byte to"
        f" the first {FIRST} items in the answer of the items' route (asked every 20 ms), and until the quiz of 10 and"
        " the 15 cards are complete; each upload has other bytes, so nothing is known yet. Plain:"
        " `pdfminer.high_level.extract_text` of the file in a warm process, the words alone."
        f" {RUNS} interleaved runs, medians."
    )
    figures = [
        Figure(f"upload to the first {FIRST} items", median(first), "s", goal=2.0),
        Figure("upload to all of them", median(whole), "s"),
        Figure("plain pdfminer extraction", median(plain), "s"),
        Figure("ratio of the first to plain", median(our / its for our, its in zip(first, plain, strict=True)), "x"),
        Figure("ratio of all to plain", median(our / its for our, its in zip(whole, plain, strict=True)), "x"),
    ]
    return Chapter("Upload to first items", how, figures)
