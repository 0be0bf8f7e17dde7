"""What was found of sessions is remembered for the next who ask, until it moves: a poll that finds nothing new asks the
database nothing, and one that is sent again word by word is answered before it is even looked at. A wake-up may be lost
(rule 16), so nothing is remembered for long.
"""

import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Annotated, TypeVar, cast
from uuid import UUID

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from services.gateway.http.tracing import SESSION

STALE_SECONDS = 5.0
MOST_REMEMBERED, MOST_OF_A_SESSION = 20_000, 16
MATTER = frozenset({b"authorization", b"accept-language", b"if-none-match", b"prefer"})
"""The headers that what is answered from memory depends on."""
Headers = Sequence[tuple[bytes, bytes]]
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
        until, known = self._found.get(session, {}).get(who, (0.0, None))
        if known is found:
            self._keep(session, _asked(scope), min(until, self._clock() + ends - time.time()), headers)

    def answer(self, session: UUID, scope: Scope) -> Headers | None:
        """The headers of the 304 to a request that was answered with one just now; None: it is to be looked at."""
        if (known := self._found.get(session)) is None:
            return None
        until, headers = known.get(_asked(scope), (0.0, None))
        return cast(Headers, headers) if self._clock() < until else None

    def _keep(self, session: UUID, key: Hashable, until: float, found: object) -> None:
        known = self._found.pop(session, {})
        self._forget()
        if len(known) >= MOST_OF_A_SESSION and key not in known:
            known.clear()
        known[key] = (until, found)
        self._found[session] = known  # the last again: who was looked at longest ago stands first

    def _forget(self) -> None:
        """Room for one session more: who has been over longest goes, two at a time, or the eldest of too many."""
        now = self._clock()
        for session in list(islice(self._found, 2)):
            over = all(until <= now for until, _ in self._found[session].values())
            if over or len(self._found) >= MOST_REMEMBERED:
                del self._found[session]


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
