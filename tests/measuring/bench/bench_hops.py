"""Latency a hop: one session at a time, in steady use, on both brokers."""

import asyncio
from statistics import median, quantiles

from services.console.house.folder import Running
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_walk import HOPS, Driver, house

WARM_UP, WALKS = 150, 150


def measure() -> Chapter:
    """The whole bench."""
    figures: list[Figure] = []
    for name, kafka, goal in (("Apache Kafka", True, 5.0), ("embedded broker", False, 12.0)):
        with bench_processes.folder() as data, house(data, kafka) as running:
            hops = [seconds * 1000 / HOPS for seconds in asyncio.run(_walks(running))]
        figures.append(Figure(f"a hop, p50, {name}", median(hops), "ms", goal))
        figures.append(Figure(f"a hop, p95, {name}", quantiles(hops, n=20)[-1], "ms"))
    how = (
        f"The five-step session of the load bench, one at a time, each begun when the one before is ready; {WALKS}"
        f" after {WARM_UP} to warm up. A hop is a walk's time from upload to the wake-up that tells `ready`, over its"
        f" {HOPS} messages (upload, four commands, four answers, wake-up): produced, consumed, and worked on, with a"
        " commit of Postgres in every second one."
    )
    return Chapter("Latency a hop", how, figures)


async def _walks(running: Running) -> list[float]:
    async with Driver(running, "hops").driving() as driver:
        for _ in range(WARM_UP):
            await driver.walk()
        return [await driver.walk() for _ in range(WALKS)]
