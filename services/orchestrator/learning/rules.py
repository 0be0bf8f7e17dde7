"""What learners say of their own learning: their aims, and the marks that they set on concepts."""

from contracts.learning import ConceptMarked
from services.orchestrator.learning import cycle
from services.orchestrator.learning.events import AimsIn
from services.orchestrator.workflow.standings import judged, unasked
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import beside, unmoved


def aimed(state: State, event: AimsIn) -> Decision:
    """The learner's own aims: the threshold holds at once, and the topic is where the learner says."""
    after = state
    if event.mastery_threshold is not None:
        after = cycle.with_threshold(after, event.mastery_threshold)
    if event.current_topic is not None:
        after = after.changed(current_topic=event.current_topic)
    return beside(state, Decision(state=after))


def marked(state: State, meta: Meta, message: ConceptMarked) -> Decision:
    """ "I know this", or "not yet": it stands beside the evidence and changes no score."""
    named = message.concept.casefold()
    names = [*state.standings, *(place.concept for place in meta.places)]
    concept = next((name for name in names if name.casefold() == named), None)
    if concept is None:
        return unmoved(state)
    found = state.standings.get(concept) or judged(unasked(concept), state.mastery_threshold)
    if found.mark == message.mark:
        return unmoved(state)
    standings = {**state.standings, concept: found.marked(message.mark)}
    if not found.answers and message.mark == "none":
        del standings[concept]
    return Decision(state=state.changed(standings=standings))
