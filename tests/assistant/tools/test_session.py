"""The tasks as the assistant reaches them: by the SDK's client, in a user's name, once however often it is sent."""

import socket
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx2
import pytest

from contracts.tasks import TaskResult
from services.assistant.tools.session import AWAY, TasksServer
from tests.tasks.client import SECRET, Served


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient() as client:
        yield client


@pytest.fixture
def tasks(served: Served, http: httpx2.AsyncClient) -> TasksServer:
    return TasksServer(served.url, SECRET, http)


def titles(result: TaskResult) -> list[object]:
    assert result.data is not None
    listed = result.data["tasks"]
    assert isinstance(listed, list)
    return [task["title"] for task in listed]


async def test_a_call_that_is_sent_again_is_done_once(tasks: TasksServer) -> None:
    mine, call = tasks.of("home", uuid4().hex), uuid4()
    first = await mine.call(call, "add_task", {"title": "Read page 4"})
    assert await mine.call(call, "add_task", {"title": "Read page 4"}) == first
    assert titles(await mine.call(uuid4(), "list_tasks", {})) == ["Read page 4"]


async def test_nobody_reaches_another_users_tasks(tasks: TasksServer) -> None:
    mine, theirs = tasks.of("home", uuid4().hex), tasks.of("home", uuid4().hex)
    added = await mine.call(uuid4(), "add_task", {"title": "Mine"})
    assert added.data is not None
    refused = await theirs.call(uuid4(), "delete_task", {"task_id": added.data["id"]})
    assert refused.error is not None
    assert refused.error.code == "NOT_FOUND"
    assert titles(await theirs.call(uuid4(), "list_tasks", {})) == []


async def test_the_tools_are_listed_without_the_one_that_forgets(tasks: TasksServer) -> None:
    tools = await tasks.of("home", uuid4().hex).listed()
    assert {tool.name for tool in tools} == {"add_task", "list_tasks", "update_task", "complete_task", "delete_task"}
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools)


async def test_a_user_who_is_forgotten_has_no_tasks(tasks: TasksServer) -> None:
    user = uuid4().hex
    await tasks.of("home", user).call(uuid4(), "add_task", {"title": "Mine"})
    await tasks.forget("home", user)
    assert titles(await tasks.of("home", user).call(uuid4(), "list_tasks", {"status": "all"})) == []


async def test_a_parameter_that_no_tool_takes_is_an_answer_with_its_field(tasks: TasksServer) -> None:
    refused = await tasks.of("home", uuid4().hex).call(uuid4(), "add_task", {"title": ""})
    assert refused.error is not None
    assert (refused.error.code, refused.error.field) == ("VALIDATION_ERROR", "title")


async def test_while_the_tasks_are_away_it_is_tried_again_and_then_said(http: httpx2.AsyncClient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    away = TasksServer(f"http://127.0.0.1:{port}/mcp", SECRET, http, tries=(0.01, 0.01))
    answer = await away.of("home", "me").call(uuid4(), "list_tasks", {})
    assert answer.error is not None
    assert (answer.error.code, answer.error.message) == ("UNAVAILABLE", AWAY)
    assert await away.of("home", "me").listed() == []
    with pytest.raises(ConnectionError):
        await away.forget("home", "me")


async def test_a_secret_that_is_not_the_tasks_own_reaches_nothing(served: Served, http: httpx2.AsyncClient) -> None:
    stranger = TasksServer(served.url, "another-secret-that-nobody-told-the-tasks", http, tries=())
    answer = await stranger.of("home", "me").call(uuid4(), "list_tasks", {})
    assert answer.error is not None
