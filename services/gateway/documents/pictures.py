"""Page pictures: one that is there is served, another is asked of the Readers and waited for.

The blob is what counts. `PageRendered` wakes those who wait, or says why there is nothing to wait for; like every
wake-up it may be lost.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID, uuid5

from fastapi import Depends, Request

from contracts.envelope import first
from contracts.problems import Code, Failure, Problem
from contracts.reading import PageRendered, RenderPage
from services.chassis.broker.outgoing import Outgoing
from services.chassis.problems import failed
from services.chassis.storage.blobs import Blobs
from services.chassis.tracing import telemetry
from services.gateway.messaging.intake import SOURCE, Publish
from services.gateway.messaging.waiting import Waiters

TOPIC = "reader.pictures"
LONGEST_SECONDS = 15.0
PUBLISH_SECONDS = 2.0
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Drawn:
    """How the asking for a picture ended: it is there, or why not; neither: nobody answered in time."""

    there: bool = False
    problem: Problem | None = None


class Drawings:
    """The pictures of this gateway's viewers. However many look at one, it is asked for once."""

    def __init__(self, blobs: Blobs, waiters: Waiters, publish: Publish, seconds: float = LONGEST_SECONDS) -> None:
        self._blobs, self._waiters, self._publish, self._seconds = blobs, waiters, publish, seconds
        self._asked: dict[tuple[UUID, str], asyncio.Task[Drawn]] = {}
        self._refused: dict[tuple[UUID, str], Problem] = {}

    def heard(self, session: UUID, told: PageRendered) -> None:
        """What a Reader says about a picture; call it before the session's waiters are woken."""
        if told.problem is not None and (session, told.picture) in self._asked:
            self._refused[session, told.picture] = told.problem

    async def picture(self, session: UUID, command: RenderPage) -> bytes:
        """The PNG, as soon as it is there. Raises `Failure`: why it cannot be drawn, or 503."""
        if (png := await self._read(command.picture)) is not None:
            return png
        key = session, command.picture
        asking = self._asked.get(key)
        if asking is None:
            asking = self._asked[key] = asyncio.create_task(self._ask(session, command))
            asking.add_done_callback(lambda _: self._forget(key))
        drawn = await asyncio.shield(asking)  # Who goes away does not take the picture from the others.
        if drawn.problem is not None:
            raise Failure(drawn.problem)
        if drawn.there and (png := await self._read(command.picture)) is not None:
            return png
        raise failed(Code.UNAVAILABLE, "not_drawn_yet", page=command.page, numbers={"seconds": self._seconds})

    async def _ask(self, session: UUID, command: RenderPage) -> Drawn:
        key = session, command.picture
        traceparent = telemetry.traceparent_of(session)
        id = uuid5(session, command.picture)
        envelope = first(command, id=id, source=SOURCE, session=session, traceparent=traceparent)
        try:
            message = Outgoing(TOPIC, command.picture.encode(), command.write(), envelope.headers())
            await asyncio.wait_for(self._publish([message]), PUBLISH_SECONDS)
        except Exception as error:  # Whatever the broker says: the viewer asks again.
            log.warning("A picture could not be asked for.", extra={"error": error})
            return Drawn()

        async def look() -> Drawn | None:
            if (refused := self._refused.get(key)) is not None:
                return Drawn(problem=refused)
            there = await asyncio.to_thread(self._blobs.exists, command.picture)
            return Drawn(there=True) if there else None

        return await self._waiters.until(session, look, self._seconds) or Drawn()

    async def _read(self, name: str) -> bytes | None:
        try:
            return await asyncio.to_thread(self._blobs.read, name)
        except FileNotFoundError:
            return None

    def _forget(self, key: tuple[UUID, str]) -> None:
        self._asked.pop(key, None)
        self._refused.pop(key, None)


async def _drawings(request: Request) -> Drawings:
    drawings: Drawings = request.app.state.drawings
    return drawings


async def _blobs(request: Request) -> Blobs:
    blobs: Blobs = request.app.state.blobs
    return blobs


HasDrawings = Annotated[Drawings, Depends(_drawings)]
HasBlobs = Annotated[Blobs, Depends(_blobs)]
