"""A batch's locked sessions, the commands that are due to them, and the message that must leave the batch."""

from dataclasses import dataclass
from uuid import UUID

from services.orchestrator.arrivals import Arrival
from services.orchestrator.workflow.state import Ask, State


class Guilty(Exception):
    """A message whose commands cannot be built: it is parked and the batch folded again without it."""

    def __init__(self, arrival: Arrival, reason: str) -> None:
        super().__init__(reason)
        self.arrival, self.reason = arrival.derived_from or arrival, reason


@dataclass
class LockedSession:
    """A locked session: its state as the batch goes on, and what the batch has added."""

    state: State
    version: int
    before: State
    tenant: str
    user: str
    moved: bool = False
    touched: bool = False
    traceparent: str | None = None


@dataclass
class Due:
    """A command to publish, and the arrival it came from (None: a duplicate's row, published again)."""

    session: LockedSession
    ask: Ask
    cause: UUID
    traceparent: str | None
    arrival: Arrival | None
