"""What a rating changes of a schedule beside the rating itself."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.orchestrator.database.rows import Change


@dataclass(slots=True, kw_only=True)
class RatedEarlier(Change):
    """A rating of an earlier time than the last that is folded: the schedule is folded anew from all of them."""

    session_id: UUID
    card_id: UUID
    event_id: UUID
    at: datetime
    statement = """update schedules s set last_event = null from {rows}
       where s.session_id = r.session_id and s.card_id = r.card_id
         and (r.at, r.event_id) <= (s.last_review, s.last_event)"""
