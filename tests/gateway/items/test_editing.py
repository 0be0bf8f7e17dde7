"""The owner acts on items and cards: each wish is a message, and its answer is what came of it."""

import asyncio
from typing import Any, get_args
from uuid import UUID

import httpx
import pytest

from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.envelope import Envelope
from contracts.items import ItemType
from contracts.message import Message
from services.gateway.messaging.waiting import Waiters
from tests.gateway.conftest import As, Sent
from tests.gateway.kinds import every_type
from tests.gateway.shelf import Kept, Shelf

OWNERS = (ItemAdded, ItemEdited, ItemDecided, ItemRetracted, ItemReinstated, RegenerationRequested)
MESSAGES = {message.type_name: message for message in OWNERS}
NOW = {"Prefer": "wait=0"}
Edit = dict[str, Any]


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), made=every_type)


@pytest.fixture
def owner(as_user: As) -> httpx.AsyncClient:
    return as_user("ann", "owner")


def told(sent: Sent, number: int = -1) -> tuple[UUID, Message]:
    """Id and message of a message that was sent."""
    envelope = Envelope.from_headers(sent.messages[number].headers)
    return envelope.id, MESSAGES[envelope.type].read(sent.messages[number].value)


def at(kept: Kept, number: int = 0, part: str = "") -> str:
    return f"/v1/sessions/{kept.session}/items/{kept.items[number].item_id}{part}"


@pytest.mark.parametrize("number", range(len(get_args(ItemType))))
async def test_an_edit_of_any_type_is_a_message_with_the_whole_new_item(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept, number: int
) -> None:
    answer = await owner.patch(at(kept, number), json={"question": "Which ____ now?"}, headers=NOW)
    assert (answer.status_code, answer.headers["Location"]) == (202, at(kept, number))
    _, message = told(sent)
    assert isinstance(message, ItemEdited)
    assert message.item == kept.items[number].model_copy(update={"question": "Which ____ now?"})


async def test_an_edit_that_holds_up_answers_with_the_item_as_it_is_now(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, waiters: Waiters, kept: Kept
) -> None:
    item = kept.items[0]
    out = asyncio.Event()
    sent.asked = lambda messages: out.set()
    waits = asyncio.create_task(owner.patch(at(kept), json={"question": "And now?", "revision": 1}))
    await asyncio.wait_for(out.wait(), 30)
    id, message = told(sent)
    shelf.done(kept, id, item.item_id, "edited", None)
    waiters.wake(kept.session)
    await asyncio.sleep(0.05)
    assert not waits.done()
    assert isinstance(message, ItemEdited)
    assert message.item is not None
    shelf.ask(
        "update items set revision = 2, body = %(body)s where item_id = %(id)s",
        body=message.item.model_dump_json(), id=item.item_id,
    )  # fmt: skip
    shelf.ask("update item_history set outcome = 'done' where message_id = %(id)s", id=id)
    waiters.wake(kept.session)
    async with asyncio.timeout(30):
        answer = await waits
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"2"')
    assert (answer.json()["item"]["question"], answer.json()["revision"]) == ("And now?", 2)


async def test_an_edit_that_breaks_the_proof_is_422_with_the_reasons(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    key = {"Idempotency-Key": "k", **NOW}
    await owner.patch(at(kept, 3), json={"answer": "moss"}, headers=key)
    reasons = [
        {"code": "answer_not_in_quote", "sentence": "The answer is not in the quote."},
        {"code": "duplicate", "sentence": "The same is asked before it."},
    ]
    shelf.done(kept, told(sent)[0], kept.items[3].item_id, "edited", "refused", reasons=reasons)
    answer = await owner.patch(at(kept, 3), json={"answer": "moss"}, headers=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "edit_refused")
    assert answer.json()["detail"] == "The answer is not in the quote. The same is asked before it."
    assert answer.json()["fields"] == ["answer_not_in_quote", "duplicate"]
    assert len(sent.messages) == 1
    other = await owner.patch(at(kept, 3), json={"answer": "fern"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(("seen", "header"), [(1, None), (3, None), (None, '"1"'), (None, '"3", "4"'), (2, '"1"')])
async def test_an_edit_of_another_revision_is_409(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, seen: int | None, header: str | None
) -> None:
    shelf.ask("update items set revision = 2 where item_id = %(id)s", id=kept.items[0].item_id)
    wanted: Edit = {"question": "?", **({"revision": seen} if seen else {})}
    answer = await owner.patch(at(kept), json=wanted, headers={"If-Match": header} if header else {})
    assert (answer.status_code, answer.json()["numbers"], sent.messages) == (409, {"revision": 2}, [])
    fine = await owner.patch(at(kept), json={"question": "?", "revision": 2}, headers={"If-Match": '"2"', **NOW})
    assert fine.status_code == 202


@pytest.mark.parametrize(
    ("code", "status", "problem"),
    [
        ("superseded", 409, "conflict"),
        ("outdated", 409, "conflict"),
        ("deleted", 409, "conflict"),
        ("model_failed", 502, "model_failed"),
        ("step_timed_out", 504, "step_timed_out"),
        ("not_judged", 422, "edit_refused"),
    ],
)
async def test_what_came_too_late_is_409_and_what_failed_has_its_own_status(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, code: str, status: int, problem: str
) -> None:
    key = {"Idempotency-Key": "k", **NOW}
    await owner.patch(at(kept), json={"question": "And now?"}, headers=key)
    id, message = told(sent)
    assert isinstance(message, ItemEdited)
    assert message.revision == 1
    reasons = [{"code": code, "sentence": "A sentence."}]
    shelf.done(kept, id, kept.items[0].item_id, "edited", "refused", reasons=reasons)
    answer = await owner.patch(at(kept), json={"question": "And now?"}, headers=key)
    told_so = answer.json()
    assert (answer.status_code, told_so["code"], told_so["detail"]) == (status, problem, "A sentence.")
    assert "the session" not in told_so["action"] or status == 409


async def test_taking_an_edit_back_while_it_is_under_way_is_an_edit_too(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    await owner.patch(at(kept), json={"question": "And now?"}, headers=NOW)
    shelf.done(kept, told(sent)[0], kept.items[0].item_id, "edited", None)
    back = await owner.patch(at(kept), json={"question": kept.items[0].question}, headers=NOW)
    assert (back.status_code, len(sent.messages)) == (202, 2)


async def test_an_edit_that_changes_nothing_is_the_item_at_once(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept
) -> None:
    answer = await owner.patch(at(kept), json={"question": kept.items[0].question})
    assert (answer.status_code, sent.messages) == (200, [])


@pytest.mark.parametrize(
    ("wanted", "field"),
    [({"answer": "z"}, "answer"), ({"concept": "x"}, "concept"), ({}, "(body)"), ({"proof": []}, "proof")],
)
async def test_a_broken_edit_is_a_400_that_names_the_field(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept, wanted: Edit, field: str
) -> None:
    answer = await owner.patch(at(kept), json=wanted)
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, [field], [])


async def test_the_quote_of_an_edit_is_cut_from_the_block(owner: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    await owner.patch(at(kept, 7), json={"proof": {"start": 15, "end": 55}}, headers=NOW)
    _, message = told(sent)
    assert isinstance(message, ItemEdited)
    assert message.item is not None
    assert message.item.proof.quote == "the pigment that absorbs light in a leaf"
    beyond = await owner.patch(at(kept, 7), json={"proof": {"start": 15, "end": 5000}})
    assert (beyond.status_code, beyond.json()["fields"]) == (400, ["proof.end"])


@pytest.mark.parametrize("state", ["deleted", "retracted", "replaced"])
async def test_what_was_removed_is_not_edited(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, state: str
) -> None:
    shelf.state(kept.items[0].item_id, state)
    for answer in (await owner.patch(at(kept), json={"question": "?"}), await owner.post(at(kept, 0, "/approve"))):
        assert (answer.status_code, answer.json()["code"], sent.messages) == (409, "conflict", [])
