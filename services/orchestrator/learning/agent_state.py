"""Seed 000's session state: a row for each key, written by its agent alone. Every such row passes here."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.agents import WRITER, Writer
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning import changes as changed

BESIDE: dict[str, Writer] = {
    "explanation_quotes": "tutor",
    "recommendations": "diagnostic",
    "remediation": "pathplanner",
}
"""Keys that the house keeps beside the seed's, and who writes them."""


def put(writes: Writes, session: UUID, own: tuple[str, str], agent: Writer, now: datetime, **values: Any) -> None:
    """Sets keys of the state. Raises PermissionError for a key that is not this agent's."""
    for key, value in values.items():
        if {**WRITER, **BESIDE}.get(key) != agent:
            raise PermissionError(f"{agent} does not write {key}")
        told = json.dumps(value, ensure_ascii=False)
        writes.change(changed.AGENT_STATE, f"{session}:{key}", session, *own, key, agent, told, now)
