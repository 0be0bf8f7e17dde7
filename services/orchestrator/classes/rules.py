"""A course for a class: its owner shares and closes it; who joins begins with what is written already."""

from uuid import UUID, uuid5

from contracts.problems import Code
from contracts.session import CourseJoined
from services.orchestrator.documents.rules import explaining
from services.orchestrator.quizzes.rounds import known, nothing_asked
from services.orchestrator.workflow.learning import Placed
from services.orchestrator.workflow.quizzes import QuizFacts
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import told, unmoved

_JOINED = "a learner joined the course"


def joined(state: State, meta: Meta, message: CourseJoined) -> Decision:
    """A new session on a course as it is: nothing is read or written; its first quiz is the owner's first.

    Where that asks nothing, it is one of no question. Where an explanation is a goal, each learner gets their own.
    """
    if state.papers or state.problem is not None:
        return unmoved(state)
    own = state.changed(tenant_id=message.tenant_id, user_id=message.user_id, joined=True)
    course = meta.course
    if course is None:
        why = told(Code.NOT_FOUND, "course_closed")
        return Decision(state=own.changed(problem=why, failed_version=meta.seq))
    state = own.changed(
        course_id=message.course_id,
        papers=course.papers,
        reading_id=course.reading_id,
        instructions=course.instructions,
        routing_reason=_JOINED,
    )
    if not course.items:
        return explaining(Decision(state=nothing_asked(state, meta)), meta, _JOINED)
    quiz = first_quiz(meta.id)
    count = len(course.items)
    facts = QuizFacts(number=1, questions=count, placed=count, purpose="joined")
    placed = [Placed(quiz_id=quiz, item_id=item, ordinal=n) for n, item in enumerate(course.items)]
    return explaining(Decision(state=known(state, quiz, facts), placed=placed), meta, _JOINED)


def first_quiz(message: UUID) -> UUID:
    """The id of the first quiz of who joins by this message."""
    return uuid5(message, "quiz")


def shared(state: State) -> Decision:
    """The owner opened or closed the course: a row says so, and the session is where it was."""
    if state.joined or state.course_id is None:
        return unmoved(state)
    return Decision(state=state)
