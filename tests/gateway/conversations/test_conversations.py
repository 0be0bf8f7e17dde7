"""Conversations with the assistant over HTTP: written down before anybody answers, and each its user's alone."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest

from contracts.assistant import Converse, DropConversations, OpenConversation
from contracts.envelope import Envelope
from contracts.problems import Code
from services.chassis.problems import failed
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.gateway.database import Rows
from services.gateway.messaging.sweep import sweep
from services.gateway.messaging.waiting import Waiters
from tests.gateway.conftest import As, Sent
from tests.gateway.shelf import Shelf

AT_ONCE = {"Prefer": "wait=0"}


class Assistant:
    """Writes as the assistant's login what it would have written."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)

    def take(self, conversation: UUID | str, tenant: str, user: str, *messages: UUID | str) -> None:
        """The conversation, and these messages, are taken."""
        self.connection.execute(
            "insert into conversations (conversation_id, tenant_id, user_id, created_at, updated_at)"
            " values (%s, %s, %s, now(), now()) on conflict do nothing",
            (conversation, tenant, user),
        )
        for message in messages:
            self.connection.execute("insert into assistant_inbox (message_id) values (%s)", (message,))

    def answer(self, conversation: str, message: str, **row: Any) -> None:
        """A message and its answer."""
        said = {"role": "user", "content": "Show my tasks.", "status": None, "problem": None, "tool_calls": "[]"}
        told = {"role": "assistant", "content": "None left.", "status": "success", "reasoning": "by rules", **row}
        for each in (said, {**said, **told}):
            names = ", ".join(each)
            values = ", ".join(f"%({name})s" for name in each)
            self.connection.execute(
                "insert into conversation_messages (conversation_id, index, message_id, created_at, "
                f"{names}) select %(c)s, coalesce(max(index) + 1, 0), %(m)s, now(), {values}"
                " from conversation_messages where conversation_id = %(c)s".encode(),
                {**each, "c": conversation, "m": message},
            )


@pytest.fixture
def assistant(postgres: Postgres) -> Iterator[Assistant]:
    one = Assistant(postgres.url("pensum_assistant", DATABASE))
    yield one
    one.connection.close()


async def begun(client: httpx.AsyncClient) -> str:
    """A conversation's address."""
    answer = await client.post("/v1/conversations")
    assert answer.status_code == 201
    assert answer.headers["Location"] == answer.json()["url"]
    return str(answer.json()["url"])


def envelope(sent: Sent, n: int = -1) -> Envelope:
    assert sent.messages[n].topic == "assistant.conversations"
    return Envelope.from_headers(sent.messages[n].headers)


async def test_what_is_said_is_written_down_published_and_answered(
    ann: httpx.AsyncClient, sent: Sent, assistant: Assistant, waiters: Waiters, tenant: str
) -> None:
    url = await begun(ann)
    id = url.rpartition("/")[2]
    assert envelope(sent).type == OpenConversation.type_name
    assert (await ann.get(url)).json()["messages"] == []  # It is there before anybody has taken it.
    wish = {"text": "Show my tasks.", "time_zone": "Europe/Oslo"}
    published = asyncio.Event()
    sent.asked = lambda _: published.set()
    asking = asyncio.create_task(ann.post(f"{url}/messages", json=wish))
    await published.wait()
    await asyncio.sleep(0)  # It is in the list once it was asked for.
    told = Converse.read(sent.messages[-1].value)
    assert (told.tenant_id, told.user_id, told.text, told.time_zone) == (tenant, "ann", *wish.values())
    assert sent.messages[-1].key == id.encode()
    message = str(envelope(sent).id)
    assistant.take(id, tenant, "ann", message)
    assistant.answer(id, message)
    waiters.wake(UUID(id))
    answer = await asking
    assert answer.status_code == 200
    assert answer.json() == {
        "conversation_id": id, "response": "None left.", "status": "success", "tool_calls": [], "clarification": None
    }  # fmt: skip
    again = await ann.get(answer.headers["Location"])
    assert again.json() == answer.json()
    whole = (await ann.get(url)).json()
    assert [(one["role"], one["content"]) for one in whole["messages"]] == [
        ("user", "Show my tasks."), ("assistant", "None left.")
    ]  # fmt: skip
    assert "by rules" not in json.dumps(whole)  # Its reasoning is for who runs the house.


async def test_an_answer_that_takes_longer_is_had_later_at_its_address(ann: httpx.AsyncClient, sent: Sent) -> None:
    url = await begun(ann)
    late = await ann.post(f"{url}/messages", json={"text": "Show my tasks."}, headers=AT_ONCE)
    assert late.status_code == 202
    assert (await ann.get(late.headers["Location"])).status_code == 202
    assert (await ann.get(f"{url}/messages/{uuid4()}")).status_code == 404


async def test_the_same_request_is_one_message(ann: httpx.AsyncClient, sent: Sent) -> None:
    key = {"Idempotency-Key": "a"}
    one, other = [(await ann.post("/v1/conversations", headers=key)).json() for _ in range(2)]
    assert one == other
    asked = [
        await ann.post(f"{one['url']}/messages", json={"text": "Show my tasks."}, headers={**key, **AT_ONCE})
        for _ in range(2)
    ]
    assert asked[0].headers["Location"] == asked[1].headers["Location"]
    assert len(sent.messages) == 2
    changed = await ann.post(f"{one['url']}/messages", json={"text": "Delete all."}, headers={**key, **AT_ONCE})
    assert (changed.status_code, changed.json()["code"]) == (422, "idempotency_key_reused")


async def test_what_failed_is_told_with_its_status_code_and_trace(
    ann: httpx.AsyncClient, sent: Sent, assistant: Assistant, tenant: str
) -> None:
    url = await begun(ann)
    id = url.rpartition("/")[2]
    late = await ann.post(f"{url}/messages", json={"text": "Show my tasks."}, headers=AT_ONCE)
    why = failed(Code.MODEL_UNAVAILABLE, "model_unavailable").problem
    assistant.take(id, tenant, "ann")
    message = late.headers["Location"].rpartition("/")[2]
    assistant.answer(id, message, status="error", problem=why.model_dump_json(exclude_none=True))
    answer = await ann.get(late.headers["Location"])
    assert (answer.status_code, answer.json()["code"]) == (502, "model_unavailable")
    assert answer.json()["trace_id"] == UUID(id).hex
    assert (await ann.get(url)).json()["messages"][-1]["failed"] == "model_unavailable"


async def test_they_are_listed_newest_first_and_another_sees_none_of_them(
    ann: httpx.AsyncClient, as_user: As, sent: Sent
) -> None:
    urls = [await begun(ann) for _ in range(3)]
    listed = (await ann.get("/v1/conversations", params={"limit": 2})).json()
    assert listed["total"] == 3
    assert [one["conversation_id"] for one in listed["conversations"]] == [
        url.rpartition("/")[2] for url in reversed(urls[1:])
    ]
    bob = as_user("bob")
    assert (await bob.get("/v1/conversations")).json() == {"conversations": [], "total": 0}
    for answer in (
        await bob.get(urls[0]),
        await bob.delete(urls[0]),
        await bob.post(f"{urls[0]}/messages", json={"text": "Hello"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert len(sent.messages) == 3


async def test_one_is_removed_or_all_with_the_tasks(ann: httpx.AsyncClient, sent: Sent) -> None:
    url = await begun(ann)
    assert (await ann.delete(url)).status_code == 202
    gone = DropConversations.read(sent.messages[-1].value)
    assert (gone.all, str(envelope(sent).subject)) == (False, url.rpartition("/")[2])
    assert (await ann.delete("/v1/conversations")).status_code == 202
    assert DropConversations.read(sent.messages[-1].value).all


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "  "}, "text"),
        ({"text": "x" * 4001}, "text"),
        ({"text": "Hello", "time_zone": "Nowhere/Atlantis"}, "time_zone"),
        ({"text": "Hello", "time_zone": "../../etc/passwd"}, "time_zone"),
        ({"text": 7}, "text"),
        ({}, "text"),
    ],
)
async def test_what_is_unfit_is_named_and_nothing_is_sent(
    ann: httpx.AsyncClient, sent: Sent, wish: dict[str, Any], field: str
) -> None:
    url = await begun(ann)
    answer = await ann.post(f"{url}/messages", json=wish)
    assert answer.status_code == 400
    assert field in answer.json()["fields"]
    assert len(sent.messages) == 1


async def test_what_the_assistant_has_not_taken_is_published_again_and_what_it_has_is_not(
    ann: httpx.AsyncClient, rows: Rows, sent: Sent, assistant: Assistant, shelf: Shelf, tenant: str
) -> None:
    url = await begun(ann)
    first = envelope(sent).id
    await ann.post(f"{url}/messages", json={"text": "Show my tasks."}, headers=AT_ONCE)
    second = envelope(sent).id
    assistant.take(url.rpartition("/")[2], tenant, "ann", first)
    sent.messages.clear()
    shelf.ask("update intake set due_at = now() where tenant_id = %(t)s", t=tenant)
    while await sweep(rows, sent.publish):
        pass
    again = [envelope(sent, n) for n, one in enumerate(sent.messages) if one.topic == "assistant.conversations"]
    assert [one.id for one in again if one.id in (first, second)] == [second]
