"""The table of the conversation."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, Column, false
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


@stored("messages")
class MessageRow(Owned):
    """A line of the conversation with the coordinator. `seq`: the journal row that brought it; `agent`: who speaks;
    `opens`: what it leads to (quiz, path, mastery), of a quiz which. `in_reply_to`: the learner's line that it answers.
    `unsafe`: no agent is told it, also not as something that was said before. `phrase`: the house's own words as data;
    null where the text is somebody else's, or was kept before there was such data. `unsure`: places that may answer and
    were not read surely; null: none."""

    message_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    seq: int
    role: str
    agent: str
    text: str
    quotes: Json = Field(sa_type=JSON_TEXT)
    timestamp: datetime = Field(sa_type=MOMENT)
    opens: str | None = None
    quiz_id: UUID | None = None
    in_reply_to: UUID | None = None
    unsafe: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=false()))
    phrase: Json | None = Field(default=None, sa_type=JSON_TEXT)
    unsure: Json | None = Field(default=None, sa_type=JSON_TEXT)
