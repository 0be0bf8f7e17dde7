"""Parts that break one rule each; the walk must find every one of them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from contracts.envelope import Envelope
from contracts.message import Message
from contracts.reading import PageCorrected
from services.gateway.access.bearer import Who
from services.orchestrator.arrivals import Arrival, Aside
from services.orchestrator.batch.changes import DeadlineSet
from services.orchestrator.batch.fold import Batch
from services.orchestrator.batch.handle import Shell
from services.orchestrator.batch.locked import LockedSession
from services.orchestrator.database.rows import Change
from services.orchestrator.database.writes import Writes
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.documents.events import BlocksRead, DocumentHeld, RangeRead
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Ask, Decision, Meta, State
from services.orchestrator.workflow.steps import ask_more
from tests.flow.actors import WHO, Gateway
from tests.flow.learners import Parts
from tests.standins.workers.worker import by_attempt


class SilentBatch(Batch):
    def _again(self, locked: LockedSession, row: dict[str, Any]) -> None:
        """A duplicate is dropped, whatever became of its commands."""


class SilentShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return SilentBatch(self.connection, self.waits, arrivals, asides, frozenset(self._published), self.decide)


class LateWrites(Writes):
    """Keeps the deadlines for later."""

    def __init__(self, late: Writes) -> None:
        super().__init__()
        self._late = late

    def change(self, change: Change) -> None:
        (self._late.change if isinstance(change, DeadlineSet) else super().change)(change)


class LateDeadlinesShell(Shell):
    """Deadline rows are written after the publish."""

    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        self.late = Writes()
        published = frozenset(self._published)
        writes = LateWrites(self.late)
        return Batch(self.connection, self.waits, arrivals, asides, published, self.decide, writes=writes)

    async def handle(self, records: Sequence[Any]) -> None:
        await super().handle(records)
        await self.late.run(self.connection)


class ForgetfulBatch(Batch):
    """The journal is not asked for what is known: a duplicate is decided again."""

    async def load(self) -> None:
        await super().load()
        self.lookup.sessions.journaled = {}


class ForgetfulShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return ForgetfulBatch(self.connection, self.waits, arrivals, asides, frozenset(self._published), self.decide)


def without_attempt(message: Message, to: Envelope, source: str, ordinal: int) -> Envelope:
    """An answer's id that forgets the attempt."""
    return by_attempt(message, to, source, ordinal).model_copy(
        update={"id": uuid5(to.id, f"{message.type_name}:{ordinal}")}
    )


class HastyGateway(Gateway):
    """Answers 2xx before the row is there."""

    async def take(self, message: Message, session: UUID, crash: str = "", who: Who = WHO) -> UUID:
        if not crash:
            return await super().take(message, session, who=who)
        self.promised.append((session, session))
        return session


def _with_asks(decision: Decision, asks: list[Ask]) -> Decision:
    """The decision with these commands alone; what is not asked for is not open either."""
    gone = {ask.command for ask in decision.asks} - {ask.command for ask in asks}
    opened = {command: step for command, step in decision.state.open.items() if command not in gone}
    return Decision(state=decision.state.model_copy(update={"open": opened}), asks=asks)


def loses_a_range(state: State, event: Event, meta: Meta) -> Decision:
    """The range that a finished one makes room for is counted as asked for, and is not."""
    decision = decide(state, event, meta)
    if not isinstance(event, RangeRead):
        return decision
    return _with_asks(decision, [ask for ask in decision.asks if ask.kind != "pages"])


def gathers_twice(state: State, event: Event, meta: Meta) -> Decision:
    """The last range asks for the whole twice."""
    decision = decide(state, event, meta)
    for ask in decision.asks:
        if ask.kind == "gather" and isinstance(event, RangeRead):
            return ask_more(decision, meta, Journey("document"), "once more", ask.params)
    return decision


def forgets_corrections(state: State, event: Event, meta: Meta) -> Decision:
    """What a person has set right is not kept."""
    return Decision(state=state, kept=False) if isinstance(event, PageCorrected) else decide(state, event, meta)


def digests_before_all_passed(state: State, event: Event, meta: Meta) -> Decision:
    """A held document passes as if it had been read."""
    if isinstance(event, DocumentHeld):
        event = BlocksRead(number=1, of=1, blocks=1, doc_meta=event.doc_meta, reading=event.reading)
    return decide(state, event, meta)


def loses_a_part(state: State, event: Event, meta: Meta) -> Decision:
    """The Coach is done when the first part has come."""
    if isinstance(event, MaterialWritten):
        event = event.model_copy(update={"part": 1, "of": 1})
    return decide(state, event, meta)


def takes_every_edit(state: State, event: Event, meta: Meta) -> Decision:
    """An edit is taken whatever the Evaluator says."""
    step = state.open.get(meta.command) if meta.command else None
    if isinstance(event, MaterialJudged) and step is not None and step.kind == "check":
        event = event.model_copy(update={"items": 1})
    return decide(state, event, meta)


def orders_nothing_again(state: State, event: Event, meta: Meta) -> Decision:
    """What was refused is forgotten."""
    if isinstance(event, MaterialJudged):
        event = event.model_copy(update={"refused": {}, "refused_cards": {}})
    return decide(state, event, meta)


MUTANTS = {
    "a part lost": (Parts(decide=loses_a_part), Counter[str]()),
    "an edit taken unchecked": (Parts(decide=takes_every_edit), Counter[str]()),
    "what was refused is not ordered again": (Parts(decide=orders_nothing_again), Counter[str]()),
    "a range lost": (Parts(decide=loses_a_range), Counter[str]()),
    "gathered twice": (Parts(decide=gathers_twice), Counter[str]()),
    "a correction forgotten": (Parts(decide=forgets_corrections), Counter[str]()),
    "material of what is held": (Parts(decide=digests_before_all_passed), Counter[str]()),
    "duplicates dropped in silence": (Parts(shell=SilentShell), Counter(crash=3)),
    "offsets committed before the publish": (Parts(early_commit=True), Counter(crash=3)),
    "an answer's id without its attempt": (Parts(reply=without_attempt), Counter(fail=2)),
    "2xx before the intake row": (Parts(gateway=HastyGateway), Counter(crash=1)),
    "deadline rows written after the publish": (Parts(shell=LateDeadlinesShell), Counter(crash=4, wipe=3)),
    "a duplicate decided again": (Parts(shell=ForgetfulShell), Counter(crash=3, dup=3)),
}
"""What is wrong, and the faults under which it shows."""
