"""What is told of attempts, as `decide` sees it and the journal keeps it: without what was answered."""

from typing import Self
from uuid import UUID

from contracts.coaching import CoachNotes
from contracts.grading import BY_LEARNER, AnswerGiven, Evaluation
from contracts.message import Fields
from services.orchestrator.workflow.evidence import Answered


class AnswerIn(Fields):
    """A learner gave one answer of an attempt that is not handed in yet."""

    quiz_id: UUID
    attempt_id: UUID
    item_id: UUID

    @classmethod
    def from_message(cls, message: AnswerGiven) -> Self:
        """Without what was answered."""
        return cls(quiz_id=message.quiz_id, attempt_id=message.attempt_id, item_id=message.answer.item_id)


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

    @classmethod
    def from_message(cls, message: Evaluation) -> Self:
        """What it says of concepts."""
        return cls(
            attempt_id=message.attempt_id,
            score=message.score,
            assessed=[concept.concept for concept in message.concepts],
            weak=message.weak_concepts,
            answers=answered(message),
        )


class NotesWritten(Fields):
    """The notes about an attempt are in."""

    attempt_id: UUID | None
    notes: int

    @classmethod
    def from_message(cls, message: CoachNotes) -> Self:
        """Counted."""
        return cls(attempt_id=message.attempt_id, notes=len(message.notes))


def answered(message: Evaluation) -> list[Answered]:
    """What a grade says of concepts, answer by answer; nothing of what is undecided, or was graded without saying."""
    return [
        Answered(
            ordinal=n,
            concept=one.concept,
            observation=one.observation,
            correct=one.is_correct,
            own=one.made_by == BY_LEARNER,
        )
        for n, one in enumerate(message.answers)
        if one.observation is not None and not one.undecided
    ]
