# mypy: ignore-errors
# What it imports is in the throw-away environment alone.
"""Celery's application: one task, a step. Where its broker is, which keeps the results too, is in the environment."""

import os
from typing import Any

from celery import Celery

from tests.measuring.peers.steps import step

app = Celery("bench", broker=os.environ["PEERS_BROKER"], backend=os.environ["PEERS_BROKER"])
app.conf.update(task_acks_late=True, worker_prefetch_multiplier=1, worker_hijack_root_logger=False)


@app.task(name="fold")
def fold(carried: dict[str, Any], name: str) -> dict[str, Any]:
    """Folds a session's next message."""
    return {**carried, **step(name, carried)}
