"""From an upload to its first item, against plain pdfminer extraction of the same file."""

import logging
import time
from statistics import median

from pdfminer.high_level import extract_text

from tests.bench import bench_processes
from tests.bench.bench_figures import Chapter, Figure
from tests.bench.bench_learner import SAMPLE, Learner

RUNS = 7


def measure() -> Chapter:
    """The whole bench."""
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    plain: list[float] = []
    ours: list[float] = []
    with bench_processes.folder() as data, bench_processes.up(data) as running, Learner(running) as learner:
        learner.study()
        extract_text(SAMPLE)
        for _ in range(RUNS):
            begun = time.perf_counter()
            extract_text(SAMPLE)
            plain.append(time.perf_counter() - begun)
            ours.append(learner.study())
    how = (
        f"The bundled {SAMPLE.name} on the embedded house with the offline author, from the upload's first byte to the"
        " first item in the answer of the items' route (asked every 20 ms); each upload has other bytes, so nothing is"
        " known yet. Plain: `pdfminer.high_level.extract_text` of the file in a warm process, the words alone."
        f" {RUNS} interleaved runs, medians."
    )
    figures = [
        Figure("upload to first item", median(ours), "s"),
        Figure("plain pdfminer extraction", median(plain), "s"),
        Figure("ratio", median(our / its for our, its in zip(ours, plain, strict=True)), "x"),
    ]
    return Chapter("Upload to first item", how, figures)
