"""Parts that break one rule each; the walk must find every one of them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, LiteralString
from uuid import UUID, uuid5

from contracts.envelope import Envelope
from contracts.letter import Letter
from services.orchestrator.arrive import Arrival, Aside
from services.orchestrator.fold import Batch, Held
from services.orchestrator.handle import Shell
from services.orchestrator.writes import Writes
from tests.flow.actors import Gateway
from tests.flow.walk import Parts
from tests.standins.worker import by_attempt


class SilentBatch(Batch):
    def _again(self, held: Held, row: dict[str, Any]) -> None:
        """A duplicate is dropped, whatever became of its commands."""


class SilentShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return SilentBatch(self.connection, self.waits, arrivals, asides, frozenset(self._published), self.decide)


class LateWrites(Writes):
    """Keeps what concerns the deadlines for later."""

    def __init__(self, late: list[tuple[LiteralString, Any]]) -> None:
        super().__init__()
        self._late = late

    def then(self, statement: LiteralString, *values: Any) -> None:
        if statement.startswith("insert into deadlines"):
            self._late.append((statement, values))
        else:
            super().then(statement, *values)


class LateDeadlinesShell(Shell):
    """Deadline rows are written after the publish."""

    late: list[tuple[LiteralString, Any]]

    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        self.late = []
        return Batch(
            self.connection,
            self.waits,
            arrivals,
            asides,
            frozenset(self._published),
            self.decide,
            writes=LateWrites(self.late),
        )

    async def handle(self, records: Sequence[Any]) -> None:
        await super().handle(records)
        for statement, values in getattr(self, "late", []):
            await self.connection.execute(statement, values)
        self.late = []


class ForgetfulBatch(Batch):
    """The journal is not asked for what is known: a duplicate is decided again."""

    async def load(self) -> None:
        await super().load()
        self.known.rows = {}


class ForgetfulShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return ForgetfulBatch(self.connection, self.waits, arrivals, asides, frozenset(self._published), self.decide)


def without_attempt(letter: Letter, to: Envelope, source: str, ordinal: int) -> Envelope:
    """An answer's id that forgets the attempt."""
    return by_attempt(letter, to, source, ordinal).model_copy(
        update={"id": uuid5(to.id, f"{letter.letter_type}:{ordinal}")}
    )


class HastyGateway(Gateway):
    """Answers 2xx before the row is there."""

    async def take(self, letter: Letter, session: UUID, crash: str = "") -> UUID:
        if not crash:
            return await super().take(letter, session)
        self.promised.append((session, session))
        return session


MUTANTS = {
    "duplicates dropped in silence": (Parts(shell=SilentShell), Counter(crash=3)),
    "offsets committed before the publish": (Parts(early_commit=True), Counter(crash=3)),
    "an answer's id without its attempt": (Parts(reply=without_attempt), Counter(fail=2)),
    "2xx before the intake row": (Parts(gateway=HastyGateway), Counter(crash=1)),
    "deadline rows written after the publish": (Parts(shell=LateDeadlinesShell), Counter(crash=4, wipe=3)),
    "a duplicate decided again": (Parts(shell=ForgetfulShell), Counter(dup=3)),
}
"""What is wrong, and the faults under which it shows."""
