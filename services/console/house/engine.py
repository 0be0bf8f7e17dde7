"""What the house stands on: Postgres, the broker, a trace page; each a child process, revived when it dies.

Nothing here waits: each engine is dead and due, or begun, or serving, and a turn of the supervisor's loop moves each on
by itself. So the revival of one never holds up another's.
"""

import logging
import time
from typing import Any, Protocol

from services.console.house.child import Patience

REVIVAL_SECONDS = 120.0
"""What does not serve so long after it was begun again is ended and begun once more."""
log = logging.getLogger(__name__)


class Engine(Protocol):
    """A process of somebody else's making. `launch` begins it and returns early; it may be called after a death."""

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""

    def launch(self) -> None:
        """Begin."""

    def is_ready(self) -> bool:
        """Whether it serves, at once; RuntimeError with the reason if it has ended."""

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
        """When to begin it again (monotonic clock); None while it runs."""
        self.serves = True
        """Whether it has served since it was last begun; the first time is `wait_ready`'s to find out."""
        self._patience = Patience()
        self._born = self._died = time.monotonic()

    def look(self) -> bool:
        """One turn: notice its death, begin it when it is due, notice that it serves. True if it has just died."""
        now, died = time.monotonic(), False
        if self.due is None and self.serves and self.engine.pid is None:
            self._died, died = now, True
            wait = self._wait(now, served=True)
            log.warning("%s ended, again in %.1f s", self.name, wait)
        if self.due is not None and self.due <= now:
            self._begin(now)
        elif self.due is None and not self.serves:
            self._ask(now)
        return died

    def _begin(self, now: float) -> None:
        self._born, self.serves = now, False
        try:
            self.engine.launch()
            self.due = None
        except (RuntimeError, OSError) as error:
            log.warning("%s could not be started again, in %.1f s: %s", self.name, self._wait(now), error)

    def _ask(self, now: float) -> None:
        try:
            self.serves = self.engine.is_ready()
        except (RuntimeError, OSError) as error:
            log.warning("%s could not be started again, in %.1f s: %s", self.name, self._wait(now), error)
            return
        if self.serves:
            log.warning("%s serves again after %.1f s", self.name, now - self._died)
        elif now - self._born > REVIVAL_SECONDS:
            log.warning("%s does not serve after %.0f s and is begun once more", self.name, REVIVAL_SECONDS)
            self.engine.stop()
            self._wait(now)

    def _wait(self, now: float, served: bool = False) -> float:
        wait = self._patience.after(now - self._born, served)
        self.due = now + wait
        return wait
