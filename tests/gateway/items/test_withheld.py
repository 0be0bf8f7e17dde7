"""A card that would tell the key of a question waits until this learner has answered it; the owner sees all."""

from typing import Any

import httpx
import pytest

from contracts.items import Flashcard, MultipleChoice
from tests.gateway.conftest import As
from tests.gateway.kinds import ORIGIN, items
from tests.gateway.shelf import Kept, Shelf


def told_by(kept: Kept, shelf: Shelf, **changed: Any) -> None:
    """The session's card, so changed that it tells the first question's key."""
    item = kept.items[0]
    usual = {"card_id": kept.card, "question": "What?", "answer": "It.", "concept": "c", "proof": item.proof}
    card = Flashcard.model_validate({**usual, "origin": ORIGIN, **changed})
    sql = "update flashcards set body = %(b)s::json where card_id = %(c)s"
    shelf.ask(sql, b=card.model_dump_json(), c=kept.card)


async def seen(client: httpx.AsyncClient, kept: Kept) -> tuple[int, int, int, int]:
    """Cards and how many wait, and the same of what is due."""
    cards = (await client.get(f"/v1/sessions/{kept.session}/flashcards")).json()
    due = (await client.get("/v1/reviews/due")).json()
    mine = [one for one in due["due"] if one["kind"] == "card"]
    return len(cards["flashcards"]), cards["waiting"], len(mine), due["waiting"]


@pytest.mark.parametrize("how", ["same quote", "overlapping span", "the key itself"])
async def test_it_waits_for_a_learner_until_the_answer_is_graded(
    as_user: As, shelf: Shelf, tenant: str, how: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark="m", made=items)
    item = kept.items[0]
    assert isinstance(item, MultipleChoice)
    if how == "same quote":
        told_by(kept, shelf, proof=item.proof.model_copy(update={"block_id": "elsewhere"}))
    elif how == "overlapping span":
        told_by(kept, shelf, proof=item.proof.model_copy(update={"start": 3, "quote": item.proof.quote[3:]}))
    else:
        elsewhere = item.proof.model_copy(update={"block_id": "elsewhere", "quote": "other", "end": 5})
        told_by(kept, shelf, proof=elsewhere, concept=item.concept.upper(), answer="A pigment")
    ann, owner = as_user("ann"), as_user("ann", "owner")
    assert await seen(ann, kept) == (0, 1, 0, 1)
    assert await seen(owner, kept) == (1, 0, 1, 0)
    rated = {"rating": "good", "session_id": str(kept.session)}
    refused = await ann.post(f"/v1/reviews/{kept.card}", json=rated, headers={"Idempotency-Key": "k"})
    assert refused.status_code == 404
    shelf.attempt(kept)
    assert await seen(ann, kept) == (1, 0, 1, 0)


async def test_a_card_about_something_else_is_there_at_once(as_user: As, shelf: Shelf, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark="m", made=items)
    assert await seen(as_user("ann"), kept) == (1, 0, 1, 0)
