"""Waiting for a session to move: woken by `SessionUpdated`, which may be lost, so every wait is short (rule 16)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar
from uuid import UUID

from fastapi import Depends, Request

from services.gateway.access.recent import Recent

LONGEST_SECONDS = 1.0
T = TypeVar("T")


class Waiters:
    """Those who wait, by session."""

    def __init__(self, longest: float = LONGEST_SECONDS) -> None:
        self._longest = longest
        self._waiting: dict[UUID, set[asyncio.Event]] = {}
        self._closed = False
        self.recent = Recent()

    def wake(self, session: UUID) -> None:
        """The session has moved."""
        self.recent.moved(session)
        for bell in self._waiting.get(session, ()):
            bell.set()

    @property
    def closed(self) -> bool:
        """Whether the gateway ends: whoever waits in a loop leaves it."""
        return self._closed

    def close(self) -> None:
        """Nobody is to wait any longer: the gateway ends."""
        self._closed = True
        for session in self._waiting:
            self.wake(session)

    async def until(self, session: UUID, look: Callable[[], Awaitable[T | None]], seconds: float) -> T | None:
        """What `look` finds, asked after subscribing, on every wake and every `longest` seconds; None in time."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        with self._subscribed(session) as bell:
            while True:
                bell.clear()
                found = await look()
                left = end - clock()
                if found is not None or left <= 0 or self._closed:
                    return found
                try:
                    await asyncio.wait_for(bell.wait(), min(left, self._longest))
                except TimeoutError:
                    continue

    @contextmanager
    def _subscribed(self, session: UUID) -> Iterator[asyncio.Event]:
        bell = asyncio.Event()
        self._waiting.setdefault(session, set()).add(bell)
        try:
            yield bell
        finally:
            self._waiting[session].discard(bell)
            if not self._waiting[session]:
                del self._waiting[session]


async def _waiters(request: Request) -> Waiters:
    waiters: Waiters = request.app.state.waiters
    return waiters


HasWaiters = Annotated[Waiters, Depends(_waiters)]
