"""The tables of what is written: quizzes and what they ask, their items with keys and proofs, and flashcards."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, Index, Integer, String, text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


def _counted(start: int) -> Any:
    return Column(Integer, nullable=False, server_default=text(str(start)))


@stored("quizzes")
class Quiz(Owned):
    """A quiz of a session, from 1. `ready`: there is something to see; `complete`: nothing more will come.

    `exam`: no answer is graded before all are handed in.
    `purpose`: quiz, cycle, diagnostic, mistakes, due, asked (by a message), or joined (its first, for who joined a
    course).
    """

    quiz_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(index=True)
    course_id: UUID
    number: int
    ready: bool = False
    shortfall: Json = Field(sa_type=JSON_TEXT)
    refused: Json = Field(default=Json("{}"), sa_type=JSON_TEXT, sa_column_kwargs={"server_default": text("'{}'")})
    created_at: datetime = Field(sa_type=MOMENT)
    complete: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))
    purpose: str = Field(default="quiz", sa_column=Column(String, nullable=False, server_default=text("'quiz'")))
    exam: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


@stored("items", Index("idx_items_concept", "course_id", text("md5(lower(body ->> 'concept'))")))
class ItemRow(Owned):
    """An item with its key and proof. `accepted` None: not judged yet.

    `batch`: which of its quiz's messages of material brought it, from 1; 0: its owner wrote it. `state`: live,
    approved, deleted, retracted or replaced. `revision` counts its texts from 1; `answer_text`: the answer's words,
    whatever the type.
    """

    item_id: UUID = Field(primary_key=True)
    quiz_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    course_id: UUID
    ordinal: int
    body: Json = Field(sa_type=JSON_TEXT)
    accepted: bool | None = None
    reasons: Json | None = Field(default=None, sa_type=JSON_TEXT)
    batch: int = Field(default=1, sa_column=_counted(1))
    state: str = Field(default="live", sa_column=Column(String, nullable=False, server_default=text("'live'")))
    revision: int = Field(default=1, sa_column=_counted(1))
    answer_text: str = Field(default="", sa_column=Column(String, nullable=False, server_default=text("''")))


@stored("flashcards")
class FlashcardRow(Owned):
    """A flashcard with its proof; columns as of an item."""

    card_id: UUID = Field(primary_key=True)
    quiz_id: UUID = Field(index=True)
    session_id: UUID = Field(index=True)
    course_id: UUID = Field(index=True)
    ordinal: int
    body: Json = Field(sa_type=JSON_TEXT)
    accepted: bool | None = None
    reasons: Json | None = Field(default=None, sa_type=JSON_TEXT)
    batch: int = Field(default=1, sa_column=_counted(1))
    state: str = Field(default="live", sa_column=Column(String, nullable=False, server_default=text("'live'")))
    revision: int = Field(default=1, sa_column=_counted(1))


@stored("quiz_items")
class QuizItem(Owned):
    """An item as a question of a quiz: its own, or one of its course that is asked again (`repeat`: of this learner).

    `session_id`: the quiz's.
    """

    quiz_id: UUID = Field(primary_key=True)
    item_id: UUID = Field(primary_key=True, index=True)
    session_id: UUID = Field(index=True)
    ordinal: int
    repeat: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=text("false")))


@stored("quiz_progress")
class QuizProgressRow(Owned):
    """How far a quiz is answered that is not handed in."""

    quiz_id: UUID = Field(primary_key=True)
    session_id: UUID = Field(primary_key=True)
    answers: Json = Field(sa_type=JSON_TEXT)
    question_index: int
    paused: bool
    saved_at: datetime = Field(sa_type=MOMENT)
