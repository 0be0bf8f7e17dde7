"""`/mcp`: the tools of `services/mcp` over streamable HTTP, for who holds a token.

Nothing is kept between two requests, so a restart loses nothing and any gateway may answer. Tools ask this gateway's
own routes, in this process and with the caller's token: a tool may what the token may, and its limits are the routes'.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import httpx2
from fastapi import Request, Response
from starlette.types import Message, Receive, Scope, Send

from contracts.problems import Code
from services.chassis.problems import failed
from services.chassis.settings import Settings
from services.gateway.access.bearer import Anyone, HasSettings
from services.gateway.http.bodies import body_of, router

if TYPE_CHECKING:
    from services.mcp.house import House
    from services.mcp.server import Server

MOST_BYTES = 8 * 1024 * 1024
"""Of a message: a document of 6 MB in base64. Longer ones are for the page, the command line and `pensum mcp`."""
HERE = ("127.0.0.1", "localhost", "[::1]")
PASSED_ON = ("Authorization", "Accept-Language", "User-Agent")
routes = router("", "mcp")


@routes.post("/mcp", include_in_schema=False, response_class=Response)
async def speak(request: Request, who: Anyone, settings: HasSettings) -> Response:
    """One message of the Model Context Protocol, and its answer."""
    _check_names(request, settings)
    content = await body_of(request, MOST_BYTES)
    return Spoken(await asyncio.to_thread(_server), content)


class Spoken(Response):
    """The protocol's answer to one message: JSON, or events where there are notices of progress."""

    def __init__(self, server: "Server", content: bytes) -> None:
        super().__init__()
        self._server, self._content = server, content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves it by a manager of its own, which ends with it."""
        from services.mcp.http import stateless

        told = False

        async def replayed() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": self._content, "more_body": False}

        await stateless(self._server, MOST_BYTES, scope, replayed, send)


@cache
def _server() -> "Server":
    """The tools, made at the first request: what they import takes most of a second."""
    from services.mcp.server import server

    logging.getLogger("mcp").setLevel(logging.WARNING)
    return server(_caller, version("pensum-courses"))


@asynccontextmanager
async def _caller(request: Any) -> "AsyncIterator[House]":
    """The house as whoever the request comes from."""
    from services.mcp.house import House

    app = request.app
    headers = {name: value for name in PASSED_ON if (value := request.headers.get(name))}
    address = (request.client.host, request.client.port) if request.client else ("127.0.0.1", 0)
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False, client=address)
    client = httpx2.AsyncClient(transport=transport, base_url="http://gateway", headers=headers, timeout=None)
    async with client as http:
        yield House(http, ends=lambda: bool(app.state.waiters.closed))


def _check_names(request: Request, settings: Settings) -> None:
    """Raises `Failure` 403 for somebody else's page, also one that has this machine's address by a name of its own.

    Where the gateway listens on this machine alone, it is asked by this machine's names, or those of `PENSUM_MCP_HOSTS`
    where a proxy stands before it; else by any. A browser says in `Origin` from which page it asks: only from ours.
    """
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    named = {each.strip().lower() for each in settings.mcp_hosts.split(",") if each.strip()}
    alone = settings.http_host.startswith("127.") or settings.http_host in ("localhost", "::1")
    known = named | set(HERE) if named or alone else {_bare(host)}
    if _bare(host) not in known or (origin is not None and origin.lower().partition("://")[2] != host.lower()):
        raise failed(Code.FORBIDDEN, "strange_page")


def _bare(host: str) -> str:
    """A host's name without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()
