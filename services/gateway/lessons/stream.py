"""What happens in a session's lessons, as it happens: turns that are told, and where the lesson stands then.

A turn's place is its `seq`. Turns are told in its order, so who goes on after the last one that they have misses none
and has none twice.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from uuid import UUID

from fastapi.responses import StreamingResponse

from contracts.views.lessons import LessonView, TurnView
from services.gateway.lessons import views
from services.gateway.lessons.queries import LessonQueries
from services.gateway.messaging.waiting import HasWaiters

KEEP_ALIVE_SECONDS = 15.0
AT_ONCE = 100


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


@dataclass
class Following:
    """One who follows a session's lessons. `holds`: whether their token still does; `after`: the place of the last turn
    that they have; `language`: theirs."""

    rows: LessonQueries
    waiters: HasWaiters
    session: UUID
    holds: Callable[[], bool]
    after: int
    language: str | None = None
    _mark: object = None

    async def new(self) -> list[TurnView | LessonView]:
        """What is new: turns, then where the lesson stands, if that has changed; never one that knows of a turn which
        was not told before."""
        told: list[TurnView | LessonView] = []
        while True:
            mark = await self.rows.mark(self.session)
            found = await self.rows.turns(self.session, self.after, 0, AT_ONCE)
            told += [views.turn(row, self.language) for row in found]
            self.after = found[-1]["seq"] if found else self.after
            if mark in (None, self._mark) or len(found) == AT_ONCE:
                return told
            lesson = await self.rows.view(self.session, self.language)
            if mark == await self.rows.mark(self.session):  # Else a turn may have come in between.
                self._mark = mark
                return [*told, lesson] if lesson is not None else told

    async def awaited(self, seconds: float) -> list[TurnView | LessonView]:
        """What is new, once anything is; nothing in so many seconds, or at the token's or the gateway's end."""

        async def look() -> list[TurnView | LessonView] | None:
            return (await self.new() or None) if self.holds() else []

        return await self.waiters.until(self.session, look, seconds) or []


async def events(following: Following, seconds: float) -> AsyncIterator[str]:
    """Server-sent events until the time is over, the token or the gateway ends; a comment now and then."""
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    while True:
        left = max(0.0, end - clock())
        found = await following.awaited(min(left, KEEP_ALIVE_SECONDS))
        if not following.holds():
            return
        for one in found:
            if isinstance(one, TurnView):
                yield f"id: {one.seq}\nevent: turn\ndata: {one.model_dump_json()}\n\n"
            else:
                yield f"event: state\ndata: {one.model_dump_json()}\n\n"
        if not found:
            if left <= 0 or following.waiters.closed:
                return
            yield ": nothing new\n\n"
