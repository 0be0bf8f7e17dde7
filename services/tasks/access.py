"""Who calls: a bearer token of PENSUM_TASKS_SECRET says whose tasks they are. Without one nothing else is read."""

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from services.chassis.tokens import Claims, read
from services.tasks.tools import refused

PATH = "/mcp"
CLAIMS = "pensum.claims"


class Checked:
    """The application behind the check: POST at one address, with a token."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self._app, self._secret = app, secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if (wrong := self._wrong(scope)) is not None:
            await wrong(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _wrong(self, scope: Scope) -> Response | None:
        if scope["type"] != "http" or scope["path"] != PATH:
            return Response(status_code=404)
        scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        claims = read(token.strip(), self._secret) if scheme.lower() == "bearer" else None
        if claims is None:
            said = refused("UNAUTHORIZED", "A valid bearer token is needed.").model_dump(exclude_none=True)
            return JSONResponse(said, 401, {"WWW-Authenticate": "Bearer"})
        scope[CLAIMS] = claims
        # There are no sessions to listen to or to end: every request stands alone.
        return None if scope["method"] == "POST" else Response(status_code=405, headers={"Allow": "POST"})


def caller(request: Request) -> Claims:
    """Whose token came with the request."""
    claims: Claims = request.scope[CLAIMS]
    return claims
