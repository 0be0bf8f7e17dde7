"""Learners who ask once a second whether their course has moved, until two cores are not enough."""

import asyncio
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

import uvloop

from services.chassis.tokens import Claims
from services.console.house.folder import Folder, Running
from services.gateway.access.bearer import token_of
from tests.gateway.shelf import Shelf
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure

LEARNERS, SECONDS = (250, 500, 1000, 2000), 15.0
PLACES = {"PENSUM_HTTP_CONNECTIONS": "4000", "PENSUM_HTTP_IDLE_SECONDS": "60"}
COME_S, SETTLE_S = 0.02, 6.0
MOST_P99_MS = 100.0


@dataclass
class Polled:
    """`took`: ms of each answer; `asked`: how often somebody wanted one; CPU in ms. It counts `since` all were `there`,
    by the clock."""

    asked: int = 0
    took: list[float] = field(default_factory=list)
    gateway: float = 0.0
    postgres: float = 0.0
    there: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    since: float = float("inf")

    @property
    def p99(self) -> float:
        return quantiles(self.took, n=100)[98]


class Poller:
    """One learner on a connection of its own; whoever has no answer yet asks no second time."""

    def __init__(self, running: Running, session: str, token: str, polled: Polled) -> None:
        self._at, self._polled = urlsplit(running.url), polled
        self._head = (
            f"GET /v1/sessions/{session} HTTP/1.1\r\nHost: {self._at.netloc}\r\nAuthorization: Bearer {token}\r\n"
        )

    async def polls(self) -> None:
        """Once a second from now on; its first answer gives it the ETag."""
        polled = self._polled
        assert self._at.hostname is not None
        await asyncio.sleep(random.random())
        reader, writer = await asyncio.open_connection(self._at.hostname, self._at.port)
        try:
            tag = await self._answer(reader, writer, f"{self._head}\r\n")
            request = f"{self._head}If-None-Match: {tag}\r\n\r\n"
            polled.there.release()
            while (now := time.monotonic()) < polled.since + SECONDS:
                await self._answer(reader, writer, request)
                took = time.monotonic() - now
                await asyncio.sleep(max(0.0, 1 - took))
                if now >= polled.since:
                    polled.took.append(took * 1000)
                    polled.asked += 1 + int(max(0.0, took - 1))  # Also what it had no time to ask.
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: str) -> str:
        writer.write(request.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        body = await reader.readexactly(int(headers.get("content-length", 0)) if " 304 " not in lines[0] else 0)
        if " 200 " not in lines[0] and " 304 " not in lines[0]:
            raise RuntimeError(f"a poll was answered {lines[0]}: {body!r}")
        return headers["etag"]


def _sessions(running: Running, data: Path) -> list[tuple[str, str]]:
    """A session each for as many learners, and its learner's token."""
    shelf, secret = Shelf(running.database), Folder(data).secret()
    made = []
    with shelf.at_once():
        for number in range(max(LEARNERS)):
            who = Claims("home", f"learner-{number}", "learner")
            made.append((str(shelf.session(who.tenant, who.user).session), token_of(who, secret)))
    shelf.close()
    return made


async def _poll(running: Running, sessions: list[tuple[str, str]]) -> Polled:
    polled = Polled()
    async with asyncio.TaskGroup() as tasks:
        for session, token in sessions:
            tasks.create_task(Poller(running, session, token, polled).polls())
            await asyncio.sleep(COME_S)
        for _ in sessions:
            await polled.there.acquire()
        await asyncio.sleep(SETTLE_S)
        polled.since = time.monotonic()
        before = bench_processes.spent(running.pid)
    spent = bench_processes.since(before, bench_processes.spent(running.pid))
    polled.gateway, polled.postgres = (spent[part] / len(polled.took) for part in ("gateway", "postgres"))
    return polled


def measure() -> Chapter:
    """The whole bench."""
    os.environ.update(PLACES)
    try:
        with bench_processes.folder() as data, bench_processes.up(data) as running:
            sessions = _sessions(running, data)
            found = {learners: uvloop.run(_poll(running, sessions[:learners])) for learners in LEARNERS}
    finally:
        for name in PLACES:
            del os.environ[name]
    how = (
        "Learners with a course each on the embedded house, each with a token and a connection of its own, who ask once"
        f" a second for their session with its ETag; they come one after the other ({1 / COME_S:.0f} a second), and"
        f" what counts are {SECONDS:.0f} s once all are there and {SETTLE_S:.0f} s have passed; who asks runs on the"
        " same two cores. Who has no answer yet asks no second time, and what is left unasked counts as not answered."
        " CPU a poll: with what the services spend at rest."
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
