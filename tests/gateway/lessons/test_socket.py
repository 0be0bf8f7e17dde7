"""A lesson over a WebSocket and as server-sent events, on the real server: what is told, once, and what never is."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from contracts.learning import MessageSent
from services.chassis.broker.outgoing import Outgoing
from services.chassis.process.web import Server, listening, served
from services.gateway.api import Resources
from services.gateway.app import configured
from services.gateway.http.limits import Limits
from services.gateway.messaging.waiting import Waiters
from tests.gateway.conftest import Sent, token
from tests.gateway.learnt import read
from tests.gateway.lessons.taught import RIGHT, id_of, known, lesson, said, turn
from tests.gateway.shelf import Kept, Shelf
from tests.standins.learners.socket import Closed, Refused, Socket


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return read(shelf, shelf.quiz(shelf.session(tenant, "ann")))


@pytest.fixture
async def at(resources: Resources) -> AsyncIterator[str]:
    """Where the real server listens, as far as the path."""
    settings = resources.settings.model_copy(update={"http_port": 0})
    with listening(settings) as bound:
        ready = asyncio.Event()
        server = Server(configured(resources, Limits()), ready.set)
        serving = asyncio.create_task(served(server, bound, resources.waiters.close))
        await asyncio.wait_for(ready.wait(), 30)
        host, port = bound.getsockname()[:2]
        yield f"{host}:{port}/v1/sessions"
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


def taught(shelf: Shelf, kept: Kept, begun: UUID, waiters: Waiters, sent: Sent) -> None:
    """Each message that is sent has a turn, which says what it answers."""
    seq = iter(range(10, 1000))

    def answer(messages: Sequence[Outgoing]) -> None:
        for one in messages:
            text = f"You said: {MessageSent.read(one.value).text}"
            turn(shelf, kept, begun, id_of(one), seq=next(seq), message=text, assessment=RIGHT)
        waiters.wake(kept.session)

    sent.asked = answer


async def test_a_chat_is_typing_then_the_turn(at: str, shelf: Shelf, kept: Kept, waiters: Waiters, sent: Sent) -> None:
    begun = lesson(shelf, kept)
    turn(shelf, kept, begun)
    async with await Socket.open(f"ws://{at}/ws/{kept.session}?token={token(kept.tenant, 'ann')}") as socket:
        state = await socket.next()
        assert (state["type"], state["payload"]["state"]["lesson_id"]) == ("state_update", str(begun))
        await socket.chat("the pigment")
        assert await socket.next() == {"type": "typing", "payload": {}}
        [asked] = sent.messages
        turn(shelf, kept, begun, id_of(asked), seq=10, message="Yes", assessment=RIGHT)
        waiters.wake(kept.session)
        told = await socket.until("assistant")
        assert (told["message"], told["seq"], told["routing"]) == ("Yes", 10, "Advance")


async def test_nobody_types_after_the_turn_is_told(
    at: str, shelf: Shelf, kept: Kept, waiters: Waiters, sent: Sent
) -> None:
    taught(shelf, kept, lesson(shelf, kept), waiters, sent)
    async with await Socket.open(f"ws://{at}/ws/{kept.session}", bearer(kept)) as socket:
        await socket.until("state_update")
        for n in range(10):  # Each is answered before it is taken to its end.
            await socket.chat(f"number {n}")
            heard = [""]
            while heard[-1] != "assistant":
                heard.append((await socket.next())["type"])
            assert heard[1:] in (["assistant"], ["typing", "assistant"])
        assert [MessageSent.read(one.value).text for one in sent.messages] == [f"number {n}" for n in range(10)]


async def test_who_reconnects_has_every_turn_once(
    at: str, shelf: Shelf, kept: Kept, waiters: Waiters, sent: Sent
) -> None:
    begun = lesson(shelf, kept)
    turn(shelf, kept, begun, seq=2, message="one")
    url = f"ws://{at}/ws/{kept.session}?token={token(kept.tenant, 'ann')}"
    async with await Socket.open(f"{url}&after=-1") as first:
        assert (await first.until("assistant"))["seq"] == 2
    turn(shelf, kept, begun, uuid4(), seq=5, message="two")
    turn(shelf, kept, begun, uuid4(), seq=7, message="three")
    async with await Socket.open(f"{url}&after=2") as second:
        assert [(await second.until("assistant"))["message"] for _ in range(2)] == ["two", "three"]
    taught(shelf, kept, begun, waiters, sent)
    async with await Socket.open(url) as third:  # From now on.
        await third.chat("four", key="k")
        assert (await third.until("assistant"))["message"] == "You said: four"
        await third.chat("four", key="k")  # Sent again, since it was not known whether it had arrived.
        await third.until("typing")
        assert len(sent.messages) == 1


@pytest.mark.parametrize(
    ("frame", "code", "fields"),
    [
        ("no json", "contract_broken", ["(body)"]),
        (b"\x00\x01", "contract_broken", ["(body)"]),
        ("[]", "contract_broken", ["(body)"]),
        ('{"type":"chat"}', "contract_broken", ["payload"]),
        ('{"type":"dance","payload":{"message":"a"}}', "contract_broken", ["type"]),
        ('{"type":"chat","payload":{"message":""}}', "contract_broken", ["payload.message"]),
        ('{"type":"chat","payload":{"message":"  "}}', "contract_broken", ["payload.message"]),
        ('{"type":"chat","payload":{"message":5}}', "contract_broken", ["payload.message"]),
        ('{"type":"chat","payload":{"message":"' + "x" * 100_000 + '"}}', "contract_broken", ["payload.message"]),
        ('{"type":"chat","payload":{"message":"a","key":""}}', "contract_broken", ["payload.key"]),
    ],
)
async def test_a_bad_message_is_an_error_and_the_connection_stays(
    at: str, shelf: Shelf, kept: Kept, waiters: Waiters, sent: Sent, frame: str | bytes, code: str, fields: list[str]
) -> None:
    taught(shelf, kept, lesson(shelf, kept), waiters, sent)
    async with await Socket.open(f"ws://{at}/ws/{kept.session}", bearer(kept)) as socket:
        await socket.send(frame)
        wrong = await socket.until("error")
        assert (wrong["code"], wrong["fields"], wrong["trace_id"]) == (code, fields, kept.session.hex)
        await socket.chat("still here")
        assert (await socket.until("assistant"))["message"] == "You said: still here"


async def test_a_message_beyond_every_size_closes_the_connection(at: str, shelf: Shelf, kept: Kept) -> None:
    lesson(shelf, kept)
    async with await Socket.open(f"ws://{at}/ws/{kept.session}", bearer(kept)) as socket:
        await socket.send("x" * 300_000)
        with pytest.raises(Closed, match="1009"):
            await socket.until("error")


async def test_without_a_lesson_a_chat_is_an_error(at: str, kept: Kept, sent: Sent) -> None:
    async with await Socket.open(f"ws://{at}/ws/{kept.session}", bearer(kept)) as socket:
        await socket.chat("Hello")
        assert (await socket.until("error"))["status"] == 409
        assert sent.messages == []


async def test_after_the_end_the_conversations_answer_is_told(
    at: str, shelf: Shelf, kept: Kept, waiters: Waiters, sent: Sent
) -> None:
    lesson(shelf, kept, ended="complete")

    def answer(messages: Sequence[Outgoing]) -> None:
        id = id_of(messages[-1])
        known(shelf, kept, id)
        said(shelf, kept, id, "Thanks!")
        said(shelf, kept, uuid4(), "You are welcome.", role="tutor", in_reply_to=id)
        waiters.wake(kept.session)

    sent.asked = answer
    async with await Socket.open(f"ws://{at}/ws/{kept.session}", bearer(kept)) as socket:
        await socket.chat("Thanks!")
        told = await socket.until("assistant")
        assert (told["message"], told["is_complete"], told["seq"]) == ("You are welcome.", True, None)


async def test_who_has_no_token_or_no_such_session_is_refused(at: str, kept: Kept) -> None:
    mine, other = token(kept.tenant, "ann"), token(kept.tenant, "bob")
    for query, session, status in (
        ("", kept.session, 401),
        ("?token=nonsense", kept.session, 401),
        (f"?token={other}", kept.session, 404),
        (f"?token={mine}", uuid4(), 404),
    ):
        with pytest.raises(Refused) as refused:
            await Socket.open(f"ws://{at}/ws/{session}{query}")
        assert refused.value.status == status
        assert json.loads(refused.value.body)["status"] == status


async def test_the_token_of_the_address_is_in_no_log_of_any_level(
    at: str, shelf: Shelf, kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    lesson(shelf, kept)
    secret = token(kept.tenant, "ann")
    loud = [logging.getLogger(name) for name in (None, "uvicorn", "uvicorn.error", "uvicorn.access", "asyncio")]
    levels = [each.level for each in loud]
    try:
        for each in loud:
            each.setLevel(1)
        async with await Socket.open(f"ws://{at}/ws/{kept.session}?after=-1&token={secret}") as socket:
            await socket.send("no json")
            await socket.until("error")
        with pytest.raises(Refused):
            await Socket.open(f"ws://{at}/ws/{uuid4()}?token={secret}")
    finally:
        for each, level in zip(loud, levels, strict=True):
            each.setLevel(level)
    told = [f"{one.getMessage()} {one.__dict__}" for one in caplog.records]
    assert any(f"/v1/sessions/ws/{kept.session}?after=-1" in one for one in told), "the address was logged at all"
    assert not any(secret in one or secret.rpartition(".")[2] in one for one in told)


async def test_events_tell_turns_and_state_and_go_on_after_the_last(at: str, shelf: Shelf, kept: Kept) -> None:
    begun = lesson(shelf, kept)
    turn(shelf, kept, begun, seq=2, message="one")
    turn(shelf, kept, begun, uuid4(), seq=5, message="two")

    async def events(query: str = "", **headers: str) -> list[tuple[str, Any]]:
        async with httpx.AsyncClient(headers={**bearer(kept), **headers}) as client:
            answer = await client.get(f"http://{at}/{kept.session}/turns/stream?seconds=0{query}")
        assert answer.headers["content-type"].startswith("text/event-stream")
        told = []
        for block in answer.text.strip().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if lines:
                told.append((lines["event"], json.loads(lines["data"]) | {"id": lines.get("id")}))
        return told

    told = await events()
    assert [(name, one.get("message"), one["id"]) for name, one in told] == [
        ("turn", "one", "2"),
        ("turn", "two", "5"),
        ("state", None, None),
    ]
    assert told[-1][1]["lesson_id"] == str(begun)
    assert [one.get("message") for _, one in await events(**{"Last-Event-ID": "2"})] == ["two", None]
    assert [one.get("message") for _, one in await events("&after=5")] == [None]


def ending(kept: Kept, seconds: int) -> str:
    """A token that holds for so long."""
    return token(kept.tenant, "ann", exp=int(time.time()) + seconds)


async def test_a_connection_whose_token_has_ended_is_closed_with_4401(at: str, shelf: Shelf, kept: Kept) -> None:
    lesson(shelf, kept)
    for seconds in (2, 8, 32):  # On a busy machine a token may have ended before it is shown.
        with contextlib.suppress(Refused):
            socket = await Socket.open(f"ws://{at}/ws/{kept.session}?token={ending(kept, seconds)}")
            break
    async with socket:
        wrong = await socket.until("error")
        assert (wrong["code"], wrong["status"]) == ("unauthenticated", 401)
        with pytest.raises(Closed, match="4401"):
            await socket.next()


@pytest.mark.parametrize("path", ["turns/stream", "logs/stream"])
async def test_a_stream_of_events_ends_with_its_token(at: str, shelf: Shelf, kept: Kept, path: str) -> None:
    lesson(shelf, kept)
    async with httpx.AsyncClient(timeout=60) as client:
        for seconds in (2, 8, 32):
            headers = {"Authorization": f"Bearer {ending(kept, seconds)}"}
            if (answer := await client.get(f"http://{at}/{kept.session}/{path}", headers=headers)).status_code == 200:
                break
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert (await client.get(f"http://{at}/{kept.session}/{path}", headers=headers)).status_code == 401


def bearer(kept: Kept) -> dict[str, str]:
    """The header of the session's learner."""
    return {"Authorization": f"Bearer {token(kept.tenant, 'ann')}"}
