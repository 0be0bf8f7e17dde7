"""What persons' rulings leave in rows: self-grades, disputes, recalled items; and the codes of shared courses."""

from typing import LiteralString

from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from contracts.sharing import CourseClosed, CourseShared
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database import practice_changes as changed
from services.orchestrator.database.writes import Writes
from services.orchestrator.grading.rows import RANK, ROUND_SCORED, Own, taken_back
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.workflow.attempts import KnownPractice, KnownResult
from services.orchestrator.workflow.state import Decision, State

# A course has one code at a time: the newest by its time. What closed it later is in the journal, also where that came
# in first.
_SHARE: LiteralString = """
with closed as (
  update course_shares set closed_at = %(at)s
  where course_id = %(course)s and code <> %(code)s and closed_at is null and created_at <= %(at)s
)
insert into course_shares (code, course_id, session_id, tenant_id, user_id, created_at, closed_at)
values (%(code)s, %(course)s, %(session)s, %(tenant)s, %(user)s, %(at)s,
  least((select min(created_at) from course_shares where course_id = %(course)s and created_at > %(at)s),
        (select min((meta ->> 'time')::timestamptz) from journal where session_id = %(session)s and type = %(closing)s
           and (meta ->> 'time')::timestamptz > %(at)s)))
on conflict (code) do nothing"""
_CLOSE: LiteralString = """update course_shares set closed_at = %(at)s
where course_id = %(course)s and closed_at is null and created_at <= %(at)s"""


def self_graded(writes: Writes, arrival: Arrival, letter: AnswerSelfGraded, known: KnownPractice, own: Own) -> None:
    """What a learner says that an answer earns."""
    if known.result is not None:
        _ruled(writes, arrival, known.result, letter.credit, "learner", own)


def disputed(writes: Writes, arrival: Arrival, letter: DisputeRaised, own: Own) -> None:
    """An objection, under the message's id."""
    what = (letter.of, letter.result_id, letter.attempt_id, letter.note, letter.reason, arrival.envelope.time)
    writes.change(changed.DISPUTED, arrival.envelope.id, arrival.session, *own, *what)


def decided(writes: Writes, arrival: Arrival, letter: DisputeDecided, known: KnownPractice, own: Own) -> None:
    """The owner's word, and what it does to the grade or the note."""
    dispute, upheld = known.dispute, letter.decision == "upheld"
    if dispute is None:
        return
    credit = letter.credit if upheld and dispute.of == "grade" else None
    what = (letter.decision, credit, letter.decided_by, letter.reason, arrival.envelope.time)
    writes.change(changed.DISPUTE_DECIDED, letter.dispute_id, *what)
    if dispute.note_of is not None:
        taken_back(writes, arrival.session, dispute.note_of)
    if dispute.result is not None and upheld:
        _ruled(writes, arrival, dispute.result, letter.credit, "owner", own)
    elif dispute.result is not None and dispute.result.ruled_by == "owner":
        writes.late(changed.UNRULED, dispute.result.result_id)


def recalled(writes: Writes, arrival: Arrival, letter: ItemRecalled, decision: Decision, own: Own) -> None:
    """What an item that was taken back or corrected does to a session's answers; the learner is told why."""
    session, item, at = arrival.session, letter.item_id, arrival.envelope.time
    for attempt in decision.recalled:
        ids = (arrival.envelope.id, attempt, session, *own, item)
        writes.late(changed.RECALLED, *ids, letter.what, letter.reason, at)
    if letter.what == "retracted":
        writes.late(changed.VOIDED, session, item)
        writes.cards.add((session, item))
    else:
        writes.late(changed.CORRECTED, session, item)


def emptied(writes: Writes, arrival: Arrival, decision: Decision) -> None:
    """Attempts of which nothing counts any more: no score, and nothing that was said of them."""
    for attempt in decision.emptied:
        writes.late(changed.EMPTIED, attempt, arrival.envelope.time)
        writes.then(ROUND_SCORED, attempt)


def shared(writes: Writes, arrival: Arrival, letter: CourseShared, state: State, own: Own) -> None:
    """The code by which a course is joined now."""
    course, (tenant, user) = state.course_id, own
    at = arrival.envelope.time
    values = {"code": letter.code, "course": course, "session": arrival.session, "tenant": tenant, "user": user}
    writes.then_named(_SHARE, **values, at=at, closing=CourseClosed.letter_type)


def closed(writes: Writes, arrival: Arrival, state: State) -> None:
    """No code is open any more."""
    writes.then_named(_CLOSE, course=state.course_id, at=arrival.envelope.time)


def _ruled(writes: Writes, arrival: Arrival, result: KnownResult, credit: float, by: str, own: Own) -> None:
    ids = (result.result_id, arrival.session, *own, result.attempt_id, result.item_id)
    writes.change(changed.RULED, *ids, credit, by, arrival.envelope.time, RANK[by])
