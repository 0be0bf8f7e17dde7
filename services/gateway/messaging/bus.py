"""The gateway's place on the bus: it publishes what is accepted, and hears of sessions that moved and pictures drawn.

The gateway takes requests while the broker is away (the intake row is enough), so a lost bus is not its end: it is
made anew until it is there again, and those who wait look for themselves meanwhile.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from uuid import UUID

from aiokafka import ConsumerRecord
from aiokafka.errors import KafkaError
from pydantic import ValidationError

from contracts.digest import QuestionEmbedded
from contracts.envelope import Envelope
from contracts.reading import PageRendered
from services.chassis.broker.bus import Bus, BusLost
from services.chassis.broker.outgoing import Outgoing
from services.chassis.process.health import Health
from services.chassis.settings import Settings
from services.gateway.messaging.waiting import Waiters

UPDATES = "session.updates"
PAUSE_SECONDS = 0.2
log = logging.getLogger(__name__)


class Line:
    """The bus as it is just now. `drawn` is told of pictures and `embedded` of questions' vectors, with the id of what
    they answer, before their session's waiters are woken."""

    def __init__(
        self,
        settings: Settings,
        waiters: Waiters,
        drawn: Callable[[UUID, PageRendered], None],
        embedded: Callable[[UUID | None, QuestionEmbedded], None],
    ) -> None:
        self._settings, self._waiters, self._drawn, self._embedded = settings, waiters, drawn, embedded
        self._bus: Bus | None = None
        self._there = asyncio.Event()
        self.returned = asyncio.Event()
        """Set when the bus is there again after a loss; whoever waits for it clears it."""

    async def trouble(self) -> str | None:
        """Why nothing can be published just now, as a sentence; None while it can."""
        return "The broker cannot be reached." if self._bus is None else await self._bus.trouble()

    async def publish(self, messages: Sequence[Outgoing]) -> None:
        """Sends all; waits for a bus that is not there yet. Raises `BusLost` or `KafkaError` when it is lost.

        What is asked of a session is known before it has moved: from now on whoever asks looks for themselves.
        """
        for message in messages:
            with contextlib.suppress(ValueError):
                self._waiters.recent.moved(UUID(message.key.decode()))
        await self._there.wait()  # A gateway that was just begun serves a moment before it: no reason for a sweep.
        if self._bus is None:
            raise BusLost("the broker is not there")
        await self._bus.publish(messages)

    def comes(self) -> None:
        """Somebody comes: workers that rest are begun before there is work for them."""
        if self._bus is not None:
            self._bus.ring()

    async def hear(self, record: ConsumerRecord) -> None:
        """Wakes those who wait for the session that it is about. A wake-up that cannot be read is no loss."""
        try:
            envelope = Envelope.from_headers(record.headers)
            if envelope.type == PageRendered.type_name:
                self._drawn(envelope.subject, PageRendered.read(record.value or b""))
            elif envelope.type == QuestionEmbedded.type_name:
                self._embedded(envelope.cause, QuestionEmbedded.read(record.value or b""))
            self._waiters.wake(envelope.subject)
        except ValidationError:
            log.warning("A wake-up could not be read.", extra={"offset": record.offset})

    async def run(self) -> None:
        """Keeps the bus until cancelled."""
        lost = False
        while True:
            bus = Bus(self._settings, "gateway", health=Health())  # The gateway's own looks at this line.
            bus.listen([UPDATES], self.hear)
            try:
                await bus.start()
                self._bus = bus
                self._waiters.recent.live(True)
                self._there.set()
                if lost:
                    self.returned.set()
                await bus.run()
            except (BusLost, KafkaError, OSError) as error:
                log.warning("The bus is lost; it is looked for again.", extra={"error": error})
            finally:
                self._bus, lost = None, True
                self._waiters.recent.live(False)
                self._there.clear()
                await bus.stop()
            await asyncio.sleep(PAUSE_SECONDS)
