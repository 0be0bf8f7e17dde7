"""The table of what the assistant is to remember of a course's chat."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


@stored("assistant_states")
class AssistantState(Owned):
    """A session's `ConversationMetadata`, as the assistant's last answer left it."""

    on_conflict = (
        "on conflict (session_id) do update set remembered = excluded.remembered, updated_at = excluded.updated_at"
    )
    session_id: UUID = Field(primary_key=True)
    remembered: Json = Field(sa_type=JSON_TEXT)
    updated_at: datetime = Field(sa_type=MOMENT)
