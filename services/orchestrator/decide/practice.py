"""What is done around quizzes: progress, reviews, recalls, rulings, disputes, and sharing the course with a class."""

from contracts.grading import AnswerSelfGraded, CardReviewed, DisputeDecided, DisputeRaised
from contracts.sharing import CourseClosed, CourseJoined, CourseShared
from services.orchestrator.decide import cycle, joining, regrade, talk
from services.orchestrator.decide.practice_events import ItemRecalled, PracticeEvent, ProgressIn
from services.orchestrator.decide.state import Decision, Meta, State
from services.orchestrator.decide.steps import unmoved


def practised(state: State, meta: Meta, event: PracticeEvent) -> Decision:
    """The next state and the commands that such a message leads to."""
    match event:
        case ItemRecalled():
            so_far = regrade.recalled(state, meta, event)
            return cycle.bared(talk.taken_back(so_far, event), meta) if event.what == "retracted" else so_far
        case ProgressIn():
            return Decision(state=state) if event.quiz_id in state.quizzes else unmoved(state)
        case AnswerSelfGraded():
            return regrade.self_graded(state, meta)
        case DisputeRaised():
            return regrade.disputed(state, meta, event)
        case DisputeDecided():
            return regrade.decided(state, meta, event)
        case CardReviewed():
            there = meta.item is not None and meta.item.accepted and not meta.item.retracted
            return Decision(state=state) if there else unmoved(state)
        case CourseShared() | CourseClosed():
            return joining.shared(state)
        case CourseJoined():
            return joining.joined(state, meta, event)
