"""The table of what owners did to items and cards."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


@stored("item_history")
class ItemHistoryRow(Owned):
    """What its owner did to an item or card. `outcome` None: under way; `before` and `after`: whole texts."""

    message_id: UUID = Field(primary_key=True)
    item_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    action: str
    outcome: str | None = None
    reason: str
    reasons: Json = Field(default=Json("[]"), sa_type=JSON_TEXT, sa_column_kwargs={"server_default": text("'[]'")})
    before: Json | None = Field(default=None, sa_type=JSON_TEXT)
    after: Json | None = Field(default=None, sa_type=JSON_TEXT)
    answer_text: str | None = None
    timestamp: datetime = Field(sa_type=MOMENT)
