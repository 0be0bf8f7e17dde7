"""The tables of the agents' runs and of who handed over to whom."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, counted, stored


@stored("agent_runs")
class AgentRunRow(Owned):
    """One run of a worker's agent, also one that failed, timed out or was put aside.

    The orchestrator's own runs are the journal's rows (view `agent_log`). `turn_id`: the turn of a
    lesson that it was for.
    """

    message_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    timestamp: datetime = Field(sa_type=MOMENT)
    agent: str
    input_summary: str
    output: str
    reasoning: str
    duration_ms: float
    input_hash: str
    output_hash: str
    tokens_used: int | None = None
    errors: Json = Field(sa_type=JSON_TEXT)
    spending: Json = Field(default=Json("[]"), sa_type=JSON_TEXT, sa_column_kwargs={"server_default": text("'[]'")})
    turn_id: UUID | None = Field(default=None, index=True)


@stored("agent_transitions", Index("idx_transitions_session", "session_id"))
class AgentTransition(Owned):
    """Who handed over to whom, and why."""

    id: int | None = Field(default=None, sa_column=counted())
    session_id: UUID
    from_agent: str
    to_agent: str
    reason: str | None = None
    message_excerpt: str | None = Field(default=None, max_length=100)
    timestamp: datetime = Field(sa_type=MOMENT)
