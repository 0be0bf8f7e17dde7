"""What a command may be answered with, and whether an answer is about what its command asked for. Pure.

Only such an answer is folded (rule 10); what is not is put aside and uses up nothing, so that the true one is taken.
"""

from collections.abc import Iterable

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.learning import Diagnosed, Explained, IntentClassified, PathPlanned, ReplyJudged
from contracts.letter import Letter
from contracts.quizzes import Evaluation, ItemsValidated
from contracts.reading import PagesRead, ReaderOutput, ReadingHeld, ReadingPlanned, ReadingProgress
from contracts.session import StepFailed
from services.orchestrator.documents.reading import of
from services.orchestrator.workflow.stages import Kind
from services.orchestrator.workflow.state import Step

ANSWERS: dict[Kind, tuple[type[Letter], ...]] = {
    "read": (ReaderOutput, ReadingPlanned, ReadingHeld, StepFailed),
    "pages": (PagesRead, StepFailed),
    "gather": (ReaderOutput, ReadingHeld, StepFailed),
    "digest": (DocumentDigested, StepFailed),
    "write": (StudyMaterial, StepFailed),
    "validate": (ItemsValidated, StepFailed),
    "check": (ItemsValidated, StepFailed),
    "grade": (Evaluation, StepFailed),
    "notes": (CoachNotes, StepFailed),
    "classify": (IntentClassified, StepFailed),
    "explain": (Explained, StepFailed),
    "reply": (ReplyJudged, StepFailed),
    "diagnose": (Diagnosed, StepFailed),
    "plan": (PathPlanned, StepFailed),
}
"""What ends a command of each kind, or is a part of what ends it."""
MEANWHILE: dict[Kind, tuple[type[Letter], ...]] = {
    "read": (ReadingProgress,),
    "pages": (ReadingProgress,),
    "gather": (ReadingProgress,),
    "digest": (ReadingProgress,),
}
"""What may be said of a command before it is answered."""


def misfit(letter: Letter, step: Step) -> str | None:
    """Why a letter is no answer to this step's command; None if it is one."""
    fitting = (*ANSWERS[step.kind], *MEANWHILE.get(step.kind, ()))
    if not isinstance(letter, fitting):
        return f"{letter.letter_type} answers no {step.kind} command"
    for name, said, asked in _named(letter, step):
        if said is not None and asked is not None and str(said) != str(asked):
            return f"{name}: its command asked about another"
    return None


def ends(letter_type: str, kind: Kind) -> bool:
    """Whether a letter of this type can end such a command."""
    return letter_type in {letter.letter_type for letter in ANSWERS[kind]}


def _named(letter: Letter, step: Step) -> Iterable[tuple[str, object, object]]:
    """What a letter names, and what its command did: None where either names nothing."""
    asked = step.params
    match letter:
        case ReaderOutput() | ReadingPlanned() | ReadingHeld():
            yield "document_sha256", letter.document_sha256, of(step)
        case PagesRead():
            yield "document_sha256", letter.document_sha256, of(step)
            yield "number", letter.number, asked.get("number")
        case StudyMaterial():
            yield "quiz_id", letter.quiz_id, asked.get("quiz_id")
            for entry in letter.quiz:
                yield "quiz.item.quiz_id", entry.item.quiz_id, asked.get("quiz_id")
        case ItemsValidated():
            yield "quiz_id", letter.quiz_id, asked.get("quiz_id")
        case Evaluation():
            yield "quiz_id", letter.quiz_id, asked.get("quiz_id")
            yield "attempt_id", letter.attempt_id, asked.get("attempt_id")
        case CoachNotes():
            yield "attempt_id", letter.attempt_id, asked.get("attempt_id")
        case ReplyJudged():
            yield "item_id", letter.item_id, asked.get("item_id")
