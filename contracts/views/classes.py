"""What a course's owner sees of a class: who learns, how concepts and items went, and which items are suspect."""

from uuid import UUID

from pydantic import AwareDatetime

from contracts.items import ItemType
from contracts.message import Fields
from contracts.views.material import ItemState


class ShareView(Fields):
    """How a course can be joined; `code` None: it is not shared. `learners`: who joined, the owner not counted."""

    course_id: UUID
    title: str
    code: str | None
    url: str | None
    learners: int


class Joined(Fields):
    """What who joins gets: a session, and a token of their own (None where one came with the request)."""

    session_id: UUID
    course_id: UUID
    title: str
    token: str | None
    url: str


class LearnerLine(Fields):
    """A learner of the course. `score`: the mean of the attempts' scores, from 0 to 1; None: none graded yet."""

    session_id: UUID
    name: str
    joined_at: AwareDatetime
    attempts: int
    answers: int
    score: float | None
    mastery_score: float | None
    concepts_mastered: int
    cycles: int
    last_seen: AwareDatetime


class ConceptLine(Fields):
    """How a concept went over all learners; shares from 0 to 1."""

    concept: str
    learners: int
    answers: int
    facility: float
    mean_score: float
    mastered: int


class DistractorShare(Fields):
    """An option, how often it was chosen, as a share of the answers; `rare`: a wrong one chosen by less than 5 %."""

    option_id: str
    text: str
    is_key: bool
    chosen: int
    share: float
    rare: bool


class ItemStatistics(Fields):
    """What real answers say of an item; first answers of each learner only.

    `facility`: mean credit, 0 to 1. `discrimination`: point-biserial correlation of the item with the rest of its
    attempts; None: fewer than 5 answers, or no spread. `observed_difficulty`: from facility, after 20 answers.
    `key_suspect`: negative discrimination after 10 answers or more.
    """

    item_id: UUID
    question: str
    type: ItemType
    concept: str
    state: ItemState
    answers: int
    facility: float | None
    discrimination: float | None
    median_latency_sec: float | None
    difficulty: str
    observed_difficulty: str | None
    options: list[DistractorShare] = []
    key_suspect: bool = False


class ItemFigures(Fields):
    """A page of items with what real answers say of them; `total` counts all."""

    items: list[ItemStatistics]
    total: int


class DeskCourse(Fields):
    """A course of the owner's, and what waits in it: open disputes (`since`: the oldest), questions whose key is
    suspect, edits and orders about items that are under way."""

    course_id: UUID
    session_id: UUID
    title: str
    learners: int
    disputes: int
    since: AwareDatetime | None
    suspects: int
    under_way: int


class ClassResults(Fields):
    """A course's results. Long lists are paged."""

    course_id: UUID
    title: str
    learners: list[LearnerLine]
    concepts: list[ConceptLine]
    total: int
