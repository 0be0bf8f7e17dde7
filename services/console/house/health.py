"""A service's health, as its health file tells it: whether it lives, whether it is ready, and if not, why.

A served service writes its file at least every 5 s while its event loop turns (`services/chassis/process/health.py`).
"""

import contextlib
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

LIMIT_SECONDS = 30.0


@dataclass(frozen=True)
class Told:
    """What a health file says. `age` in seconds; of one that `rests` it says nothing."""

    pid: int
    ready: bool
    reasons: dict[str, str]
    age: float
    rests: bool = False


def silence(name: str, path: str | None = None, *, live: bool = False) -> str | None:
    """Why the service does not count as healthy, as a sentence; None if it is. `path`: else PENSUM_HEALTH_FILE.

    `live`: whether it is ready is not asked, only whether it lives.
    """
    path = path or os.environ.get("PENSUM_HEALTH_FILE")
    if not path:
        return f"Whether {name} is healthy is not known: PENSUM_HEALTH_FILE is not set."
    told = read(Path(path))
    if told is None:
        return f"{name} has not shown a sign of life yet ({path})."
    if told.rests:
        return None
    if told.age >= LIMIT_SECONDS:
        return f"{name} has shown no sign of life for {told.age:.0f} s ({path})."
    if live or told.ready:
        return None
    return f"{name} is not ready: {' '.join(told.reasons.values()) or 'it does not say why.'}"


def read(path: Path) -> Told | None:
    """What the file says; None without one, or without sense in it."""
    try:
        age = time.time() - path.stat().st_mtime
        said = json.loads(path.read_text())
        return Told(int(said["pid"]), said["ready"] is True, dict(said["reasons"]), age, said.get("rests") is True)
    except (OSError, ValueError, TypeError, LookupError):
        return None


def rests(path: Path, name: str) -> None:
    """Say of a service that it rests: its house, which is this process, begins it when something is to be done."""
    with contextlib.suppress(OSError):
        path.write_text(json.dumps({"service": name, "pid": os.getpid(), "ready": True, "rests": True, "reasons": {}}))


def ended(pid: int) -> str | None:
    """Why the process of that id does nothing, as words after its name: it is gone or stopped. None while it runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "is gone" if Path("/proc/self").exists() else None
    return {"T": "is stopped", "t": "is stopped", "Z": "is gone", "X": "is gone"}.get(state)


def standing(name: str, path: Path) -> str | None:
    """`silence` of a service on this machine, whose process is looked at as well."""
    told = read(path)
    how = ended(told.pid) if told else None
    return f"{name} {how} (process {told.pid})." if told and how else silence(name, str(path))
