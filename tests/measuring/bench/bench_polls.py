"""Learners who ask once a second whether their course has moved, until two cores are not enough."""

import asyncio
import os
import random
import time
from dataclasses import dataclass, field
from statistics import quantiles
from urllib.parse import urlsplit

import uvloop

from services.console.house.folder import Running
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner

COURSES, LEARNERS, SECONDS = 20, (250, 500, 1000, 2000), 15.0
PLACES = {"PENSUM_HTTP_CONNECTIONS": "4000", "PENSUM_HTTP_IDLE_SECONDS": "60"}
SETTLE_S = 6.0
MOST_P99_MS = 100.0


@dataclass
class Polled:
    """`took`: ms of each answer; `asked`: how often somebody wanted one; CPU in ms."""

    asked: int = 0
    took: list[float] = field(default_factory=list)
    gateway: float = 0.0
    postgres: float = 0.0

    @property
    def p99(self) -> float:
        return quantiles(self.took, n=100)[98]


class Poller:
    """One learner on a connection of its own; whoever has no answer yet asks no second time."""

    def __init__(self, running: Running, session: str, polled: Polled) -> None:
        self._at, self._polled = urlsplit(running.url), polled
        self._head = (
            f"GET /v1/sessions/{session} HTTP/1.1\r\nHost: {self._at.netloc}\r\n"
            f"Authorization: Bearer {running.owner_token}\r\n"
        )

    async def polls(self, ready: asyncio.Barrier) -> None:
        """Once a second, once all are ready; its first answer gives it the ETag and does not count."""
        assert self._at.hostname is not None
        reader, writer = await asyncio.open_connection(self._at.hostname, self._at.port)
        try:
            tag = await self._answer(reader, writer, f"{self._head}\r\n")
            request = f"{self._head}If-None-Match: {tag}\r\n\r\n"
            await ready.wait()
            until = time.monotonic() + SECONDS
            await asyncio.sleep(random.random())
            while (now := time.monotonic()) < until:
                self._polled.asked += 1
                await self._answer(reader, writer, request)
                self._polled.took.append((time.monotonic() - now) * 1000)
                await asyncio.sleep(max(0.0, now + 1 - time.monotonic()))
                self._polled.asked += int(time.monotonic() - now - 1)  # What it had no time to ask.
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: str) -> str:
        writer.write(request.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        await reader.readexactly(int(headers.get("content-length", 0)) if " 304 " not in lines[0] else 0)
        if " 200 " not in lines[0] and " 304 " not in lines[0]:
            raise RuntimeError(f"a poll was answered {lines[0]}")
        return headers["etag"]


async def _poll(running: Running, sessions: list[str], learners: int) -> Polled:
    polled = Polled()
    ready = asyncio.Barrier(learners + 1)
    async with asyncio.TaskGroup() as tasks:
        for number in range(learners):
            tasks.create_task(Poller(running, sessions[number % len(sessions)], polled).polls(ready))
            await asyncio.sleep(1 / 250)
        await ready.wait()
        before = bench_processes.spent(running.pid)
    spent = bench_processes.since(before, bench_processes.spent(running.pid))
    polled.gateway, polled.postgres = (spent[part] / len(polled.took) for part in ("gateway", "postgres"))
    return polled


def measure() -> Chapter:
    """The whole bench."""
    os.environ.update(PLACES)
    try:
        with bench_processes.folder() as data, bench_processes.up(data) as running:
            with Learner(running) as learner:
                sessions = [learner.studied() for _ in range(COURSES)]
            time.sleep(SETTLE_S)
            found = {learners: uvloop.run(_poll(running, sessions, learners)) for learners in LEARNERS}
    finally:
        for name in PLACES:
            del os.environ[name]
    how = (
        f"Learners with {COURSES} courses on the embedded house, each on a connection of its own, who ask for a session"
        f" once a second with its ETag, {SECONDS:.0f} s each; who asks runs on the same two cores. Who has no answer"
        " yet asks no second time, and what is left unasked counts as not answered. CPU a poll: with what the services"
        " spend at rest."
        f" With {' '.join(f'{name}={value}' for name, value in PLACES.items())}."
    )
    figures = []
    for learners, polled in found.items():
        goal = MOST_P99_MS if learners == LEARNERS[-1] else None
        figures += [
            Figure(f"{learners} learners, p50", quantiles(polled.took, n=100)[49], "ms"),
            Figure(f"{learners} learners, p99", polled.p99, "ms", goal),
            Figure(f"{learners} learners, answered of what was wanted", 100 * len(polled.took) / polled.asked, "%"),
            Figure(f"{learners} learners, CPU a poll: gateway", polled.gateway, "ms"),
            Figure(f"{learners} learners, CPU a poll: Postgres", polled.postgres, "ms"),
        ]
    return Chapter("Polls", how, figures)
