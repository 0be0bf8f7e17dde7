"""A web server inside a service: bound before it serves, without signal handlers of its own, ended with a goodbye."""

import asyncio
import contextlib
import errno
import socket
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate

import uvicorn
from uvicorn.server import ServerState

from services.chassis.process.starting import CannotStart
from services.chassis.settings import Settings

BACKLOG = 1024
LONGEST_GOODBYE_SECONDS = 3


class _Dated(ServerState):
    """Has the date in answers when it is asked for, in the place of a turn each second that would set it."""

    def __init__(self) -> None:
        self._second, self._headers = -1, list[tuple[bytes, bytes]]()
        super().__init__()

    @property
    def default_headers(self) -> list[tuple[bytes, bytes]]:
        """The date alone: which server it is is told to nobody."""
        if (second := int(time.time())) != self._second:
            self._second, self._headers = second, [(b"date", formatdate(second, usegmt=True).encode())]
        return self._headers

    @default_headers.setter
    def default_headers(self, headers: list[tuple[bytes, bytes]]) -> None:
        """What uvicorn begins with: none."""


class Server(uvicorn.Server):
    """uvicorn without its signal handlers: who started the service ends it, by `end`; and without its ten wake-ups
    a second."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._told = ready, asyncio.Event()
        self.server_state = _Dated()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves the signals alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Says so once it serves."""
        await super().startup(sockets)
        self._ready()

    async def main_loop(self) -> None:
        """Until it is told to end."""
        await self._told.wait()

    def end(self) -> None:
        """Takes no more requests, answers those that it has, and ends."""
        self.should_exit = True
        self._told.set()


def listening(settings: Settings) -> socket.socket:
    """The bound socket. Raises CannotStart if the port is taken, or the address is not this machine's."""
    family = socket.AF_INET6 if ":" in settings.http_host else socket.AF_INET
    try:
        bound = socket.create_server((settings.http_host, settings.http_port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"Port {settings.http_port} (PENSUM_HTTP_PORT) is taken by another program.") from error
        where = f"{settings.http_host}, port {settings.http_port} (PENSUM_HTTP_HOST, PENSUM_HTTP_PORT)"
        raise CannotStart(f"Nothing can listen at {where}: {(error.strerror or str(error)).rstrip('.')}.") from error
    # asyncio does this only for sockets that name their protocol; without it a body waits 40 ms for its headers' ack.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return bound


async def served(server: Server, bound: socket.socket, goodbye: Callable[[], None] = lambda: None) -> None:
    """Serves until cancelled, then calls `goodbye`, and ends: whoever is answered by then is, others are cut off."""
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    try:
        await asyncio.shield(serving)
        raise RuntimeError("The web server ended by itself.")
    finally:
        goodbye()
        server.end()
        await asyncio.wait({serving}, timeout=LONGEST_GOODBYE_SECONDS)
        serving.cancel()
