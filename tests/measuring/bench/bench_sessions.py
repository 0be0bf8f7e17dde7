"""Five-step sessions on Apache Kafka, 50 in flight, against the plain loop: CPU, commits and sessions a second."""

import asyncio
import time
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

import psycopg

from services.console.house.folder import Running
from tests.measuring.bench import bench_plain, bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_processes import Spent
from tests.measuring.bench.bench_walk import Driver, house

ROUNDS, SESSIONS, IN_FLIGHT = 5, 200, 50
STATISTICS_LAG_S = 11.0
"""An idle backend of Postgres tells its counters after 10 s."""


@dataclass(frozen=True)
class Round:
    """One round of both, per session: CPU in ms by part, and the sessions a second."""

    parts: Spent
    rate: float
    plain: Spent
    plain_rate: float
    writing: int
    """Transactions of the house that wrote."""

    def times(self, *parts: str) -> float:
        """How many times the plain loop's CPU (its own process and its Postgres) these parts spent."""
        return sum(self.parts[part] for part in parts) / sum(self.plain.values())


def measure() -> Chapter:
    """The whole bench."""
    with (
        bench_processes.folder() as data,
        house(data, kafka=True) as running,
        psycopg.connect(running.database, dbname="postgres", autocommit=True) as connection,
    ):
        return asyncio.run(_measure(running, connection))


async def _measure(running: Running, connection: psycopg.Connection[Any]) -> Chapter:
    connection.execute(bench_plain.TABLE)
    sizes: list[int] = []
    async with Driver(running, "sessions").driving() as driver:
        for number in range(30):
            sizes = bench_plain.walk(connection, "warm", number)
        await driver.many(SESSIONS, IN_FLIGHT)
        await asyncio.sleep(STATISTICS_LAG_S)
        commits, writing = _commits(connection), 0
        rounds: list[Round] = []
        for number in range(ROUNDS):
            rounds.append(await measured_round(running, connection, driver, number, SESSIONS, IN_FLIGHT))
            writing += rounds[-1].writing
        await asyncio.sleep(STATISTICS_LAG_S)
        commits = _commits(connection) - commits
        resting = _commits(connection)
        await asyncio.sleep(STATISTICS_LAG_S)
        commits -= _commits(connection) - resting  # Of the wait for the counters, which no session needs.
    total = ROUNDS * SESSIONS
    return _chapter(rounds, commits / total, writing / total, sizes)


async def measured_round(
    running: Running, connection: psycopg.Connection[Any], driver: Driver, number: int, sessions: int, in_flight: int
) -> Round:
    """So many sessions of the plain loop, then of the house."""
    before, own, began = bench_processes.spent(running.pid), time.process_time(), time.perf_counter()
    for session in range(sessions):
        bench_plain.walk(connection, f"plain {number}", session)
    took = time.perf_counter() - began
    postgres = bench_processes.since(before, bench_processes.spent(running.pid))["postgres"]
    plain = {"loop": (time.process_time() - own) * 1000, "postgres": postgres}
    before, wrote = bench_processes.spent(running.pid), _written(connection)
    seconds = await driver.many(sessions, in_flight)
    await asyncio.sleep(0.2)  # The last acknowledgement.
    parts = bench_processes.since(before, bench_processes.spent(running.pid))
    return Round(
        {part: cpu / sessions for part, cpu in parts.items()},
        sessions / seconds,
        {part: cpu / sessions for part, cpu in plain.items()},
        sessions / took,
        _written(connection) - wrote - 1,
    )


def _commits(connection: psycopg.Connection[Any]) -> int:
    found = connection.execute("select xact_commit from pg_stat_database where datname = 'pensum'").fetchone()
    assert found is not None
    return int(found[0])


def _written(connection: psycopg.Connection[Any]) -> int:
    """The number of the next writing transaction; asking takes one."""
    found = connection.execute("select pg_current_xact_id()::text").fetchone()
    assert found is not None
    return int(found[0])


def _chapter(rounds: list[Round], commits: float, writing: float, sizes: list[int]) -> Chapter:
    def part(name: str) -> float:
        return median(each.parts[name] for each in rounds)

    house_parts = ("orchestrator", "postgres", "broker")
    everything = (*house_parts, "workers")
    without_jvm = ("orchestrator", "postgres")
    plain = median(sum(each.plain.values()) for each in rounds)
    how = (
        f"A session of five messages to the orchestrator (upload, reading, digest, material, verdicts) and four"
        f" commands, messages of {fmean(sizes) / 1000:.0f} KB in the mean ({min(sizes) / 1000:.1f} to"
        f" {max(sizes) / 1000:.0f}), {sum(sizes) / 1000:.0f} KB a session, {IN_FLIGHT} in flight, on Apache Kafka and"
        f" Postgres with fsync; {ROUNDS} interleaved rounds of {SESSIONS} sessions each, medians. Counted on our side:"
        " user and system time of the orchestrator's process, of all Postgres processes and of the JVM, and named"
        " apart, of the one process of trivial workers; not who drives it. The plain loop is one process that calls"
        " the same functions, the workers' included, without a broker, a journal or a table for anything but the final"
        " state, and commits one row a session; counted: its process and all Postgres processes. So the row with the"
        " workers compares like with like. Commits: `xact_commit` of the house's database over all rounds and the rests"
        " between them, so the sweeps' three in two seconds count too, but not over the last wait for Postgres'"
        " counters; and apart, those that wrote something."
    )
    return Chapter(
        "Sessions under load, against a plain loop",
        how,
        [
            Figure("CPU, times the plain loop: orchestrator + Postgres + JVM", _ratio(rounds, *house_parts), "x", 4),
            Figure("the same with the workers", _ratio(rounds, *everything), "x", 4),
            Figure("the same without workers and JVM", _ratio(rounds, *without_jvm), "x"),
            Figure("commits a session", commits, "", 0.25),
            Figure("commits a session that write", writing, ""),
            Figure("sessions a second", median(each.rate for each in rounds), "/s"),
            Figure("sessions a second, plain loop", median(each.plain_rate for each in rounds), "/s"),
            Figure("CPU a session: orchestrator", part("orchestrator"), "ms"),
            Figure("CPU a session: Postgres", part("postgres"), "ms"),
            Figure("CPU a session: JVM (Apache Kafka)", part("broker"), "ms"),
            Figure("CPU a session: trivial workers", part("workers"), "ms"),
            Figure("CPU a session: plain loop with its Postgres", plain, "ms"),
        ],
    )


def _ratio(rounds: list[Round], *parts: str) -> float:
    return median(each.times(*parts) for each in rounds)
