"""Messages as `decide` sees them and the journal keeps them: without the text, which goes into rows.

`lean.py` turns a letter into its event; letters that hold no text are their own event.
"""

from typing import Any

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.grading import AnswerSelfGraded, CardReviewed, DisputeDecided, DisputeRaised, QuizProgressSaved
from contracts.quizzes import Evaluation, ItemsValidated, QuizResults
from contracts.reading import PagesRead, ReaderOutput, ReadingHeld, ReadingPlanned, ReadingProgress
from contracts.review import DocumentReplaced, PageCorrected, ReviewDecided
from contracts.session import (
    DocumentSubmitted,
    ForgetRequested,
    MessageParked,
    QuizRequested,
    RetryRequested,
    StepFailed,
    StepTimedOut,
)
from contracts.sharing import CourseClosed, CourseJoined, CourseShared
from services.orchestrator.documents.events import BlocksRead, Digested, DocumentHeld, Planned, RangeRead
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten, ProgressIn
from services.orchestrator.items.events import EditIn, ItemRecalled
from services.orchestrator.learning.events import EVENTS_OF_LEARNING, LearningEvent
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten

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

Event = (
    DocumentSubmitted
    | QuizRequested
    | RetryRequested
    | ForgetRequested
    | StepTimedOut
    | StepFailed
    | MessageParked
    | ReadingProgress
    | BlocksRead
    | Planned
    | RangeRead
    | DocumentHeld
    | PageCorrected
    | ReviewDecided
    | DocumentReplaced
    | Digested
    | MaterialWritten
    | MaterialJudged
    | AnswersIn
    | Graded
    | NotesWritten
    | EditIn
    | ItemDecided
    | ItemRetracted
    | RegenerationRequested
    | PracticeEvent
    | LearningEvent
)


EVENTS: dict[str, type[Any]] = {
    ReaderOutput.letter_type: BlocksRead,
    ReadingPlanned.letter_type: Planned,
    PagesRead.letter_type: RangeRead,
    ReadingHeld.letter_type: DocumentHeld,
    DocumentDigested.letter_type: Digested,
    StudyMaterial.letter_type: MaterialWritten,
    ItemsValidated.letter_type: MaterialJudged,
    QuizResults.letter_type: AnswersIn,
    Evaluation.letter_type: Graded,
    CoachNotes.letter_type: NotesWritten,
    ItemEdited.letter_type: EditIn,
    **PRACTICE,
    **EVENTS_OF_LEARNING,
    **{
        letter.letter_type: letter
        for letter in (
            DocumentSubmitted,
            QuizRequested,
            RetryRequested,
            ForgetRequested,
            StepTimedOut,
            StepFailed,
            MessageParked,
            ReadingProgress,
            PageCorrected,
            ReviewDecided,
            DocumentReplaced,
            ItemDecided,
            ItemRetracted,
            RegenerationRequested,
        )
    },
}
"""The event type by the CloudEvents type of its letter: how a journal row is read again."""
