"""The map from the learning cycle's messages to what they lead to."""

from contracts.learning import ConceptMarked, LearningRequested, PathRequested
from services.orchestrator.assistant.events import AssistedIn
from services.orchestrator.decide import conversation
from services.orchestrator.documents import rules as documents_rules
from services.orchestrator.learning import cycle
from services.orchestrator.learning import rules as learning_rules
from services.orchestrator.learning.events import (
    AimsIn,
    Classified,
    DiagnosisIn,
    ExplanationIn,
    LearningEvent,
    MessageIn,
    PathLaid,
    ReplyIn,
)
from services.orchestrator.lessons import rules as lessons_rules
from services.orchestrator.lessons.events import AssessedIn, LessonEvent, LessonIn, ModeratedIn, PlanIn, TaughtIn
from services.orchestrator.tutor import rules as tutor_rules
from services.orchestrator.workflow.params import (
    AssessParams,
    AssistParams,
    ClassifyParams,
    DiagnoseParams,
    ExplainParams,
    LessonPlanParams,
    ModerateParams,
    PlanParams,
    ReplyParams,
    TeachParams,
)
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import unmoved


def learn(state: State, event: LearningEvent | LessonEvent | AssistedIn, meta: Meta) -> Decision:
    """What a message of the learning cycle leads to. Before there is a session's document, nothing."""
    match event:
        case LessonIn():
            return lessons_rules.requested(state, meta, event)
        case AimsIn(labels=True):
            return learning_rules.aimed(state, event)
        case MessageIn() | LearningRequested() | PathRequested() | AimsIn() | ConceptMarked() if not state.papers:
            return unmoved(state)
        case MessageIn():
            return conversation.sent(state, meta, event)
        case LearningRequested():
            return cycle.requested(lessons_rules.without(state), meta, event)
        case PathRequested():
            return tutor_rules.path_requested(state, meta, event)
        case AimsIn():
            return learning_rules.aimed(state, event)
        case ConceptMarked():
            return learning_rules.marked(state, meta, event)
    return _answered(state, event, meta)


def _answered(state: State, event: LearningEvent | LessonEvent | AssistedIn, meta: Meta) -> Decision:
    """What a worker answered, to a step that is open."""
    command = meta.command
    step = state.open.get(command) if command else None
    if step is None or command is None:
        return unmoved(state)
    match event, step.params:
        case Classified(), ClassifyParams() as asked:
            return tutor_rules.classified(state, meta, event, command, step.journey, asked)
        case ExplanationIn(), ExplainParams() as params if step.journey.kind == "talk":
            return tutor_rules.explained(state, meta, event, command, params)
        case ExplanationIn(), ExplainParams() if step.journey.kind == documents_rules.EXPLANATION:
            return documents_rules.explained(state, event, command)
        case ExplanationIn(), ExplainParams() as asked:
            return cycle.explained(state, meta, command, asked)
        case DiagnosisIn(), DiagnoseParams():
            return cycle.diagnosed(state, meta, event, command)
        case AssistedIn(), AssistParams() as asked:
            return tutor_rules.assisted(state, meta, event, command, step.journey, asked)
        case ReplyIn(), ReplyParams() as asked if asked.item_id == event.item_id:
            return tutor_rules.replied(state, event, command, asked)
        case PathLaid(), PlanParams():
            return tutor_rules.laid(state, event, command)
        case PlanIn(), LessonPlanParams() as asked:
            return lessons_rules.planned(state, meta, event, command, step.journey, asked)
        case ModeratedIn(), ModerateParams() as asked:
            return lessons_rules.moderated(state, meta, event, command, step.journey, asked)
        case AssessedIn(), AssessParams() as asked:
            return lessons_rules.assessed(state, meta, event, command, step.journey, asked)
        case TaughtIn(), TeachParams() as asked:
            return lessons_rules.taught(state, meta, event, command, step.journey, asked)
    return unmoved(state)
