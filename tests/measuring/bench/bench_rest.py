"""The embedded house eleven minutes after its last work, when who only waits has been ended."""

import time

from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import SAMPLE, Learner

REST_S, WINDOW_S, STUDIES = 660.0, 60.0, 2


def measure() -> Chapter:
    """The whole bench."""
    with bench_processes.folder() as data, bench_processes.up(data) as running:
        with Learner(running) as learner:
            for _ in range(STUDIES):
                learner.study()
        used = sum(bench_processes.pss(running.pid).values())
        time.sleep(REST_S)
        before, began = bench_processes.spent(running.pid), time.monotonic()
        time.sleep(WINDOW_S)
        spent = bench_processes.since(before, bench_processes.spent(running.pid))
        percent = sum(spent.values()) / 10 / (time.monotonic() - began)
        memory = bench_processes.pss(running.pid)
        with Learner(running) as learner:
            first, second = learner.study(), learner.study()
    parts = ", ".join(f"{part} {held:.0f}" for part, held in sorted(memory.items(), key=lambda pair: -pair[1]))
    how = (
        f"`pensum up`, {STUDIES} studies of {SAMPLE.name}, {REST_S / 60:.0f} minutes without a request, then"
        f" {WINDOW_S:.0f} s that are counted: CPU of all processes, in percent of one core; PSS of all of them"
        f" ({parts} MB). Then two more studies, upload to first item in hand: the first waits for what was ended."
    )
    figures = [
        Figure("CPU of the house at rest, of one core", percent, "%", 4),
        Figure("memory of the house at rest (PSS)", sum(memory.values()), "MB", 320),
        Figure("memory right after its work", used, "MB"),
        Figure("the first study after it", first, "s"),
        Figure("the next", second, "s"),
    ]
    return Chapter("The embedded house after eleven minutes", how, figures)
