"""What a kept message leaves in rows: the text and content that `decide` and the journal do not hold."""

from datetime import datetime

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.grading import (
    AnswerGiven,
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    Evaluation,
    QuizProgressSaved,
    QuizResults,
)
from contracts.quizzes import ItemsValidated
from contracts.reading import DocumentReplaced, ReaderOutput, ReadingHeld
from contracts.session import CourseClosed, CourseShared, DocumentSubmitted, ForgetRequested
from services.orchestrator.arrivals import Arrival
from services.orchestrator.assistant import rows as assistant_rows
from services.orchestrator.classes import rows as classes_rows
from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.disputes import rows as disputes_rows
from services.orchestrator.documents.forgetting import forget
from services.orchestrator.documents.rows import blocks, digested, document_row, held, reading_set, submitted
from services.orchestrator.grading import rows as grading_rows
from services.orchestrator.grading import sums
from services.orchestrator.grading.events import answered
from services.orchestrator.items import rows as items_rows
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning import rows as learning_rows
from services.orchestrator.lessons import rows as lessons_rows
from services.orchestrator.quizzes import rows as quizzes_rows
from services.orchestrator.repetition import rows as repetition_rows
from services.orchestrator.runs.rows import run_row, transition
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
            digested(writes, arrival, message, before, state)
        case StudyMaterial():
            quizzes_rows.written(writes, arrival, message, before, state, own, now)
        case ItemsValidated():
            quizzes_rows.judged(writes, arrival, message, before)
            items_rows.replaced(writes, arrival, message, before)
        case ItemAdded() | ItemEdited() | ItemDecided() | ItemRetracted() | ItemReinstated() | RegenerationRequested():
            items_rows.wish(writes, arrival, state, own)
        case QuizResults():
            grading_rows.handed_in(writes, arrival, message, state, own)
            if message.attempt_id in before.given:
                sums.moved(writes, state.session_id, message.attempt_id)
        case AnswerGiven():
            grading_rows.given(writes, arrival, message, own)
        case Evaluation():
            grading_rows.graded(writes, message, state, own, now)
            if meta.evidence is not None:
                sums.summed(writes, state.session_id, own, message.attempt_id, answered(message), meta.evidence)
        case CoachNotes():
            grading_rows.noted(writes, arrival, message, before, own, now)
        case QuizProgressSaved():
            quizzes_rows.progress(writes, arrival, message, state, own)
        case CardReviewed() if meta.item is not None:
            repetition_rows.reviewed(writes, arrival, message, meta.item.card, own)
        case AnswerSelfGraded() if meta.practice is not None:
            disputes_rows.self_graded(writes, arrival, message, meta.practice, own)
        case DisputeRaised():
            disputes_rows.disputed(writes, arrival, message, own)
        case DisputeDecided() if meta.practice is not None:
            disputes_rows.decided(writes, arrival, message, meta.practice, own)
        case ItemRecalled():
            disputes_rows.recalled(writes, arrival, message, decision, own)
        case CourseShared():
            classes_rows.shared(writes, arrival, message, state, own)
        case CourseClosed():
            classes_rows.closed(writes, arrival, state)
        case ForgetRequested():
            forget(writes, before, own)
        case _:
            pass
    items_rows.settle(writes, arrival, before, decision.settled)
    quizzes_rows.begun(writes, before, state, own, now)
    quizzes_rows.asked(writes, decision, own, now)
    disputes_rows.emptied(writes, arrival, decision)
    for asked in decision.asks:
        reading_set(writes, asked, own, now)
    run_row(writes, arrival, before, own, now)
    tutor_rows.keep(writes, arrival, before, decision, own, meta, now)
    lessons_rows.keep(writes, arrival, before, decision, own, meta, now)
    assistant_rows.keep(writes, message, state, own, now)
    learning_rows.keep(writes, message, before, decision, own, meta, now)
    transition(writes, arrival, before, decision, own, now)
