"""What a kept message of practice leaves in rows: what a quiz asks, answers, grades, notes, progress and reviews."""

import json
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from contracts.coaching import CoachNotes
from contracts.grading import CardReviewed, QuizProgressSaved
from contracts.quizzes import Evaluation, GradedAnswer, QuizResults
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database import columns as to
from services.orchestrator.database import practice_changes as changed
from services.orchestrator.database import practice_columns as into
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.rows import dump, dump_all
from services.orchestrator.grading.rules import outdated
from services.orchestrator.repetition.schedule import RATINGS, rating_of
from services.orchestrator.workflow.state import Decision, State

Own = tuple[str, str]
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
  and not exists (select from attempts e where e.quiz_id = a.quiz_id and e.session_id = a.session_id
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
  and not exists (select from attempts a where a.session_id = this.session_id
    and (a.submitted_at, a.attempt_id) > (this.submitted_at, this.attempt_id))"""


def asked(writes: Writes, decision: Decision, own: Own, now: datetime) -> None:
    """Which items of the bank a quiz asks; the quiz's row with them."""
    state = decision.state
    for one in decision.placed:
        facts = state.quizzes[one.quiz_id]
        ids = (one.quiz_id, state.session_id, state.course_id)
        writes.insert(to.QUIZZES, *ids, *own, facts.number, False, "[]", now, facts.purpose)
        writes.insert(into.QUIZ_ITEMS, one.quiz_id, one.item_id, state.session_id, *own, one.ordinal, one.repeat)


def handed_in(writes: Writes, arrival: Arrival, letter: QuizResults, state: State, own: Own) -> None:
    """Raw answers, as of when they were handed in; what was saved on the way is over."""
    at, ids = arrival.envelope.time, (letter.attempt_id, letter.quiz_id, state.session_id)
    writes.insert(to.ATTEMPTS, *ids, *own, dump_all(letter.answers), letter.graded_by, at)
    writes.change(changed.PROGRESS_OVER, letter.quiz_id, state.session_id, at)


def progress(writes: Writes, arrival: Arrival, letter: QuizProgressSaved, state: State, own: Own) -> None:
    """How far a quiz is answered."""
    place = (dump_all(letter.answers), letter.question_index, letter.paused, arrival.envelope.time, arrival.envelope.id)
    writes.change(changed.PROGRESS, letter.quiz_id, state.session_id, *own, *place)


def reviewed(writes: Writes, arrival: Arrival, letter: CardReviewed, card: bool, own: Own) -> None:
    """A learner's own rating."""
    session, kind = arrival.session, "card" if card else "item"
    what = (kind, RATINGS[letter.rating], "review", arrival.envelope.time)
    writes.insert(into.REVIEWED, arrival.envelope.id, session, letter.card_id, *own, *what)
    writes.cards.add((session, letter.card_id))


def graded(writes: Writes, letter: Evaluation, state: State, own: Own, now: datetime) -> None:
    """The attempt's results and what follows from them, in the place of those of its earlier grade."""
    attempt, session = letter.attempt_id, state.session_id
    for order, answer in enumerate(letter.answers):
        _result(writes, letter, order, answer, session, own, now)
    for order, pattern in enumerate(letter.error_patterns):
        questions = json.dumps([str(item) for item in pattern.affected_questions])
        words = (pattern.pattern_type, pattern.description, questions, pattern.suggested_remediation)
        writes.insert(into.PATTERNS, attempt, order, session, *own, *words, pattern.concept, pattern.made_by, now)
    gaps = {gap.concept: gap for gap in reversed(letter.knowledge_gaps)}
    for gap in reversed(gaps.values()):
        items = json.dumps([str(item) for item in gap.item_ids])
        what = (gap.description, gap.severity, items, gap.mistaken_for)
        writes.insert(into.GAPS, attempt, gap.concept, session, *own, *what, now)
    writes.change(changed.CUT, attempt, len(letter.error_patterns), json.dumps(list(gaps)))
    weak, improve = json.dumps(letter.weak_concepts), json.dumps(letter.improvement_areas)
    writes.change(changed.ATTEMPT_GRADED, attempt, letter.score, weak, improve, now)
    writes.then(ROUND_SCORED, attempt)


def noted(writes: Writes, arrival: Arrival, letter: CoachNotes, before: State, own: Own, now: datetime) -> None:
    """An attempt's notes, in the place of earlier ones; none that were ordered before its last grading."""
    cause = arrival.envelope.cause
    if cause is None or outdated(before, before.open.get(cause)):
        return
    attempt, session = letter.attempt_id or cause, before.session_id
    for number, note in enumerate(letter.notes):
        evidence = dump(letter.evidence[number]) if number < len(letter.evidence) else None
        writes.insert(into.NOTES, session, attempt, number, *own, note, evidence, now)
    writes.change(changed.NOTES_CUT, session, attempt, len(letter.notes))
    taken_back(writes, session, attempt)


def taken_back(writes: Writes, session: UUID, attempt: UUID) -> None:
    """Marks those of an attempt's notes that were disputed, rightly; the feedback of it goes without them."""
    writes.then(_TAKEN_BACK, session, attempt)
    writes.then(_FEEDBACK, session, attempt)


def _result(
    writes: Writes, letter: Evaluation, order: int, answer: GradedAnswer, session: UUID, own: Own, now: datetime
) -> None:
    writes.insert(
        into.RESULTS,
        answer.result_id,
        letter.attempt_id,
        letter.quiz_id,
        answer.item_id,
        session,
        *own,
        order,
        answer.concept,
        answer.difficulty,
        answer.answer,
        answer.is_correct,
        answer.credit,
        answer.latency_sec,
        answer.graded_by,
        now,
        answer.undecided,
        dump(answer.observation) if answer.observation else None,
        answer.made_by,
    )
    rating = None if answer.undecided else rating_of(answer.credit)
    writes.change(changed.RATED, answer.result_id, letter.attempt_id, answer.item_id, rating)
    writes.cards.add((session, answer.item_id))
    if answer.made_by.startswith(MODEL):
        who = (answer.result_id, session, *own, letter.attempt_id, answer.item_id)
        writes.change(changed.RULED, *who, answer.credit, answer.made_by, now, 0)
