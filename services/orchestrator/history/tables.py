"""The tables of what sessions come to: each one's figures, and their sums for each person."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Column, Index, Integer, text
from sqlmodel import Field

from services.orchestrator.database.rows import JSON_TEXT, MOMENT, Json, Owned, stored


def _of(name: str) -> Index:
    return Index(
        f"idx_session_figures_{name}", "tenant_id", "user_id", name, postgresql_where=text(f"{name} is not null")
    )


class Concepts(Owned):
    """How many concepts there are, have an answer, and are mastered. Of two sessions on the same documents a concept
    counts once, so these are no sums."""

    concepts: int
    concepts_seen: int
    concepts_mastered: int


class Sums(Owned):
    """What is summed over a person's sessions; the gateway adds up the same (`access/figures.py` there)."""

    quizzes_taken: int
    answers: int
    decided: int
    correct: int
    sections: int
    scored: int
    cards_new: int
    cards_new_shown: int
    cards_waiting: int
    seconds: float


@stored("session_figures", _of("new_since"), _of("new_shown_since"))
class SessionFigures(Sums, Concepts):
    """What a session added to its learner's figures when it was counted last (see `session_figures_view`)."""

    session_id: UUID = Field(primary_key=True)
    new_since: datetime | None = Field(default=None, sa_type=MOMENT)
    new_shown_since: datetime | None = Field(default=None, sa_type=MOMENT)
    counts: Json = Field(sa_type=JSON_TEXT)


@stored("session_words", Index("idx_session_words_owner", "tenant_id", "user_id"))
class SessionWords(Owned):
    """What a session was found by when it was counted last, in small letters (see `session_words_view`): `named` in
    its learner's library, `learnt` in the history."""

    session_id: UUID = Field(primary_key=True)
    created_at: datetime = Field(sa_type=MOMENT)
    named: str
    learnt: str


@stored("session_filters", Index("idx_session_filters_owner", "tenant_id", "user_id", "language"))
class SessionFilter(Owned):
    """Which terms the text that a session had when it was counted last may hold, of one language (see
    `services/search/filters.py`). `reading_id`: that text."""

    session_id: UUID = Field(primary_key=True)
    language: str = Field(primary_key=True)
    reading_id: UUID
    created_at: datetime = Field(sa_type=MOMENT)
    filter: bytes


@stored("learner_figures")
class LearnerFigures(Sums, Concepts):
    """The sums of a person's counted sessions. `documents` and concepts: each once, however many sessions are about
    it."""

    tenant_id: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    sessions: int
    documents: int


@stored("learner_counts")
class LearnerCount(Owned):
    """How many of a person's counted sessions have a document, a day or a concept, or how many reviews are due on a
    day.

    `kind`: document, day, due or concept; `value`: a hash, a date, of a concept the hash of its course's documents with
    its name. `shown`: of due but for what would tell a key; `seen`, `mastered`: of a concept, in how many of them it
    has an answer, and is mastered.
    """

    tenant_id: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    value: str = Field(primary_key=True)
    total: int
    shown: int
    seen: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default=text("0")))
    mastered: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default=text("0")))
