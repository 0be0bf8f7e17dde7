"""A batch's locked sessions, what is remembered of them, the commands that are due to them, and the message that must
leave the batch."""

from collections import OrderedDict
from collections.abc import Iterable
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
    written: int = 0
    """How many bytes its state has, where it was written."""


@dataclass
class Due:
    """A command to publish, and the arrival it came from (None: a duplicate's row, published again)."""

    session: LockedSession
    ask: Ask
    cause: UUID
    traceparent: str | None
    arrival: Arrival | None


class States:
    """States as this process has committed them, with the version that it gave them.

    Under the row's lock an equal version means an equal state, whoever wrote it: each row of the journal is one more,
    and the state is saved with it. So what has not moved since is neither sent, parsed nor validated again. Another
    version, and what went out for want of room, is read.
    """

    MOST_BYTES = 4_000_000

    def __init__(self) -> None:
        self._of: OrderedDict[UUID, tuple[int, State, int]] = OrderedDict()
        self._bytes = 0

    def versions(self, sessions: Iterable[UUID]) -> tuple[list[UUID], list[int]]:
        """Those of these sessions that are known, and at which versions."""
        known = {session: self._of[session][0] for session in sessions if session in self._of}
        return list(known), list(known.values())

    def of(self, session: UUID) -> State:
        """The state of one that is known."""
        return self._of[session][1]

    def keep(self, locked: LockedSession) -> None:
        """What was committed just now."""
        session = locked.state.session_id
        before = self._of.pop(session, (0, locked.state, 0))[2]
        size = locked.written or before
        self._bytes += size - before
        if size:
            self._of[session] = (locked.version, locked.state, size)
        while self._bytes > self.MOST_BYTES:
            self._bytes -= self._of.popitem(last=False)[1][2]
