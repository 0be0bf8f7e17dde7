"""Where a question points: asked of the Coach over the bus, for the gateway has no model's key; waited for, and kept.

Like a page's picture it is no step of a session and may be lost: then the search goes by words, and says so.
"""

import asyncio
import logging
from collections import OrderedDict
from typing import Annotated
from uuid import UUID, uuid5

from fastapi import Depends, Request

from contracts.digest import EmbedQuestion, QuestionEmbedded
from contracts.envelope import first
from services.chassis.broker.outgoing import Outgoing
from services.chassis.tracing import telemetry
from services.gateway.messaging.intake import SOURCE, Publish
from services.gateway.messaging.waiting import Waiters
from services.search.vectors import kept

TOPIC = "coach.embeddings"
LONGEST_SECONDS = 3.0
QUIET_SECONDS = 15.0
"""After nobody answered: so long nobody is kept waiting for the next."""
KEPT = 1_000
log = logging.getLogger(__name__)


class Meanings:
    """The directions of this gateway's questions, by session. `model` "": there are none, and nobody is asked."""

    def __init__(
        self,
        model: str,
        waiters: Waiters,
        publish: Publish,
        seconds: float = LONGEST_SECONDS,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self.model = model
        self._waiters, self._publish, self._seconds, self._quiet = waiters, publish, seconds, quiet_seconds
        self._known: OrderedDict[UUID, bytes] = OrderedDict()
        self._asked: dict[UUID, asyncio.Task[bytes | None]] = {}
        self._told: dict[UUID, QuestionEmbedded] = {}
        self._quiet_until = float("-inf")

    def heard(self, command: UUID | None, told: QuestionEmbedded) -> None:
        """What the Coach says; call it before the session's waiters are woken."""
        if command in self._asked:
            self._told[command] = told

    async def of(self, session: UUID, question: str) -> bytes | None:
        """Where a question points, None where that is not known in time."""
        id = uuid5(session, f"{self.model}\n{question}")
        if (known := self._known.get(id)) is not None:
            self._known.move_to_end(id)
            return known
        asking = self._asked.get(id)
        if asking is None:
            if asyncio.get_running_loop().time() < self._quiet_until:
                return None
            asking = self._asked[id] = asyncio.create_task(self._ask(id, session, question))
            asking.add_done_callback(lambda _: self._forget(id))
        return await asyncio.shield(asking)  # Who goes away does not take it from the others.

    async def _ask(self, id: UUID, session: UUID, question: str) -> bytes | None:
        command = EmbedQuestion(model=self.model, question=question)
        traceparent = telemetry.traceparent_of(session)
        envelope = first(command, id=id, source=SOURCE, session=session, traceparent=traceparent)
        message = Outgoing(TOPIC, str(id).encode(), command.write(), envelope.headers())

        async def look() -> QuestionEmbedded | None:
            return self._told.get(id)

        told = None
        try:
            async with asyncio.timeout(self._seconds):
                await self._publish([message])
                told = await self._waiters.until(session, look, self._seconds)
        except Exception as error:  # Whatever the broker says, and nothing within the time: words find something too.
            log.warning("A question's vector could not be asked for.", extra={"error": error})
        if told is None or told.vector is None:
            self._quiet_until = asyncio.get_running_loop().time() + self._quiet
            return None
        found = self._known[id] = kept(told.vector)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    def _forget(self, id: UUID) -> None:
        self._asked.pop(id, None)
        self._told.pop(id, None)


async def _meanings(request: Request) -> Meanings:
    meanings: Meanings = request.app.state.meanings
    return meanings


HasMeanings = Annotated[Meanings, Depends(_meanings)]
