"""What a session holds to read, for the owner and for the learner."""

from uuid import uuid4

import httpx
import pytest

from contracts.problems import Code
from contracts.session import Status
from tests.gateway.conftest import As
from tests.gateway.shelf import SENTENCE, Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), mark="light")


async def test_the_owner_sees_every_item_with_key_and_reasons(as_user: As, kept: Kept) -> None:
    answer = await as_user("ann", "owner").get(f"/v1/sessions/{kept.session}/items")
    assert answer.status_code == 200
    told = answer.json()
    assert [(one["item"]["item_id"], one["accepted"]) for one in told["items"]] == [
        (str(item.item_id), accepted) for item, accepted in zip(kept.items, (True, True, False), strict=True)
    ]
    assert told["items"][1]["item"]["answer"] == "key light"
    assert told["items"][2]["reasons"] == [{"code": "gap_mismatch", "sentence": "There is no gap."}]
    assert [card["accepted"] for card in told["flashcards"]] == [True, False]
    assert told["flashcards"][0]["card"]["quote"] == "the pigment"
    assert told["refused"] == {"gap_mismatch": 1}


async def test_a_learner_sees_only_accepted_cards(ann: httpx.AsyncClient, kept: Kept) -> None:
    (card,) = (await ann.get(f"/v1/sessions/{kept.session}/flashcards")).json()["flashcards"]
    assert (card["card_id"], card["answer"], card["block_id"]) == (str(kept.card), "the pigment", "c")


async def test_results_show_words_key_and_proof(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    first, second = shelf.attempt(kept), shelf.attempt(kept)
    answer = await ann.get(f"/v1/sessions/{kept.session}/results?attempt_id={second}")
    assert (answer.status_code, answer.json()["score"]) == (200, 0.5)
    right, skipped = answer.json()["results"]
    assert (right["answer"], right["answer_text"], right["correct_answer"]) == ("b", "a pigment", "a pigment")
    assert (skipped["answer"], skipped["answer_text"], skipped["correct_answer"]) == (None, None, "key light")
    assert right["proof"]["quote"] == "quote light"
    assert {right["attempt_id"], skipped["attempt_id"]} == {str(second)}
    everything = (await ann.get(f"/v1/sessions/{kept.session}/results")).json()
    assert [one["attempt_id"] for one in everything["results"]] == [str(first)] * 2 + [str(second)] * 2
    assert everything["score"] is None


async def test_an_attempt_not_graded_yet_is_202_and_an_unknown_one_404(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann", status=Status.GRADING))
    attempt = shelf.attempt(kept, graded=False)
    waits = await ann.get(f"/v1/sessions/{kept.session}/results?attempt_id={attempt}")
    assert (waits.status_code, waits.headers["Retry-After"]) == (202, "1")
    assert (await ann.get(f"/v1/sessions/{kept.session}/results?attempt_id={uuid4()}")).status_code == 404
    assert (await ann.get(f"/v1/sessions/{kept.session}/results")).json() == {"results": [], "score": None}
    wrong = await ann.get(f"/v1/sessions/{kept.session}/results?attempt_id=mine")
    assert (wrong.status_code, wrong.json()["fields"]) == (400, ["attempt_id"])


async def test_notes_say_what_they_rest_on(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    assert (await ann.get(f"/v1/sessions/{kept.session}/notes")).json() == {"notes": []}
    attempt = shelf.attempt(kept)
    shelf.note(kept, "Look again.")
    (note,) = (await ann.get(f"/v1/sessions/{kept.session}/notes")).json()["notes"]
    assert (note["note"], note["made_by"], note["attempt_id"]) == ("Look again.", "rules/1", str(attempt))


async def test_notes_under_way_are_202(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann", status=Status.COACHING))
    shelf.attempt(kept)
    assert (await ann.get(f"/v1/sessions/{kept.session}/notes")).status_code == 202


async def test_blocks_by_page_by_id_and_in_pieces(ann: httpx.AsyncClient, kept: Kept) -> None:
    async def ids(query: str) -> list[str]:
        answer = await ann.get(f"/v1/sessions/{kept.session}/blocks?{query}")
        assert answer.status_code == 200
        return [block["block_id"] for block in answer.json()["blocks"]]

    assert await ids("") == ["p0", "p1", "p2"]
    assert await ids("page=2") == ["p2"]
    assert await ids("page=9") == []
    assert await ids("block_id=p1") == ["p1"]
    assert await ids("offset=1&limit=1") == ["p1"]
    text = (await ann.get(f"/v1/sessions/{kept.session}/blocks?block_id=p1")).json()["blocks"][0]["text"]
    assert text == SENTENCE


@pytest.mark.parametrize("part", ["quiz", "flashcards", "notes", "results", "items"])
@pytest.mark.parametrize(("code", "status"), [(Code.NO_TEXT, 422), (Code.MODEL_TIMED_OUT, 504), (Code.INTERNAL, 500)])
async def test_what_a_failed_session_does_not_have_is_its_problem(
    as_user: As, shelf: Shelf, tenant: str, part: str, code: Code, status: int
) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=code)
    answer = await as_user("ann", "owner").get(f"/v1/sessions/{failed.session}/{part}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["trace_id"] == failed.session.hex
    assert answer.json()["instance"] == f"/v1/sessions/{failed.session}/{part}"


async def test_what_a_failed_session_has_is_still_had(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    failed = shelf.quiz(shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_FAILED))
    for part in ("quiz", f"quizzes/{failed.quiz}", "flashcards", "blocks", "notes", "results"):
        assert (await ann.get(f"/v1/sessions/{failed.session}/{part}")).status_code == 200


@pytest.mark.parametrize("mark", ["CANARY-7f3a"])
async def test_no_learner_route_shows_key_concept_quote_or_span_before_the_answer(
    as_user: As, shelf: Shelf, tenant: str, mark: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark=mark)
    shelf.attempt(kept, graded=False)
    learner = as_user("ann")
    paths = ["/v1/sessions", *(f"/v1/sessions/{kept.session}{part}" for part in LEARNER_PARTS)]
    paths += [f"/v1/sessions/{kept.session}/quizzes/{kept.quiz}"]
    paths += [f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}"]
    for path in paths:
        answer = await learner.get(path)
        assert answer.status_code < 300, path
        assert mark not in answer.text, path
        for question in answer.json().get("questions", []) + answer.json().get("quiz_items", []):
            assert set(question) == {"item_id", "quiz_id", "type", "difficulty", "question", "options"}
    owners = await as_user("ann", "owner").get(f"/v1/sessions/{kept.session}/items")
    assert mark in owners.text
    refused = await learner.get(f"/v1/sessions/{kept.session}/items")
    assert (refused.status_code, mark in refused.text) == (403, False)
    shelf.attempt(kept)
    assert mark in (await learner.get(f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}")).text


LEARNER_PARTS = ("", "/quiz", "/flashcards", "/results", "/notes", "/blocks")
