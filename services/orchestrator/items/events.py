"""Messages about practice as `decide` sees them: recalls, progress, rulings, disputes, reviews, shared courses."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from contracts.grading import AnswerSelfGraded, CardReviewed, DisputeDecided, DisputeRaised, QuizProgressSaved
from contracts.letter import Fields, Letter
from contracts.sharing import CourseClosed, CourseJoined, CourseShared


class ItemRecalled(Letter):
    """An item of the course was taken back, or its key was corrected: told to each session of the course.

    The orchestrator derives it within the transaction that folds its cause; it is never sent.
    """

    letter_type: ClassVar[str] = "pensum.orchestrator.item_recalled.v1"
    item_id: UUID
    what: Literal["retracted", "corrected"]
    reason: str = ""


class ProgressIn(Fields):
    """A learner's answers to a quiz on the way, counted."""

    quiz_id: UUID
    answers: int
    question_index: int
    paused: bool


PracticeEvent = (
    ItemRecalled
    | ProgressIn
    | AnswerSelfGraded
    | DisputeRaised
    | DisputeDecided
    | CardReviewed
    | CourseShared
    | CourseClosed
    | CourseJoined
)
OWN = (
    ItemRecalled,
    AnswerSelfGraded,
    DisputeRaised,
    DisputeDecided,
    CardReviewed,
    CourseShared,
    CourseClosed,
    CourseJoined,
)
"""Letters that are their own event."""
PRACTICE: dict[str, type[Any]] = {
    QuizProgressSaved.letter_type: ProgressIn,
    **{letter.letter_type: letter for letter in OWN},
}


def lean_practice(letter: Letter) -> PracticeEvent | None:
    """The event that such a letter is; None for any other letter."""
    if isinstance(letter, QuizProgressSaved):
        place = {"question_index": letter.question_index, "paused": letter.paused}
        return ProgressIn(quiz_id=letter.quiz_id, answers=len(letter.answers), **place)
    return letter if isinstance(letter, OWN) else None
