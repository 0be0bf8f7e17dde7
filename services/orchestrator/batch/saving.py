"""A session that moved is written: its state, what became of its documents, and its deadlines."""

from datetime import datetime

from services.orchestrator.batch.changes import CourseMoved, DeadlineMet, DeadlineSet, SessionSaved, SessionTouched
from services.orchestrator.batch.locked import LockedSession
from services.orchestrator.database.rows import Json, Own, as_json, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.changes import DocumentChanged, DocumentReplacedBy
from services.orchestrator.learning import rows as learning_rows
from services.orchestrator.lessons import rows as lessons_rows
from services.orchestrator.outbox.outgoing import Waits
from services.orchestrator.quizzes.changes import QuizSaved
from services.orchestrator.quizzes.shortfall import own_words, told
from services.orchestrator.workflow.quizzes import QuizFacts
from services.orchestrator.workflow.state import State


def save(writes: Writes, locked: LockedSession, waits: Waits, now: datetime) -> None:
    """State and version of a session that moved, its documents, and the deadlines of what is open."""
    state, before = locked.state, locked.before
    session = state.session_id
    own = Own(tenant_id=state.tenant_id or locked.tenant, user_id=state.user_id or locked.user)
    course = state.course_id or before.course_id
    if course is not None and not state.joined:
        writes.change(CourseMoved(course_id=course))
    if state == before:
        writes.change(SessionTouched(session_id=session, version=locked.version, updated_at=now))
        return
    kept = Json(state.model_dump_json(exclude_defaults=True))
    locked.written = len(kept)
    writes.change(
        SessionSaved(
            session_id=session,
            state=kept,
            status=state.status.value,
            version=locked.version,
            progress=Json(state.progress.model_dump_json()) if state.progress else None,
            error=Json(state.error.model_dump_json()) if state.error else None,
            focus_areas=as_json(state.focus),
            updated_at=now,
            course_id=state.course_id,
            forgotten_at=now if state.forgotten else None,
            learning=as_json(learning_rows.learning(state)) if not state.forgotten else None,
        )
    )
    if not state.forgotten:
        if not state.joined:
            _save_documents(writes, before, state, now)
        _save_quizzes(writes, before, state)
        learning_rows.save(writes, before, state, own, now)
        lessons_rows.save(writes, before, state, own, now)
    for command_id in before.open.keys() - state.open.keys():
        writes.change(DeadlineMet(command_id=command_id))
    for command_id, step in state.open.items():
        if (known := before.open.get(command_id)) is None or known.attempt != step.attempt:
            writes.change(
                DeadlineSet(
                    **own,
                    command_id=command_id,
                    session_id=session,
                    attempt=step.attempt,
                    silence=waits.silence_of(step.kind, step.losses),
                    limit=waits.of(step.kind, step.losses),
                    traceparent=locked.traceparent,
                )
            )


def _save_documents(writes: Writes, before: State, state: State, now: datetime) -> None:
    """What became of each document, once a batch."""
    course = state.course_id
    if course is None:
        return
    known = {paper.sha256: (ordinal, paper) for ordinal, paper in enumerate(before.papers)}
    for ordinal, paper in enumerate(state.papers):
        old = known.pop(paper.sha256, None)
        what = (ordinal, paper.reading_id, paper.review)
        if old is None or what != (old[0], old[1].reading_id, old[1].review):
            writes.change(
                DocumentChanged(
                    course_id=course,
                    sha256=paper.sha256,
                    filename=paper.document.filename,
                    password=paper.document.password,
                    ordinal=ordinal,
                    reading_id=paper.reading_id,
                    review=paper.review,
                )
            )
    for sha256 in known:
        writes.change(DocumentReplacedBy(course_id=course, sha256=sha256, replaced_at=now))


def _save_quizzes(writes: Writes, before: State, state: State) -> None:
    """What is made of each quiz, once a batch."""
    for quiz, facts in state.quizzes.items():
        old = before.quizzes.get(quiz)
        if old and _told_of(facts) == _told_of(old):
            continue
        unasked = facts.purpose == "quiz" and not facts.asked
        something = any(facts.made.values()) or facts.placed > 0 or unasked
        ready = facts.made.get("quiz", 0) > 0 or (facts.complete and something)
        short = told(facts, state.language) if facts.complete else []
        writes.change(
            QuizSaved(
                quiz_id=quiz,
                ready=ready,
                complete=facts.complete,
                refused=as_json(facts.why),
                shortfall=dump_all(short),
                own=as_json(own_words(facts) if facts.complete else []),
            )
        )


def _told_of(facts: QuizFacts) -> tuple[object, ...]:
    """What a quiz's row is made of."""
    return facts.questions, facts.made, facts.refused, facts.dropped, facts.offline
