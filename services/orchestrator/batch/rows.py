"""What a kept message leaves in rows: the text and content that `decide` and the journal do not hold."""

from datetime import datetime

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.grading import (
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    Evaluation,
    QuizProgressSaved,
    QuizResults,
)
from contracts.learning import MessageSent
from contracts.message import Message
from contracts.quizzes import ItemsValidated
from contracts.reading import DocumentReplaced, ReaderOutput, ReadingHeld
from contracts.session import CourseClosed, CourseShared, DocumentSubmitted, ForgetRequested
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.disputes import rows as disputes_rows
from services.orchestrator.documents.forgetting import forget
from services.orchestrator.documents.rows import blocks, digested, document_row, held, reading_set, submitted
from services.orchestrator.grading import rows as grading_rows
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.items.rows import material, settle, verdicts, wish
from services.orchestrator.learning import rows as learning_rows
from services.orchestrator.logs.rows import run_row
from services.orchestrator.logs.tables import AgentTransition
from services.orchestrator.quizzes.tables import Quiz
from services.orchestrator.tutor import rows as tutor_rows
from services.orchestrator.workflow.state import Decision, Meta, State


def keep(writes: Writes, arrival: Arrival, before: State, decision: Decision, now: datetime, meta: Meta) -> None:
    """Adds the rows of one kept message; `meta` has what was looked up for it."""
    state = decision.state
    own = Own(tenant_id=state.tenant_id or before.tenant_id, user_id=state.user_id or before.user_id)
    message = arrival.message
    match message:
        case DocumentSubmitted():
            submitted(writes, message, state, own, now)
        case DocumentReplaced():
            for ordinal, paper in enumerate(state.papers):
                if paper.sha256 == message.document.sha256:
                    document_row(writes, state, own, ordinal, paper, now)
        case ReaderOutput():
            blocks(writes, arrival, message, before, decision.state, own, now)
        case ReadingHeld():
            held(writes, arrival, message, before, own, now)
        case DocumentDigested():
            digested(writes, message, state)
        case StudyMaterial():
            material(writes, arrival, message, before, state, own, now)
        case ItemsValidated():
            verdicts(writes, arrival, message, before)
        case ItemEdited() | ItemDecided() | ItemRetracted() | RegenerationRequested():
            wish(writes, arrival, state, own)
        case QuizResults():
            grading_rows.handed_in(writes, arrival, message, state, own)
        case Evaluation():
            grading_rows.graded(writes, message, state, own, now)
        case CoachNotes():
            grading_rows.noted(writes, arrival, message, before, own, now)
        case QuizProgressSaved():
            grading_rows.progress(writes, arrival, message, state, own)
        case CardReviewed() if meta.item is not None:
            grading_rows.reviewed(writes, arrival, message, meta.item.card, own)
        case AnswerSelfGraded() if meta.practice is not None:
            disputes_rows.self_graded(writes, arrival, message, meta.practice, own)
        case DisputeRaised():
            disputes_rows.disputed(writes, arrival, message, own)
        case DisputeDecided() if meta.practice is not None:
            disputes_rows.decided(writes, arrival, message, meta.practice, own)
        case ItemRecalled():
            disputes_rows.recalled(writes, arrival, message, decision, own)
        case CourseShared():
            disputes_rows.shared(writes, arrival, message, state, own)
        case CourseClosed():
            disputes_rows.closed(writes, arrival, state)
        case ForgetRequested():
            forget(writes, before, own)
        case _:
            pass
    settle(writes, arrival, before, decision.settled)
    for quiz, facts in decision.state.quizzes.items():
        if quiz not in before.quizzes and facts.complete and facts.purpose == "quiz" and not facts.asked:
            assert state.course_id is not None
            writes.insert(
                Quiz(
                    **own,
                    quiz_id=quiz,
                    session_id=state.session_id,
                    course_id=state.course_id,
                    number=facts.number,
                    ready=True,
                    shortfall=Json("[]"),
                    created_at=now,
                    purpose=facts.purpose,
                )
            )
    grading_rows.asked(writes, decision, own, now)
    disputes_rows.emptied(writes, arrival, decision)
    for asked in decision.asks:
        reading_set(writes, asked, own, now)
    run_row(writes, arrival, before, own, now)
    tutor_rows.keep(writes, arrival, decision, own, meta, now)
    learning_rows.keep(writes, message, before, decision, own, meta, now)
    _transitions(writes, arrival.message, before, decision, own, now)


def _transitions(writes: Writes, message: Message, before: State, decision: Decision, own: Own, now: datetime) -> None:
    after = decision.state
    if after.forgotten or (before.last_routed_to == after.last_routed_to and not decision.asks):
        return
    told = message.text if isinstance(message, MessageSent) else None
    excerpt = (told or f"{message.type_name} {message.model_dump_json(exclude_none=True)[:100]}")[:100]
    writes.insert(
        AgentTransition(
            **own,
            session_id=after.session_id,
            from_agent=before.last_routed_to,
            to_agent=after.last_routed_to,
            reason=after.routing_reason,
            message_excerpt=excerpt,
            timestamp=now,
        )
    )
