"""The actors of a walk around the real parts: an orchestrator's process, and the gateway's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from contracts.message import Message
from contracts.session import Status
from contracts.topics import consumed_by
from contracts.views.sessions import Accepted
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection
from services.gateway.access.bearer import Who
from services.gateway.database import Rows
from services.gateway.messaging.intake import Asked, Intake, Publish
from services.orchestrator.batch.fold import Decide
from services.orchestrator.batch.handle import Shell
from tests.standins.bag_broker import BagBroker, BagConsumer, BagRecord

WHO = Who("tenant", "learner", "learner")


class Crash(Exception):
    """The process dies here."""


class Orchestrator:
    """One process: a shell, its consumer, and what it does around them. `shell` and `early` may be mutants."""

    def __init__(
        self, broker: BagBroker, connection: Connection, decide: Decide, shell: type[Shell], early: bool
    ) -> None:
        self._broker, self._connection, self._decide = broker, connection, decide
        self._make, self._early = shell, early
        self.consumer = BagConsumer(broker, "orchestrator", [topic.name for topic in consumed_by("orchestrator")])
        self.records: list[BagRecord] = []
        self.pending: list[Outgoing] = []
        self._plan = ""
        self._half = 0
        self._start()

    def _start(self) -> None:
        self.shell = self._make(self._connection, self._publish, decide=self._decide)

    @property
    def busy(self) -> bool:
        """It has folded a batch and not yet published it."""
        return bool(self.records)

    async def turn(self, records: Sequence[BagRecord], plan: str = "", half: int = 0) -> None:
        """Takes a batch. `plan`: "received", "committed", "half", "published" name where it crashes; "slow" where it
        stops for a while, committed and not published."""
        self.consumer.take(records)
        self.records, self._plan, self._half = list(records), plan, half
        try:
            if plan == "received":
                raise Crash
            await self.shell.handle(records)
            if plan == "published":
                raise Crash
        except Crash:
            self.crash()
        else:
            if plan != "slow":
                self._done()

    async def go_on(self) -> None:
        """Publishes what it held back, and acknowledges."""
        await self._broker.publish(self.pending)
        self._done()

    def crash(self) -> None:
        """A new process with an empty memory; what was not acknowledged comes again."""
        self.records, self.pending = [], []
        self.consumer.crash()
        self._start()

    def _done(self) -> None:
        self.consumer.commit(self.records)
        self.records, self.pending = [], []

    async def _publish(self, messages: Sequence[Outgoing]) -> None:
        if self._early:
            self.consumer.commit(self.records)
        match self._plan:
            case "committed":
                raise Crash
            case "half":
                await self._broker.publish(messages[: self._half])
                raise Crash
            case "slow":
                self.pending = list(messages)
            case _:
                await self._broker.publish(messages)


@dataclass
class Gateway:
    """The real intake on the real table. `promised` is what was answered with 2xx."""

    intake: Intake
    promised: list[tuple[UUID, UUID]]

    @classmethod
    def on(cls, rows: Rows, publish: Publish) -> "Gateway":
        """A gateway that publishes so."""
        return cls(Intake(rows, publish), [])

    async def take(self, message: Message, session: UUID, crash: str = "", who: Who = WHO) -> UUID:
        """Accepts a request; the message's id. `crash`: "published" dies between row and publishing."""
        asked = Asked(who, "POST", f"/v1/sessions/{session}", str(uuid4()))
        await self.write(asked, message, session)
        self.promised.append((session, asked.message_id))
        return asked.message_id

    async def write(self, asked: Asked, message: Message, session: UUID) -> None:
        """The intake's own work."""
        answer = Accepted(session_id=session, status=Status.ACCEPTED, trace_id=session.hex, url="/")
        await self.intake.accept(asked, "0" * 64, message, answer, None, new=False)


def now() -> datetime:
    """The present."""
    return datetime.now(UTC)
