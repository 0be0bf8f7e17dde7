"""What was found of sessions is remembered for the next who ask, until it moves: a poll that finds nothing new asks the
database nothing, and one that is sent again word by word is answered before it is even looked at. A wake-up may be lost
(rule 16), so nothing is remembered for long: those that are asked for are looked up again, many in one query.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Annotated, TypeVar, cast
from uuid import UUID

import psycopg
from fastapi import Depends, Request
from psycopg_pool import PoolTimeout
from starlette.types import ASGIApp, Receive, Scope, Send

from services.gateway.http.tracing import SESSION

STALE_SECONDS = 5.0
RENEWAL_SECONDS, AHEAD_SECONDS, MOST_AT_ONCE = 1.0, 3.0, 2000
"""How often is looked who is to be looked up again: those of whom it is over so soon, so many in one query."""
MOST_REMEMBERED, MOST_OF_A_SESSION = 20_000, 16
MATTER = frozenset({b"authorization", b"accept-language", b"if-none-match", b"prefer"})
"""The headers that what is answered from memory depends on."""
Headers = Sequence[tuple[bytes, bytes]]
T = TypeVar("T")


@dataclass(slots=True)
class _Kept:
    """What is remembered of one session `until` then, by the clock.

    `found`: by who asked. `polls`: the 304 to each request, and when its token ends. `asked`: since it was looked up.
    """

    until: float
    found: dict[Hashable, object] = field(default_factory=dict)
    polls: dict[bytes, tuple[float, Headers]] = field(default_factory=dict)
    asked: bool = False


class Recent:
    """What was found of sessions, as long as nothing says that they moved, and `STALE_SECONDS` at most.

    Only while the bus is there (`live`): without it nobody would be told, and everything is looked up. What moves while
    it is being looked up is not remembered. Whoever asks is part of the key, so nobody is told of another's session.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._live = False
        self._kept: dict[UUID, _Kept] = {}
        self._looking: dict[UUID, set[object]] = {}

    def live(self, there: bool) -> None:
        """The bus is there from now on, or is lost."""
        self._live = there
        self._kept.clear()
        self._looking.clear()

    def moved(self, session: UUID) -> None:
        """Something of the session is, or will be, another."""
        self._kept.pop(session, None)
        self._looking.pop(session, None)

    async def of(self, session: UUID, who: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        """What `look` finds or found. What it raises is remembered by nobody."""
        if (kept := self._current(session)) is not None and who in kept.found:
            return cast(T, kept.found[who])
        mine, until = object(), self._clock() + STALE_SECONDS
        if self._live:
            self._looking.setdefault(session, set()).add(mine)
        try:
            found = await look()
            if mine in self._looking.get(session, ()):
                self._keep(session, who, until, found)
            return found
        finally:
            if (looking := self._looking.get(session)) is not None:
                looking.discard(mine)
                if not looking:
                    del self._looking[session]

    def unchanged(
        self, session: UUID, who: Hashable, found: object, scope: Scope, headers: Headers, ends: float
    ) -> None:
        """This very request was answered with 304, since nothing is new to what was `found` for `who`; until its token
        `ends` (seconds since 1970) and as long as that, and nothing newer, is remembered it is answered so again."""
        kept = self._kept.get(session)
        if kept is not None and kept.found.get(who) is found:
            if len(kept.polls) >= MOST_OF_A_SESSION:
                kept.polls.clear()
            kept.polls[_asked(scope)] = (self._clock() + ends - time.time(), headers)

    def answer(self, session: UUID, scope: Scope) -> Headers | None:
        """The headers of the 304 to a request that was answered with one just now; None: it is to be looked at."""
        if (kept := self._current(session)) is None:
            return None
        ends, headers = kept.polls.get(_asked(scope), (0.0, None))
        return headers if self._clock() < ends else None

    async def renew(self, look: Callable[[Sequence[UUID]], Awaitable[Mapping[UUID, object]]]) -> None:
        """Looks up those that are asked for and over soon: what is found as before is remembered on, all else is not.
        Raises what `look` raises; then nothing is another."""
        begun = self._clock()
        due = {id_: kept for id_, kept in self._kept.items() if kept.asked and kept.until < begun + AHEAD_SECONDS}
        due = dict(islice(due.items(), MOST_AT_ONCE))
        found = await look(list(due)) if due else {}
        for session, kept in due.items():
            if self._kept.get(session) is not kept:
                continue  # It moved meanwhile.
            del self._kept[session]
            if all(before == found.get(session) for before in kept.found.values()):
                kept.until, kept.asked = begun + STALE_SECONDS, False
                self._kept[session] = kept  # the last again: who was looked at longest ago stands first

    async def renew_forever(self, look: Callable[[Sequence[UUID]], Awaitable[Mapping[UUID, object]]]) -> None:
        """The same again and again, until cancelled. While the database is away all is over in time."""
        while True:
            await asyncio.sleep(RENEWAL_SECONDS)
            with suppress(psycopg.Error, PoolTimeout):
                await self.renew(look)

    def _current(self, session: UUID) -> _Kept | None:
        """What is remembered of the session and not over, which is asked for now."""
        if (kept := self._kept.get(session)) is None or kept.until <= self._clock():
            return None
        kept.asked = True
        return kept

    def _keep(self, session: UUID, who: Hashable, until: float, found: object) -> None:
        kept = self._current(session) or _Kept(until)
        self._kept.pop(session, None)
        self._forget()
        kept.found[who] = found
        self._kept[session] = kept

    def _forget(self) -> None:
        """Room for one session more: who has been over longest goes, two at a time, or the eldest of too many."""
        now = self._clock()
        for session in list(islice(self._kept, 2)):
            if self._kept[session].until <= now or len(self._kept) >= MOST_REMEMBERED:
                del self._kept[session]


def _asked(scope: Scope) -> bytes:
    """What names a request with all that its answer depends on."""
    headers = [b"%s:%s" % (name, value) for name, value in scope["headers"] if name in MATTER]
    return blake2b(b"\0".join([scope["path"].encode(), scope["query_string"], *headers]), digest_size=16).digest()


class Unmoved:
    """The middleware that answers a poll as it was answered just now, if nothing has moved since."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] == "http" and scope["method"] == "GET" and (found := SESSION.search(scope["path"])):
            recent: Recent = scope["app"].state.waiters.recent
            headers = recent.answer(UUID(found[1]), scope)
            if headers is not None:
                await send({"type": "http.response.start", "status": 304, "headers": list(headers)})
                await send({"type": "http.response.body", "body": b""})
                return
        await self._app(scope, receive, send)


async def _recent(request: Request) -> Recent:
    recent: Recent = request.app.state.waiters.recent
    return recent


HasRecent = Annotated[Recent, Depends(_recent)]
