"""How much one user, one join code and one address may ask for in a while; beyond it 429 with Retry-After.

A user's uploads and messages are counted in the intake, where all gateways write them: the count outlives a restart.
A gateway asks the table at a user's first request and then once in `FRESH_SECONDS`, and counts its own in between, so
several gateways together may let through a little more. Joins and wrong codes are counted in this process alone.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_network
from math import ceil
from typing import Annotated

from fastapi import Depends, Request

from contracts.assistant import Converse, OpenConversation
from contracts.learning import MessageSent
from contracts.lessons import LessonRequested
from contracts.message import Phrase
from contracts.problems import Code, Failure
from contracts.reading import DocumentReplaced
from contracts.session import DocumentSubmitted
from services.chassis.problems import failed
from services.gateway.access.bearer import Who
from services.gateway.database import Rows
from services.gateway.http.limits import Limits

HOUR, GUESSING = 3600.0, 600.0
FRESH_SECONDS = 30.0
KEYS = 10_000
UPLOADS = [DocumentSubmitted.type_name, DocumentReplaced.type_name]
MESSAGES = [MessageSent.type_name, LessonRequested.type_name, OpenConversation.type_name, Converse.type_name]
TAKEN = """
select extract(epoch from now() - accepted_at)::float8 as ago from intake
where tenant_id = %(tenant)s and user_id = %(user)s and type = any(%(types)s)
  and accepted_at > now() - make_interval(secs => %(seconds)s)
order by accepted_at desc limit %(most)s"""


@dataclass
class Tally:
    """When something was done of late, oldest first; `fresh`: until when the table need not be asked."""

    times: deque[float] = field(default_factory=deque)
    fresh: float = 0.0
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


class Window:
    """Tallies by key, of the last `seconds`, each at most `most`. `said`: what there was too much of."""

    def __init__(self, most: int, seconds: float, said: str, clock: Callable[[], float]) -> None:
        self.most, self.seconds, self._said, self._clock = most, seconds, said, clock
        self._tallies: dict[Hashable, Tally] = {}

    def tally(self, key: Hashable) -> Tally:
        """The key's, without what is too long ago."""
        found = self._tallies.get(key)
        if found is None:
            if len(self._tallies) >= KEYS:
                self._tidy()
            found = self._tallies[key] = Tally()
        while found.times and found.times[0] <= self._clock() - self.seconds:
            found.times.popleft()
        return found

    def full(self, key: Hashable) -> Failure | None:
        """The 429 when no more may come."""
        times = self.tally(key).times
        if len(times) < self.most:
            return None
        return too_many(self._said, self.most, self.seconds, times[-self.most] + self.seconds - self._clock())

    def check(self, key: Hashable) -> None:
        """Raises `Failure` 429 when no more may come."""
        if (refused := self.full(key)) is not None:
            raise refused

    def add(self, key: Hashable) -> None:
        """One more."""
        self.tally(key).times.append(self._clock())

    def _tidy(self) -> None:
        """Drops what is long ago; where that is not enough, the tallies that have not been touched for longest."""
        before = self._clock() - self.seconds
        left = {key: tally for key, tally in self._tallies.items() if tally.times and tally.times[-1] > before}
        newest = sorted(left, key=lambda key: left[key].times[-1])[-KEYS // 2 :]
        self._tallies = {key: left[key] for key in newest}


class Quotas:
    """The windows of one gateway."""

    def __init__(self, rows: Rows, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._rows, self._clock = rows, clock
        self._uploads = Window(limits.uploads_per_hour, HOUR, "many_uploads", clock)
        self._messages = Window(limits.messages_per_hour, HOUR, "many_messages", clock)
        self._joins = Window(limits.joins_per_hour, HOUR, "many_joins", clock)
        self._wrong = Window(limits.wrong_codes, GUESSING, "many_wrong_codes", clock)

    @asynccontextmanager
    async def upload(self, who: Who) -> AsyncIterator[Failure | None]:
        """An upload, with the 429 that it is to be refused with, if any; one that raises does not count."""
        async with self._counted(self._uploads, UPLOADS, who) as refused:
            yield refused

    @asynccontextmanager
    async def message(self, who: Who) -> AsyncIterator[None]:
        """A message to the tutor, or a lesson; one that raises does not count. Raises `Failure` 429."""
        async with self._counted(self._messages, MESSAGES, who) as refused:
            if refused is not None:
                raise refused
            yield

    def join(self, code: str) -> None:
        """Somebody joins by a code. Raises `Failure` 429."""
        self._joins.check(code)
        self._joins.add(code)

    def may_guess(self, address: str) -> None:
        """Raises `Failure` 429 after too many wrong codes, also of a right one: else it could be told from them."""
        self._wrong.check(network(address))

    def guessed(self, address: str) -> None:
        """A code opened nothing."""
        self._wrong.add(network(address))

    @asynccontextmanager
    async def _counted(self, window: Window, types: list[str], who: Who) -> AsyncIterator[Failure | None]:
        key = (who.tenant, who.user)
        tally = window.tally(key)
        async with tally.asking:
            if tally.fresh <= self._clock():
                asked = {"tenant": who.tenant, "user": who.user, "types": types, "seconds": window.seconds}
                found = await self._rows.all(TAKEN, {**asked, "most": window.most})
                now = self._clock()
                tally.times = deque(now - max(0.0, row["ago"]) for row in reversed(found))
                tally.fresh = now + FRESH_SECONDS
        refused = window.full(key)
        if refused is not None:
            yield refused
            return
        mine = self._clock()
        tally.times.append(mine)
        try:
            yield None
        except BaseException:
            if mine in tally.times:
                tally.times.remove(mine)
            raise


def too_many(what: str, most: int, seconds: float, wait: float) -> Failure:
    """The 429 that names the limit."""
    after = max(1, ceil(wait))
    minutes = Phrase.of("problems.last_minutes", round(seconds / 60))
    return failed(
        Code.TOO_MANY_REQUESTS,
        "too_many",
        count=most,
        what=Phrase.of(f"problems.{what}"),
        span=Phrase.of("problems.last_hour") if seconds == HOUR else minutes,
        after=after,
        numbers={"limit": most, "window_seconds": seconds, "retry_after": after},
    )


def network(address: str) -> str:
    """Whom an address stands for: of IPv6 the /64, which one customer has."""
    try:
        return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address
    except ValueError:
        return address


async def _quotas(request: Request) -> Quotas:
    quotas: Quotas = request.app.state.quotas
    return quotas


HasQuotas = Annotated[Quotas, Depends(_quotas)]
