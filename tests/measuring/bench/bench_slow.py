"""A language model that takes its time: twenty uploads at once, with calls of one to ten seconds."""

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Iterator

import psycopg

from services.console.house.folder import Running
from services.console.house.migration import DATABASE
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner
from tests.standins.model.author import composes
from tests.standins.model.model_behaviours import slow
from tests.standins.model.openai_server import StandIn

UPLOADS, CALL_S, CALLS_AT_ONCE = 20, (1.0, 2.5, 5.0, 10.0), 64
PATIENCE_S = 240.0
LOOK_S = 0.05
COMPLETE = (
    "select count(*) filter (where ready), count(*) filter (where complete)"
    " from quizzes where session_id = any(%s::uuid[])"
)


@contextlib.contextmanager
def answering() -> Iterator[StandIn]:
    """The stand-in in a thread of its own, and the settings by which a house finds it."""
    begun, server, loop, ended = threading.Event(), StandIn(), asyncio.new_event_loop(), asyncio.Event()

    async def serve() -> None:
        async with server:
            begun.set()
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    begun.wait()
    ours = {
        "PENSUM_MODEL_BASE_URL": server.base_url,
        "PENSUM_MODEL": "stand-in",
        "PENSUM_MODEL_CONCURRENCY": str(CALLS_AT_ONCE),
    }
    os.environ.update(ours)
    try:
        yield server
    finally:
        for name in ours:
            del os.environ[name]
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()


def _until_complete(running: Running, uploads: int) -> tuple[float, float]:
    """Seconds until the first of so many uploads has questions, and until all quizzes are complete."""
    with (
        Learner(running) as learner,
        psycopg.connect(running.database, dbname=DATABASE, autocommit=True) as connection,
    ):
        begun, first = time.perf_counter(), 0.0
        sessions = [learner.upload() for _ in range(uploads)]
        while True:
            row = connection.execute(COMPLETE, (sessions,)).fetchone()
            now = time.perf_counter() - begun
            assert row is not None
            first = first or (now if row[0] else 0.0)
            if row[1] == uploads:
                return first, now
            if now > PATIENCE_S:
                raise RuntimeError(f"{row[1]} of {uploads} are complete after {PATIENCE_S} s")
            time.sleep(LOOK_S)


def measure() -> Chapter:
    """The whole bench."""
    figures: list[Figure] = []
    with answering() as model, bench_processes.folder() as data, bench_processes.up(data) as running:
        for seconds in CALL_S:
            model.otherwise(slow(seconds, composes))
            _, alone = _until_complete(running, 1)
            model.most_at_once = 0
            first, every = _until_complete(running, UPLOADS)
            memory = bench_processes.pss(running.pid)
            told = f"a call takes {seconds:g} s"
            figures += [
                Figure(f"{told}: one alone", alone, "s"),
                Figure(f"{told}: the first of {UPLOADS} can be asked", first, "s"),
                Figure(f"{told}: all of them are complete", every, "s"),
                Figure(f"{told}: all of them, times one alone", every / alone, "x"),
                Figure(f"{told}: most calls in flight", float(model.most_at_once)),
                Figure(f"{told}: memory of Coach and Evaluator", memory["coach"] + memory["evaluator"], "MB"),
            ]
    how = (
        f"A house with `PENSUM_MODEL_CONCURRENCY={CALLS_AT_ONCE}` and a stand-in model that answers every call after a"
        f" while; {UPLOADS} uploads of the sample at once, until all quizzes are complete. Alone: one upload on the"
        " same house before."
    )
    return Chapter("Slow models", how, figures)
