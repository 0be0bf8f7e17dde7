"""`/mcp`: who may speak, what is kept from whom, and what a client is told when something is wrong."""

import base64
import json
from contextlib import AbstractAsyncContextManager
from typing import Any
from uuid import uuid4

import httpx
import pytest
from fastapi import FastAPI
from mcp import Client
from mcp.shared.exceptions import MCPError

from contracts.problems import Code
from contracts.session import Status
from services.chassis.settings import Settings
from services.gateway.api import Resources, create_app
from services.gateway.mcp.routes import MOST_BYTES
from tests.gateway.conftest import SECRET, Sent, token
from tests.gateway.learnt import studied
from tests.gateway.shelf import Kept, Shelf
from tests.mcp.clients import MODES, done, over_http, problem, read, text_of

TOOLS = {
    "submit_document",
    "get_session",
    "get_quiz",
    "answer_quiz",
    "get_results",
    "get_notes",
    "ask_tutor",
    "learn",
    "due_reviews",
    "rate_review",
    "search_document",
}
READING = {"get_session", "get_quiz", "get_results", "get_notes", "due_reviews", "search_document"}
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPTS = {"Accept": "application/json, text/event-stream"}


def spoken(app: FastAPI, tenant: str, user: str = "ann", role: str = "learner", mode: str = "auto") -> Any:
    """The SDK's client as that person."""
    found: AbstractAsyncContextManager[Client] = over_http(app, token(tenant, user, role), mode)
    return found


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_finds_the_tools_and_what_they_do(app: FastAPI, tenant: str, mode: str) -> None:
    async with spoken(app, tenant, mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        templates = (await client.list_resource_templates()).resource_templates
    assert tools.keys() == TOOLS
    for name, tool in tools.items():
        assert tool.annotations.read_only_hint == (name in READING)
        assert tool.annotations.open_world_hint is False
        assert name in READING or tool.annotations.destructive_hint is False
        assert tool.description
        assert tool.output_schema
        assert tool.input_schema["additionalProperties"] is False
        assert "ctx" not in tool.input_schema["properties"]
    assert "path" not in tools["submit_document"].input_schema["properties"]
    assert tools["search_document"].input_schema["properties"]["limit"]["maximum"] == 50
    assert {each.uri_template for each in templates} == {
        "pensum://sessions{?cursor}",
        "pensum://sessions/{session_id}/summary",
        "pensum://sessions/{session_id}/concepts",
        "pensum://sessions/{session_id}/pages/{page}",
        "pensum://sessions/{session_id}/conversation",
        "pensum://sessions/{session_id}/items",
    }


async def test_without_a_token_it_is_the_401_of_every_route(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as nobody:
        answer = await nobody.post("/mcp", json=HELLO, headers=ACCEPTS)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


async def asked(app: FastAPI, tenant: str, method: str = "POST", **headers: str) -> httpx.Response:
    """One message as it goes over the wire."""
    bearer = {"Authorization": f"Bearer {token(tenant, 'ann')}", "Host": "127.0.0.1:8400"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8400") as client:
        content = json.dumps(HELLO) if method == "POST" else None
        sent = {**bearer, **ACCEPTS, "Content-Type": "application/json", **headers}
        return await client.request(method, "/mcp", content=content, headers=sent)


@pytest.mark.parametrize("host", ["127.0.0.1:8400", "localhost:1", "localhost", "[::1]:8400"])
async def test_this_machines_names_and_our_own_page_may_ask(app: FastAPI, tenant: str, host: str) -> None:
    for origin in ({}, {"Origin": f"http://{host}"}):
        answer = await asked(app, tenant, Host=host, **origin)
        assert answer.status_code == 200, answer.text
        assert "search_document" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example:8400"},
        {"Host": "evil.example:8400", "Origin": "http://evil.example:8400"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Host": "127.0.0.1.evil.example"},
    ],
)
async def test_another_page_and_a_name_that_is_not_ours_are_403(
    app: FastAPI, tenant: str, headers: dict[str, str]
) -> None:
    answer = await asked(app, tenant, **headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("settings", "host", "status"),
    [
        ({"http_host": "0.0.0.0"}, "school.example", 200),
        ({"mcp_hosts": "school.example, other.example"}, "school.example", 200),
        ({"http_host": "0.0.0.0", "mcp_hosts": "school.example"}, "elsewhere.example", 403),
    ],
)
async def test_a_gateway_that_others_reach_is_asked_by_its_own_names(
    resources: Resources, tenant: str, settings: dict[str, str], host: str, status: int
) -> None:
    from dataclasses import replace

    other = replace(resources, settings=Settings.model_validate({"token_secret": SECRET, **settings}))
    assert (await asked(create_app(other), tenant, Host=host)).status_code == status


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_there_is_no_stream_to_keep_open_and_no_session_to_end(app: FastAPI, tenant: str, method: str) -> None:
    answer = await asked(app, tenant, method)
    assert answer.status_code == 405
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_message_that_is_too_long_is_413(app: FastAPI, ann: httpx.AsyncClient) -> None:
    answer = await ann.post("http://127.0.0.1/mcp", content=b" " * (MOST_BYTES + 1), headers=ACCEPTS)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["numbers"] == {"limit_bytes": MOST_BYTES}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"jsonrpc": "2.0", "id": 1, "method": 5}'])
async def test_what_is_no_message_is_refused_without_a_trace_of_our_insides(
    ann: httpx.AsyncClient, content: bytes
) -> None:
    sent = {**ACCEPTS, "Content-Type": "application/json"}
    answer = await ann.post("http://127.0.0.1/mcp", content=content, headers=sent)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


async def test_what_one_reads_another_never_sees(app: FastAPI, shelf: Shelf, tenant: str) -> None:
    kept = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    async with spoken(app, tenant) as ann, spoken(app, tenant, "bob", "owner") as bob:
        assert str(kept.session) in await read(ann, "pensum://sessions")
        assert [each.name for each in (await ann.list_resources()).resources] == ["sessions", str(kept.session)]
        assert json.loads(await read(bob, "pensum://sessions")) == {"sessions": [], "next": None}
        assert [each.name for each in (await bob.list_resources()).resources] == ["sessions"]
        for name, arguments in everything(kept).items():
            wrong = problem(await bob.call_tool(name, arguments))
            assert (wrong["status"], wrong["code"]) == (404, "not_found"), name
        for part in ("summary", "concepts", "pages/1", "conversation", "items"):
            with pytest.raises(MCPError, match="not_found"):
                await read(bob, f"pensum://sessions/{kept.session}/{part}")


def everything(kept: Kept) -> dict[str, dict[str, Any]]:
    """A call of each tool that is about a session."""
    session, wait = {"session_id": str(kept.session)}, {"wait_seconds": 0}
    answers = [{"item_id": str(item.item_id), "answer": None} for item in kept.items[:2]]
    return {
        "get_session": {**session, **wait},
        "get_quiz": {**session, **wait},
        "answer_quiz": {**session, **wait, "quiz_id": str(kept.quiz), "answers": answers},
        "get_results": {**session, **wait},
        "get_notes": {**session, **wait},
        "ask_tutor": {**session, **wait, "text": "What absorbs light?"},
        "learn": {**session, **wait},
        "due_reviews": session,
        "rate_review": {**session, "card_id": str(kept.card), "rating": "good"},
        "search_document": {**session, "question": "what absorbs light"},
    }


@pytest.mark.parametrize("mode", MODES)
async def test_no_key_of_an_open_quiz_leaves_by_any_tool_or_resource(
    app: FastAPI, shelf: Shelf, tenant: str, mode: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark="SECRET")
    async with spoken(app, tenant, mode=mode) as ann:
        said = list[tuple[str, str]]()
        for name, given in everything(kept).items():
            answer = await ann.call_tool(name, given)
            said.append((name, text_of(answer)))
            assert not answer.is_error or name in ("answer_quiz", "get_results", "learn", "rate_review"), said[-1]
        assert {name for name, _ in said} == TOOLS - {"submit_document"}
        for part in ("summary", "concepts", "pages/1", "conversation"):
            said.append((part, await read(ann, f"pensum://sessions/{kept.session}/{part}")))
        with pytest.raises(MCPError, match="forbidden"):
            await read(ann, f"pensum://sessions/{kept.session}/items")
    assert "What absorbs light?" in dict(said)["get_quiz"]
    assert [name for name, text in said if "SECRET" in text] == []
    async with spoken(app, tenant, role="owner", mode=mode) as owner:
        assert "SECRET" in await read(owner, f"pensum://sessions/{kept.session}/items")
        assert "SECRET" not in text_of(await owner.call_tool("get_quiz", everything(kept)["get_quiz"]))


@pytest.mark.parametrize(
    ("name", "arguments", "fields"),
    [
        ("get_session", {}, {"session_id"}),
        ("get_session", {"session_id": "mine"}, {"session_id"}),
        ("get_session", {"session_id": str(uuid4()), "wait_seconds": 10_000}, {"wait_seconds"}),
        ("get_session", {"session_id": str(uuid4()), "sesion": 1}, {"sesion"}),
        ("search_document", {"session_id": str(uuid4()), "question": ""}, {"question"}),
        ("search_document", {"session_id": str(uuid4()), "question": "x" * 501, "limit": 0}, {"question", "limit"}),
        ("rate_review", {"session_id": str(uuid4()), "card_id": str(uuid4()), "rating": "ok"}, {"rating"}),
        ("learn", {"session_id": str(uuid4()), "how": "sleep"}, {"how"}),
        ("learn", {"session_id": str(uuid4()), "say": "yes"}, {"say"}),
        ("learn", {"session_id": str(uuid4()), "how": "quiz", "topic": "leaf"}, {"topic"}),
        ("submit_document", {}, {"text", "base64"}),
        ("submit_document", {"text": "a", "base64": "YQ=="}, {"text", "base64"}),
        ("submit_document", {"base64": "no base64!"}, {"base64"}),
        ("submit_document", {"path": "/etc/passwd"}, {"path"}),
        ("submit_document", {"text": "a", "questions": 51}, {"questions"}),
        ("answer_quiz", {"session_id": str(uuid4()), "answers": [{"answer": "a"}]}, {"answers.0.item_id"}),
    ],
)
async def test_rubbish_is_told_by_the_field_that_it_is_in(
    app: FastAPI, tenant: str, sent: Sent, name: str, arguments: dict[str, Any], fields: set[str]
) -> None:
    async with spoken(app, tenant) as ann:
        wrong = problem(await ann.call_tool(name, arguments))
    assert (wrong["status"], wrong["code"], set(wrong["fields"])) == (400, "contract_broken", fields)
    assert sent.messages == []


@pytest.mark.parametrize("uri", ["summary", "pages/0", "pages/x", "pages/99999999999999999999", "pages/7"])
async def test_a_resource_that_is_not_there_is_said_to_be_so(app: FastAPI, shelf: Shelf, tenant: str, uri: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    session = uuid4() if uri == "summary" else kept.session
    async with spoken(app, tenant) as ann:
        with pytest.raises(MCPError) as wrong:
            await read(ann, f"pensum://sessions/{session}/{uri}")
        assert "Traceback" not in wrong.value.message
        with pytest.raises(MCPError):
            await read(ann, "pensum://sessions/../../etc/passwd/summary")


async def test_a_document_is_taken_down_and_how_to_go_on_is_told(app: FastAPI, tenant: str, sent: Sent) -> None:
    notices: list[str | None] = []

    async def noted(progress: float, total: float | None, message: str | None) -> None:
        notices.append(message)

    text = "Chlorophyll absorbs light. " * 20
    encoded = {"base64": base64.b64encode(text.encode()).decode(), "filename": "leaf.txt"}
    async with spoken(app, tenant) as ann:
        for given in ({"text": text}, encoded):
            order = {**given, "questions": 3, "wait_seconds": 0}
            shown = done(await ann.call_tool("submit_document", order, progress_callback=noted))
            assert (shown["status"], shown["ready"], shown["problem"]) == ("accepted", False, None)
            assert "get_session" in shown["next"]
            assert shown["documents"] == [given.get("filename", "document.txt")]
    assert len(sent.messages) == 2
    assert notices[0] == "Sending the document."


async def test_a_session_that_failed_is_shown_with_why_and_what_helps(app: FastAPI, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.LOW_CONFIDENCE, blocks=0)
    async with spoken(app, tenant) as ann:
        shown = done(await ann.call_tool("get_session", {"session_id": str(kept.session)}))
    assert shown["problem"]["code"] == "low_confidence"
    assert shown["problem"]["action"]
    assert shown["ready"] is False
