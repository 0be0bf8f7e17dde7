"""Messages as `decide` sees them and the journal keeps them: without the text, which goes into rows.

`lean` turns a letter into its event; letters that hold no text are their own event.
"""

from typing import Any
from uuid import UUID

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.documents import DocMeta
from contracts.letter import Fields, Letter
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
from services.orchestrator.decide.papers import bounds


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
    """The Coach has written."""

    quiz_id: UUID
    items: int
    cards: int


class MaterialJudged(Fields):
    """The verdicts are in, counted."""

    quiz_id: UUID
    items: int
    cards: int
    refused: dict[str, int]


class AnswersIn(Fields):
    """A learner handed in a quiz."""

    quiz_id: UUID
    attempt_id: UUID
    answers: int


class Graded(Fields):
    """An attempt is graded: which concepts it asked, which of them are weak."""

    attempt_id: UUID
    score: float
    assessed: list[str]
    weak: list[str]


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
)


def lean(letter: Letter) -> Event:
    """The event that a letter is to `decide`. Raises TypeError for one that the orchestrator does not consume."""
    match letter:
        case ReaderOutput():
            part = letter.part
            return BlocksRead(
                number=part.number if part else 1,
                of=part.of if part else 1,
                blocks=len(letter.extracted_blocks),
                doc_meta=letter.doc_meta,
                reading=letter.reading,
                reviewable=bool(letter.recognition and letter.recognition.pages),
            )
        case ReadingPlanned():
            last = bounds(letter.ranges)
            return Planned(plan=letter.plan, ranges=last, pages_total=letter.pages_total, recognised=letter.recognised)
        case PagesRead():
            return RangeRead(number=letter.number)
        case ReadingHeld():
            held = {name: getattr(letter, name) for name in DocumentHeld.model_fields}
            return DocumentHeld(**held)
        case DocumentDigested():
            return Digested(terms=len(letter.terms), blocks=len(letter.blocks))
        case StudyMaterial():
            return MaterialWritten(quiz_id=letter.quiz_id, items=len(letter.quiz), cards=len(letter.flashcards))
        case QuizResults(attempt_id=UUID() as attempt):
            return AnswersIn(quiz_id=letter.quiz_id, attempt_id=attempt, answers=len(letter.answers))
        case Evaluation():
            return Graded(
                attempt_id=letter.attempt_id,
                score=letter.score,
                assessed=[concept.concept for concept in letter.concepts],
                weak=letter.weak_concepts,
            )
        case CoachNotes():
            return NotesWritten(attempt_id=letter.attempt_id, notes=len(letter.notes))
        case (
            DocumentSubmitted()
            | QuizRequested()
            | RetryRequested()
            | ForgetRequested()
            | StepTimedOut()
            | StepFailed()
            | MessageParked()
            | ReadingProgress()
            | PageCorrected()
            | ReviewDecided()
            | DocumentReplaced()
        ):
            return letter
        case _:
            raise TypeError(f"{letter.letter_type} is not the orchestrator's to decide")


def judged(letter: ItemsValidated, cards: set[UUID]) -> MaterialJudged:
    """The verdicts, counted; `cards` are the ids among them that are flashcards'."""
    refused: dict[str, int] = {}
    for verdict in letter.verdicts:
        for reason in verdict.reasons[:1]:
            refused[reason.code] = refused.get(reason.code, 0) + 1
    accepted = [verdict.item_id for verdict in letter.verdicts if verdict.accepted]
    return MaterialJudged(
        quiz_id=letter.quiz_id,
        items=sum(item not in cards for item in accepted),
        cards=sum(item in cards for item in accepted),
        refused=refused,
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
        )
    },
}
"""The event type by the CloudEvents type of its letter: how a journal row is read again."""
