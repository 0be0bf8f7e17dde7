"""kill -9 of each service, until it answers again."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

from services.chassis.broker.bus import Bus
from services.chassis.settings import Settings
from services.console.house.folder import Running
from services.orchestrator.arrivals import Record
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner

KILLS = 3
AGE_S = 31.0
"""What died younger than 30 s is started again with patience: that is another case."""
SAYS = {
    "orchestrator": "session.updates",
    "reader": "reader.outputs",
    "coach": "coach.outputs",
    "evaluator": "evaluator.outputs",
}


def measure() -> Chapter:
    """The whole bench."""
    figures: list[Figure] = []
    for name, options in (("embedded", ()), ("Apache Kafka", ("--kafka",))):
        with bench_processes.folder() as data, bench_processes.up(data, *options) as running:
            figures += asyncio.run(_kills(running, name, data))
    how = (
        f"A service is killed with signal 9 and work for it is sent at once; {KILLS} times each, the median, and"
        " the slowest of all. Its next answer is the first message that it publishes after the kill (the gateway: the"
        " first request that it answers), heard on the broker by the bench, so the steps before it count too. The work"
        " is an upload of the sample for Reader and orchestrator, a second quiz of a session for Coach and Evaluator."
        f" The services were at rest and {AGE_S:.0f} s old: a service that dies again and again is started with growing"
        " patience."
    )
    return Chapter("kill -9 to the next answer", how, figures)


async def _kills(running: Running, name: str, data: Path) -> list[Figure]:
    heard: dict[str, asyncio.Event] = {topic: asyncio.Event() for topic in SAYS.values()}

    async def hear(record: Record) -> None:
        heard[record.topic].set()

    # With the house's bell, as its services have it: else what the bench hears would wait for the end of its own nap.
    bus = Bus(Settings(kafka=running.kafka, kafka_embedded=running.kafka_embedded, data=data), "bench")
    bus.listen(list(SAYS.values()), hear)
    await bus.start()
    task = asyncio.create_task(bus.run())
    took: dict[str, list[float]] = {}
    try:
        with Learner(running) as learner:
            await asyncio.to_thread(learner.study)
            for _ in range(KILLS):
                for service in ("gateway", *SAYS):
                    took.setdefault(service, []).append(await _kill(running, learner, service, heard))
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return [
        *(Figure(f"{service}, {name}", median(times), "s", 2) for service, times in took.items()),
        Figure(f"the slowest of all, {name}", max(max(times) for times in took.values()), "s", 2),
    ]


async def _kill(running: Running, learner: Learner, service: str, heard: dict[str, asyncio.Event]) -> float:
    pid = bench_processes.service(running.pid, service)
    await asyncio.sleep(max(2.5, AGE_S - bench_processes.age(pid)))
    if service == "gateway":
        begun = time.perf_counter()
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(learner.served)
        return time.perf_counter() - begun
    session = await asyncio.to_thread(learner.studied) if service in ("coach", "evaluator") else None
    event = heard[SAYS[service]]
    await asyncio.sleep(2.5)  # So that the embedded broker's consumers rest.
    event.clear()
    begun = time.perf_counter()
    os.kill(pid, signal.SIGKILL)
    if session:
        await asyncio.to_thread(learner.new_quiz, session)
    else:
        session = await asyncio.to_thread(learner.upload)
    await asyncio.wait_for(event.wait(), 60)
    spent = time.perf_counter() - begun
    await asyncio.to_thread(learner.settled, session)
    return spent
