"""Why a child ended, out of its log: a sentence for the person at the terminal, whatever the log's lines look like."""

import json
from collections.abc import Sequence
from pathlib import Path

from services.chassis.logs.redaction import LED_TO

TAIL_BYTES = 16 * 1024


def exit_reason(log: Path) -> str:
    """The sentence of the newest line that says why; of a traceback the exception's line; "" for an empty log."""
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - TAIL_BYTES))
        lines = file.read().decode(errors="replace").strip().splitlines()
    for line in reversed(lines):
        try:
            said = json.loads(line)
            level, words = said["level"], str(said["message"])
        except (ValueError, TypeError, LookupError):
            continue
        if level in ("error", "critical"):
            return f"{words} {_exception(str(said.get('error', '')).splitlines())}".strip()
    return _exception(lines)


def _exception(lines: Sequence[str]) -> str:
    """The newest line that is neither a frame nor what led to the exception before it (`redaction.traced`)."""
    kept = (line for line in reversed(lines) if line.strip() and not line.startswith(("  ", *LED_TO)))
    return next(kept, "").strip()
