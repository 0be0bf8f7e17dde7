"""The map from the learning cycle's messages to what they lead to; everything that is asked of a learner's own aims."""

from contracts.learning import ConceptMarked, LearningRequested, PathRequested
from contracts.mastery import Standing
from services.orchestrator.documents import rules
from services.orchestrator.learning import cycle
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
from services.orchestrator.tutor import rules as tutor_rules
from services.orchestrator.workflow.evidence import PRIOR
from services.orchestrator.workflow.params import ClassifyParams, DiagnoseParams, ExplainParams, PlanParams, ReplyParams
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import beside, unmoved


def learn(state: State, event: LearningEvent, meta: Meta) -> Decision:
    """What a message of the learning cycle leads to. Before there is a session's document, nothing."""
    match event:
        case MessageIn() | LearningRequested() | PathRequested() | AimsIn() | ConceptMarked() if not state.papers:
            return unmoved(state)
        case MessageIn():
            return tutor_rules.sent(state, meta, event)
        case LearningRequested():
            return cycle.requested(state, meta, event)
        case PathRequested():
            return tutor_rules.path_requested(state, meta, event)
        case AimsIn():
            return _aimed(state, event)
        case ConceptMarked():
            return _marked(state, meta, event)
    return _answered(state, event, meta)


def _answered(state: State, event: LearningEvent, meta: Meta) -> Decision:
    """What a worker answered, to a step that is open."""
    command = meta.command
    step = state.open.get(command) if command else None
    if step is None or command is None:
        return unmoved(state)
    match event, step.params:
        case Classified(), ClassifyParams() as asked:
            return tutor_rules.classified(state, meta, event, command, step.journey, asked)
        case ExplanationIn(), ExplainParams() if step.journey.kind == "talk":
            return tutor_rules.explained(state, meta, event, command)
        case ExplanationIn(), ExplainParams() if step.journey.kind == rules.EXPLANATION:
            return rules.explained(state, event, command)
        case ExplanationIn(), ExplainParams() as asked:
            return cycle.explained(state, meta, command, asked)
        case DiagnosisIn(), DiagnoseParams():
            return cycle.diagnosed(state, meta, event, command)
        case ReplyIn(), ReplyParams() as asked if asked.item_id == event.item_id:
            return tutor_rules.replied(state, event, command, asked)
        case PathLaid(), PlanParams():
            return tutor_rules.laid(state, event, command)
    return unmoved(state)


def _aimed(state: State, event: AimsIn) -> Decision:
    """The learner's own aims: the threshold holds at once, and the topic is where the learner says."""
    after = state
    if event.mastery_threshold is not None:
        after = cycle.with_threshold(after, event.mastery_threshold)
    if event.current_topic is not None:
        after = after.changed(current_topic=event.current_topic)
    return beside(state, Decision(state=after))


def _marked(state: State, meta: Meta, message: ConceptMarked) -> Decision:
    """ "I know this", or "not yet": it stands beside the evidence and changes no score."""
    named = message.concept.casefold()
    names = [*state.standings, *(place.concept for place in meta.places)]
    concept = next((name for name in names if name.casefold() == named), None)
    if concept is None:
        return unmoved(state)
    found = state.standings.get(concept) or Standing(concept=concept, score=PRIOR)
    if found.mark == message.mark:
        return unmoved(state)
    standings = {**state.standings, concept: found.model_copy(update={"mark": message.mark})}
    if not found.answers and message.mark == "none":
        del standings[concept]
    return Decision(state=state.changed(standings=standings))
