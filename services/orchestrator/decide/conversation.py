"""Where a learner's message goes: into the lesson under way, or to the coordinator; one at a time, in their order."""

from services.orchestrator.learning.events import MessageIn
from services.orchestrator.lessons import rules as lessons_rules
from services.orchestrator.tutor import rules as tutor_rules
from services.orchestrator.workflow.params import ClassifyParams
from services.orchestrator.workflow.state import Decision, Meta, State


def sent(state: State, meta: Meta, event: MessageIn) -> Decision:
    """A learner wrote something."""
    if not lessons_rules.takes(state):
        return tutor_rules.sent(state, meta, event)
    if not lessons_rules.failed(state) and (tutor_rules.answering(state) or lessons_rules.unplanned(state)):
        return Decision(state=state.changed(waiting=[*state.waiting, ClassifyParams(message=meta.id)]))
    return lessons_rules.sent(state, meta, event)


def in_turn(decision: Decision, meta: Meta) -> Decision:
    """What waits is taken up when the message before it is answered, so that answers come in the questions' order."""
    state = decision.state
    if not decision.kept or not state.waiting or tutor_rules.answering(state):
        return decision
    if lessons_rules.takes(state) and (lessons_rules.failed(state) or lessons_rules.unplanned(state)):
        return decision  # What comes next is an answer to what that turn will say.
    first, *others = state.waiting
    so_far = decision.changed(state=state.changed(waiting=others))
    if lessons_rules.takes(state):
        return lessons_rules.moderate(so_far, meta, first.message)
    return tutor_rules.taken_up(so_far, meta, first)
