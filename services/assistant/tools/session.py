"""The tasks' MCP server through the SDK's own client: the one way to a task.

A call that gets no answer is sent again under its own id, which changes nothing twice. The server is asked with a token
that names its user; no parameter does.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast
from uuid import UUID

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, RequestParamsMeta

from contracts.tasks import CALL, TaskError, TaskResult, ToolName
from services.assistant.agent.ports import Tool
from services.chassis.tokens import DAY_S, Claims, signed
from services.chassis.tracing import telemetry

FORGET = "forget_tasks"
PROTOCOL = "2026-07-28"
"""Spoken without a handshake: every request stands alone, on whichever instance it comes."""
TRIES = (0.1, 0.3, 1.0, 3.0)
"""Seconds before each further try."""
READ_S, TOKEN_S = 10.0, 600.0
AWAY = "The tasks cannot be reached just now."
T = TypeVar("T")
log = logging.getLogger(__name__)


class TasksServer:
    """Where the tasks are; `http` is shared by all sessions with it."""

    def __init__(self, url: str, secret: str, http: httpx2.AsyncClient, tries: Sequence[float] = TRIES) -> None:
        self._url, self._secret, self._http, self._tries = url, secret, http, tries

    def of(self, tenant: str, user: str, traceparent: str | None = None) -> "Session":
        """The tools in the name of a user."""
        return Session(lambda: self._client(Claims(tenant, user, "learner")), self._tries, traceparent)

    async def forget(self, tenant: str, user: str) -> None:
        """Removes all tasks of a user. Raises ConnectionError while the tasks are away."""
        session = Session(lambda: self._client(Claims(tenant, user, "owner")), self._tries)
        answer = await session.asked(lambda client: client.call_tool(FORGET, {}))
        if answer is None or not _read(answer).success:
            raise ConnectionError(AWAY)

    @asynccontextmanager
    async def _client(self, who: Claims) -> AsyncIterator[Client]:
        token = signed(who, self._secret, days=TOKEN_S / DAY_S)
        # The SDK takes headers from its HTTP client alone; the connections are the shared one's.
        async with httpx2.AsyncClient(
            transport=_Shared(self._http), headers={"Authorization": f"Bearer {token}"}, timeout=READ_S
        ) as http:
            transport = streamable_http_client(self._url, http_client=http, terminate_on_close=False)
            async with Client(transport, mode=PROTOCOL, read_timeout_seconds=READ_S, cache=None) as client:
                yield client


class _Shared(httpx2.AsyncBaseTransport):
    """The connections of another client, which stay open when this one ends."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return await self._http.send(request, stream=True)


class Session:
    """`services.assistant.agent.ports.Tools` over an MCP client session."""

    def __init__(
        self, opened: Callable[[], Any], tries: Sequence[float] = TRIES, traceparent: str | None = None
    ) -> None:
        self._opened, self._tries, self._traceparent = opened, tries, traceparent

    async def call(self, call_id: UUID, name: ToolName, parameters: dict[str, Any]) -> TaskResult:
        """The tool's answer; UNAVAILABLE where none comes, also after further tries."""
        named = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.id": str(call_id)}
        with telemetry.span(f"tools/call {name}", parent=self._traceparent, kind="client", **named) as span:
            traced = {"traceparent": span.traceparent} if span.traceparent else {}
            meta = cast("RequestParamsMeta", {CALL: str(call_id), **traced})
            answer = await self.asked(lambda client: client.call_tool(name, parameters, meta=meta))
            result = _away() if answer is None else _read(answer)
            if result.error is not None:
                span.failed("tool_error", result.error.code)
            return result

    async def listed(self) -> Sequence[Tool]:
        """The tools that there are; none while the server is away."""
        found = await self.asked(lambda client: client.list_tools())
        if found is None:
            return []
        return [Tool(tool.name, tool.description or "", tool.input_schema) for tool in found.tools]

    async def asked(self, ask: Callable[[Client], Awaitable[T]]) -> T | None:
        """What the server answers; None where it does not, however often it is asked."""
        for pause in (*self._tries, None):
            try:
                async with self._opened() as client:
                    return await ask(client)
            except* (MCPError, httpx2.HTTPError, OSError, TimeoutError) as errors:
                log.warning("The tasks do not answer.", extra={"error": errors.exceptions[0]})
            if pause is not None:
                await asyncio.sleep(pause)
        return None


def _read(answer: CallToolResult) -> TaskResult:
    """Raises ValueError for an answer that is none of the tools'."""
    if answer.structured_content is None:
        raise ValueError(f"a tool's answer has no structure: {answer.content!r:.200}")
    return TaskResult.model_validate(answer.structured_content, extra="ignore")


def _away() -> TaskResult:
    return TaskResult(success=False, error=TaskError(code="UNAVAILABLE", message=AWAY))
