"""Lanes: how much of one kind goes on at once, runs of a worker or calls of a model, and who is next. Fair between
owners; of one owner's what is nearly finished comes first, then it is fair between sessions."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(eq=False)
class _Waiting:
    session: Hashable
    owner: str
    stage: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Lane:
    """At most `width` runs at once. Next is, of those that wait, the one whose owner has the fewest runs going; then
    the one whose owner was last given a place longest ago; then the one at the latest stage; then whose session has the
    fewest; then the first.

    So an owner or a session with many commands leaves a place to every other that has some, and uses all when alone;
    and of a hundred documents that are sent at once the first is ready while the others are still to be read.
    """

    def __init__(self, width: int) -> None:
        self._free = width
        self._going = Counter[Hashable]()
        self._of_owner = Counter[str]()
        self._given: dict[str, int] = {}
        self._turns = 0
        self._waiting: list[_Waiting] = []  # in order of arrival

    @asynccontextmanager
    async def place(self, session: Hashable, owner: str = "", stage: int = 0) -> AsyncIterator[None]:
        """Waits for a place and holds it. Sessions without an `owner` are one owner's."""
        if self._free:
            self._take(session, owner)
        else:
            await self._wait(session, owner, stage)
        try:
            yield
        finally:
            self._leave(session, owner)

    async def _wait(self, session: Hashable, owner: str, stage: int) -> None:
        mine = _Waiting(session, owner, stage)
        self._waiting.append(mine)
        try:
            await mine.turn
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self._leave(session, owner)  # It was given the place in the same moment.
            raise

    def _take(self, session: Hashable, owner: str) -> None:
        self._free -= 1
        self._going[session] += 1
        self._of_owner[owner] += 1
        self._turns += 1
        self._given[owner] = self._turns

    def _leave(self, session: Hashable, owner: str) -> None:
        self._free += 1
        self._going -= Counter({session: 1})
        self._of_owner -= Counter({owner: 1})
        if self._waiting:
            following = min(self._waiting, key=self._rank)  # `min` keeps the order of arrival
            self._waiting.remove(following)
            self._take(following.session, following.owner)
            if not following.turn.cancelled():  # It wakes to that, and passes the place on.
                following.turn.set_result(None)
        else:
            self._given = {owner: turn for owner, turn in self._given.items() if owner in self._of_owner}

    def _rank(self, one: _Waiting) -> tuple[int, int, int, int]:
        return self._of_owner[one.owner], self._given.get(one.owner, 0), -one.stage, self._going[one.session]
