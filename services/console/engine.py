"""What the house stands on: Postgres, the broker, a trace page; each a child process, revived when it dies."""

import time
from typing import Any, Protocol

from services.console.supervise import Patience


class Engine(Protocol):
    """A process of somebody else's making. `launch` begins it and returns early; both may be called after a death."""

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""

    def launch(self) -> None:
        """Begin."""

    def wait_ready(self, timeout: float = ...) -> None:
        """Return when it serves."""

    def start(self, timeout: float = ...) -> Any:
        """Launch and wait."""

    def stop(self) -> None:
        """End it; harmless when it has ended."""


class Watched:
    """An engine with the patience to start it again."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name, self.engine = name, engine
        self.due: float | None = None
        """When to revive it (monotonic clock); None while it runs."""
        self._patience = Patience()
        self._born = time.monotonic()

    def has_died(self) -> bool:
        """Whether it ended since the last look; if so `due` is set."""
        if self.due is not None or self.engine.pid is not None:
            return False
        self.due = time.monotonic() + self._patience.after(time.monotonic() - self._born)
        return True

    def revive(self) -> None:
        """Start it again; what it raises is the reason it could not, and `due` is set anew."""
        self._born = time.monotonic()
        try:
            self.engine.stop()
            self.engine.start()
        except Exception:
            self.due = time.monotonic() + self._patience.after(0)
            raise
        self.due = None
