"""Messages as `decide` sees them and the journal keeps them, their events: without the text, which goes into rows.

Each feature's `events.py` says what is left of its messages; those that hold no text are their own event.
"""

from typing import Any
from uuid import UUID

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.grading import (
    AnswerGiven,
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    Evaluation,
    QuizProgressSaved,
    QuizResults,
)
from contracts.message import Message
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
from services.orchestrator.assistant.events import ASSISTANT_EVENTS, AssistedIn, event_of_assistant
from services.orchestrator.documents.events import BlocksRead, Digested, DocumentHeld, Planned, RangeRead
from services.orchestrator.grading.events import AnswerIn, AnswersIn, Graded, NotesWritten
from services.orchestrator.items.events import AddIn, EditIn, ItemRecalled
from services.orchestrator.learning.events import EVENTS_OF_LEARNING, LearningEvent, event_of_learning
from services.orchestrator.lessons.events import LESSON_EVENTS, LessonEvent, event_of_lesson
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten, ProgressIn

PracticeEvent = (
    ItemRecalled
    | ProgressIn
    | AnswerIn
    | AnswerSelfGraded
    | DisputeRaised
    | DisputeDecided
    | CardReviewed
    | CourseShared
    | CourseClosed
    | CourseJoined
)
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
    | AddIn
    | EditIn
    | ItemDecided
    | ItemRetracted
    | ItemReinstated
    | RegenerationRequested
    | PracticeEvent
    | LearningEvent
    | LessonEvent
    | AssistedIn
)


OWN = (
    DocumentSubmitted,
    QuizRequested,
    RetryRequested,
    ForgetRequested,
    StepTimedOut,
    MessageParked,
    ReadingProgress,
    PageCorrected,
    ReviewDecided,
    DocumentReplaced,
    ItemDecided,
    ItemRetracted,
    ItemReinstated,
    RegenerationRequested,
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
EVENTS: dict[str, type[Any]] = {
    ReaderOutput.type_name: BlocksRead,
    ReadingPlanned.type_name: Planned,
    PagesRead.type_name: RangeRead,
    ReadingHeld.type_name: DocumentHeld,
    DocumentDigested.type_name: Digested,
    StudyMaterial.type_name: MaterialWritten,
    ItemsValidated.type_name: MaterialJudged,
    QuizProgressSaved.type_name: ProgressIn,
    AnswerGiven.type_name: AnswerIn,
    QuizResults.type_name: AnswersIn,
    Evaluation.type_name: Graded,
    CoachNotes.type_name: NotesWritten,
    ItemAdded.type_name: AddIn,
    ItemEdited.type_name: EditIn,
    StepFailed.type_name: StepFailed,
    **EVENTS_OF_LEARNING,
    **LESSON_EVENTS,
    **ASSISTANT_EVENTS,
    **{message.type_name: message for message in OWN},
}
"""The event type by the CloudEvents type of its message: how a journal row is read again."""


def event_of(message: Message) -> Event:
    """The event that a message is to `decide`; verdicts need more (`MaterialJudged.from_message`).

    Raises TypeError for a message that the orchestrator does not consume.
    """
    match message:
        case ReaderOutput():
            return BlocksRead.from_message(message)
        case ReadingPlanned():
            return Planned.from_message(message)
        case PagesRead():
            return RangeRead.from_message(message)
        case ReadingHeld():
            return DocumentHeld.from_message(message)
        case DocumentDigested():
            return Digested.from_message(message)
        case StudyMaterial():
            return MaterialWritten.from_message(message)
        case ItemAdded():
            return AddIn.from_message(message)
        case ItemEdited():
            return EditIn.from_message(message)
        case QuizProgressSaved():
            return ProgressIn.from_message(message)
        case AnswerGiven():
            return AnswerIn.from_message(message)
        case QuizResults(attempt_id=UUID() as attempt):
            return AnswersIn(quiz_id=message.quiz_id, attempt_id=attempt, answers=len(message.answers))
        case Evaluation():
            return Graded.from_message(message)
        case CoachNotes():
            return NotesWritten.from_message(message)
        case StepFailed():
            return message.model_copy(update={"run": None})
    if isinstance(message, OWN):
        return message
    if (told := event_of_learning(message) or event_of_lesson(message) or event_of_assistant(message)) is not None:
        return told
    raise TypeError(f"{message.type_name} is not the orchestrator's to decide")
