"""HTTP connections that do not get on are cut, and there is a ceiling to their number.

Cut is who takes too long over a request's headers, whose body stalls, and who does not read what it is answered. Who
waits for an answer of ours (`Prefer: wait`, a stream of events) is not: then it is not the client's turn. At the
ceiling the connection that has been between two requests for longest, or has never sent one, makes room; when all are
at work, the newcomer's request is 503 with Retry-After. uvicorn has neither a limit for headers and bodies nor a
Retry-After, and its own ceiling counts those who say nothing like any other.
"""

import asyncio
import contextlib
import logging
import resource
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode

from fastapi import Request as HttpRequest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from uvicorn.server import ServerState
from wsproto.events import Request

from contracts.problems import Code
from services.chassis.problems import failed
from services.gateway.http.limits import Limits
from services.gateway.http.problems import WAIT, told

LOOK_SECONDS, GRACE_SECONDS = 1.0, 0.25
LEAST_BYTES = 512
"""What must have moved for a body or an answer to count as moving."""
MOST_HEAD_BYTES = 64 << 10
SPARE_FILES = 64
log = logging.getLogger(__name__)


TOKEN = "pensum.token"
"""Where in a WebSocket's scope the token stands that came in its address."""


class Socket(WSProtocol):
    """A WebSocket. It is cut if its client does not read what it is sent; who says nothing is not.

    A browser cannot send a header with it, so the token may come as `?token=`. It is taken out of the address before
    anything sees that which might write it down.
    """

    waits = None
    _unread, _moved = 0, 0.0

    def handle_connect(self, event: Request) -> None:
        """Also takes the token out of the address."""
        super().handle_connect(event)
        said = parse_qsl(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        scope = cast("dict[str, Any]", self.scope)
        scope[TOKEN] = next((value for name, value in said if name == "token"), "")
        scope["query_string"] = urlencode([(name, value) for name, value in said if name != "token"]).encode()

    def look(self) -> None:
        """Cuts it if its client has not read for too long."""
        limits = cast("type[Connection]", self.config.http_protocol_class).limits
        unread = self.transport.get_write_buffer_size()
        if unread < self._unread or not unread:
            self._moved = self.loop.time()
        self._unread = unread
        if self.loop.time() - self._moved > limits.http_stall_seconds:
            self.cut()

    def cut(self) -> None:
        """Ends it at once, whatever is still unsent."""
        self.transport.abort()


class Connection(HttpToolsProtocol):
    """One connection, which knows since when its client owes something. Use a subclass with `limits` set."""

    limits: Limits

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.waits: float | None = None
        """Since when it has been between two requests, or before its first."""
        self._headers_since: float | None = None
        self._asked = self._sent_all = False  # The headers of a request have come, and its body.
        self._moved, self._body, self._unread = 0.0, 0, 0
        self._head = 0
        """Bytes since what was last neither a header nor between two requests."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Also makes room for it, or makes it one that is told to come again."""
        super().connection_made(transport)
        self.waits = self._headers_since = self._moved = self.loop.time()
        if not self._room_made(1, GRACE_SECONDS):
            self.app = busy
            if not self._room_made(2, 0):
                self.cut()

    def _room_made(self, times: int, grace: float) -> bool:
        """Whether fewer than `times` the most are open, or one makes room: idle for longer than `grace` seconds.

        Who has just come is about to send its request, so it has that grace.
        """
        others = cast("set[Connection | Socket]", self.connections)
        if len(others) <= times * self.limits.http_connections:
            return True
        before = self.loop.time() - grace
        idle = [other for other in others if other.waits is not None and other.waits <= before and other is not self]
        if idle:
            min(idle, key=lambda other: other.waits or 0).cut()
        return bool(idle)

    def data_received(self, data: bytes) -> None:
        """Also notes what the client is about now, and refuses headers without an end, before a body or behind it."""
        if self.app is busy and self._room_made(1, GRACE_SECONDS):
            self.app = self.config.loaded_app
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD_BYTES and not self.transport.is_closing():
            newest: RequestResponseCycle | None = self.cycle
            if newest is None or newest.response_complete:
                self.send_400_response("The request's headers are too long.")
            else:
                self.cut()  # Nothing may stand within an answer that is under way.
        if self._asked:
            self._body += len(data)
            if self._body >= LEAST_BYTES:
                self._moved, self._body = self.loop.time(), 0
            return
        if self._headers_since is None:
            self._headers_since = self.loop.time()

    def on_message_begin(self) -> None:
        """Also notes that a request begins."""
        super().on_message_begin()
        self._asked = self._sent_all = False

    def on_headers_complete(self) -> None:
        """Also notes that the client has asked."""
        self._asked, self._head = True, 0
        self.waits = self._headers_since = None
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Not what stands behind a body (trailers): it was not there when the request was looked at."""
        if not self._asked:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """Also notes that it is the body that comes."""
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Also notes that the client has sent all of it, and, where it is answered already, waits for the next."""
        super().on_message_complete()
        self._sent_all = True
        self._perhaps_between()

    def on_response_complete(self) -> None:
        """Also notes that it waits for the next request."""
        self._moved, self._body = self.loop.time(), 0
        super().on_response_complete()
        self._perhaps_between()

    def _perhaps_between(self) -> None:
        newest: RequestResponseCycle | None = self.cycle  # None of a WebSocket.
        if self._sent_all and newest is not None and newest.response_complete:
            self._asked, self.waits = False, self.loop.time()

    def resume_writing(self) -> None:
        """The client reads."""
        self._moved = self.loop.time()
        super().resume_writing()

    def look(self) -> None:
        """Cuts it if its client has owed something for too long."""
        now, unread = self.loop.time(), self.transport.get_write_buffer_size()
        sending_body = self._asked and not self._sent_all and not self.flow.read_paused
        if unread < self._unread or not (unread or sending_body):
            self._moved = now
        self._unread = unread
        late = self._headers_since is not None and now - self._headers_since > self.limits.http_header_seconds
        if late or now - self._moved > self.limits.http_stall_seconds:
            self.cut()

    def cut(self) -> None:
        """Ends it at once, whatever is still unsent."""
        self.connections.discard(self)
        self.transport.abort()


def limited(limits: Limits) -> type[Connection]:
    """The class of connections under these limits."""
    return type("LimitedConnection", (Connection,), {"limits": limits})


async def look_after(connections: "set[Any]", limits: Limits) -> None:
    """Looks at every connection, again and again, until cancelled."""
    pause = min(LOOK_SECONDS, limits.http_header_seconds / 4, limits.http_stall_seconds / 4)
    while True:
        await asyncio.sleep(pause)
        for connection in tuple(connections):
            connection.look()


async def busy(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer to who comes when all places are taken."""
    answer = told(HttpRequest(scope), failed(Code.UNAVAILABLE, "connections").problem, {**WAIT, "Connection": "close"})
    await answer(scope, receive, send)


def room_for_files(limits: Limits) -> None:
    """Asks the system for as many open files as there may be connections; what it refuses is logged."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * limits.http_connections + SPARE_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        log.warning("The system allows %d open files: too few for %d connections.", most, limits.http_connections)
