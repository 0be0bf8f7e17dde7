"""The tables of what is written: quizzes, their items with keys and proofs, flashcards, and what was done to them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, Boolean, Column, Integer, String, text
from sqlmodel import Field

from services.orchestrator.database.owned import Owned, json_column, time_column


def _counted(start: int) -> Any:
    return Field(default=start, sa_column=Column(Integer, nullable=False, server_default=text(str(start))))


class Quiz(Owned, table=True):
    """A quiz of a session, from 1. `ready`: there is something to see; `complete`: nothing more will come.

    `purpose`: quiz, cycle, diagnostic, mistakes, asked (by a message), or joined (its first, for who joined a course).
    """

    __tablename__ = "quizzes"
    quiz_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    course_id: UUID
    number: int
    ready: bool = False
    shortfall: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))
    refused: dict[str, int] = Field(sa_column=Column(JSON, nullable=False, server_default=text("'{}'")))
    created_at: datetime = time_column()
    complete: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    purpose: str = Field(default="quiz", sa_column=Column(String, nullable=False, server_default=text("'quiz'")))


class ItemRow(Owned, table=True):
    """An item with its key and proof. `accepted` None: not judged yet.

    `batch`: which of its quiz's letters of material brought it, from 1. `state`: live, approved, deleted, retracted or
    replaced. `revision` counts its texts from 1; `answer_text`: the answer's words, whatever the type.
    """

    __tablename__ = "items"
    item_id: UUID = Field(primary_key=True)
    quiz_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    course_id: UUID = Field(index=True)
    ordinal: int
    body: dict[str, Any] = json_column()
    accepted: bool | None = None
    reasons: list[dict[str, Any]] | None = Field(default=None, sa_column=Column(JSON))
    batch: int = _counted(1)
    state: str = Field(default="live", sa_column=Column(String, nullable=False, server_default=text("'live'")))
    revision: int = _counted(1)
    answer_text: str = Field(default="", sa_column=Column(String, nullable=False, server_default=text("''")))


class FlashcardRow(Owned, table=True):
    """A flashcard with its proof; columns as of an item."""

    __tablename__ = "flashcards"
    card_id: UUID = Field(primary_key=True)
    quiz_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    course_id: UUID = Field(index=True)
    ordinal: int
    body: dict[str, Any] = json_column()
    accepted: bool | None = None
    reasons: list[dict[str, Any]] | None = Field(default=None, sa_column=Column(JSON))
    batch: int = _counted(1)
    state: str = Field(default="live", sa_column=Column(String, nullable=False, server_default=text("'live'")))
    revision: int = _counted(1)


class ItemHistoryRow(Owned, table=True):
    """What its owner did to an item or card. `outcome` None: under way; `before` and `after`: whole texts."""

    __tablename__ = "item_history"
    message_id: UUID = Field(primary_key=True)
    item_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    action: str
    outcome: str | None = None
    reason: str
    reasons: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False, server_default=text("'[]'")))
    before: dict[str, Any] | None = json_column(nullable=True)
    after: dict[str, Any] | None = json_column(nullable=True)
    answer_text: str | None = None
    timestamp: datetime = time_column()
