"""What a refusal says: whose the right is, what to do next, and plain words for each wrong field."""

import httpx
import pytest

from tests.gateway.conftest import As, Sent
from tests.gateway.items.test_editing import Edit, at
from tests.gateway.kinds import every_type
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), made=every_type)


@pytest.fixture
def owner(as_user: As) -> httpx.AsyncClient:
    return as_user("ann", "owner")


async def test_a_learner_is_told_that_editing_is_the_owners(as_user: As, kept: Kept) -> None:
    learner = as_user("ann")
    card = f"/v1/sessions/{kept.session}/flashcards/{kept.card}"
    for answer in (
        await learner.patch(at(kept), json={"question": "?"}),
        await learner.patch(card, json={"question": "?"}),
        await learner.post(at(kept, 0, "/approve")),
        await learner.delete(at(kept)),
        await learner.delete(card),
    ):
        said = answer.json()["detail"]
        assert (answer.status_code, "diting" in said, "roofs" in said) == (403, True, False)
    reads = await learner.get(at(kept))
    assert (reads.status_code, "proofs" in reads.json()["detail"]) == (403, True)


@pytest.mark.parametrize(
    ("state", "action"), [("deleted", "Restore it"), ("retracted", "Restore it"), ("replaced", "in its place")]
)
async def test_what_was_removed_says_what_can_be_done(
    owner: httpx.AsyncClient, shelf: Shelf, kept: Kept, state: str, action: str
) -> None:
    shelf.state(kept.items[0].item_id, state)
    answer = await owner.patch(at(kept), json={"question": "?"})
    assert answer.status_code == 409
    assert action in answer.json()["action"]
    assert "session" not in answer.json()["action"]


async def test_counts_in_a_refusal_are_whole_numbers(owner: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    shelf.ask("update items set revision = 2 where item_id = %(id)s", id=kept.items[0].item_id)
    answer = await owner.patch(at(kept), json={"question": "?", "revision": 1})
    assert '"revision":2}' in answer.text
    assert answer.json()["action"] == "Read it again and decide anew."


@pytest.mark.parametrize(
    ("number", "wanted", "said"),
    [
        (6, {"tolerance": -1}, "tolerance: must not be negative"),
        (6, {"value": "12"}, "value: must be a number"),
        (3, {"question": ""}, "question: must not be empty"),
        (3, {"question": 7}, "question: must be a text"),
        (3, {"difficulty": "odd"}, "difficulty: must be 'EASY', 'MEDIUM' or 'HARD'"),
        (3, {"answer": None}, "answer: is missing"),
        (3, {"accepted": "one"}, "accepted: must be a list"),
    ],
)
async def test_a_broken_edit_is_told_in_plain_words(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept, number: int, wanted: Edit, said: str
) -> None:
    answer = await owner.patch(at(kept, number), json=wanted)
    assert (answer.status_code, answer.json()["detail"], sent.messages) == (400, said, [])


async def test_a_stored_value_that_is_odd_is_our_fault_and_not_the_clients(
    owner: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    shelf.ask("""update items set body = '{"type": "riddle"}' where item_id = %(id)s""", id=kept.items[0].item_id)
    answer = await owner.get(f"/v1/sessions/{kept.session}")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "riddle" not in answer.text
