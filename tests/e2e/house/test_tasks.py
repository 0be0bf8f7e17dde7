"""The tasks in a whole house: reached by their own secret alone, revived where they died, no call twice."""

import asyncio
import json
from uuid import uuid4

import httpx2
import pytest

from contracts.tasks import CALL
from services.chassis.tokens import Claims, signed
from tests.e2e.dying import Mortal
from tests.e2e.houses import Up, pensum
from tests.tasks.client import body, calling, post

WAIT_SECONDS = 60.0


def entrance(up: Up, user: str) -> tuple[str, str]:
    """The address of a house's tasks, and a token for them as only the assistant makes one."""
    port, secret = ((up.data / name).read_text() for name in ("tasks.port", "tasks.secret"))
    return f"http://127.0.0.1:{port}/mcp", signed(Claims("home", user, "learner"), secret, days=1)


async def test_the_houses_own_tokens_open_no_door_to_the_tasks(house: Up) -> None:
    url, bearer = entrance(house, uuid4().hex)
    for theirs in (house.house.learner_token, house.house.owner_token):
        assert (await post(url, json.dumps(body()), theirs)).status_code == 401
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        told = await client.get(f"{house.house.url}/v1/sessions", headers={"Authorization": f"Bearer {bearer}"})
    assert told.status_code == 401
    async with calling(url, bearer) as me:
        task = await me.task("add_task", title="In a house", due_at="2026-12-01T10:00:00Z")
        assert await me.listed() == [task]


def test_the_doctor_tells_how_they_are(house: Up) -> None:
    told = pensum("doctor", "--data", house.data)
    assert "ok       Tasks" in told.stdout


async def test_killed_between_commit_and_answer_they_are_back_and_answer_the_same_call_once(mortal: Mortal) -> None:
    url, bearer = entrance(mortal.up, uuid4().hex)
    before, call = mortal.up.service("tasks").pid, uuid4()
    sent = body("add_task", title="Once")
    sent["params"]["_meta"] = {CALL: str(call)}
    mortal.wish.write_text("tasks:committed")
    with pytest.raises(httpx2.TransportError):
        await post(url, json.dumps(sent), bearer)
    async with asyncio.timeout(WAIT_SECONDS):
        first = await answered(url, sent, bearer)
    assert first == await answered(url, sent, bearer)
    async with calling(url, bearer) as me:
        [task] = await me.listed(status="all")
    assert first == {"success": True, "data": task.model_dump(mode="json")}
    assert mortal.up.service("tasks").pid != before


async def answered(url: str, sent: object, bearer: str) -> object:
    """What a call answers as soon as somebody serves again."""
    while True:
        try:
            return (await post(url, json.dumps(sent), bearer)).json()["result"]["structuredContent"]
        except httpx2.TransportError:
            await asyncio.sleep(0.1)
