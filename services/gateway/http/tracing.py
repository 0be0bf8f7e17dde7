"""Each request as those who watch see it: whose its log lines are, and a span of what changes something.

A request that is accepted opens its span where it is accepted, since what it publishes goes on from there; the span
ends with the answer. A refused one has a span too, once it is known who asked and about which session. What only reads
has none. Attributes follow the HTTP conventions; of the address there is the route and its ids, never the query or a
word within it.
"""

import re
import time
from contextvars import ContextVar
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.chassis.logs.json_lines import now_about
from services.chassis.logs.redaction import kind_of
from services.chassis.tracing import telemetry

READS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
METHODS = READS | {"POST", "PUT", "PATCH", "DELETE"}
OF_NOBODY = frozenset({401, 403, 404, 405})
"""Who is refused so leaves nothing in the trace of a session that need not be theirs."""
SESSION = re.compile(r"/sessions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/|$)", re.I)
_HARMLESS = re.compile(r"\d{1,9}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_exchange: ContextVar["Exchange | None"] = ContextVar("exchange", default=None)


class Exchange:
    """One request and its answer."""

    def __init__(self, scope: Scope) -> None:
        self._scope, self._started = scope, time.time_ns()
        self._span: telemetry.Spanned | None = None
        self.status: int | None = None

    @property
    def method(self) -> str:
        """The request's method, as the conventions name one that nobody knows."""
        method: str = self._scope["method"]
        return method if method in METHODS else "_OTHER"

    @property
    def session(self) -> UUID | None:
        """Whom it is about, as far as is known by now."""
        known = getattr(Request(self._scope).state, "trace", None) or self._scope.get("path_params", {}).get(
            "session_id"
        )
        try:
            return UUID(str(known)) if known else None
        except ValueError:
            return None

    def begin(self, session: UUID, *, root: bool = False, link: str | None = None) -> telemetry.Spanned:
        """Opens the span, from the request's beginning on, once. `root`: it is the session's first."""
        if self._span is not None:
            return self._span
        parent = None if root else telemetry.traceparent_of(session)
        self._span = telemetry.begin(
            f"{self.method} {self._route}",
            parent=parent,
            root=session if root else None,
            link=link,
            kind="server",
            started=self._started,
            **self._attributes(session),
        )
        return self._span

    def end(self, error: Exception | None = None) -> None:
        """The answer is out, or `error` came instead."""
        session, status = self.session, 500 if error and self.status is None else self.status
        if self._span is None and session and self.method not in READS and status and status not in OF_NOBODY:
            self.begin(session)
        if self._span is None:
            return
        code = getattr(Request(self._scope).state, "problem", None)
        self._span.set(**{"http.response.status_code": status, "pensum.problem.code": code})
        if error is not None:
            self._span.failed(kind_of(error), code)
        elif status is None or status >= 500:
            self._span.failed(str(status or "no answer"), code)
        self._span.end()

    @property
    def _route(self) -> str:
        return getattr(self._scope.get("route"), "path", "") or ""

    @property
    def path(self) -> str:
        """The request's path; what stands in it and is neither an id nor a number is named by its place alone."""
        path = self._route
        for name, value in self._scope.get("path_params", {}).items():
            if _HARMLESS.fullmatch(str(value)):
                path = path.replace("{" + name + "}", str(value))
        return path

    def _attributes(self, session: UUID) -> dict[str, Any]:
        host, port = self._scope.get("server") or (None, None)
        headers = dict(self._scope["headers"])
        agent = headers.get(b"user-agent")
        return {
            "http.request.method": self.method,
            "http.route": self._route or None,
            "url.path": self.path or None,
            "url.scheme": self._scope.get("scheme"),
            "server.address": host,
            "server.port": port,
            "network.protocol.version": self._scope.get("http_version"),
            "user_agent.original": agent.decode("latin-1")[:200] if agent else None,
            "session.id": str(session),
        }


class Watched:
    """The middleware around every request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = Exchange(scope)
        _exchange.set(exchange)  # Never taken back: the request's task ends with it, and the lines after this are its.
        if found := SESSION.search(scope["path"]):
            now_about(UUID(found[1]))

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
            await send(message)

        broken: Exception | None = None
        try:
            await self._app(scope, receive, watched)
        except Exception as error:
            broken = error
            raise
        finally:  # Also when the client has gone.
            exchange.end(broken)


def opened(session: UUID, *, root: bool = False, link: str | None = None) -> str | None:
    """Opens the span of the request that is being served; the `traceparent` of what it leads to."""
    now_about(session)
    exchange = _exchange.get()
    if exchange is None:  # Not under a server: a test of one function.
        return telemetry.traceparent_of(session)
    return exchange.begin(session, root=root, link=link).traceparent
