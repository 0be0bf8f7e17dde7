"""What a command may be answered with, and whether an answer is about what its command asked for. Pure.

Only such an answer is folded (rule 10); what is not is put aside and uses up nothing, so that the true one is taken.
"""

from collections.abc import Iterable

from contracts.assistant import AssistantAnswered
from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.grading import Evaluation, GradedAnswer
from contracts.learning import Diagnosed, Explained, IntentClassified, PathPlanned, ReplyJudged
from contracts.lessons import LessonPlanned, Moderated, TurnAssessed, TurnTaught
from contracts.message import Message
from contracts.quizzes import ItemsValidated
from contracts.reading import PagesRead, ReaderOutput, ReadingHeld, ReadingPlanned, ReadingProgress
from contracts.session import StepFailed
from services.orchestrator.workflow.params import (
    AssessParams,
    BeginParams,
    CheckParams,
    GatherParams,
    GradeParams,
    NotesParams,
    PagesParams,
    ReadParams,
    RejudgeParams,
    ReplyParams,
    RewriteParams,
    ValidateParams,
    WriteParams,
)
from services.orchestrator.workflow.stages import Kind
from services.orchestrator.workflow.state import Step

ANSWERS: dict[Kind, tuple[type[Message], ...]] = {
    "read": (ReaderOutput, ReadingPlanned, ReadingHeld, StepFailed),
    "begin": (ReaderOutput, StepFailed),
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
    "lesson_plan": (LessonPlanned, StepFailed),
    "moderate": (Moderated, StepFailed),
    "assess": (TurnAssessed, StepFailed),
    "teach": (TurnTaught, StepFailed),
    "assist": (AssistantAnswered, StepFailed),
}
"""What ends a command of each kind, or is a part of what ends it."""
MEANWHILE: dict[Kind, tuple[type[Message], ...]] = {
    "read": (ReadingProgress,),
    "begin": (ReadingProgress,),
    "pages": (ReadingProgress,),
    "gather": (ReadingProgress,),
    "digest": (ReadingProgress,),
}
"""What may be said of a command before it is answered."""


def misfit(message: Message, step: Step) -> str | None:
    """Why a message is no answer to this step's command; None if it is one."""
    fitting = (*ANSWERS[step.kind], *MEANWHILE.get(step.kind, ()))
    if not isinstance(message, fitting):
        return f"{message.type_name} answers no {step.kind} command"
    for name, said, asked in _named(message, step):
        if said is not None and said != asked:
            return f"{name}: its command asked about another"
    return None


def ends(type_name: str, kind: Kind) -> bool:
    """Whether a message of this type can end such a command."""
    return type_name in {message.type_name for message in ANSWERS[kind]}


def _named(message: Message, step: Step) -> Iterable[tuple[str, object, object]]:
    """What a message names, and what its command did; None where the message names nothing."""
    match message, step.params:
        case (
            (ReaderOutput() | ReadingPlanned() | ReadingHeld()),
            (ReadParams() | BeginParams() | GatherParams() as asked),
        ):
            yield "document_sha256", message.document_sha256, asked.document
        case PagesRead(), PagesParams() as asked:
            yield "document_sha256", message.document_sha256, asked.document
            yield "number", message.number, asked.number
        case StudyMaterial(), (WriteParams() | RewriteParams() as asked):
            yield "quiz_id", message.quiz_id, asked.quiz_id
            for entry in message.quiz:
                yield "quiz.item.quiz_id", entry.item.quiz_id, asked.quiz_id
        case ItemsValidated(), (ValidateParams() | RejudgeParams() | CheckParams() as asked):
            yield "quiz_id", message.quiz_id, asked.quiz_id
        case Evaluation(), GradeParams() as asked:
            yield "quiz_id", message.quiz_id, asked.quiz_id
            yield "attempt_id", message.attempt_id, asked.attempt_id
        case CoachNotes(), NotesParams() as asked:
            yield "attempt_id", message.attempt_id, asked.attempt_id
        case ReplyJudged(), ReplyParams() as asked:
            yield "item_id", message.item_id, asked.item_id
        case TurnAssessed(graded=GradedAnswer() as graded), AssessParams() as asked:
            yield "graded.item_id", graded.item_id, asked.item_id
