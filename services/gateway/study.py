"""What the gateway reads of learning, put together: each part has its queries in a file of its own."""

from dataclasses import dataclass

from services.gateway.disputes import Disputes
from services.gateway.learners import Learners
from services.gateway.logbook import Logbook
from services.gateway.records import Records
from services.gateway.rows import Rows
from services.gateway.schedules import Schedules


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
