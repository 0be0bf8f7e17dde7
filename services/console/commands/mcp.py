"""`pensum mcp`: the house's tools over stdio, for a client that starts this command and speaks with it."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2

from services.console.endings import Said
from services.console.house.place import Place, at
from services.console.study.client import reads
from services.mcp.house import PATIENCE_SECONDS, House, Refused, refused
from services.mcp.server import server

REQUEST_SECONDS = 120.0
MOST_BYTES = 300 * 1024 * 1024


def serve(*, owner: bool, url: str | None, token: str | None, data: Path) -> int:
    """The command; ends when its client closes stdin. Its stdout is the protocol's alone."""
    if owner and token:
        raise Said("The token says who it is: --owner does not go with --token or PENSUM_TOKEN.", status=2)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
    with at(url, token, data, role="owner" if owner else "learner") as place:
        asyncio.run(_speak(place))
    return 0


async def _speak(place: Place) -> None:
    headers = {"Accept-Language": language} if (language := reads(os.environ)) else {}
    if place.token:
        headers["Authorization"] = f"Bearer {place.token}"
    # A proxy that the environment names is not meant for a house on loopback.
    proxies = urlsplit(place.url).hostname not in ("127.0.0.1", "localhost", "::1")
    client = httpx2.AsyncClient(
        base_url=place.url.rstrip("/"),
        headers=headers,
        timeout=httpx2.Timeout(REQUEST_SECONDS, connect=5),
        trust_env=proxies,
    )
    async with client as http:
        house = House(http, patience=PATIENCE_SECONDS)

        @asynccontextmanager
        async def found(_: Any) -> AsyncIterator[House]:
            yield house

        await server(found, version("pensum-courses"), read_file).run_stdio_async()


def read_file(path: str) -> tuple[str, bytes]:
    """A document's name and bytes. Raises `Refused`, also for what is hidden: that may be a secret."""
    file = Path(path).expanduser()
    try:
        real = file.resolve(strict=True)
        if any(part.startswith(".") for part in real.parts):
            raise _no_file(f"{file} is hidden, or in a hidden folder", "Upload it on the page, or move it.")
        if not real.is_file():
            raise _no_file(f"{file} is not a file")
        if real.stat().st_size > MOST_BYTES:
            raise _no_file(f"{file} is over {MOST_BYTES // 2**20} MB", "Send a smaller one.")
        return file.name, real.read_bytes()
    except (OSError, ValueError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _no_file(f"{file} cannot be read: {why}") from error


def _no_file(said: str, action: str = "Check the path.") -> Refused:
    return refused("no_file", f"path: {said}.", action, "path")
