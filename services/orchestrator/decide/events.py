"""Messages as `decide` sees them and the journal keeps them: without the text, which goes into rows.

`lean.py` turns a letter into its event; letters that hold no text are their own event.
"""

from typing import Any
from uuid import UUID

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.documents import DocMeta
from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.letter import Fields
from contracts.problems import Problem
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
from services.orchestrator.items.events import PRACTICE, PracticeEvent
from services.orchestrator.learning.events import EVENTS_OF_LEARNING, LearningEvent
from services.orchestrator.learning.mastery import Answered
from services.orchestrator.workflow.quizzes import Codes, Of


class BlocksRead(Fields):
    """A part of a reading arrived: which of how many, and how many blocks it has.

    `reviewable`: it tells of pages that were recognised or left out.
    """

    number: int
    of: int
    blocks: int
    doc_meta: DocMeta
    reading: str | None = None
    reviewable: bool = False


class Planned(Fields):
    """A document is to be read in ranges: the last page of each."""

    plan: str
    ranges: list[int]
    pages_total: int
    recognised: int = 0


class RangeRead(Fields):
    """A range of pages is in."""

    number: int


class DocumentHeld(Fields):
    """A reading did not pass the gate."""

    document_sha256: str
    problem: Problem
    doc_meta: DocMeta
    reading: str


class Digested(Fields):
    """The digest is in."""

    terms: int
    blocks: int


class MaterialWritten(Fields):
    """The Coach has written a part of its material. `short`: how many it says are missing, by kind and code.

    `dropped`: what a model wrote and its author let go. `by_model`: kinds of which some of this is a model's.
    """

    quiz_id: UUID
    items: int
    cards: int
    part: int = 1
    of: int = 1
    short: dict[Of, Codes] = {}
    dropped: dict[Of, Codes] = {}
    by_model: list[Of] = []


class MaterialJudged(Fields):
    """The verdicts are in, counted. `refused`: by first reason; `refused_cards`: those among them that are cards.

    Of what the offline author wrote: `offline` were accepted, `refused_offline` not.
    """

    quiz_id: UUID
    items: int
    cards: int
    refused: Codes
    refused_cards: Codes = {}
    offline: dict[Of, int] = {}
    refused_offline: dict[Of, Codes] = {}

    @property
    def by_kind(self) -> dict[Of, Codes]:
        """What was refused of each kind."""
        left = {code: count - self.refused_cards.get(code, 0) for code, count in self.refused.items()}
        return {"quiz": {code: count for code, count in left.items() if count}, "flashcards": self.refused_cards}


class EditIn(Fields):
    """An owner wrote another text for an item (`quiz_id`: its own word for where that belongs) or a card.

    `revision`: of the text that it was made from; None in what older gateways sent.
    """

    item_id: UUID
    card: bool = False
    quiz_id: UUID | None = None
    revision: int | None = None


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
