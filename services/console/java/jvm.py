"""A Java program as a child of the house: it writes to one log file, is ended in order, and ends with its parent."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from services.chassis.process.lineage import die_with_parent
from services.console.java.jars import JavaError, java

LOG_LIMIT = 8 << 20


class Jvm:
    """One running Java program, called `name` in what a person reads; its output goes to the file `log`.

    Start it from a thread that lives as long as the program shall: the kernel ends it when that thread ends.
    """

    def __init__(self, name: str, log: Path) -> None:
        self.name = name
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self._log_start = 0

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self.process.pid if self.process is not None and self.process.poll() is None else None

    def start(self, *arguments: str, environment: dict[str, str] | None = None) -> None:
        """Begin `java ARGUMENTS`; returns at once."""
        parent = os.getpid()
        command = [java(), "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError", *arguments]
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as log:
            self._log_start = log.tell()
            self.process = subprocess.Popen(
                command,
                cwd="/",
                env=os.environ | (environment or {}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is the house's to hear, which ends its engines last
                preexec_fn=lambda: die_with_parent(signal.SIGKILL, parent),
            )

    def wait_until(self, ready: Callable[[], bool], timeout: float) -> None:
        """Return once `ready()`; JavaError with the end of the log if the program ended or `timeout` s are over."""
        deadline = time.monotonic() + timeout
        while not ready():
            self.check()
            if time.monotonic() > deadline:
                self.stop()
                raise JavaError(f"{self.name} was not ready after {timeout:.0f} s; its log is {self.log}.")
            time.sleep(0.05)

    def check(self) -> None:
        """JavaError with the end of the log if the program has ended."""
        if self.pid is None:
            raise JavaError(f"{self.name} ended before it was ready (log: {self.log}): {self.said()[-600:].strip()}")

    def stop(self, patience: float = 15.0) -> bool:
        """End it: asked first, by force after `patience` s; whether it ended when it was asked."""
        alive, asked = self.pid is not None, True
        for sig, wait in ((signal.SIGTERM, patience), (signal.SIGKILL, 10.0)):
            if self.process is None or self.process.poll() is not None:
                break
            asked = sig == signal.SIGTERM
            self.process.send_signal(sig)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(wait)
        self.process = None
        return alive and asked

    def said(self) -> str:
        """What it wrote since it was started."""
        if not self.log.exists():
            return ""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace")


def free_ports(count: int) -> list[int]:
    """So many loopback ports that nobody listens on. They are not held: a start that loses the race is repeated."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def is_free(port: int) -> bool:
    """Whether a program could listen on this loopback port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Java's listeners do
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Whether somebody listens on this loopback port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as found:
            return bool(found.getsockname() != found.getpeername())  # It may have drawn this very port for itself.
    except OSError:
        return False
