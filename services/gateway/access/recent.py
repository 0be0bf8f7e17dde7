"""What was found of sessions is remembered for the next who ask, until it moves: a poll that finds nothing new asks the
database nothing. A wake-up may be lost (rule 16), so nothing is remembered for long.
"""

import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Annotated, TypeVar, cast
from uuid import UUID

from fastapi import Depends, Request

STALE_SECONDS = 5.0
MOST_REMEMBERED = 20_000
T = TypeVar("T")


class Recent:
    """What was found of sessions, as long as nothing says that they moved, and `STALE_SECONDS` at most.

    Only while the bus is there (`live`): without it nobody would be told, and everything is looked up. What moves while
    it is being looked up is not remembered. Whoever asks is part of the key, so nobody is told of another's session.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._live = False
        self._found: dict[UUID, dict[Hashable, tuple[float, object]]] = {}
        self._looking: dict[UUID, set[object]] = {}

    def live(self, there: bool) -> None:
        """The bus is there from now on, or is lost."""
        self._live = there
        self._found.clear()
        self._looking.clear()

    def moved(self, session: UUID) -> None:
        """Something of the session is, or will be, another."""
        self._found.pop(session, None)
        self._looking.pop(session, None)

    async def of(self, session: UUID, who: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        """What `look` finds or found. What it raises is remembered by nobody."""
        until, known = self._found.get(session, {}).get(who, (0.0, None))
        if known is not None and self._clock() < until:
            return cast(T, known)
        mine, until = object(), self._clock() + STALE_SECONDS
        if self._live:
            self._looking.setdefault(session, set()).add(mine)
        try:
            found = await look()
            if mine in self._looking.get(session, ()):
                if len(self._found) >= MOST_REMEMBERED:
                    del self._found[next(iter(self._found))]
                self._found.setdefault(session, {})[who] = (until, found)
            return found
        finally:
            if (looking := self._looking.get(session)) is not None:
                looking.discard(mine)
                if not looking:
                    del self._looking[session]


async def _recent(request: Request) -> Recent:
    recent: Recent = request.app.state.waiters.recent
    return recent


HasRecent = Annotated[Recent, Depends(_recent)]
