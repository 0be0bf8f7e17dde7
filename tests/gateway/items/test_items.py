"""Items and cards as their owner sees them: with key, state and history, by filters and in pages; and the coverage."""

import json
from uuid import uuid4

import httpx
import pytest

from contracts.session import Status
from contracts.views.material import Coverage, OwnerCard, OwnerItem
from tests.gateway.conftest import As
from tests.gateway.kinds import every_type
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), mark="light")


@pytest.fixture
def owner(as_user: As) -> httpx.AsyncClient:
    return as_user("ann", "owner")


async def test_the_owner_sees_every_item_with_key_and_reasons(owner: httpx.AsyncClient, kept: Kept) -> None:
    answer = await owner.get(f"/v1/sessions/{kept.session}/items")
    assert answer.status_code == 200
    told = answer.json()
    assert [(one["item"]["item_id"], one["accepted"]) for one in told["items"]] == [
        (str(item.item_id), accepted) for item, accepted in zip(kept.items, (True, True, False), strict=True)
    ]
    assert told["items"][1]["item"]["answer"] == "key light"
    assert told["items"][2]["reasons"] == [{"code": "gap_mismatch", "sentence": "There is no gap.", "phrase": None}]
    assert [(one["state"], one["revision"]) for one in told["items"]] == [("live", 1)] * 3
    assert [card["accepted"] for card in told["flashcards"]] == [True, False]
    assert told["flashcards"][0]["flashcard"]["proof"]["quote"] == "the pigment"
    assert (told["refused"], told["total"]) == ({"gap_mismatch": 1}, 3)


async def test_items_are_filtered_and_come_in_pages(owner: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    first = kept.quiz
    second = shelf.quiz(kept, number=2, made=every_type)
    shelf.state(second.items[0].item_id, "deleted")
    shelf.state(second.items[1].item_id, "approved")

    async def found(query: str) -> tuple[list[str], int]:
        told = (await owner.get(f"/v1/sessions/{kept.session}/items?{query}")).json()
        return [one["item"]["type"] for one in told["items"]], told["total"]

    assert await found(f"quiz_id={first}") == (["multiple_choice", "cloze", "cloze"], 3)
    assert await found("state=deleted&state=approved") == (["multiple_choice", "multiple_answer"], 2)
    assert await found("type=matching&type=numeric") == (["matching", "numeric"], 2)
    assert await found("offset=3&limit=2") == (["multiple_choice", "multiple_answer"], 3 + len(second.items))
    assert await found("state=retracted") == ([], 0)
    for query, field in (
        ("state=lost", "state.0"),
        ("type=essay", "type.0"),
        ("quiz_id=mine", "quiz_id"),
        ("limit=0", "limit"),
    ):
        wrong = await owner.get(f"/v1/sessions/{kept.session}/items?{query}")
        assert (wrong.status_code, wrong.json()["fields"]) == (400, [field])


async def test_cards_for_the_owner_are_all_of_them(owner: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    shelf.state(kept.card, "deleted", "flashcards")
    told = (await owner.get(f"/v1/sessions/{kept.session}/flashcards?owner=true")).json()
    assert [(one["accepted"], one["state"]) for one in told["flashcards"]] == [(True, "deleted"), (False, "live")]
    assert told["total"] == 2
    gone = (await owner.get(f"/v1/sessions/{kept.session}/flashcards?owner=true&state=deleted&limit=1")).json()
    assert [one["flashcard"]["card_id"] for one in gone["flashcards"]] == [str(kept.card)]
    assert (await owner.get(f"/v1/sessions/{kept.session}/flashcards")).json() == {"flashcards": [], "waiting": 0}


async def test_one_item_and_one_card_carry_their_revision_as_etag(owner: httpx.AsyncClient, kept: Kept) -> None:
    answer = await owner.get(f"/v1/sessions/{kept.session}/items/{kept.items[0].item_id}")
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"1"')
    assert OwnerItem.model_validate_json(answer.content).item == kept.items[0]
    card = await owner.get(f"/v1/sessions/{kept.session}/flashcards/{kept.card}")
    assert OwnerCard.model_validate_json(card.content).flashcard.card_id == kept.card


async def test_another_sessions_item_is_unknown_here(
    owner: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    other = shelf.quiz(shelf.session(tenant, "ann"))
    for kind, id in (("items", other.items[0].item_id), ("flashcards", other.card), ("items", kept.card)):
        for part in ("", "/history"):
            answer = await owner.get(f"/v1/sessions/{kept.session}/{kind}/{id}{part}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_the_history_says_who_did_what_and_what_came_of_it(
    owner: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    item = kept.items[0]
    path = f"/v1/sessions/{kept.session}/items/{item.item_id}/history"
    assert (await owner.get(path)).json() == {"history": []}
    reason = [{"code": "option_leaked", "sentence": "The question tells the key.", "phrase": None}]
    body = item.model_dump(mode="json")
    shelf.done(kept, uuid4(), item.item_id, "approved", "done", reason="Good.")
    shelf.done(kept, uuid4(), item.item_id, "edited", "refused", reasons=reason, before=body, after=body)
    shelf.done(kept, uuid4(), item.item_id, "edited", None, after=body)
    first, second, third = (await owner.get(path)).json()["history"]
    assert (first["action"], first["outcome"], first["reason"], first["user_id"]) == (
        "approved",
        "done",
        "Good.",
        "ann",
    )
    assert (second["outcome"], second["reasons"], second["after"]["answer"]) == ("refused", reason, "b")
    assert (third["outcome"], third["before"]["item_id"]) == (None, str(item.item_id))


async def test_the_coverage_tells_which_blocks_and_terms_are_asked(
    owner: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann")
    for number in range(3):  # The third is too short.
        text = "word " * (40 - number // 2)
        shelf.ask(
            "update blocks set body = jsonb_set(body::jsonb, '{text}', to_jsonb(%(text)s::text))::json "
            "where reading_id = %(reading)s and block_id = %(block)s",
            text=text, reading=kept.reading, block=f"p{number}",
        )  # fmt: skip
    terms = [
        {"term": term, "relevance": "High", "block_id": "p0", "start": 0, "end": 4}
        for term in ("Concept  LIGHT", "moss", "leaf")
    ]
    shelf.ask(
        "update readings set digest = jsonb_set(digest::jsonb, '{terms}', %(terms)s::jsonb)::json "
        "where reading_id = %(reading)s",
        terms=json.dumps(terms), reading=kept.reading,
    )  # fmt: skip
    shelf.quiz(kept, mark="light", made=every_type)
    told = Coverage.model_validate_json((await owner.get(f"/v1/sessions/{kept.session}/coverage")).content)
    assert [(one.block_id, one.words, one.items, one.flashcards) for one in told.blocks] == [
        ("p0", 40, len(kept.items), 0), ("p1", 40, 0, 0),
    ]  # fmt: skip
    assert told.blocks[0].document_sha256 == "a" * 64
    assert told.blocks_share == 0.5
    assert [(one.concept, one.items, one.flashcards) for one in told.concepts] == [
        ("Concept  LIGHT", len(kept.items), 0), ("moss", 0, 0), ("leaf", 0, 1),
    ]  # fmt: skip
    for item in kept.items:
        shelf.state(item.item_id, "deleted")
    told = Coverage.model_validate_json((await owner.get(f"/v1/sessions/{kept.session}/coverage")).content)
    assert (told.blocks_share, told.concepts_share) == (0, 1 / 3)


async def test_what_is_not_written_yet_is_202(owner: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", status=Status.WRITING)
    for part in ("items", "coverage", "flashcards?owner=true"):
        assert (await owner.get(f"/v1/sessions/{kept.session}/{part}")).status_code == 202
