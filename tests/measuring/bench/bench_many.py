"""A hundred documents that are sent at once: when the first is ready, when half of them are, and when all."""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import psycopg

from services.console.house.folder import Running
from services.console.house.migration import DATABASE
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner

UPLOADS, SENDERS, ROUNDS = 100, 8, 3
PATIENCE_S = 300.0
LOOK_S = 0.05
# When a session has its first question that can be asked; by the database's clock, so nobody waits for who looks.
READY = "select count(*) from quizzes where ready and session_id = any(%s::uuid[])"


def round_of(running: Running, uploads: int = UPLOADS) -> list[float]:
    """Seconds from the first upload's first byte until each of so many has its first questions, in order."""
    with (
        Learner(running) as learner,
        psycopg.connect(running.database, dbname=DATABASE, autocommit=True) as connection,
        ThreadPoolExecutor(SENDERS) as senders,
    ):
        begun = time.perf_counter()
        sent = [senders.submit(learner.upload) for _ in range(uploads)]
        took: list[float] = []
        while len(took) < uploads:
            sessions = [each.result() for each in sent if each.done()]
            row = connection.execute(READY, (sessions,)).fetchone()
            now = time.perf_counter() - begun
            assert row is not None
            took += [now] * (row[0] - len(took))
            if now > PATIENCE_S:
                raise RuntimeError(f"{len(took)} of {uploads} are ready after {PATIENCE_S} s")
            time.sleep(LOOK_S)
        return took


def measure() -> Chapter:
    """The whole bench."""
    with bench_processes.folder() as data, bench_processes.up(data) as running:
        with Learner(running) as learner:
            alone = [learner.study() for _ in range(3)]
        rounds = [round_of(running) for _ in range(ROUNDS)]
    how = (
        f"{UPLOADS} uploads of the sample, each with other bytes, {SENDERS} at a time, on the embedded house with the"
        " offline author: until the first questions of the first, of half and of all of them can be asked;"
        f" {ROUNDS} rounds, medians. Alone: one upload until its first item, on the same house before."
    )
    first, half, every = (median(took[place] for took in rounds) for place in (0, UPLOADS // 2, -1))
    figures = [
        Figure("the first is ready", first, "s", 2.0),
        Figure("half are ready", half, "s"),
        Figure("all are ready", every, "s"),
        Figure("one alone", median(alone), "s"),
        Figure("the first of them, times one alone", first / median(alone), "x"),
    ]
    return Chapter("A hundred uploads at once", how, figures)
