"""Why a child ended, out of its log: a sentence for the person at the terminal, whatever the log's lines look like."""

import json
from pathlib import Path

TAIL_BYTES = 16 * 1024


def last_words(log: Path) -> str:
    """The sentence of the newest line that says why; of a traceback its last line; "" for an empty log."""
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
            cause = str(said.get("error", "")).strip().rpartition("\n")[2].strip()
            return f"{words} {cause}".strip()
    return lines[-1].strip() if lines else ""
