"""Messages as `decide` sees them and the journal keeps them: without the text, which goes into rows.

`lean.py` turns a message into its event; messages that hold no text are their own event.
"""

from typing import Any

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.grading import (
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    Evaluation,
    QuizProgressSaved,
    QuizResults,
)
from contracts.quizzes import ItemsValidated
from contracts.reading import (
    DocumentReplaced,
    PageCorrected,
    PagesRead,
    ReaderOutput,
    ReadingHeld,
    ReadingPlanned,
    ReadingProgress,
    ReviewDecided,
)
from contracts.session import (
    CourseClosed,
    CourseJoined,
    CourseShared,
    DocumentSubmitted,
    ForgetRequested,
    MessageParked,
    QuizRequested,
    RetryRequested,
    StepFailed,
    StepTimedOut,
)
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
"""Messages that are their own event."""
PRACTICE: dict[str, type[Any]] = {
    QuizProgressSaved.type_name: ProgressIn,
    **{message.type_name: message for message in OWN},
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
    ReaderOutput.type_name: BlocksRead,
    ReadingPlanned.type_name: Planned,
    PagesRead.type_name: RangeRead,
    ReadingHeld.type_name: DocumentHeld,
    DocumentDigested.type_name: Digested,
    StudyMaterial.type_name: MaterialWritten,
    ItemsValidated.type_name: MaterialJudged,
    QuizResults.type_name: AnswersIn,
    Evaluation.type_name: Graded,
    CoachNotes.type_name: NotesWritten,
    ItemEdited.type_name: EditIn,
    **PRACTICE,
    **EVENTS_OF_LEARNING,
    **{
        message.type_name: message
        for message in (
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
"""The event type by the CloudEvents type of its message: how a journal row is read again."""
