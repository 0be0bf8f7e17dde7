"""The map from message to journey: `decide(state, event, meta)`, pure. Everything that changes a state passes here."""

from uuid import UUID

from contracts.editing import ItemDecided, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.grading import AnswerSelfGraded, CardReviewed, DisputeDecided, DisputeRaised, QuizResults
from contracts.lessons import LessonRequested
from contracts.problems import Code
from contracts.reading import DocumentReplaced, PageCorrected, ReadingProgress, ReviewDecided
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
from services.orchestrator.assistant.events import AssistedIn
from services.orchestrator.classes import rules as classes_rules
from services.orchestrator.decide import answering, conversation, learning
from services.orchestrator.decide.events import Event, PracticeEvent
from services.orchestrator.disputes import rules as disputes_rules
from services.orchestrator.documents import beginning, reading, review
from services.orchestrator.documents import rules as documents_rules
from services.orchestrator.documents.events import BlocksRead, Digested, DocumentHeld, Planned, RangeRead
from services.orchestrator.grading import rules as grading_rules
from services.orchestrator.grading.events import AnswerIn, AnswersIn, Graded, NotesWritten
from services.orchestrator.items import rules as items_rules
from services.orchestrator.items.events import AddIn, EditIn, ItemRecalled
from services.orchestrator.learning import cycle
from services.orchestrator.learning.events import EVENTS_OF_LEARNING, LearningEvent
from services.orchestrator.lessons import rules as lessons_rules
from services.orchestrator.lessons.events import LessonEvent
from services.orchestrator.quizzes import bank, rounds
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten, ProgressIn
from services.orchestrator.tutor import rules as tutor_rules
from services.orchestrator.workflow import steps
from services.orchestrator.workflow.params import (
    CheckParams,
    RejudgeParams,
    RewriteParams,
    ValidateParams,
    Wished,
    WriteParams,
)
from services.orchestrator.workflow.state import Decision, Meta, State

BEGINNING = (DocumentSubmitted.type_name, CourseJoined.type_name, LessonRequested.type_name)
_PUT_ASIDE = dict(zip(BEGINNING, ("upload_put_aside", "joining_put_aside", "lesson_put_aside"), strict=True))
OWNERS = (
    AddIn,
    EditIn,
    ItemDecided,
    ItemRetracted,
    ItemReinstated,
    RegenerationRequested,
    PageCorrected,
    ReviewDecided,
    DocumentReplaced,
)
"""What only a course's owner may say of it."""
ASKED = tuple(
    message.type_name for message in (QuizRequested, QuizResults, PageCorrected, ReviewDecided, DocumentReplaced)
)


def decide(state: State, event: Event, meta: Meta) -> Decision:
    """The next state and the commands that a message leads to.

    A forgotten session takes nothing. A message that does not fit where the session stands changes nothing.
    """
    decision = beginning.caught_up(_decided(state, event, meta), meta)
    decision = conversation.in_turn(lessons_rules.stocked(decision, meta), meta)
    return cycle.checked(bank.left(state, decision), meta) if state.unfinished and decision.kept else decision


def _decided(state: State, event: Event, meta: Meta) -> Decision:
    if state.forgotten:
        return steps.unmoved(state)
    if state.joined and isinstance(event, OWNERS):
        return steps.unmoved(state)
    if isinstance(event, PracticeEvent):
        return cycle.emptied(_practised(state, meta, event), meta)
    if isinstance(event, LearningEvent | LessonEvent | AssistedIn):
        return learning.learn(state, event, meta)
    match event:
        case DocumentSubmitted():
            return steps.unmoved(state) if state.papers else documents_rules.submitted(state, meta, event)
        case Planned():
            return beginning.asked(reading.planned(state, meta, event), event, meta)
        case RangeRead():
            return reading.range_read(state, meta, event)
        case BlocksRead():
            return beginning.blocks_read(state, meta, event)
        case DocumentHeld():
            return reading.held(state, meta, event)
        case ReadingProgress():
            return beginning.announced(state, meta, event)
        case PageCorrected():
            return review.corrected(state, event)
        case ReviewDecided():
            return review.decided(state, meta, event)
        case DocumentReplaced():
            return review.replaced(state, meta, event)
        case Digested():
            return documents_rules.digested(state, meta, event)
        case MaterialWritten() | MaterialJudged():
            return cycle.checked(_material(state, meta, event), meta)
        case AddIn():
            return items_rules.added(state, meta, event)
        case EditIn():
            return items_rules.edited(state, meta, event)
        case ItemDecided():
            return items_rules.decided(state, meta, event)
        case ItemRetracted():
            return items_rules.retracted(state, meta, event)
        case ItemReinstated():
            return items_rules.reinstated(state, meta, event)
        case RegenerationRequested():
            return items_rules.regenerated(state, meta, event)
        case AnswersIn():
            return cycle.emptied(disputes_rules.handed_in(state, meta, event), meta)
        case Graded():
            return disputes_rules.followed(grading_rules.graded(state, meta, event), meta)
        case NotesWritten():
            return grading_rules.noted(state, meta, event)
        case QuizRequested():
            return grading_rules.requested(state, meta, event)
        case StepFailed():
            return _step_failed(state, meta, steps.failed(state, meta, event), meta.command)
        case StepTimedOut():
            return _step_failed(state, meta, steps.timed_out(state, meta), meta.command)
        case RetryRequested():
            return _retried(state, event, meta)
        case ForgetRequested():
            return Decision(state=State(session_id=state.session_id, forgotten=True))
        case MessageParked():
            return _parked(state, meta, event)


def _practised(state: State, meta: Meta, event: PracticeEvent) -> Decision:
    """What is done around quizzes: progress, reviews, recalls, rulings, disputes, and sharing a course with a class."""
    match event:
        case ItemRecalled():
            so_far = disputes_rules.recalled(state, meta, event)
            if event.what != "retracted":
                return so_far
            return cycle.bared(lessons_rules.recalled(tutor_rules.taken_back(so_far, event), event), meta)
        case ProgressIn():
            return Decision(state=state) if event.quiz_id in state.quizzes else steps.unmoved(state)
        case AnswerIn():
            return disputes_rules.answered(state, meta, event)
        case AnswerSelfGraded():
            return disputes_rules.self_graded(state, meta)
        case DisputeRaised():
            return disputes_rules.disputed(state, meta, event)
        case DisputeDecided():
            return disputes_rules.decided(state, meta, event)
        case CardReviewed():
            there = meta.item is not None and meta.item.accepted and not meta.item.retracted
            return Decision(state=state) if there else steps.unmoved(state)
        case CourseShared() | CourseClosed():
            return classes_rules.shared(state)
        case CourseJoined():
            return classes_rules.joined(state, meta, event)


def _retried(state: State, event: RetryRequested, meta: Meta) -> Decision:
    """Only a failure that the learner has seen and that stands, and only where another try can help."""
    if state.problem is None or state.failed_version is None or state.problem.status < 500:
        return steps.unmoved(state)
    if not state.failed_version <= event.version < meta.seq or not state.unfinished:
        return steps.unmoved(state)
    return steps.retry(state)


def _parked(state: State, meta: Meta, event: MessageParked) -> Decision:
    if event.command is None and event.message_type in BEGINNING and not state.papers:
        name = _PUT_ASIDE[event.message_type]
        why = steps.told(Code.INTERNAL, name, why=steps.put_aside(event))
        return Decision(state=state.changed(problem=why, failed_version=meta.seq))
    of_learning = event.message_type in (*EVENTS_OF_LEARNING, LessonRequested.type_name)
    if of_learning and event.command is None and state.papers:
        return steps.line(Decision(state=state), "put_aside")
    if event.message_type in ASKED and state.problem is None:
        why = steps.told(Code.INTERNAL, "yours_put_aside", why=steps.put_aside(event))
        return Decision(state=state.changed(problem=why, failed_version=meta.seq))
    step = state.open.get(event.command) if event.command else None
    if step is not None and not event.final and not answering.ends(event.message_type, step.kind):
        return steps.unmoved(state)
    return _step_failed(state, meta, steps.parked(state, meta, event), event.command)


def _material(state: State, meta: Meta, event: MaterialWritten | MaterialJudged) -> Decision:
    """What was written or judged, of a quiz or of one item in the place of another, or an edit."""
    command = meta.command
    step = state.open.get(command) if command else None
    if step is None or command is None or getattr(step.params, "quiz_id", None) != event.quiz_id:
        return steps.unmoved(state)
    match event, step.params:
        case MaterialWritten(), WriteParams() as asked:
            return rounds.written(state, meta, event, command, step, asked)
        case MaterialWritten(), RewriteParams() as asked:
            return items_rules.rewritten(state, meta, event, command, step, asked)
        case MaterialJudged(), ValidateParams() as asked:
            return rounds.judged(state, meta, event, command, step, asked)
        case MaterialJudged(), RejudgeParams() as asked:
            return items_rules.rejudged(state, event, command, asked)
        case MaterialJudged(), CheckParams() as asked:
            return items_rules.checked(state, event, command, asked)
    return steps.unmoved(state)


def _step_failed(state: State, meta: Meta, decision: Decision, command: UUID | None) -> Decision:
    """Where a step failed for good, and that need not be the session's failure."""
    if command is None or command not in state.open or command not in decision.state.unfinished:
        return decision
    step, why = state.open[command], decision.state.problem
    if isinstance(asked := step.params, Wished) and why is not None:
        return items_rules.step_failed(state, command, asked, why)
    if step.journey.kind == documents_rules.EXPLANATION:
        return decision  # It was ordered as the material is, and so is its failure.
    if why is not None and step.kind in lessons_rules.KINDS:
        return lessons_rules.step_failed(state, command, why, decision)
    if why is not None and step.kind in ("classify", "explain", "reply", "diagnose", "plan", "assist"):
        return tutor_rules.step_failed(state, command, why, decision)
    if not isinstance(asked, WriteParams | ValidateParams):
        return decision
    journey, done = step.journey.kind, rounds.given_up(state, meta, command, asked, decision)
    if journey in (*cycle.JOURNEYS, "asked") and why is not None and command in done.state.unfinished:
        done = (
            tutor_rules.unwritten(state, done, command, asked.quiz_id)
            if journey == "asked"
            else tutor_rules.step_failed(state, command, why, done)
        )
    return cycle.checked(done, meta)
