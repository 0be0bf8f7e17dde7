"""The page's files, and the headers that keep a browser from doing more with any answer than it should."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.datastructures import MutableHeaders
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.gateway.http import modules

WEB = Path(__file__).parents[1] / "web"
POLICY = "; ".join(
    (
        "default-src 'self'",
        # Page pictures are fetched with the token, so what the browser shows is a blob of the page's own.
        "img-src 'self' blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Asked again each time: a 304 costs little, and a page of yesterday must not meet a gateway of today. A route that
# knows better (a page's picture) says so itself.
CACHE = {"Cache-Control": "private, no-cache"}
KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
ENTRY = re.compile(r'<script type="module" src="/web/([^"]+)">')
AHEAD = re.compile(r'[ \t]*<link rel="modulepreload" href="/web/([^"]+)">\n')
STYLE = re.compile(r'<link rel="stylesheet" href="/web/([^"]+)">\n[ \t]*')
ONE_STYLE = "styles/joined.css"
"""All style sheets lie in its folder, so that what they name by relative paths is found."""
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
"""Not left to the machine: what a system's own list calls a module, a browser may refuse to run."""


class Guarded:
    """Adds the headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                for name, value in CACHE.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded)


@dataclass(frozen=True)
class File:
    """What is sent for a path: its bytes, also compressed, and its media type."""

    body: bytes
    packed: bytes
    kind: str

    def answer(self, request: Request, headers: Mapping[str, str]) -> Response:
        """The file, compressed for whoever reads that."""
        body, more = self.body, {"Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("Accept-Encoding", "") and len(self.packed) < len(body):
            body, more["Content-Encoding"] = self.packed, "gzip"
        return Response(body, headers={**headers, **more}, media_type=self.kind)


class Site:
    """The page's files as they stand when the gateway starts, each compressed once, when it is first asked for.

    All have the site's `version` in their address, so relative paths inherit it and each can be kept for good. The page
    itself names that version. Its style sheets come as one, in its folder, and its modules as `modules.py` says; a
    `modulepreload` of a module tells that the first view needs it.
    """

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        self._read = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
        told = hashlib.sha256(Path(modules.__file__).read_bytes() + Path(__file__).read_bytes())
        for path, body in self._read.items():
            told.update(f"{path} {len(body)} ".encode() + body)
        self.version = told.hexdigest()[:16]
        page = self._read.pop("index.html").decode()
        if (entry := ENTRY.search(page)) is None:
            raise modules.Unreadable("index.html has no script")
        texts = {path: body.decode() for path, body in self._read.items() if path.endswith(".js")}
        self._modules = modules.Modules(texts, entry[1], AHEAD.findall(page))
        self._read[ONE_STYLE] = b"".join(self._read.pop(path) for path in STYLE.findall(page))
        if b"@import" in self._read[ONE_STYLE]:
            raise modules.Unreadable("a style sheet imports another: index.html names them all")
        once = iter([f'<link rel="stylesheet" href="/web/{ONE_STYLE}">\n  '])
        page = STYLE.sub(lambda _: next(once, ""), AHEAD.sub("", page))
        self.page = self._file(page.replace('"/web/', f'"/web/{self.version}/').encode(), "index.html")
        self._sent: dict[str, File] = {}

    def _file(self, body: bytes, path: str) -> File:
        kind = KINDS.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        return File(body, gzip.compress(body, 9, mtime=0), kind)

    def file(self, path: str) -> File | None:
        """The file at a path below the version; None where there is none."""
        if path not in self._sent:
            if path not in self._read:
                return None
            sent = self._modules.sent(path).encode() if path.endswith(".js") else self._read[path]
            self._sent[path] = self._file(sent, path)
        return self._sent[path]


@cache
def site() -> Site:
    """The page's, made once in a process."""
    return Site(WEB)


def add_page(app: FastAPI) -> None:
    """Serves the page at `/`, what it loads below `/web/<version>`, and its files as they are written below `/web`."""
    made = site()
    tag = f'"{made.version}"'

    @app.get("/", include_in_schema=False)
    async def index(request: Request) -> Response:
        if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return made.page.answer(request, {"ETag": tag})

    async def kept(request: Request) -> Response:
        if (found := made.file(request.path_params["path"])) is None:
            return Response(status_code=404)
        return found.answer(request, KEPT)

    app.router.add_route(f"/web/{made.version}/{{path:path}}", kept, include_in_schema=False)
    app.mount("/web", StaticFiles(directory=WEB))
