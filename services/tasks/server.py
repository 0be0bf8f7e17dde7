"""The MCP server: the tools as the protocol lists and calls them. Every call is a span in its caller's trace."""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any
from urllib.parse import urlsplit

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from contracts.tasks import CALL, TaskResult
from services.chassis.settings import Settings
from services.chassis.tokens import Claims
from services.chassis.tracing import telemetry
from services.tasks.access import caller
from services.tasks.calls import Call, Calls
from services.tasks.tools import FORGET, TOOLS, Tool

BODY_BYTES = 64 * 1024
"""More than any call needs."""
INSTRUCTIONS = (
    "Study tasks of the user whose token this is. Every tool answers {success, data} or {success, error}. A call with"
    f" an id (a UUID) under {CALL} in its _meta is done once, however often it is sent."
)
RESULT = TaskResult.model_json_schema(mode="validation")
Context = ServerRequestContext[dict[str, Any], Request]


def application(calls: Calls, settings: Settings) -> ASGIApp:
    """What answers HTTP requests: each alone, in JSON, by a manager that ends with it."""
    server, security = _server(calls), _security(settings)

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        manager = StreamableHTTPSessionManager(
            server,
            json_response=True,
            stateless=True,
            security_settings=security,
            max_request_body_size=BODY_BYTES,
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)

    return answered


def _server(calls: Calls) -> Server[dict[str, Any]]:
    async def listed(context: Context, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_shown(tool) for tool in _offered(_who(context))])

    async def called(context: Context, sent: types.CallToolRequestParams) -> types.CallToolResult:
        if (tool := TOOLS.get(sent.name)) is None:
            raise MCPError(types.INVALID_PARAMS, "There is no such tool.")
        meta: Mapping[str, Any] = dict(context.meta or {})
        call = Call.of(_who(context), tool, sent.arguments or {}, meta.get(CALL))
        with telemetry.span(
            f"tools/call {tool.name}",
            parent=_parent(context, meta),
            kind="server",
            **{
                "mcp.method.name": "tools/call",
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": tool.name,
                "gen_ai.tool.call.id": str(call.id),
            },
        ) as span:
            result = await calls.answer(call)
            if result.error:
                span.failed("tool_error", result.error.code)
        return _answer(result)

    made = Server(
        "pensum-tasks",
        version=version("pensum-courses"),
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
        get_tool_input_schema=lambda name: TOOLS[name].takes.model_json_schema() if name in TOOLS else None,
    )
    made.middleware.clear()  # Its spans: ours hang in the session's trace.
    return made


def _who(context: Context) -> Claims:
    assert context.request is not None
    return caller(context.request)


def _offered(who: Claims) -> list[Tool]:
    return [tool for tool in TOOLS.values() if tool.name != FORGET or who.role == "owner"]


def _shown(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.says,
        input_schema=tool.takes.model_json_schema(),
        output_schema=RESULT,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=tool.destroys,
            idempotent_hint=tool.repeats,
            open_world_hint=False,
        ),
    )


def _parent(context: Context, meta: Mapping[str, Any]) -> str | None:
    """The `traceparent` of the caller's span: of the call itself, else of its request."""
    said = meta.get("traceparent")
    return said if isinstance(said, str) else context.request.headers.get("traceparent") if context.request else None


def _answer(result: TaskResult) -> types.CallToolResult:
    shape = {name: value for name, value in result.model_dump(mode="json").items() if value is not None}
    text = types.TextContent(type="text", text=json.dumps(shape, ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=shape, is_error=not result.success)


def _security(settings: Settings) -> TransportSecuritySettings:
    """A page of somebody else's, whose name was turned to this address, comes with its own name: it is refused.

    Known are this machine's names, and the name by which PENSUM_TASKS_URL has the tasks.
    """
    names = ["127.0.0.1", "localhost", "[::1]"]
    if told := urlsplit(settings.tasks_url).netloc:
        names.append(told.rpartition(":")[0] if told.rpartition(":")[2].isdigit() else told)
    hosts = [each for name in names for each in (name, f"{name}:*")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts],
    )
