"""The house as tools ask it: the gateway's own routes, by HTTP or in its own process, as whoever holds the token.

What goes wrong is `Refused` with the gateway's own problem details; `status` 0 is what no gateway said.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx2

Json = dict[str, Any]
SETTLED = frozenset({"ready", "failed", "pending_review", "forgotten"})
PAUSE_SECONDS, LONGEST_PAUSE, PATIENCE_SECONDS = 0.2, 1.0, 15.0


class Refused(Exception):
    """What went wrong, as problem details: status, code, title, detail, action, fields, trace_id."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or "Something went wrong.")
        self.problem = problem


def refused(code: str, detail: str, action: str, *fields: str, status: int = 400) -> Refused:
    """The same in words of our own."""
    return Refused({"status": status, "code": code, "detail": detail, "action": action, "fields": list(fields)})


@dataclass(frozen=True)
class Answer:
    """What a route answered. `there` False: it is not there yet (202), and `body` says where to look."""

    there: bool
    body: Json
    etag: str | None = None


async def _silent(state: Json) -> None:
    """Tells nobody."""


class House:
    """The routes under `/v1`, over a client that carries the token and knows where the gateway is.

    Once it has answered, it may be away for `patience` seconds. `ends`: whether whoever waits is to stop doing so.
    """

    def __init__(
        self, http: httpx2.AsyncClient, *, patience: float = 0.0, ends: Callable[[], bool] = lambda: False
    ) -> None:
        self._http, self._patience, self._ends, self._met = http, patience, ends, False

    async def get(self, path: str, **query: str | int | None) -> Answer:
        """What a route has to say."""
        return await self._ask("GET", path, params={name: value for name, value in query.items() if value is not None})

    async def send(self, path: str, body: Json, *, wait: int | None = None) -> Answer:
        """Something that is to be done once, however often it has to be sent."""
        headers = {"Idempotency-Key": str(uuid4())} | ({} if wait is None else {"Prefer": f"wait={wait}"})
        return await self._ask("POST", path, json=body, headers=headers)

    async def upload(self, name: str, content: bytes, fields: Mapping[str, str | list[str]]) -> Json:
        """A document that is to become a course; `Accepted`."""
        file = (name, content, "application/octet-stream")
        headers = {"Idempotency-Key": str(uuid4())}
        answer = await self._ask("POST", "/documents", files={"file": file}, data=dict(fields), headers=headers)
        return answer.body

    async def session(self, session: object, tag: str | None = None) -> Answer | None:
        """`SessionState` with its tag; None: it is still as `tag` named it."""
        answer = await self._ask("GET", f"/sessions/{session}", headers={"If-None-Match": tag} if tag else {})
        return answer if answer.body else None

    async def settled(
        self,
        session: object,
        seconds: float,
        tell: Callable[[Json], Awaitable[None]] = _silent,
        after: int = -1,
    ) -> tuple[Json, bool]:
        """The session's state once nothing more happens by itself, at a version beyond `after`; False: not in time.

        `tell` gets the state at each look.
        """
        state: Json = {}
        tag: str | None = None

        async def look() -> Json | None:
            nonlocal state, tag
            if (answer := await self.session(session, tag)) is not None:
                state, tag = answer.body, answer.etag
            if state["status"] in SETTLED and state["version"] > after:
                return state
            await tell(state)
            return None

        found = await self.until(look, seconds)
        return state, found is not None

    async def until(self, look: Callable[[], Awaitable[Json | None]], seconds: float) -> Json | None:
        """What `look` finds, asked again and again for so long; None: nothing in time."""
        clock, pause = asyncio.get_running_loop().time, PAUSE_SECONDS
        end = clock() + seconds
        while True:
            found = await look()
            left = end - clock()
            if found is not None or left <= 0 or self._ends():
                return found
            await asyncio.sleep(min(pause, left))
            pause = min(pause * 1.2, LONGEST_PAUSE)

    async def _ask(self, method: str, path: str, **content: Any) -> Answer:
        """One request, made again while the gateway is away; safe, because a repetition keeps its key."""
        clock = asyncio.get_running_loop().time
        end = clock() + self._patience
        while True:
            may_wait = self._met and clock() < end
            try:
                answer = await self._http.request(method, f"/v1{path}", **content)
            except (httpx2.TransportError, httpx2.InvalidURL) as error:
                if not may_wait:
                    said = f"The house at {self._http.base_url} does not answer ({str(error) or type(error).__name__})."
                    hint = "Start it with `pensum up`, or check the address."
                    raise refused("no_connection", said, hint, status=0) from error
            else:
                self._met = True
                if answer.is_success or answer.status_code == 304:
                    return Answer(answer.status_code != 202, _body(answer), answer.headers.get("ETag"))
                if answer.status_code != 503 or not may_wait:
                    raise Refused(_problem(answer))
            await asyncio.sleep(PAUSE_SECONDS)


def _body(answer: httpx2.Response) -> Json:
    if answer.status_code == 304:
        return {}
    found = _json(answer)
    if found is None:
        raise refused("no_gateway", f"{answer.url.host} answers, but not as Pensum does.", "Check the address.")
    return found


def _problem(answer: httpx2.Response) -> Json:
    found = _json(answer) or {}
    plain = {
        "code": f"http_{answer.status_code}",
        "title": "The request failed",
        "detail": f"The house answers {answer.status_code}.",
        "action": "Try again in a moment.",
    }
    return {**plain, **(found if isinstance(found.get("detail"), str) else {}), "status": answer.status_code}


def _json(answer: httpx2.Response) -> Json | None:
    try:
        found = answer.json()
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
