"""What may be shown of a person's library: how far each document has come, and what a search of all of them found."""

from uuid import UUID

from contracts.message import Fields
from contracts.views.search import PassageView
from contracts.views.sessions import SessionLine


class LibraryLine(SessionLine):
    """A session on the shelf. `documents`: how many it is made from. `alike`: how many of your sessions are made from
    the same bytes, this one counted; `nth`: the how-many-th of them it is, the oldest first.

    `questions`: in its quizzes, of which `answered` were; `concepts`, of which `mastered` are; `mastery_score`: None
    without an answer.
    """

    documents: int
    nth: int
    alike: int
    questions: int
    answered: int
    concepts: int
    mastered: int
    mastery_score: float | None


class TagCount(Fields):
    """A tag, and how many sessions have it."""

    tag: str
    sessions: int


class Library(Fields):
    """A page of the library. `total`: how many the filters let through; `tags`: all of yours. `next`: the cursor of the
    next page; None: this is the last."""

    sessions: list[LibraryLine]
    total: int
    tags: list[TagCount]
    next: str | None = None


class LibraryHit(Fields):
    """A session whose text holds what was looked for: its best passages, and how many there are."""

    session_id: UUID
    title: str
    passages: list[PassageView]
    total: int


class LibraryHits(Fields):
    """Sessions, the best first."""

    hits: list[LibraryHit]
