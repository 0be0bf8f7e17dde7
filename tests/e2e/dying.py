"""A house whose services can be told to die at a point, and which can be held still so that one can look."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

import httpx
import psutil

from tests.e2e.houses import Up

T = TypeVar("T")
SECONDS = 60.0


class Mortal:
    """A running house with the file in which its services read where to die (PENSUM_KILL_AT)."""

    def __init__(self, up: Up, wish: Path) -> None:
        self.up, self.wish = up, wish

    def until_back(self, ask: Callable[[], T]) -> T:
        """What `ask` gives once the gateway is there again."""
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                return ask()
            except httpx.TransportError:
                assert time.monotonic() < deadline, "the gateway stays away"
                time.sleep(0.05)


class Held:
    """A context in which one service is to die at `point` and nobody starts it again."""

    def __init__(self, mortal: Mortal, service: str, point: str) -> None:
        self._mortal, self._service, self._point = mortal, service, point
        self._deaths = self._told()

    def __enter__(self) -> Self:
        self._process = self._until(lambda: self._mortal.up.service(self._service), (StopIteration, psutil.Error))
        self._mortal.wish.with_suffix(".fired").unlink(missing_ok=True)
        os.kill(self._mortal.up.house.pid, signal.SIGSTOP)
        self._mortal.wish.write_text(f"{self._service}:{self._point}")
        return self

    def wait_dead(self) -> None:
        """Returns when the service has died by signal 9 of its own wish."""
        deadline = time.monotonic() + SECONDS
        while self._process.status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline, f"{self._service} does not die at {self._point}"
            time.sleep(0.01)
        told = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        assert os.waitstatus_to_exitcode(int(told[-1])) == -signal.SIGKILL
        assert self._mortal.wish.with_suffix(".fired").read_text() == f"{self._service}:{self._point}"

    def __exit__(self, *_: object) -> None:
        self._mortal.wish.unlink(missing_ok=True)
        os.kill(self._mortal.up.house.pid, signal.SIGCONT)
        self._until(lambda: self._told() > self._deaths or None, ())

    def _told(self) -> int:
        return self._mortal.up.said.read_text().count(f"{self._service} ended (-9)")

    def _until(self, look: Callable[[], T | None], bearing: tuple[type[Exception], ...]) -> T:
        deadline = time.monotonic() + SECONDS
        while True:
            wrong: Exception | None = None
            try:
                if (found := look()) is not None:
                    return found
            except bearing as error:
                wrong = error
            assert time.monotonic() < deadline, f"{self._service}: {wrong!r}; {self._mortal.up.said.read_text()}"
            time.sleep(0.02)
