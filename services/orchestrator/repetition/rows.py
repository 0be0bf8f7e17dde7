"""What a learner's own rating of a card leaves in rows."""

from contracts.grading import CardReviewed
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.repetition.changes import RatedEarlier
from services.orchestrator.repetition.schedule import RATINGS
from services.orchestrator.repetition.tables import ReviewEvent


def reviewed(writes: Writes, arrival: Arrival, message: CardReviewed, card: bool, own: Own) -> None:
    """A learner's own rating."""
    session = arrival.session
    writes.insert(
        ReviewEvent(
            **own,
            event_id=arrival.envelope.id,
            session_id=session,
            card_id=message.card_id,
            kind="card" if card else "item",
            rating=RATINGS[message.rating],
            source="review",
            timestamp=arrival.envelope.time,
        )
    )
    writes.change(
        RatedEarlier(
            session_id=session, card_id=message.card_id, event_id=arrival.envelope.id, at=arrival.envelope.time
        )
    )
    writes.cards.add((session, message.card_id))
