"""Somebody comes: who opens the page or asks for anything is told of, so that workers that rest are begun by then."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

APART_S = 60.0


class Announced:
    """The middleware that calls the application's `comes`, once a minute at most. Who looks after the house, or polls
    what has not changed, as a page does that stands open, comes for nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._last = float("-inf")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        asks = scope["type"] != "lifespan" and scope["path"].startswith("/v1/")
        polls = asks and any(name == b"if-none-match" for name, _ in scope["headers"])
        if (asks and not polls) or (scope["type"] != "lifespan" and scope["path"] == "/"):
            self._comes(scope)

        async def told(message: Message) -> None:
            if message.get("status", 304) != 304:
                self._comes(scope)
            await send(message)

        await self._app(scope, receive, told if polls else send)

    def _comes(self, scope: Scope) -> None:
        now = time.monotonic()
        if now >= self._last + APART_S:
            self._last = now
            scope["app"].state.comes()
