"""Conversations as the assistant keeps them: on a real Postgres, with the tasks' server as it runs."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx2
import psycopg
import pytest

from contracts.assistant import (
    AskAssistant,
    AssistantAnswered,
    ConversationMetadata,
    ConversationMoved,
    Converse,
    CourseContext,
    OpenConversation,
)
from contracts.tasks import TaskResult, ToolName
from services.assistant.conversations.handler import Conversations, local
from services.assistant.conversations.store import Store
from services.assistant.minds.offline import OfflineMind
from services.assistant.tools.session import Session, TasksServer
from services.chassis.model.failures import UpstreamFailed
from services.chassis.storage.database import pool
from services.console.embedded.postgres import Postgres
from tests.assistant.conversations.chats import Broken, Chats, Listening
from tests.tasks.client import SECRET, Served


@pytest.fixture
async def chats(postgres: Postgres, served: Served) -> AsyncIterator[Chats]:
    own = postgres.url("pensum_assistant", "postgres")
    async with httpx2.AsyncClient() as http, pool(own, at_most=6) as connections:
        yield Chats(Store(connections), TasksServer(served.url, SECRET, http), postgres.url())


async def test_what_is_said_is_kept_with_its_answer_its_calls_and_what_is_remembered(chats: Chats) -> None:
    chat = chats.chat()
    assert await chat.say("Remind me to buy groceries") == [ConversationMoved()]
    await chat.say("show my tasks")
    assert chat.said()[:2] == ["Remind me to buy groceries", "I've added 'buy groceries' to your tasks. You got this!"]
    rows = chat.rows()
    assert [row["role"] for row in rows] == ["user", "assistant"] * 2
    assert [call["tool_name"] for call in rows[1]["tool_calls"]] == ["add_task"]
    assert rows[1]["reasoning"]
    [kept] = chat.rows("select metadata from conversations where conversation_id = %s")
    known = ConversationMetadata.model_validate(kept["metadata"])
    assert list(known.task_references or {}) == ["1"]
    assert known.last_tool_used == "list_tasks"
    await chat.say("complete task 1")
    assert "buy groceries" in chat.said()[-1]


async def test_an_agent_is_told_the_last_fifty_messages_in_their_order(chats: Chats) -> None:
    chat = chats.chat()
    await chat.say("hello 0")
    with psycopg.connect(chat.admin, autocommit=True) as admin:
        admin.execute(
            "insert into conversation_messages (conversation_id, index, message_id, role, content, created_at)"
            " select %s, n, gen_random_uuid(), 'user', 'line ' || n, now() from generate_series(2, 61) n",
            (chat.id,),
        )
    listening = Listening()
    chat.conversations = chats.minded(listening)
    await chat.say("show my tasks")
    assert listening.told == [f"line {n}" for n in range(12, 62)]


async def test_a_message_that_comes_twice_is_answered_once(chats: Chats) -> None:
    chat, id = chats.chat(), uuid4()
    for _ in range(2):
        await chat.say("add milk to my tasks", id)
    assert len(chat.said()) == 2
    assert await chat.tasks() == ["milk"]


async def test_quick_messages_are_answered_in_their_order(chats: Chats) -> None:
    chat, texts = chats.chat(), [f"add thing {n} to my tasks" for n in range(5)]
    await asyncio.gather(*(chat.say(text) for text in texts))
    assert chat.said()[::2] == texts
    assert sorted(await chat.tasks()) == [f"thing {n}" for n in range(5)]


async def test_a_turn_that_was_cut_off_goes_on_and_calls_nothing_twice(
    chats: Chats, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, id, really = chats.chat(), uuid4(), Session.call
    made: list[tuple[UUID, str]] = []

    async def call(self: Session, call_id: UUID, name: ToolName, parameters: dict[str, Any]) -> TaskResult:
        result = await really(self, call_id, name, parameters)
        made.append((call_id, name))
        if len(made) == 1:
            raise asyncio.CancelledError  # As a kill does it: the call was made, and nobody kept what it answered.
        return result

    monkeypatch.setattr(Session, "call", call)
    with pytest.raises(asyncio.CancelledError):
        await chat.say("add milk to my tasks and show my tasks", id)
    await chat.say("add milk to my tasks and show my tasks", id)
    assert made[0] == made[1]  # The same call, by its id: the tasks' server does it once.
    monkeypatch.undo()
    assert await chat.tasks() == ["milk"]
    assert len(chat.said()) == 2


async def test_a_model_that_fails_ends_in_a_sentence_with_code_and_trace_and_the_message_is_kept(chats: Chats) -> None:
    chat = chats.chat(conversations=chats.minded(Broken(UpstreamFailed("down"))))
    await chat.say("show my tasks")
    _, answer = chat.rows()
    assert (answer["status"], answer["problem"]["code"]) == ("error", "model_unavailable")
    assert chat.id.hex in answer["content"]
    chat.conversations = chats.conversations
    await chat.say("show my tasks")
    assert chat.rows()[-1]["status"] == "success"


async def test_a_bug_ends_in_a_sentence_too_and_nothing_of_it_is_told(chats: Chats) -> None:
    chat = chats.chat(conversations=chats.minded(Broken(KeyError("secret"))))
    await chat.say("show my tasks")
    answer = chat.said()[-1]
    assert "internal_error" in answer
    assert "secret" not in answer


async def test_nobody_writes_into_another_users_conversation(chats: Chats) -> None:
    chat, other = chats.chat(), chats.chat()
    await chat.say("show my tasks")
    other.id = chat.id
    await other.say("show my tasks")
    assert len(chat.said()) == 2


async def test_a_conversation_that_was_removed_takes_nothing_any_more_and_its_tasks_stay(chats: Chats) -> None:
    chat = chats.chat()
    await chat.say("add milk to my tasks")
    await chat.drop()
    await chat.say("show my tasks")
    assert chat.said() == []
    assert await chat.tasks() == ["milk"]


async def test_forgetting_a_user_takes_conversations_tasks_and_what_the_intake_holds(chats: Chats) -> None:
    chat = chats.chat()
    second, stranger = chats.chat(chat.user), chats.chat()
    for each in (chat, second, stranger):
        await each.say("add milk to my tasks")
    with psycopg.connect(chat.admin, autocommit=True) as admin:
        admin.execute(
            "insert into intake (message_id, session_id, tenant_id, user_id, method, path, body_sha256, type, message,"
            " answer, accepted_at, due_at, tries, settled) values (gen_random_uuid(), %s, 'home', %s, 'POST', '/', '',"
            " %s, '{\"text\": \"milk\"}', '{}', now(), now(), 0, false)",
            (second.id, chat.user, Converse.type_name),
        )
    await chat.drop(all=True)
    assert (chat.said(), second.said(), await chat.tasks()) == ([], [], [])
    assert second.rows("select message::text as words, settled from intake where session_id = %s") == [
        {"words": "{}", "settled": True}
    ]
    assert (len(stranger.said()), await stranger.tasks()) == (2, ["milk"])


async def test_a_conversation_goes_thirty_days_after_its_last_message(chats: Chats) -> None:
    old, young = chats.chat(), chats.chat()
    for chat, days in ((old, 31), (young, 29)):
        await chat.say("add milk to my tasks")
        with psycopg.connect(chat.admin, autocommit=True) as admin:
            admin.execute(
                "update conversations set updated_at = now() - make_interval(days => %s) where conversation_id = %s",
                (days, chat.id),
            )
    await chats.store.sweep()
    assert old.said() == []
    assert len(young.said()) == 2


async def test_while_the_database_is_away_the_message_waits(chats: Chats) -> None:
    async with pool("postgresql://nobody@127.0.0.1:9/none", at_most=1) as away:
        away.timeout = 0.1
        conversations = Conversations(Store(away), chats.tasks, OfflineMind())
        message = OpenConversation(tenant_id="home", user_id="me")
        with pytest.raises(ConnectionError):  # The worker answers that it is away, and it is sent again.
            await conversations.opened(message, chats.chat().run(message))


async def test_a_message_of_a_courses_chat_is_answered_with_what_is_to_be_remembered(chats: Chats) -> None:
    chat = chats.chat()
    command = AskAssistant(
        message_id=uuid4(),
        tenant_id="home",
        user_id=chat.user,
        text="Remind me to review this on Friday",
        time_zone="Europe/Oslo",
        sent_at=datetime(2026, 1, 19, 10, 31, tzinfo=UTC),
        course=CourseContext(session_id=chat.id, title="Cells", topic="osmosis"),
    )
    for _ in range(2):  # Sent again, it is answered the same: its steps are kept.
        [answered] = await chat.conversations.asked(command, chat.run(command))
        assert isinstance(answered, AssistantAnswered)
        [call] = [each for each in answered.response.tool_calls if each.tool_name == "add_task"]
        assert (call.parameters["session_id"], call.parameters["concept"]) == (str(chat.id), "osmosis")
        assert str(call.parameters["due_at"]).startswith("2026-01-23")
        assert answered.metadata.last_tool_used == "add_task"
    assert len(await chat.tasks()) == 1
    assert chat.said() == []  # Of a course's chat the orchestrator keeps what is said.


@pytest.mark.parametrize("zone", ["", "Nowhere/Atlantis", "../../etc/passwd", "\x00", "x" * 64])
def test_a_time_zone_that_there_is_not_is_utc(zone: str) -> None:
    at = datetime(2026, 1, 23, 10, 31, tzinfo=UTC)
    assert local(at, zone) == at
    assert local(at, zone).utcoffset() == at.utcoffset()
