"""Who may come in and with what: tokens, names, bodies. Whatever is sent, the server goes on serving."""

import asyncio
import json
from typing import Any
from uuid import uuid4

import httpx2
import jwt
import pytest

from services.chassis.settings import Settings
from tests.tasks.client import HEADERS, SECRET, Caller, Served, body, post, token

EXPIRED = token("me", days=-1)
ENDLESS = jwt.encode({"tenant": "home", "sub": "me", "role": "learner"}, SECRET, algorithm="HS256")
UNSIGNED = jwt.encode({"tenant": "home", "sub": "me", "role": "learner", "exp": 2**40}, "", algorithm="none")


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        "Bearer x",
        f"Basic {token('me')}",
        token("me"),
        f"Bearer {token('me', secret='of-another-house-and-long-enough-for-it')}",
        f"Bearer {EXPIRED}",
        f"Bearer {ENDLESS}",
        f"Bearer {UNSIGNED}",
        f"Bearer {token('me', role='guest')}",
        f"Bearer {token('')}",
    ],
    ids=[*"01", "a word", "basic", "bare", "another's secret", "expired", "endless", "unsigned", "role", "nobody"],
)
async def test_without_a_valid_token_nothing_is_answered(served: Served, authorization: str) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        headers = {**HEADERS, **({"Authorization": authorization} if authorization else {})}
        for method in ("POST", "GET", "DELETE"):
            told = await client.request(method, served.url, json=body(), headers=headers)
            assert told.status_code == 401
            assert told.headers["www-authenticate"] == "Bearer"
            assert told.json()["error"]["code"] == "UNAUTHORIZED"


async def test_a_body_without_a_token_is_not_even_waited_for(served: Served) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
    async with asyncio.timeout(30):
        assert b" 401 " in await reader.readline()
    writer.close()


@pytest.mark.parametrize(("path", "method", "status"), [("/", "POST", 404), ("/mcp/x", "POST", 404)])
async def test_there_is_one_address(served: Served, path: str, method: str, status: int) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        url = served.url.removesuffix("/mcp") + path
        told = await client.request(method, url, headers={"Authorization": f"Bearer {token('me')}"})
        assert told.status_code == status


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_there_are_no_streams_and_no_sessions(served: Served, method: str) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        told = await client.request(method, served.url, headers={**HEADERS, "Authorization": f"Bearer {token('me')}"})
        assert (told.status_code, told.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "localhost:1"}, 200),
        ({"Host": "[::1]:8401"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost.evil.example:80"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:8400"}, 200),
    ],
    ids=str,
)
async def test_a_page_of_somebody_elses_cannot_have_a_browser_ask(
    served: Served, headers: dict[str, str], status: int
) -> None:
    told = await post(served.url, json.dumps(body()), token(uuid4().hex), **headers)
    assert told.status_code == status


async def test_elsewhere_the_name_of_its_url_is_its_name_too(settings: Settings, tmp_path_factory: Any) -> None:
    folder = tmp_path_factory.mktemp("elsewhere")
    with Served(folder, settings, PENSUM_TASKS_URL="http://tasks:8080/mcp") as elsewhere:
        for host, status in (("tasks:8080", 200), ("tasks", 200), ("tasks.evil.example:8080", 421)):
            assert (await post(elsewhere.url, json.dumps(body()), token("me"), Host=host)).status_code == status


MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "add_task"}


@pytest.mark.parametrize("era", [{}, MODERN], ids=["handshake", "2026-07-28"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b'"add_task"',
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 7}}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add_task", "arguments": []}}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/drop", "params": {}}',
        b'{"jsonrpc": "2.0", "id": ' + b"1" * 5000 + b', "method": "tools/list"}',
    ],
    ids=lambda content: repr(content[:60]),
)
async def test_a_body_that_is_none_is_refused(served: Served, me: Caller, content: bytes, era: dict[str, str]) -> None:
    told = await post(served.url, content, token("me"), **era)
    assert told.status_code in (200, 202, 400, 404)
    if told.status_code == 200:
        assert "error" in told.json()
    assert await me.listed() == []


@pytest.mark.parametrize("era", [{}, MODERN], ids=["handshake", "2026-07-28"])
@pytest.mark.parametrize(
    "value",
    ['"\\ud800"', '"\\u0000"', "NaN", "1e999", "-Infinity", "9" * 5000, '{"a": ' * 500 + "1" + "}" * 500, '"\\u202e"'],
    ids=["surrogate", "NUL", "NaN", "1e999", "-Infinity", "digits", "braces", "mirrored"],
)
@pytest.mark.parametrize("field", ["title", "description", "due_at", "clear", "query"])
async def test_values_that_json_or_a_database_cannot_hold_are_no_bug(
    served: Served, value: str, field: str, era: dict[str, str]
) -> None:
    tool = {"clear": "update_task", "query": "list_tasks"}.get(field, "add_task")
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    sent = body(tool, **{"title": "t", field: "<>"})
    if era:
        sent["params"]["_meta"] = meta
    content = json.dumps(sent).replace('"<>"', value)
    told = await post(served.url, content, token("me"), **({**era, "Mcp-Name": tool} if era else {}))
    assert told.status_code in (200, 400), told.text
    result = told.json().get("result", {}).get("structuredContent", {})
    assert result.get("error", {}).get("code") in (None, "VALIDATION_ERROR")


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_body_of_a_megabyte_is_refused_and_the_next_call_answered(
    served: Served, me: Caller, chunked: bool
) -> None:
    content = json.dumps(body("add_task", title="t" * 1_000_000)).encode()

    async def pieces() -> Any:
        for at in range(0, len(content), 8192):
            yield content[at : at + 8192]

    headers = {**HEADERS, "Authorization": f"Bearer {token('me')}"}
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        try:
            told = await client.post(served.url, content=pieces() if chunked else content, headers=headers)
            assert told.status_code == 413
        except httpx2.TransportError:
            pass  # It was cut while it still sent.
    assert await me.listed() == []


async def test_the_log_holds_no_word_of_anybodys_task(served: Served, me: Caller) -> None:
    word = f"w{uuid4().hex}"
    await me.call("add_task", title=word, description=word)
    await me.call("add_task", title=word * 9)
    await me.call("list_tasks", query=word, status=word)
    await post(served.url, json.dumps(body("add_task", title=word, extra=word)), token("me"))
    await post(served.url, f'{{"{word}', token("me"))
    assert word not in served.log.read_text()
    assert served.log.read_text().count('"level": "error"') == 0
