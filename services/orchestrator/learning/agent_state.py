"""What the agents know of a session: a row for each key, written by its agent alone. Every such row passes here."""

from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.agents import WRITER, Writer
from services.orchestrator.database.rows import Own, as_json
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning.changes import AgentStateSet

BESIDE: dict[str, Writer] = {
    "explanation_quotes": "tutor",
    "explanation_phrase": "tutor",
    "recommendations": "diagnostic",
    "recommendation_phrases": "diagnostic",
    "path_reasoning_phrase": "pathplanner",
    "remediation": "pathplanner",
    "remediation_phrases": "pathplanner",
    "name": "learner",
    "tags": "learner",
}
"""Keys that the house keeps beside the seed's, and who writes them."""


def put(writes: Writes, session: UUID, own: Own, agent: Writer, now: datetime, **values: Any) -> None:
    """Sets keys of the state. Raises PermissionError for a key that is not this agent's."""
    for key, value in values.items():
        if {**WRITER, **BESIDE}.get(key) != agent:
            raise PermissionError(f"{agent} does not write {key}")
        told = as_json(value)
        writes.change(AgentStateSet(**own, session_id=session, key=key, agent=agent, value=told, updated_at=now))
