"""The embedded house at rest: CPU, memory, and its first walk after that."""

import time
from statistics import median

from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import SAMPLE, Learner

SETTLE_S, WINDOW_S, STEADY = 10.0, 30.0, 5


def measure() -> Chapter:
    """The whole bench."""
    with bench_processes.folder() as data, bench_processes.up(data) as running, Learner(running) as learner:
        learner.study()
        time.sleep(SETTLE_S)
        before, began = bench_processes.spent(running.pid), time.monotonic()
        time.sleep(WINDOW_S)
        spent = bench_processes.since(before, bench_processes.spent(running.pid))
        share = {part: cpu / 10 / (time.monotonic() - began) for part, cpu in spent.items()}
        memory = bench_processes.pss(running.pid)
        first = learner.study()
        steady = median(learner.study() for _ in range(STEADY))
    how = (
        f"`pensum up`, one study of {SAMPLE.name}, {SETTLE_S:.0f} s of rest, then {WINDOW_S:.0f} s without a request."
        " CPU: user and system time of all processes of the house, in percent of one core; memory: PSS of all of them"
        " (`smaps_rollup`). The first walk after it is the whole journey of the sample, upload to first item in hand;"
        f" its steady time is the median of the {STEADY} that follow at once. Largest shares: "
        f"{_largest(share, '%')}; {_largest(memory, 'MB')}."
    )
    figures = [
        Figure("CPU of the idle house, of one core", sum(share.values()), "%", 4),
        Figure("memory of the idle house (PSS)", sum(memory.values()), "MB"),
        Figure("first walk after the rest, the sample's whole journey", first, "s", 1.5),
        Figure("the same journey in steady use", steady, "s"),
    ]
    return Chapter("The embedded house at rest", how, figures)


def _largest(parts: bench_processes.Spent, unit: str) -> str:
    order = sorted(parts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {value:.1f} {unit}" for name, value in order[:4])
