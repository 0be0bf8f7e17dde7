"""The orchestrator's own runs as log lines, one a message that it decided: hashes, time and counts, and no word.

They have the names of a worker's run (`services/chassis/worker/run_log.py`), and the hashes of the row in
`session_logs`.
"""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

log = logging.getLogger("pensum.runs")


@dataclass(frozen=True)
class Decided:
    """A message that was decided: its type, what went in and came out as the journal has it, in how many ms."""

    session: UUID
    message: UUID
    type: str
    event: str
    commands: str
    count: int
    duration_ms: float
    error: str = ""


def log_decided(runs: Iterable[Decided]) -> None:
    """A line each; to be called once they are committed, so that what is rolled back is not told."""
    for run in runs:
        log.log(
            logging.WARNING if run.error else logging.INFO,
            "agent run",
            extra={
                "agent": "coordinator",
                "input_hash": _hash(run.event),
                "output_hash": _hash(run.commands),
                "duration_ms": round(run.duration_ms, 3),
                "tokens_used": None,
                "errors": [run.error] if run.error else [],
                "message_type": run.type,
                "commands": run.count,
                "trace_id": run.session.hex,
                "session_id": str(run.session),
                "message_id": str(run.message),
            },
        )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
