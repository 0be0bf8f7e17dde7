"""A house under fire: polite clients who study, and somebody who kills its processes one after the other."""

import contextlib
import itertools
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import uuid4

import httpx
import psutil

from services.console.house.folder import Running
from services.console.study.client import SETTLED
from tests.measuring.bench.bench_processes import groups

SERVICES = ("gateway", "orchestrator", "reader", "coach", "evaluator", "assistant")
LESSON = """# How a lock works

A pin tumbler lock is a lock that uses pins of varying lengths to keep it shut. The plug is the part of the lock that
turns when the right key is put in. A driver pin is the upper pin, which a spring pushes down into the plug. The shear
line is the gap between the plug and its housing. When the right key lifts every pin to the shear line, the plug can
turn. A wrong key leaves at least one pin across the shear line, so the plug stays where it is.
"""
"""Short, so that the house spends its time on dying and coming back."""
EVERY_S = 1.5
REVIVED_S = 2.0
"""What died a moment ago and is not back yet is killed then."""
AGAIN_S = 0.2
ASK_S = 0.1
SESSION_S = 240.0
AWAY = frozenset({429, 503})
"""Answers after which a polite client asks again."""
Json = dict[str, Any]


class Client:
    """Who studies politely: what is refused, cut off or answered by 503 is asked again, with the same key."""

    def __init__(self, running: Running) -> None:
        headers = {"Authorization": f"Bearer {running.owner_token}"}
        self._http = httpx.Client(base_url=f"{running.url}/v1", headers=headers, timeout=10, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def study(self, document: bytes, name: str) -> str:
        """Uploads and waits until the session is ready: its id. RuntimeError if it fails or takes too long."""
        deadline = time.monotonic() + SESSION_S
        key = {"Idempotency-Key": str(uuid4())}
        body = document + f"\n% {uuid4()}\n".encode()
        files = {"file": (name, body, "application/octet-stream")}
        session = str(self._ask("POST", "/documents", deadline, headers=key, files=files)["session_id"])
        while (found := self._ask("GET", f"/sessions/{session}", deadline))["status"] not in SETTLED:
            time.sleep(ASK_S)
        if found["status"] != "ready":
            raise RuntimeError(f"the session {session} ended at {found['status']}: {found['error']}")
        return session

    def _ask(self, method: str, path: str, deadline: float, **content: Any) -> Json:
        while True:
            wait, said = AGAIN_S, ""
            try:
                answer = self._http.request(method, path, **content)
                if answer.status_code not in AWAY:
                    found: Json = answer.raise_for_status().json()
                    return found
                with contextlib.suppress(ValueError):
                    wait = max(wait, float(answer.headers.get("retry-after", 0)))
                said = answer.text
            except httpx.TransportError as error:
                said = repr(error)
            if time.monotonic() > deadline:
                raise RuntimeError(f"{method} {path} is not answered after {SESSION_S:.0f} s: {said}")
            time.sleep(wait)


@dataclass
class Crowd:
    """What some clients did side by side: the sessions in the order in which they were done."""

    sessions: list[str] = field(default_factory=list)
    done: list[float] = field(default_factory=list)
    """When each was done, on the monotonic clock."""
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Sessions a second."""
        return len(self.done) / self.seconds

    def after(self, moment: float) -> float | None:
        """Seconds from then until the next session was done; None if none was."""
        return next((done - moment for done in self.done if done > moment), None)


def crowd(
    running: Running,
    document: bytes,
    name: str,
    *,
    clients: int,
    sessions: int | None = None,
    until: Callable[[], bool] = lambda: False,
) -> Crowd:
    """So many clients study one document after the other, until `sessions` are done or `until` says so."""
    found, left, lock = Crowd(), iter(range(sessions) if sessions is not None else itertools.count()), threading.Lock()

    def study(_: int) -> None:
        with Client(running) as client:
            while True:
                with lock:
                    if until() or next(left, None) is None:
                        return
                try:
                    session = client.study(document, name)
                except (RuntimeError, httpx.HTTPError) as error:
                    with lock:
                        found.wrong.append(repr(error))
                    continue
                with lock:
                    found.sessions.append(session)
                    found.done.append(time.monotonic())

    begun = time.monotonic()
    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(study, range(clients)))
    found.seconds = time.monotonic() - begun
    return found


@dataclass(frozen=True)
class Fault:
    """One thing that was done to a house."""

    at: float
    part: str
    stopped: float = 0.0
    """Seconds for which it was held still; 0: it was killed."""


def at_random(seed: int) -> Iterator[str]:
    """One service at random, each 11th time the broker, each 17th Postgres; each 23rd time Postgres is held instead."""
    chance = random.Random(seed)
    for number in itertools.count(1):
        if number % 23 == 0:
            yield f"hold {chance.uniform(5, 15):.1f}"
        else:
            yield "broker" if number % 11 == 0 else "postgres" if number % 17 == 0 else chance.choice(SERVICES)


class Faults:
    """A context in which one process is killed every so often, as `plan` says: parts of a house, or "hold SECONDS".

    To hold is to stop all of Postgres for so long, while the killing goes on.
    """

    def __init__(self, supervisor: int, plan: Iterable[str], *, every: float = EVERY_S) -> None:
        self.done: list[Fault] = []
        self._supervisor, self._plan, self._every = supervisor, plan, every
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._holders: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        for holder in self._holders:
            holder.join()

    @property
    def over(self) -> bool:
        """Whether the plan is done."""
        return not self._thread.is_alive()

    def _run(self) -> None:
        for part in self._plan:
            if self._over.wait(self._every):
                return
            if part.startswith("hold "):
                self._holders.append(threading.Thread(target=self._hold, args=(float(part.split()[1]),)))
                self._holders[-1].start()
            elif kill(self._supervisor, part) or (not self._over.wait(REVIVED_S) and kill(self._supervisor, part)):
                self.done.append(Fault(time.monotonic(), part))

    def _hold(self, seconds: float) -> None:
        held = groups(self._supervisor).get("postgres", [])
        self.done.append(Fault(time.monotonic(), "postgres", seconds))
        for process in held:
            with contextlib.suppress(psutil.Error):
                process.suspend()
        self._over.wait(seconds)
        for process in held:
            with contextlib.suppress(psutil.Error):
                process.resume()


def kill(supervisor: int, part: str) -> bool:
    """kill -9 of the part's process; False if there is none just now."""
    found = groups(supervisor).get(part)
    if not found:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(found[0].pid, signal.SIGKILL)
    return True
