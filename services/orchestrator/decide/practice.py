"""What is done around quizzes: progress, reviews, recalls, rulings, disputes, and sharing the course with a class."""

from contracts.grading import AnswerSelfGraded, CardReviewed, DisputeDecided, DisputeRaised
from contracts.session import CourseClosed, CourseJoined, CourseShared
from services.orchestrator.classes import rules
from services.orchestrator.decide.events import PracticeEvent
from services.orchestrator.disputes import rules as disputes_rules
from services.orchestrator.grading.events import ProgressIn
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning import cycle
from services.orchestrator.tutor import rules as tutor_rules
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import unmoved


def practised(state: State, meta: Meta, event: PracticeEvent) -> Decision:
    """The next state and the commands that such a message leads to."""
    match event:
        case ItemRecalled():
            so_far = disputes_rules.recalled(state, meta, event)
            return cycle.bared(tutor_rules.taken_back(so_far, event), meta) if event.what == "retracted" else so_far
        case ProgressIn():
            return Decision(state=state) if event.quiz_id in state.quizzes else unmoved(state)
        case AnswerSelfGraded():
            return disputes_rules.self_graded(state, meta)
        case DisputeRaised():
            return disputes_rules.disputed(state, meta, event)
        case DisputeDecided():
            return disputes_rules.decided(state, meta, event)
        case CardReviewed():
            there = meta.item is not None and meta.item.accepted and not meta.item.retracted
            return Decision(state=state) if there else unmoved(state)
        case CourseShared() | CourseClosed():
            return rules.shared(state)
        case CourseJoined():
            return rules.joined(state, meta, event)
