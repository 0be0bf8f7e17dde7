"""Whether a service can do its work now, and if not, why: for its health file, for `/readyz`, and so for who watches.

Whoever holds a thing that may be away (the bus, the database, the disk) says how to look at it. A service is ready when
it has started and nothing is in the way. The health file is JSON: {service, pid, time, ready, reasons}; it is written
anew every few seconds while the event loop turns, so its age says whether the process is alive, and more often while
something is in the way: that it is ready is told at once.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BEAT_S = 5.0
UNREADY_BEAT_S = 0.2
LOOK_S = 2.0
Look = Callable[[], Awaitable[str | None]]
"""None: it is there. Else a sentence that says what is wrong, for anybody: without addresses."""


class Health:
    """What one service stands on, by name (`broker`, `database`, `disk`)."""

    def __init__(self) -> None:
        self.started = False
        self._looks: dict[str, Look] = {}

    def watch(self, name: str, look: Look) -> None:
        """Ask `look` from now on; another of the same name takes its place."""
        self._looks[name] = look

    async def reasons(self) -> dict[str, str]:
        """What is in the way, by name; nothing: ready. Takes at most two seconds."""
        looks = dict(self._looks)  # More may come while these are asked.
        found = await asyncio.gather(*(_answer(name, look) for name, look in looks.items()))
        reasons = {name: said for name, said in zip(looks, found, strict=True) if said is not None}
        return reasons if self.started or reasons else {"start": "It has not started yet."}

    async def beat(self, path: str | None, service: str) -> None:
        """Write the health file until cancelled, and then that it has ended. Without room for it, it grows old."""
        if not path:
            return
        try:
            while True:
                reasons = await self.reasons()
                with contextlib.suppress(OSError):
                    _write(Path(path), report(service, reasons))
                await asyncio.sleep(min(BEAT_S, UNREADY_BEAT_S) if reasons else BEAT_S)
        finally:
            with contextlib.suppress(OSError):
                _write(Path(path), report(service, {"end": "It has ended."}))


def report(service: str, reasons: dict[str, str]) -> dict[str, Any]:
    """What the health file and `/readyz` say."""
    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    return {"service": service, "pid": os.getpid(), "time": time, "ready": not reasons, "reasons": reasons}


_here: ContextVar[Health] = ContextVar("health")


def here() -> Health:
    """The health of the service that runs in this context."""
    try:
        return _here.get()
    except LookupError:
        return begin()


def begin() -> Health:
    """A new one, for this context and the tasks that it starts."""
    health = Health()
    _here.set(health)
    return health


async def _answer(name: str, look: Look) -> str | None:
    try:
        async with asyncio.timeout(LOOK_S):
            return await look()
    except TimeoutError:
        return f"The {name} does not answer."
    except Exception as error:
        return f"The {name} cannot be looked at ({type(error).__name__})."


def _write(path: Path, said: dict[str, Any]) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(said) + "\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
