"""`make bench-quick`: whether a session costs more than it did, in two minutes; 1 if it costs over a quarter more.

The five-step session on the embedded broker against the plain loop, as ratios of CPU within one run, which a busy
machine changes little. They are held against those in `recorded.json`, from the last time that somebody looked, and a
loss counts when three runs in a row say so. `--record` writes what was measured there instead.
"""

import asyncio
import json
import sys
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import psycopg

from services.console.house.folder import Running
from tests.measuring.bench import bench_figures, bench_plain, bench_processes
from tests.measuring.bench.bench_sessions import Round, measured_round
from tests.measuring.bench.bench_walk import Driver, house

RECORDED = Path(__file__).with_name("recorded.json")
ROUNDS, SESSIONS, IN_FLIGHT, RUNS, MOST = 3, 60, 30, 3, 1.25
PARTS = ("orchestrator", "postgres", "broker", "workers")
Ratios = dict[str, float]


async def _ratios(running: Running, connection: psycopg.Connection[Any], run: int) -> Ratios:
    connection.execute(bench_plain.TABLE)
    rounds: list[Round] = []
    async with Driver(running, f"quick {run}").driving() as driver:
        for number in range(20):
            bench_plain.walk(connection, f"warm {run}", number)
        await driver.many(SESSIONS, IN_FLIGHT)
        for number in range(ROUNDS):
            rounds.append(await measured_round(running, connection, driver, run * ROUNDS + number, SESSIONS, IN_FLIGHT))
    found = {part: median(each.times(part) for each in rounds) for part in PARTS}
    return {**found, "all of it": median(each.times(*PARTS) for each in rounds)}


def lost(now: Ratios, recorded: Ratios) -> bool:
    """Whether all of a session costs over a quarter more than it did."""
    return now["all of it"] > MOST * recorded["all of it"]


def main(record: bool) -> int:
    """Runs until one is in order, at most three times."""
    recorded = json.loads(RECORDED.read_text())
    with (
        bench_processes.folder() as data,
        house(data, kafka=False) as running,
        psycopg.connect(running.database, dbname="postgres", autocommit=True) as connection,
    ):
        for run in range(RUNS):
            now = asyncio.run(_ratios(running, connection, run))
            for part, ratio in now.items():
                print(f"  {part:14}{ratio:6.2f} x plain   recorded {recorded['ratios'].get(part, 0):.2f}", flush=True)
            if record:
                kept = {
                    "commit": bench_figures.commit(),
                    "ratios": {part: round(each, 2) for part, each in now.items()},
                }
                RECORDED.write_text(json.dumps(kept, indent=2) + "\n")
                return 0
            if not lost(now, recorded["ratios"]):
                return 0
            print(
                f"Run {run + 1} of {RUNS}: over {MOST:g} times what was recorded at {recorded['commit']}.", flush=True
            )
    return 1


if __name__ == "__main__":
    sys.exit(main("--record" in sys.argv[1:]))
