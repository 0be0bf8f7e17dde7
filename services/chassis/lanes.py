"""Lanes: how many runs of one kind a worker has going at once, and who is next. Fair between sessions."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(eq=False)
class _Waiting:
    session: UUID
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Lane:
    """At most `width` runs at once. Next is the one that waits whose session has the fewest runs going, then the first.

    So a session with many commands leaves a place to every other that has some, and uses all places when it is alone.
    """

    def __init__(self, width: int) -> None:
        self._free = width
        self._going = Counter[UUID]()
        self._waiting: list[_Waiting] = []  # in order of arrival

    @asynccontextmanager
    async def place(self, session: UUID) -> AsyncIterator[None]:
        """Waits for a place and holds it."""
        if self._free:
            self._take(session)
        else:
            await self._wait(session)
        try:
            yield
        finally:
            self._leave(session)

    async def _wait(self, session: UUID) -> None:
        mine = _Waiting(session)
        self._waiting.append(mine)
        try:
            await mine.turn
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self._leave(session)  # It was given the place in the same moment.
            raise

    def _take(self, session: UUID) -> None:
        self._free -= 1
        self._going[session] += 1

    def _leave(self, session: UUID) -> None:
        self._free += 1
        self._going[session] -= 1
        if not self._going[session]:
            del self._going[session]
        if self._waiting:
            following = min(self._waiting, key=lambda one: self._going[one.session])  # `min` keeps the order of arrival
            self._waiting.remove(following)
            self._take(following.session)
            following.turn.set_result(None)
