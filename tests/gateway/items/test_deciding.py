"""The owner approves, deletes, restores, takes back and orders anew: each a message, answered with what came of it."""

from datetime import timedelta
from uuid import UUID, uuid4

import httpx
import pytest

from contracts.editing import ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.message import Message
from tests.gateway.conftest import As, Sent
from tests.gateway.items.test_editing import NOW, Edit, at, told
from tests.gateway.kinds import every_type
from tests.gateway.shelf import START, Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), made=every_type)


@pytest.fixture
def owner(as_user: As) -> httpx.AsyncClient:
    return as_user("ann", "owner")


async def test_what_was_refused_or_is_not_judged_is_not_decided_upon(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    for accepted in (False, None):
        shelf.ask("update items set accepted = %(a)s where item_id = %(id)s", a=accepted, id=kept.items[0].item_id)
        for verb in ("approve", "delete", "restore", "retract", "regenerate"):
            refused = await owner.post(at(kept, 0, f"/{verb}"), headers={"Accept-Language": "de"})
            assert refused.status_code == 409
            assert (refused.json()["detail"], refused.json()["title"], refused.json()["action"]) == (
                (
                    "Es ist noch nicht beurteilt.",
                    "Es ist zu früh",
                    "Warte einen Augenblick und versuche es noch einmal.",
                )
                if accepted is None
                else (
                    "Es wurde abgelehnt und wird nicht gefragt: darüber ist nichts zu entscheiden.",
                    "Es wird nicht gefragt",
                    "Wähle ein anderes, oder bestelle ein weiteres Quiz.",
                )
            )
        assert (await owner.patch(at(kept), json={"question": "?"})).status_code == 409
    assert sent.messages == []


@pytest.mark.parametrize(
    ("verb", "state", "message"),
    [
        ("approve", "live", ItemDecided(item_id=UUID(int=0), decision="approved", reason="So.")),
        ("delete", "approved", ItemDecided(item_id=UUID(int=0), decision="deleted", reason="So.")),
        ("restore", "deleted", ItemDecided(item_id=UUID(int=0), decision="restored", reason="So.")),
        ("restore", "retracted", ItemReinstated(item_id=UUID(int=0), reason="So.")),
        ("retract", "live", ItemRetracted(item_id=UUID(int=0), reason="So.")),
        ("retract", "replaced", ItemRetracted(item_id=UUID(int=0), reason="So.")),
        ("regenerate", "approved", RegenerationRequested(item_id=UUID(int=0), reason="So.")),
    ],
)
async def test_each_decision_is_its_message(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, verb: str, state: str, message: Message
) -> None:
    shelf.state(kept.items[0].item_id, state)
    answer = await owner.post(at(kept, 0, f"/{verb}"), json={"reason": "So."}, headers=NOW)
    assert answer.status_code == 202
    assert told(sent)[1] == message.model_copy(update={"item_id": kept.items[0].item_id})


@pytest.mark.parametrize(
    ("verb", "state"), [("approve", "approved"), ("delete", "deleted"), ("restore", "live"), ("retract", "retracted")]
)
async def test_what_is_so_already_is_answered_at_once(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, verb: str, state: str
) -> None:
    shelf.state(kept.items[0].item_id, state)
    answer = await owner.post(at(kept, 0, f"/{verb}"))
    assert (answer.status_code, answer.json()["state"], sent.messages) == (200, state, [])


async def test_the_same_decision_twice_is_one_message(owner: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    key = {"Idempotency-Key": "once", **NOW}
    asked = [await owner.request("DELETE", at(kept), headers=key) for _ in range(2)]
    assert [answer.status_code for answer in asked] == [202, 202]
    assert len(sent.messages) == 1
    assert told(sent)[1] == ItemDecided(item_id=kept.items[0].item_id, decision="deleted")


async def test_an_edit_is_undone_by_its_text_before(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    never = await owner.post(at(kept, 0, "/undo"))
    assert (never.status_code, sent.messages) == (409, [])
    for number, question in enumerate(("First?", "Second?")):
        before = kept.items[0].model_copy(update={"question": question}).model_dump(mode="json")
        at_ = {"timestamp": START + timedelta(minutes=number), "before": before, "after": before}
        shelf.done(kept, uuid4(), kept.items[0].item_id, "edited", "done", **at_)
    key = {"Idempotency-Key": "k", **NOW}
    assert [(await owner.post(at(kept, 0, "/undo"), headers=key)).status_code for _ in range(2)] == [202, 202]
    assert len(sent.messages) == 1
    _, message = told(sent)
    assert message == ItemEdited(item=kept.items[0].model_copy(update={"question": "Second?"}), revision=1)
    shelf.state(kept.items[0].item_id, "retracted")
    assert (await owner.post(at(kept, 0, "/undo"))).status_code == 409


async def test_an_item_written_anew_is_answered_with_the_new_one(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    key = {"Idempotency-Key": "k", **NOW}
    await owner.post(at(kept, 0, "/regenerate"), headers=key)
    after = kept.items[1].model_dump(mode="json")
    shelf.done(kept, told(sent)[0], kept.items[0].item_id, "regenerated", "done", after=after)
    answer = await owner.post(at(kept, 0, "/regenerate"), headers=key)
    assert (answer.status_code, answer.json()["item"]["item_id"]) == (200, after["item_id"])


async def test_no_other_item_is_422_with_a_sentence(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    key = {"Idempotency-Key": "k", **NOW}
    await owner.post(at(kept, 0, "/regenerate"), headers=key)
    shelf.done(kept, told(sent)[0], kept.items[0].item_id, "regenerated", "refused")
    answer = await owner.post(at(kept, 0, "/regenerate"), headers=key)
    assert (answer.status_code, answer.json()["code"], answer.json()["fields"]) == (422, "edit_refused", [])
    assert answer.json()["detail"]
    read = (await owner.post(at(kept, 0, "/regenerate"), headers={**key, "Accept-Language": "nb"})).json()
    assert (read["title"], read["action"]) == (
        "Det ble ikke funnet noe annet",
        "Det gamle blir stående: behold, endre eller slett det.",
    )


async def test_cards_are_edited_and_decided_upon_likewise(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    path = f"/v1/sessions/{kept.session}/flashcards/{kept.card}"
    assert (await owner.patch(path, json={"answer": "a pigment"}, headers=NOW)).status_code == 202
    _, message = told(sent)
    assert isinstance(message, ItemEdited)
    assert message.flashcard is not None
    assert (message.flashcard.card_id, message.flashcard.answer) == (kept.card, "a pigment")
    assert (await owner.patch(path, json={"difficulty": "EASY"})).json()["fields"] == ["difficulty"]
    for verb in ("approve", "delete", "regenerate"):
        assert (await owner.post(f"{path}/{verb}", headers=NOW)).status_code == 202
    assert (await owner.delete(path, headers=NOW)).status_code == 202
    shelf.state(kept.card, "deleted", "flashcards")
    assert (await owner.post(f"{path}/restore", headers=NOW)).status_code == 202
    assert (await owner.post(f"{path}/retract")).status_code == 404
    assert len(sent.messages) == 6


@pytest.mark.parametrize(
    ("body", "field"), [({"reason": "x" * 501}, "reason"), ({"reason": 7}, "reason"), ({"why": "x"}, "why")]
)
async def test_a_reason_is_at_most_500_characters(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept, body: Edit, field: str
) -> None:
    answer = await owner.post(at(kept, 0, "/delete"), json=body)
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, [field], [])


async def test_an_unknown_item_or_decision_is_404(owner: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    unknown = f"/v1/sessions/{kept.session}/items/{uuid4()}"
    for answer in (
        await owner.patch(unknown, json={"question": "?"}),
        await owner.post(f"{unknown}/approve"),
        await owner.delete(unknown),
        await owner.post(at(kept, 0, "/praise")),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert sent.messages == []
