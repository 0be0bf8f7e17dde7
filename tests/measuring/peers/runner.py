# mypy: ignore-errors
# What it imports is in the throw-away environment alone.
"""One peer in a process of its own: `runner.py NAME DATABASE REDIS`. It says READY, and for each line "RUN COUNT
AT_ONCE" runs so many sessions and says how long each took, as JSON. Written as each one's documentation has it."""

import asyncio
import functools
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypedDict

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.measuring.peers.steps import STEPS, begun, step

Walk = Callable[[str, int], Awaitable[None]]


@asynccontextmanager
async def plain(database: str, _: str) -> AsyncIterator[Walk]:
    """One process, no steps: what a session costs at the least."""
    import psycopg

    from tests.measuring.bench import bench_plain

    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(bench_plain.TABLE)

        async def walk(run: str, number: int) -> None:
            bench_plain.walk(connection, run, number)

        yield walk


@asynccontextmanager
async def langgraph(database: str, _: str) -> AsyncIterator[Walk]:
    """A graph of five nodes whose state is checkpointed after each, before the next begins."""
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from langgraph.graph import END, START, StateGraph
    from psycopg.rows import dict_row
    from psycopg_pool import AsyncConnectionPool

    state = TypedDict("state", dict.fromkeys(("state", *STEPS), Any), total=False)
    graph = StateGraph(state)
    for before, name in zip((START, *STEPS), STEPS, strict=False):
        graph.add_node(f"fold_{name}", functools.partial(step, name))
        graph.add_edge(before if before == START else f"fold_{before}", f"fold_{name}")
    graph.add_edge(f"fold_{STEPS[-1]}", END)
    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    async with AsyncConnectionPool(database, min_size=10, max_size=10, kwargs=options) as pool:
        saver = AsyncPostgresSaver(pool)
        await saver.setup()
        app = graph.compile(checkpointer=saver)

        async def walk(run: str, number: int) -> None:
            thread = {"configurable": {"thread_id": f"{run} {number}"}}
            await app.ainvoke(begun(run, number), thread, durability="sync")

        yield walk


@asynccontextmanager
async def dbos(database: str, _: str) -> AsyncIterator[Walk]:
    """A workflow of five steps, whose results are kept."""
    from dbos import DBOS

    DBOS(config={"name": "bench", "system_database_url": database, "log_level": "ERROR"})

    @DBOS.step()
    async def one(name: str, carried: dict[str, Any]) -> dict[str, Any]:
        return step(name, carried)

    @DBOS.workflow()
    async def session(carried: dict[str, Any]) -> None:
        for name in STEPS:
            carried = {**carried, **await one(name, carried)}

    DBOS.launch()

    async def walk(run: str, number: int) -> None:
        handle = await DBOS.start_workflow_async(session, begun(run, number))
        await handle.get_result()

    yield walk
    DBOS.destroy()


@asynccontextmanager
async def celery(database: str, redis: str) -> AsyncIterator[Walk]:
    """A chain of five tasks, acknowledged when they are done; what each returned is kept."""
    from celery import chain

    from tests.measuring.peers.tasks import app, fold

    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))  # Who waits for a result has a thread.
    with _celery_worker():
        while not await asyncio.to_thread(app.control.ping, timeout=0.5):
            pass

        async def walk(run: str, number: int) -> None:
            first, *others = STEPS
            tasks = chain(fold.s(begun(run, number), first), *(fold.s(name) for name in others))
            result = await asyncio.to_thread(tasks.apply_async)
            await asyncio.to_thread(result.get)

        yield walk


@contextmanager
def _celery_worker() -> Iterator[None]:
    command = [sys.executable, "-m", "celery", "-A", "tests.measuring.peers.tasks", "worker", "-c", "2", "-l", "ERROR"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[3])
    try:
        yield
    finally:
        process.terminate()
        process.wait()


PEERS = {"plain": plain, "langgraph": langgraph, "dbos": dbos, "celery": celery}


async def main(name: str, database: str, redis: str) -> None:
    """Serves until its input ends."""
    async with PEERS[name](database, redis) as walk:
        print("READY", flush=True)
        while line := (await asyncio.to_thread(sys.stdin.readline)).split():
            run, count, at_once = line[0], int(line[1]), int(line[2])
            took, numbers = list[float](), iter(range(count))

            async def one_after_the_other(run: str, numbers: Any, took: list[float]) -> None:
                for number in numbers:
                    began = time.perf_counter()
                    await walk(run, number)
                    took.append(time.perf_counter() - began)

            began = time.perf_counter()
            await asyncio.gather(*(one_after_the_other(run, numbers, took) for _ in range(at_once)))
            print(json.dumps({"seconds": time.perf_counter() - began, "took": took}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
