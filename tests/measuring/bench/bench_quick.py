"""`make bench-quick`: whether a session costs more than it did, in 15 seconds; 1 if it costs over a quarter more.

The orchestrator's shell and its Postgres on the five-step session, against the plain loop, as ratios of CPU within one
run. Batches have a fixed size here and there is no broker: how large batches are depends on how busy a machine is, and
with that went the ratio of the whole house (3.5 to 5.5 within one minute). The plain loop walks as many sessions before
and after each handful of the shell's, so that both meet the same machine. Sessions are counted for their learners' sums
within it. What is measured is held against `recorded.json`, from the last time that somebody looked, and a loss counts
when three runs in a row say so. `--record` writes the medians of three runs there instead.
"""

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import psutil
import psycopg

from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import log_json_lines
from services.chassis.storage.database import Connection, connect
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE, create_database
from services.orchestrator.batch.handle import Shell
from services.orchestrator.database.migrating import migrate
from services.orchestrator.history.figures import count
from tests.measuring.bench import bench_figures, bench_plain, bench_processes
from tests.measuring.bench.bench_plain import TOPIC, Delivery
from tests.measuring.bench.bench_walk import OUTPUTS, answer, submitted

RECORDED = Path(__file__).with_name("recorded.json")
ROUNDS, HANDFULS, AT_ONCE, RUNS, MOST = 7, 4, 10, 3, 1.25
Ratios = dict[str, float]


class Walked:
    """Sessions that walk through a shell, a handful at a time; `own` is what the shell itself spent, in seconds."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._said, self.own = connection, list[Outgoing](), 0.0
        self._shell = Shell(connection, self._publish)

    async def _publish(self, messages: Sequence[Outgoing]) -> None:
        self._said += messages

    async def handful(self, run: str, begin: int) -> None:
        """So many sessions, from upload to ready, each step of all of them one batch."""
        records = []
        for number in range(begin, begin + AT_ONCE):
            envelope, message = submitted(run, number)
            records.append(Delivery(TOPIC[envelope.type], None, message.write(), envelope.headers()))
        while records:
            self._said.clear()
            began = time.process_time()
            await self._shell.handle(records)
            self.own += time.process_time() - began
            records = [
                Delivery(OUTPUTS[command.topic], None, body, told.headers())
                for command in self._said
                if command.topic in OUTPUTS
                for told, body in answer(Delivery(command.topic, command.key, command.value, command.headers))
            ]

    async def counted(self) -> None:
        """What the sweep does once they are quiet."""
        began = time.process_time()
        while await count(self._connection, 0):
            pass
        self.own += time.process_time() - began


async def _ratios(url: str, postgres: psutil.Process, plain: psycopg.Connection[Any], run: int) -> Ratios:
    rounds: list[Ratios] = []
    async with await connect(url) as connection:
        walked = Walked(connection)
        for turn in range(ROUNDS + 1):
            spent: Ratios = dict.fromkeys(("plain", "orchestrator", "postgres"), 0.0)
            for each in range(HANDFULS):
                begin, name = each * AT_ONCE, f"{run} {turn}"
                for half in (0, AT_ONCE // 2):
                    own, theirs = time.process_time(), _spent(postgres)
                    for number in range(begin + half, begin + half + AT_ONCE // 2):
                        bench_plain.walk(plain, name, number)
                    spent["plain"] += time.process_time() - own + _spent(postgres) - theirs
                    if half == 0:
                        walked.own, theirs = 0.0, _spent(postgres)
                        await walked.handful(f"quick {name}", begin)
                        await walked.counted()
                        spent["orchestrator"] += walked.own
                        spent["postgres"] += _spent(postgres) - theirs
            if turn:  # The first warms up.
                rounds.append({part: spent[part] / spent["plain"] for part in ("orchestrator", "postgres")})
    found = {part: median(each[part] for each in rounds) for part in ("orchestrator", "postgres")}
    return {**found, "all of it": median(sum(each.values()) for each in rounds)}


def _spent(server: psutil.Process) -> float:
    """Seconds of all of Postgres' processes so far."""
    found = 0.0
    for process in (server, *server.children(recursive=True)):
        times = process.cpu_times()
        found += times.user + times.system
    return found


def lost(now: Ratios, recorded: Ratios) -> bool:
    """Whether all of a session costs over a quarter more than it did."""
    return now["all of it"] > MOST * recorded["all of it"]


def main(record: bool) -> int:
    """Runs until one is in order, at most three times."""
    log_json_lines("bench")  # Written as in a house, but nobody is to read it here.
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(open(os.devnull, "w"))  # noqa: SIM115
    recorded = json.loads(RECORDED.read_text())
    with bench_processes.folder() as data:
        server = Postgres(data).start()
        try:
            create_database(server.url())
            migrate(server.url("postgres", DATABASE))
            own = [one for one in psutil.Process().children() if "postgres" in one.name()]
            with psycopg.connect(server.url("postgres", DATABASE), autocommit=True) as plain:
                plain.execute(bench_plain.TABLE)
                runs: list[Ratios] = []
                for run in range(RUNS):
                    runs.append(asyncio.run(_ratios(server.url("pensum_orchestrator", DATABASE), own[0], plain, run)))
                    if told(run, runs[-1], recorded) and not record:
                        return 0
        finally:
            server.stop()
    if not record:
        return 1
    ratios = {part: round(median(each[part] for each in runs), 2) for part in runs[0]}
    RECORDED.write_text(json.dumps({**recorded, "commit": bench_figures.commit(), "ratios": ratios}, indent=2) + "\n")
    return 0


def told(run: int, now: Ratios, recorded: dict[str, Any]) -> bool:
    """Prints a run; whether it is in order."""
    for part, ratio in now.items():
        print(f"  {part:14}{ratio:6.2f} x plain   recorded {recorded['ratios'].get(part, 0):.2f}", flush=True)
    if not lost(now, recorded["ratios"]):
        return True
    print(f"Run {run + 1} of {RUNS}: over {MOST:g} times what was recorded at {recorded['commit']}.", flush=True)
    return False


if __name__ == "__main__":
    sys.exit(main("--record" in sys.argv[1:]))
