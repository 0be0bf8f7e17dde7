"""A session that moved is written: its state, what became of its documents, and its deadlines."""

import json
from datetime import datetime

from services.orchestrator.batch.held import Held
from services.orchestrator.database import changes
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.rows import dump_all
from services.orchestrator.learning.saving import learning, save_learning
from services.orchestrator.outbox.outgoing import Waits
from services.orchestrator.quizzes.shortfall import own_words, told
from services.orchestrator.workflow.quizzes import QuizFacts
from services.orchestrator.workflow.state import Ask, State


def save(writes: Writes, held: Held, waits: Waits, now: datetime) -> None:
    """State and version of a session that moved, its documents, and the deadlines of what is open."""
    state, before = held.state, held.before
    session, own = state.session_id, (state.tenant_id or held.tenant, state.user_id or held.user)
    writes.change(
        changes.SESSION,
        session,
        state.model_dump_json(exclude_defaults=True),
        state.status.value,
        held.version,
        state.progress.model_dump_json() if state.progress else None,
        state.error.model_dump_json() if state.error else None,
        json.dumps(state.focus),
        now,
        state.course_id,
        now if state.forgotten else None,
        json.dumps(learning(state)) if not state.forgotten else None,
    )
    if not state.forgotten:
        if not state.joined:
            _save_documents(writes, before, state, now)
        _save_quizzes(writes, before, state)
        save_learning(writes, before, state, own, now)
    for command_id in before.open.keys() - state.open.keys():
        writes.change(changes.DEADLINE_MET, command_id)
    for command_id, step in state.open.items():
        if (known := before.open.get(command_id)) is None or known.attempt != step.attempt:
            ask = Ask(command=command_id, kind=step.kind, params={}, attempt=step.attempt, losses=step.losses)
            due = (step.attempt, waits.silence_of(ask), waits.of(ask), held.traceparent)
            writes.change(changes.DEADLINE, command_id, session, *own, *due)


def _save_documents(writes: Writes, before: State, state: State, now: datetime) -> None:
    """What became of each document, once a batch."""
    known = {paper.sha256: (ordinal, paper) for ordinal, paper in enumerate(before.papers)}
    for ordinal, paper in enumerate(state.papers):
        old = known.pop(paper.sha256, None)
        what = (ordinal, paper.reading_id, paper.review)
        if old is None or what != (old[0], old[1].reading_id, old[1].review):
            named = (paper.document.filename, paper.document.password)
            writes.change(changes.DOCUMENT, state.course_id, paper.sha256, *named, *what)
    for sha256 in known:
        writes.change(changes.DOCUMENT_REPLACED, state.course_id, sha256, now)


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
        own = json.dumps(own_words(facts) if facts.complete else [])
        writes.change(changes.QUIZ, quiz, ready, facts.complete, json.dumps(facts.why), dump_all(short), own)


def _told_of(facts: QuizFacts) -> tuple[object, ...]:
    """What a quiz's row is made of."""
    return facts.questions, facts.made, facts.refused, facts.dropped, facts.offline
