"""What persons' rulings leave in rows: self-grades, disputes, recalled items."""

from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.disputes.changes import (
    Corrected,
    Disputed,
    DisputeSettled,
    Emptied,
    Recalled,
    Unruled,
    Unvoided,
    Voided,
)
from services.orchestrator.grading import sums
from services.orchestrator.grading.changes import Ruled
from services.orchestrator.grading.rows import RANK, ROUND_SCORED, taken_back
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.workflow.attempts import KnownPractice, KnownResult
from services.orchestrator.workflow.state import Decision


def self_graded(writes: Writes, arrival: Arrival, message: AnswerSelfGraded, known: KnownPractice, own: Own) -> None:
    """What a learner says that an answer earns."""
    if known.result is not None:
        _ruled(writes, arrival, known.result, message.credit, "learner", own)


def disputed(writes: Writes, arrival: Arrival, message: DisputeRaised, own: Own) -> None:
    """An objection, under the message's id."""
    writes.change(
        Disputed(
            **own,
            dispute_id=arrival.envelope.id,
            session_id=arrival.session,
            of=message.of,
            result_id=message.result_id,
            attempt_id=message.attempt_id,
            note=message.note,
            reason=message.reason,
            raised_at=arrival.envelope.time,
        )
    )


def decided(writes: Writes, arrival: Arrival, message: DisputeDecided, known: KnownPractice, own: Own) -> None:
    """The owner's word, and what it does to the grade or the note."""
    dispute, upheld = known.dispute, message.decision == "upheld"
    if dispute is None:
        return
    credit = message.credit if upheld and dispute.of == "grade" else None
    writes.change(
        DisputeSettled(
            dispute_id=message.dispute_id,
            state=message.decision,
            credit=credit,
            decided_by=message.decided_by,
            reason=message.reason,
            decided_at=arrival.envelope.time,
        )
    )
    if dispute.note_of is not None:
        taken_back(writes, arrival.session, dispute.note_of)
    if dispute.result is not None and upheld:
        _ruled(writes, arrival, dispute.result, message.credit, "owner", own)
    elif dispute.result is not None and dispute.result.ruled_by == "owner":
        writes.late(Unruled(result_id=dispute.result.result_id))


def recalled(writes: Writes, arrival: Arrival, message: ItemRecalled, decision: Decision, own: Own) -> None:
    """What an item that was taken back, corrected, or put back does to a session's answers; the learner is told why."""
    session, item, at = arrival.session, message.item_id, arrival.envelope.time
    for attempt in decision.recalled:
        writes.late(
            Recalled(
                **own,
                message_id=arrival.envelope.id,
                attempt_id=attempt,
                session_id=session,
                item_id=item,
                what=message.what,
                reason=message.reason,
                timestamp=at,
            )
        )
    if message.what == "retracted":
        writes.late(Voided(session_id=session, item_id=item))
        sums.unknown(writes, session)
        writes.cards.add((session, item))
    elif message.what == "reinstated":
        writes.late(Unvoided(session_id=session, item_id=item))
        sums.unknown(writes, session)
        writes.cards.add((session, item))
    else:
        writes.late(Corrected(session_id=session, item_id=item))


def emptied(writes: Writes, arrival: Arrival, decision: Decision) -> None:
    """Attempts of which nothing counts any more: no score, and nothing that was said of them."""
    for attempt in decision.emptied:
        writes.late(Emptied(attempt_id=attempt, at=arrival.envelope.time))
        writes.then(ROUND_SCORED, attempt)


def _ruled(writes: Writes, arrival: Arrival, result: KnownResult, credit: float, by: str, own: Own) -> None:
    writes.change(
        Ruled(
            **own,
            result_id=result.result_id,
            session_id=arrival.session,
            attempt_id=result.attempt_id,
            item_id=result.item_id,
            credit=credit,
            by=by,
            timestamp=arrival.envelope.time,
            rank=RANK[by],
        )
    )
