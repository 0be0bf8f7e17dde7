"""Somebody comes: who opens the page or asks for anything is told of, so that workers that rest are begun by then."""

import time

from starlette.types import ASGIApp, Receive, Scope, Send

APART_S = 60.0


class Announced:
    """The middleware that calls the application's `comes`, once a minute at most. Who looks after the house, or polls
    what does not move, comes for nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._last = float("-inf")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "lifespan" and (scope["path"] == "/" or scope["path"].startswith("/v1/")):
            now = time.monotonic()
            if now >= self._last + APART_S:
                self._last = now
                scope["app"].state.comes()
        await self._app(scope, receive, send)
