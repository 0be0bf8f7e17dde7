"""What is told of attempts, as `decide` sees it and the journal keeps it: without what was answered."""

from uuid import UUID

from contracts.message import Fields
from services.orchestrator.workflow.evidence import Answered


class ProgressIn(Fields):
    """A learner's answers to a quiz on the way, counted."""

    quiz_id: UUID
    answers: int
    question_index: int
    paused: bool


class AnswersIn(Fields):
    """A learner handed in a quiz."""

    quiz_id: UUID
    attempt_id: UUID
    answers: int


class Graded(Fields):
    """An attempt is graded, for the first time or again: which concepts it asked, which of them are weak.

    `answers`: those that say something of a concept, in their order.
    """

    attempt_id: UUID
    score: float
    assessed: list[str]
    weak: list[str]
    answers: list[Answered] = []


class NotesWritten(Fields):
    """The notes about an attempt are in."""

    attempt_id: UUID | None
    notes: int
