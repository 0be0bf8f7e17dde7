"""The embedded house's start: from the command to a page that is served."""

import time
from statistics import median

import httpx

from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure

RUNS = 4


def measure() -> Chapter:
    """The whole bench."""
    times: list[float] = []
    with bench_processes.folder() as data:
        for _ in range(RUNS):
            begun = time.perf_counter()
            with bench_processes.up(data) as running:
                httpx.get(running.url, trust_env=False, follow_redirects=True).raise_for_status()
                times.append(time.perf_counter() - begun)
    how = (
        "`pensum up` from the start of its process until its page is answered, with all services ready. Cold makes the"
        f" database in a new folder; warm finds it there (median of {RUNS - 1})."
    )
    figures = [
        Figure("start to a ready page, warm", median(times[1:]), "s", 5),
        Figure("start to a ready page, new data folder", times[0], "s"),
    ]
    return Chapter("Start", how, figures)
