"""The owner writes a question by hand: its quote is found in the text, and it is a message like any other wish."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.editing import ItemAdded
from contracts.items import TrueFalse
from services.gateway.items.adding import HAND, TYPES
from tests.gateway.conftest import As, Sent
from tests.gateway.items.test_editing import NOW, told
from tests.gateway.shelf import SENTENCE, Kept, Shelf

QUOTE = "Chlorophyll is the pigment"
CHOICE: dict[str, Any] = {
    "type": "multiple_choice",
    "question": "What is the pigment of a leaf called?",
    "concept": "chlorophyll",
    "options": [{"option_id": "a", "text": "Chlorophyll"}, {"option_id": "b", "text": "Carotene"}],
    "answer": "a",
    "explanations": [{"option_id": "b", "sentence": "The text does not say so."}],
    "proof": {"quote": "Chlorophyll  is the\npigment"},
}
OTHERS: dict[str, dict[str, Any]] = {
    "multiple_answer": {**CHOICE, "options": [*CHOICE["options"], {"option_id": "c", "text": "Salt"}], "answer": ["a"]},
    "true_false": {"statement": f"{SENTENCE}", "answer": "true"},
    "cloze": {"question": "____ is the pigment.", "answer": "Chlorophyll", "accepted": ["chlorophyl"]},
    "numeric": {"answer": "12", "value": 12, "unit": "m"},
    "short_answer": {"answer": "It is the pigment.", "key_points": [{"text": "the pigment"}]},
}
CHOOSING = ("options", "explanations", "answer")


def wish(kind: str) -> dict[str, Any]:
    """One that fits its type."""
    if kind == "multiple_choice":
        return CHOICE
    plain = {name: value for name, value in CHOICE.items() if name not in CHOOSING}
    return {**plain, **OTHERS[kind], "type": kind}


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


@pytest.fixture
def owner(as_user: As) -> httpx.AsyncClient:
    return as_user("ann", "owner")


def of(kept: Kept) -> str:
    return f"/v1/sessions/{kept.session}/items"


@pytest.mark.parametrize("kind", TYPES)
async def test_each_type_is_a_message_with_its_proof(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept, kind: str
) -> None:
    answer = await owner.post(of(kept), json=wish(kind), headers=NOW)
    assert answer.status_code == 202, answer.text
    _, message = told(sent)
    assert isinstance(message, ItemAdded)
    item = message.item
    assert (item.type, item.quiz_id, item.origin, item.difficulty) == (kind, kept.quiz, HAND, "MEDIUM")
    assert (item.proof.block_id, item.proof.quote, item.proof.start) == ("p0", QUOTE, 0)
    assert answer.headers["Location"] == f"{of(kept)}/{item.item_id}"
    if kind in ("multiple_choice", "cloze"):
        assert SENTENCE[item.proof.answer_start : item.proof.answer_end] == "Chlorophyll"
    if isinstance(item, TrueFalse):
        assert [option.text for option in item.options] == ["True", "False"]


async def test_the_same_wish_twice_is_one_question_and_is_answered_with_it(
    owner: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    key = {"Idempotency-Key": "mine", **NOW}
    first, second = [await owner.post(of(kept), json=CHOICE, headers=key) for _ in range(2)]
    assert (first.status_code, second.headers["Location"]) == (202, first.headers["Location"])
    assert len(sent.messages) == 1
    id, message = told(sent)
    assert isinstance(message, ItemAdded)
    why = [{"code": "answer_leaked", "sentence": "It tells its answer."}]
    shelf.done(kept, id, message.item.item_id, "added", "refused", reasons=why)
    refused = await owner.post(of(kept), json=CHOICE, headers=key)
    assert (refused.status_code, refused.json()["detail"]) == (422, "It tells its answer.")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"proof": {"quote": "Roots drink."}}, "proof.quote"),
        ({"proof": {"quote": " "}}, "proof.quote"),
        ({"proof": {"block_id": "nowhere", "start": 0, "end": 4}}, "proof.block_id"),
        ({"proof": {"block_id": "p0", "start": 3, "end": 999}}, "proof.end"),
        ({"type": "matching"}, "type"),
        ({"value": 3}, "value"),
        ({"answer": "z"}, "answer"),
        ({"question": ""}, "question"),
        ({"explanations": [{"option_id": "z", "sentence": "No."}]}, "explanations.0.option_id"),
        ({"quiz_id": str(uuid4())}, "quiz_id"),
    ],
)
async def test_what_does_not_fit_is_named(
    owner: httpx.AsyncClient, sent: Sent, kept: Kept, change: dict[str, Any], field: str
) -> None:
    refused = await owner.post(of(kept), json={**CHOICE, **change})
    assert (refused.status_code, refused.json()["fields"]) == (400, [field]), refused.text
    assert sent.messages == []


async def test_only_the_owner_of_a_course_with_a_quiz_writes_one(
    as_user: As, shelf: Shelf, sent: Sent, kept: Kept, tenant: str
) -> None:
    for client, status in ((as_user("ann", "learner"), 403), (as_user("bob", "owner"), 404)):
        assert (await client.post(of(kept), json=CHOICE)).status_code == status
    bare = shelf.session(tenant, "ann")
    assert (await as_user("ann", "owner").post(of(bare), json=CHOICE)).status_code == 409
    assert sent.messages == []
