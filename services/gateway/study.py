"""What the gateway reads of learning, put together: each part has its queries in a file of its own."""

from dataclasses import dataclass

from services.gateway.database import Rows
from services.gateway.disputes.queries import Disputes
from services.gateway.history.queries import Records
from services.gateway.learning.queries import Learners
from services.gateway.logs.queries import Logbook
from services.gateway.repetition.queries import Schedules


@dataclass(frozen=True)
class Study:
    """The learner's state, reviews, disputes, the records over all documents, and the logs."""

    learners: Learners
    schedules: Schedules
    disputes: Disputes
    records: Records
    logbook: Logbook

    @classmethod
    def of(cls, rows: Rows) -> "Study":
        """All of them over the same rows."""
        return cls(Learners(rows), Schedules(rows), Disputes(rows), Records(rows), Logbook(rows))
