"""What an attempt leaves in rows: its answers, their grades, and its notes."""

from datetime import datetime
from typing import LiteralString
from uuid import UUID

from contracts.coaching import CoachNotes
from contracts.grading import AnswerGiven, Evaluation, GradedAnswer, QuizResults
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Own, as_json, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.grading.changes import (
    AnswerKept,
    AnswerRated,
    AttemptGraded,
    EarlierGradeCut,
    EarlierNotesCut,
    Ruled,
)
from services.orchestrator.grading.rules import outdated
from services.orchestrator.grading.tables import Attempt, ErrorPatternRow, KnowledgeGapRow, Note, ResultRow
from services.orchestrator.quizzes.changes import ProgressOver
from services.orchestrator.repetition.schedule import rating_of
from services.orchestrator.workflow.state import State

MODEL = "rubric:"
"""How the Evaluator names a model that judged an answer; asked once, its word stands."""
RANK = {"owner": 2, "learner": 1}
"""Whose ruling stands over whose; a model's is below both."""
# Notes that were taken back stay so when they are written anew in the same words.
_TAKEN_BACK: LiteralString = """update notes n set taken_back = exists (
  select from disputes d where d.session_id = n.session_id and d.attempt_id = n.attempt_id and d.of = 'note'
    and d.state = 'upheld' and d.subject = n.note)
where n.session_id = %s and n.attempt_id = %s"""
# The round of a learning cycle whose first attempt this is has the score that counts now, also when it is long over.
ROUND_SCORED: LiteralString = """
update learning_cycles t set quiz_score = a.score from attempts a
where a.attempt_id = %s and t.session_id = a.session_id and t.quiz_id = a.quiz_id and t.completed_at is not null
  and not exists (select from attempts e where e.quiz_id = a.quiz_id and e.session_id = a.session_id and not e.open
                  and (e.submitted_at, e.attempt_id) < (a.submitted_at, a.attempt_id))"""
# What the newest attempt's feedback says, without them.
_FEEDBACK: LiteralString = """
update agent_state s set value = to_json((
  select coalesce(string_agg(n.note, E'\\n\\n' order by n.ordinal), '') from notes n
  where n.session_id = this.session_id and n.attempt_id = this.attempt_id and not n.taken_back))
from attempts this
where s.session_id = %s and s.key = 'feedback_text' and this.session_id = s.session_id and this.attempt_id = %s
  and exists (select from disputes d where d.session_id = this.session_id and d.attempt_id = this.attempt_id
    and d.of = 'note' and d.state <> 'open')
  and not exists (select from attempts a where a.session_id = this.session_id and not a.open
    and (a.submitted_at, a.attempt_id) > (this.submitted_at, this.attempt_id))"""


def handed_in(writes: Writes, arrival: Arrival, message: QuizResults, state: State, own: Own) -> None:
    """Raw answers, as of when they were handed in; what was saved on the way is over."""
    at, session = arrival.envelope.time, state.session_id
    assert message.attempt_id is not None
    writes.insert(
        Attempt(
            **own,
            attempt_id=message.attempt_id,
            quiz_id=message.quiz_id,
            session_id=session,
            answers=dump_all(message.answers),
            graded_by=message.graded_by,
            submitted_at=at,
        )
    )
    writes.change(ProgressOver(quiz_id=message.quiz_id, session_id=session, at=at))


def given(writes: Writes, arrival: Arrival, message: AnswerGiven, own: Own) -> None:
    """One answer of an attempt that is not handed in yet."""
    writes.change(
        AnswerKept(
            **own,
            attempt_id=message.attempt_id,
            quiz_id=message.quiz_id,
            session_id=arrival.session,
            item_id=message.answer.item_id,
            answer=dump(message.answer),
            at=arrival.envelope.time,
        )
    )


def graded(writes: Writes, message: Evaluation, state: State, own: Own, now: datetime) -> None:
    """The attempt's results and what follows from them, in the place of those of its earlier grade."""
    attempt, session = message.attempt_id, state.session_id
    for order, answer in enumerate(message.answers):
        _result(writes, message, order, answer, session, own, now)
    for order, pattern in enumerate(message.error_patterns):
        writes.insert(
            ErrorPatternRow(
                **own,
                attempt_id=attempt,
                ordinal=order,
                session_id=session,
                pattern_type=pattern.pattern_type,
                description=pattern.description,
                affected_questions=as_json([str(item) for item in pattern.affected_questions]),
                suggested_remediation=pattern.suggested_remediation,
                concept=pattern.concept,
                made_by=pattern.made_by,
                timestamp=now,
                phrase=dump(pattern.phrase) if pattern.phrase else None,
                remediation_phrase=dump(pattern.remediation_phrase) if pattern.remediation_phrase else None,
            )
        )
    gaps = {gap.concept: gap for gap in reversed(message.knowledge_gaps)}
    for gap in reversed(gaps.values()):
        writes.insert(
            KnowledgeGapRow(
                **own,
                attempt_id=attempt,
                concept=gap.concept,
                session_id=session,
                description=gap.description,
                severity=gap.severity,
                item_ids=as_json([str(item) for item in gap.item_ids]),
                mistaken_for=gap.mistaken_for,
                timestamp=now,
                phrase=dump(gap.phrase) if gap.phrase else None,
            )
        )
    patterns, concepts = len(message.error_patterns), as_json(list(gaps))
    writes.change(EarlierGradeCut(attempt_id=attempt, patterns=patterns, concepts=concepts))
    weak, improve = as_json(message.weak_concepts), as_json(message.improvement_areas)
    writes.change(AttemptGraded(attempt_id=attempt, score=message.score, weak=weak, improve=improve, graded_at=now))
    writes.then(ROUND_SCORED, attempt)


def noted(writes: Writes, arrival: Arrival, message: CoachNotes, before: State, own: Own, now: datetime) -> None:
    """An attempt's notes, in the place of earlier ones; none that were ordered before its last grading."""
    cause = arrival.envelope.cause
    if cause is None or outdated(before, before.open.get(cause)):
        return
    attempt, session = message.attempt_id or cause, before.session_id
    for number, note in enumerate(message.notes):
        evidence = dump(message.evidence[number]) if number < len(message.evidence) else None
        phrase = message.phrases[number] if message.phrases else None
        writes.insert(
            Note(
                **own,
                session_id=session,
                attempt_id=attempt,
                ordinal=number,
                note=note,
                evidence=evidence,
                timestamp=now,
                phrase=dump(phrase) if phrase else None,
            )
        )
    writes.change(EarlierNotesCut(session_id=session, attempt_id=attempt, notes=len(message.notes)))
    taken_back(writes, session, attempt)


def taken_back(writes: Writes, session: UUID, attempt: UUID) -> None:
    """Marks those of an attempt's notes that were disputed, rightly; the feedback of it goes without them."""
    writes.then(_TAKEN_BACK, session, attempt)
    writes.then(_FEEDBACK, session, attempt)


def _result(
    writes: Writes, message: Evaluation, order: int, answer: GradedAnswer, session: UUID, own: Own, now: datetime
) -> None:
    writes.insert(
        ResultRow(
            **own,
            result_id=answer.result_id,
            attempt_id=message.attempt_id,
            quiz_id=message.quiz_id,
            item_id=answer.item_id,
            session_id=session,
            ordinal=order,
            concept=answer.concept,
            difficulty=answer.difficulty,
            answer=answer.answer,
            is_correct=answer.is_correct,
            credit=answer.credit,
            latency_sec=answer.latency_sec,
            graded_by=answer.graded_by,
            timestamp=now,
            undecided=answer.undecided,
            observation=dump(answer.observation) if answer.observation else None,
            made_by=answer.made_by,
        )
    )
    rating = None if answer.undecided else rating_of(answer.credit)
    attempt, item = message.attempt_id, answer.item_id
    writes.change(AnswerRated(event_id=answer.result_id, attempt_id=attempt, card_id=item, rating=rating))
    writes.cards.add((session, answer.item_id))
    if answer.made_by.startswith(MODEL):
        writes.change(
            Ruled(
                **own,
                result_id=answer.result_id,
                session_id=session,
                attempt_id=attempt,
                item_id=item,
                credit=answer.credit,
                by=answer.made_by,
                timestamp=now,
                rank=0,
            )
        )
