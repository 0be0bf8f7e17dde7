"""The page's files, and the headers that keep a browser from doing more with any answer than it should."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from starlette.datastructures import MutableHeaders
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


def add_page(app: FastAPI) -> None:
    """Serves the page at `/` and its files below `/web`."""

    @app.get("/", include_in_schema=False)
    async def index() -> FileResponse:
        return FileResponse(WEB / "index.html", media_type="text/html; charset=utf-8")

    app.mount("/web", StaticFiles(directory=WEB))
