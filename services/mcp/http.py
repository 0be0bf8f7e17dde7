"""Streamable HTTP without anything that is kept between two requests."""

from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import Receive, Scope, Send

from services.mcp.server import Server

CHECKED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""By which name it is asked, and from which page, is checked before, and told as a problem."""


async def stateless(server: Server, most_bytes: int, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers one request by a manager of its own, which ends with it."""
    server.streamable_http_app(stateless_http=True, max_request_body_size=most_bytes, transport_security=CHECKED)
    manager = server.session_manager
    async with manager.run():
        await manager.handle_request(scope, receive, send)
