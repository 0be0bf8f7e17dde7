"""The map from message to journey: `decide(state, event, meta)`, pure. Everything that changes a state passes here."""

from uuid import UUID

from contracts.editing import ItemDecided, ItemRetracted, RegenerationRequested
from contracts.problems import Code, problem
from contracts.quizzes import QuizResults
from contracts.reading import ReadingProgress
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
from services.orchestrator.decide import document, editing, material, quiz, reading, review, steps
from services.orchestrator.decide.events import (
    AnswersIn,
    BlocksRead,
    Digested,
    DocumentHeld,
    EditIn,
    Event,
    Graded,
    MaterialJudged,
    MaterialWritten,
    NotesWritten,
    Planned,
    RangeRead,
)
from services.orchestrator.decide.state import Decision, Meta, State

ASKED = tuple(
    letter.letter_type for letter in (QuizRequested, QuizResults, PageCorrected, ReviewDecided, DocumentReplaced)
)


def decide(state: State, event: Event, meta: Meta) -> Decision:
    """The next state and the commands that a message leads to.

    A forgotten session takes nothing. A message that does not fit where the session stands changes nothing.
    """
    if state.forgotten:
        return steps.unmoved(state)
    match event:
        case DocumentSubmitted():
            return steps.unmoved(state) if state.papers else document.submitted(state, meta, event)
        case Planned():
            return reading.planned(state, meta, event)
        case RangeRead():
            return reading.range_read(state, meta, event)
        case BlocksRead():
            return reading.blocks_read(state, meta, event)
        case DocumentHeld():
            return reading.held(state, meta, event)
        case ReadingProgress():
            return reading.progressed(state, meta, event)
        case PageCorrected():
            return review.corrected(state, event)
        case ReviewDecided():
            return review.decided(state, meta, event)
        case DocumentReplaced():
            return review.replaced(state, meta, event)
        case Digested():
            return document.digested(state, meta, event)
        case MaterialWritten() | MaterialJudged():
            return _material(state, meta, event)
        case EditIn():
            return editing.edited(state, meta, event)
        case ItemDecided():
            return editing.decided(state, meta, event)
        case ItemRetracted():
            return editing.retracted(state, meta, event)
        case RegenerationRequested():
            return editing.regenerated(state, meta, event)
        case AnswersIn():
            return quiz.handed_in(state, meta, event)
        case Graded():
            return quiz.graded(state, meta, event)
        case NotesWritten():
            return quiz.noted(state, meta, event)
        case QuizRequested():
            return quiz.requested(state, meta, event)
        case StepFailed():
            return _spared(state, meta, steps.failed(state, meta, event), meta.command)
        case StepTimedOut():
            return _spared(state, meta, steps.timed_out(state, meta), meta.command)
        case RetryRequested():
            return _retried(state, event, meta)
        case ForgetRequested():
            return Decision(state=State(session_id=state.session_id, forgotten=True))
        case MessageParked():
            return _parked(state, meta, event)


def _retried(state: State, event: RetryRequested, meta: Meta) -> Decision:
    """Only a failure that the learner has seen and that stands, and only where another try can help."""
    if state.problem is None or state.failed_version is None or state.problem.status < 500:
        return steps.unmoved(state)
    if not state.failed_version <= event.version < meta.seq or not state.unfinished:
        return steps.unmoved(state)
    return steps.retry(state)


def _parked(state: State, meta: Meta, event: MessageParked) -> Decision:
    if event.command is None and event.message_type == DocumentSubmitted.letter_type and not state.papers:
        why = problem(Code.INTERNAL, f"The upload could not be processed; it was put aside{steps.put_aside(event)}.")
        return Decision(state=state.model_copy(update={"problem": why, "failed_version": meta.seq}))
    if event.message_type in ASKED and state.problem is None:
        why = problem(Code.INTERNAL, f"What you sent could not be processed; it was put aside{steps.put_aside(event)}.")
        return Decision(state=state.model_copy(update={"problem": why, "failed_version": meta.seq}))
    return _spared(state, meta, steps.parked(state, meta, event), event.command)


def _material(state: State, meta: Meta, event: MaterialWritten | MaterialJudged) -> Decision:
    """What was written or judged, of a quiz or of one item in the place of another, or an edit."""
    command = meta.command
    step = state.open.get(command) if command else None
    if step is None or command is None or step.params.get("quiz_id") != str(event.quiz_id):
        return steps.unmoved(state)
    if isinstance(event, MaterialWritten):
        if step.kind != "write":
            return steps.unmoved(state)
        written = editing.rewritten if "replaces" in step.params else material.written
        return written(state, meta, event, command, step)
    if step.kind == "check":
        return editing.checked(state, event, command, step)
    if step.kind != "validate":
        return steps.unmoved(state)
    if "replaces" in step.params:
        return editing.rejudged(state, event, command, step)
    return material.judged(state, meta, event, command, step)


def _spared(state: State, meta: Meta, decision: Decision, command: UUID | None) -> Decision:
    """Where a step failed for good, and that need not be the session's failure."""
    if command is None or command not in state.open or command not in decision.state.unfinished:
        return decision
    step, why = state.open[command], decision.state.problem
    if step.journey.split(":")[0] in editing.JOURNEYS and why is not None:
        return editing.spared(state, command, why)
    return material.given_up(state, meta, command, decision) if step.kind in ("write", "validate") else decision
