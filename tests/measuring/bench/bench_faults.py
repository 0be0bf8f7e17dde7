"""What a house gets done while its processes are killed one after the other, against the same without; on both brokers.

`make bench-faults` runs it: it takes minutes. `SESSIONS` in the environment: other than 200 a phase.
"""

import os
import random
import threading
import time
from collections.abc import Callable
from statistics import median

from services.console.house.folder import Running
from tests.e2e import houses
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.standins.chaos import EVERY_S, LESSON, Crowd, Faults, at_random, crowd, kill
from tests.standins.tables import assert_nothing_doubled

SESSIONS = int(os.environ.get("SESSIONS", "200"))
CLIENTS, WARM = 6, 12
BROKER_DEATHS = 5
SLOWER = 1 / 0.3
"""Under faults sessions are done at no less than 30 % of the rate without."""
BEYOND_S = 3.0
SEED = 11


def measure() -> Chapter:
    """The whole bench."""
    figures: list[Figure] = []
    for name, options in (("embedded", ()), ("Apache Kafka", ("--kafka",))):
        if options:
            from services.console.java.kafka import fetch

            fetch()
        with bench_processes.folder() as data, houses.Up(data, *options) as up:
            figures += _figures(up, name)
    how = (
        f"{CLIENTS} clients study a page of text one after the other, {SESSIONS} sessions in all, each"
        " from its upload until it is ready; first in peace, then while, every"
        f" {EVERY_S} s, one service at random is killed with signal 9, every 11th time the broker, every 17th Postgres,"
        " and every 23rd time all of Postgres is stopped for 5 to 15 s. A client repeats what is refused, cut off or"
        " answered by 503 after 0.2 s, with the same key. Then the broker alone is killed"
        f" {BROKER_DEATHS} times while the clients go on: from its death to the next session that is done, less what"
        " the broker needs for a start of its own, which is measured at its revivals in the same run. Afterwards every"
        " session's journal is folded again and its rows are searched for anything double."
    )
    return Chapter("Work done under faults", how, figures)


def _figures(up: houses.Up, name: str) -> list[Figure]:
    running = up.house

    def study(sessions_wanted: int | None = None, until: Callable[[], bool] = lambda: False) -> Crowd:
        found = crowd(running, LESSON.encode(), "lock.md", clients=CLIENTS, sessions=sessions_wanted, until=until)
        sessions.extend(found.sessions)
        wrong.extend(found.wrong)
        return found

    sessions: list[str] = []
    wrong: list[str] = []
    study(WARM)
    peace = study(SESSIONS)
    with Faults(running.pid, at_random(SEED)) as faults:
        under = study(SESSIONS)
    halves = [sum(done < under.done[-1] - under.seconds / 2 for done in under.done), len(under.done)]
    starts, waits = _broker_deaths(up, running, study)
    said = up.said.read_text()
    doubled = 0
    for session in sessions:
        try:
            assert_nothing_doubled(running.database, session)
        except AssertionError as error:
            doubled += 1
            wrong.append(str(error))
    for each in wrong:
        print(f"  {name}: {each[:400]}", flush=True)
    lost = 2 * SESSIONS - len(peace.done) - len(under.done)
    return [
        Figure(f"times slower under faults, {name}", peace.rate / under.rate, "x", SLOWER),
        Figure(f"the rate under faults, {name}", 100 * under.rate / peace.rate, "%"),
        Figure(f"sessions a second in peace, {name}", peace.rate, "/s"),
        Figure(f"sessions a second under {len(faults.done)} faults, {name}", under.rate, "/s"),
        Figure(f"share done in the first half of the time, {name}", 100 * halves[0] / halves[1], "%"),
        Figure(f"sessions lost, {name}", lost, "", 0),
        Figure(f"sessions with anything double, {name}", doubled, "", 0),
        Figure(f"the broker's own start, median of {len(starts)}, {name}", median(starts), "s"),
        Figure(f"its death to the next session done, median, {name}", median(waits), "s"),
        Figure(f"the same less its own start, the slowest, {name}", max(waits) - median(starts), "s", BEYOND_S),
        Figure(f'"in use by another process", {name}', said.count("in use by another process"), "", 0),
    ]


def _broker_deaths(up: houses.Up, running: Running, study: Callable[..., Crowd]) -> tuple[list[float], list[float]]:
    """Seconds that the broker needed to serve again, and from its deaths to the next session done."""
    over = threading.Event()
    deaths: list[float] = []
    before = len(up.said.read_text())

    def run() -> None:
        pause = random.Random(SEED)
        for _ in range(BROKER_DEATHS):
            seen = up.said.read_text().count("the broker serves again")
            if kill(running.pid, "broker"):
                deaths.append(time.monotonic())
            while up.said.read_text().count("the broker serves again") == seen:
                time.sleep(0.05)
            time.sleep(pause.uniform(8, 10))
        over.set()

    killer = threading.Thread(target=run)
    killer.start()
    found: Crowd = study(until=over.is_set)
    killer.join()
    said = up.said.read_text()[before:].splitlines()
    starts = [float(line.rpartition("after ")[2].split()[0]) for line in said if "the broker serves again" in line]
    return starts, [found.after(death) or float("inf") for death in deaths]
