"""The SDK's own client, as an assistant's program uses it: of an application or a house, and what it is told."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx2
from fastapi import FastAPI
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent, TextResourceContents

Json = dict[str, Any]
META = "pensum/problem"
MODES = ("auto", "legacy")
"""The protocol's newest revision, and the handshake of those before it."""


@asynccontextmanager
async def over_http(where: FastAPI | str, token: str, mode: str = "auto") -> AsyncIterator[Client]:
    """A client of `/mcp`: of an application in this process, or of a house at its URL."""
    transport = httpx2.ASGITransport(where) if isinstance(where, FastAPI) else None
    url = "http://127.0.0.1:8400" if isinstance(where, FastAPI) else where
    async with AsyncExitStack() as stack:
        headers = {"Authorization": f"Bearer {token}"}
        http = httpx2.AsyncClient(transport=transport, headers=headers, timeout=120, trust_env=False)
        await stack.enter_async_context(http)
        spoken = streamable_http_client(f"{url}/mcp", http_client=http)
        yield await stack.enter_async_context(Client(spoken, mode=mode))


def text_of(answer: CallToolResult) -> str:
    """All that it says."""
    return "\n".join(part.text for part in answer.content if isinstance(part, TextContent))


def done(answer: CallToolResult) -> Json:
    """The structured answer, which the text says too; an AssertionError for an error."""
    assert not answer.is_error, text_of(answer)
    found: Json = json.loads(text_of(answer))
    assert found == answer.structured_content
    return found


def problem(answer: CallToolResult) -> Json:
    """The problem that a call ended in, whose sentence is what the assistant reads."""
    assert answer.is_error, text_of(answer)
    assert answer.meta is not None
    found: Json = answer.meta[META]
    said = text_of(answer)
    assert found["detail"] in said
    assert found["action"] in said
    assert f"code: {found['code']}" in said
    assert "Traceback" not in said
    return found


async def read(client: Client, uri: str) -> str:
    """A resource's text."""
    (content,) = (await client.read_resource(uri, cache_mode="bypass")).contents
    assert isinstance(content, TextResourceContents)
    return content.text
