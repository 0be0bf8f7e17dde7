"""A container's health check: a served room touches its health file every 10 s while its event loop turns."""

import os
import time
from pathlib import Path

LIMIT_SECONDS = 30.0


def silence(name: str, path: str | None = None) -> str | None:
    """Why the room does not count as healthy, as a sentence; None if it is. `path`: else PENSUM_HEALTH_FILE."""
    path = path or os.environ.get("PENSUM_HEALTH_FILE")
    if not path:
        return f"Whether {name} is healthy is not known: PENSUM_HEALTH_FILE is not set."
    try:
        age = time.time() - Path(path).stat().st_mtime
    except OSError:
        return f"{name} has not shown a sign of life yet ({path})."
    return None if age < LIMIT_SECONDS else f"{name} has shown no sign of life for {age:.0f} s ({path})."
