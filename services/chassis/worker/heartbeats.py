"""Heartbeats: a worker says of a command that it comes further, so that its deadline moves on (protocol rule 13).

1. They come from progress and never from a clock: of a command that is worked on by its own progress, of one that
   waits for its place by anybody's, since the queue that it stands in moves.
2. At most one a command in `every_s`; none before that time is over, so a short command costs nothing.
3. They speak for the newest attempt that is in hand: a later one waits for what the first is doing.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from contracts.envelope import Envelope, reply
from contracts.session import StepProgressed
from services.chassis.broker.outgoing import Outgoing

EVERY_S = 10.0
log = logging.getLogger(__name__)


@dataclass
class Held:
    """A command in hand, at its newest attempt. `told`: when it was last spoken for, or taken in hand."""

    envelope: Envelope
    told: float
    times: int = 0
    holders: int = 0
    begun: bool = False


class Heartbeats:
    """The commands in hand, and who is told of them."""

    def __init__(
        self,
        service: str,
        topic: str,
        publish: Callable[[Sequence[Outgoing]], Awaitable[None]],
        every_s: float = EVERY_S,
    ) -> None:
        self._source, self._topic, self._publish, self._every_s = f"pensum/{service}", topic, publish, every_s
        self._held: dict[UUID, Held] = {}
        self._due = math.inf  # When the first of those that wait is to be spoken for: progress is told often, by many.
        self._saying: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def holding(self, envelope: Envelope, counts: bool = True) -> Iterator[None]:
        """It is in hand, waiting or worked on. `counts` False: it is no step's, and nobody waits to hear of it."""
        if not counts:
            yield
            return
        self._loop = asyncio.get_running_loop()
        held = self._held.setdefault(envelope.id, Held(envelope, time.monotonic()))
        if envelope.attempt > held.envelope.attempt:
            held.envelope = envelope
        held.holders += 1
        self._due = min(self._due, held.told + self._every_s)
        try:
            yield
        finally:
            held.holders -= 1
            if not held.holders and self._held.get(envelope.id) is held:
                del self._held[envelope.id]

    def waits(self, command: UUID) -> None:
        """It waits for its place."""
        if (held := self._held.get(command)) is not None:
            held.begun = False
            self._due = min(self._due, held.told + self._every_s)

    def begins(self, command: UUID) -> None:
        """It is worked on from now on."""
        if (held := self._held.get(command)) is not None:
            held.begun = True

    def of(self, command: UUID) -> Callable[[], None]:
        """What is called when a command comes further: from any thread, as often as it likes."""

        def made() -> None:
            now, own = time.monotonic(), self._held.get(command)
            if self._loop is not None and (now >= self._due or (own and now - own.told >= self._every_s)):
                self._loop.call_soon_threadsafe(self._further, command)

        return made

    def _further(self, command: UUID) -> None:
        now = time.monotonic()
        out: list[Outgoing] = []
        for id, held in self._held.items():
            if (id == command or not held.begun) and now - held.told >= self._every_s:
                held.told = now
                out.append(self._message(held))
                held.times += 1
        self._due = min((each.told + self._every_s for each in self._held.values() if not each.begun), default=math.inf)
        if out:
            task = asyncio.create_task(self._say(out))
            self._saying.add(task)
            task.add_done_callback(self._saying.discard)

    def _message(self, held: Held) -> Outgoing:
        message = StepProgressed()
        envelope = reply(message, held.envelope, source=self._source, ordinal=held.times)
        return Outgoing(self._topic, str(held.envelope.subject).encode(), message.write(), envelope.headers())

    async def _say(self, messages: Sequence[Outgoing]) -> None:
        try:
            await self._publish(messages)
        except Exception as error:  # Lost without harm; the bus finds out by itself that its broker is away.
            log.info("A heartbeat was not taken: %s", error)
