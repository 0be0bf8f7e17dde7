"""What a session holds to read, for the owner and for the learner."""

import json
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest

from contracts.documents import Block, Continued
from contracts.problems import Code
from contracts.session import Status
from tests.gateway.conftest import As
from tests.gateway.kinds import every_type
from tests.gateway.shelf import SENTENCE, Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), mark="light")


async def test_a_learner_sees_only_accepted_cards(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    (card,) = (await ann.get(f"/v1/sessions/{kept.session}/flashcards")).json()["flashcards"]
    assert (card["card_id"], card["answer"], card["block_id"]) == (str(kept.card), "the pigment", "c")
    shelf.state(kept.card, "deleted", "flashcards")
    assert (await ann.get(f"/v1/sessions/{kept.session}/flashcards")).json() == {"flashcards": [], "waiting": 0}
    assert (await ann.get(f"/v1/sessions/{kept.session}")).json()["totals"]["flashcards"] == 0


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


async def test_what_an_open_answer_and_the_right_one_both_have_is_told_by_place(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark="light", made=every_type)
    attempt = shelf.attempt(kept, many=len(kept.items))
    (asked,) = (item for item in kept.items if item.type == "short_answer")
    said = "🌿 The pointed lights."
    shelf.ask(
        "update results set answer = %(raw)s, undecided = true where item_id = %(id)s", raw=said, id=asked.item_id
    )
    found = (await ann.get(f"/v1/sessions/{kept.session}/results?attempt_id={attempt}")).json()["results"]
    by_type = {one["type"]: one for one in found}
    (point,) = by_type["short_answer"]["matches"]
    answer = by_type["short_answer"]["correct_answer"]
    assert point["text"] == "point light"
    assert [said[each["start"] : each["end"]] for each in point["in_answer"]] == ["pointed lights"]
    assert [answer[each["start"] : each["end"]] for each in point["in_correct_answer"]] == ["light"]
    assert all(one["matches"] == [] for kind, one in by_type.items() if kind != "short_answer")


async def test_results_of_every_type_show_the_key_and_what_explains_it(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark="light", made=every_type)
    attempt = shelf.attempt(kept, many=len(kept.items))
    raw = {"multiple_answer": "b,a", "matching": "1=a,2=b", "ordering": "a,b,c", "true_false": "true", "numeric": "12"}
    for item in kept.items:
        shelf.ask(
            "update results set answer = %(raw)s, undecided = %(open)s where item_id = %(id)s",
            raw=raw.get(item.type), open=item.type == "short_answer", id=item.item_id,
        )  # fmt: skip
    shelf.state(kept.items[1].item_id, "retracted")
    shelf.done(kept, uuid4(), kept.items[1].item_id, "retracted", "done", reason="Two are right.")
    shelf.ask("update attempts set score = 0.99 where attempt_id = %(id)s", id=attempt)
    found = (await ann.get(f"/v1/sessions/{kept.session}/results?attempt_id={attempt}")).json()
    told = found["results"]
    counted = [one["credit"] for one in told if one["retracted"] is None and not one["undecided"]]
    assert found["score"] == sum(counted) / len(counted), "what was taken back counts no more"
    by_type = {one["type"]: one for one in told}
    assert [one["key"] for one in told] == [item.model_dump(mode="json")["answer"] for item in kept.items]
    assert by_type["multiple_answer"]["answer_text"] == "root; leaf"
    assert by_type["matching"]["answer_text"] == "green: leaf; brown: root"
    assert by_type["matching"]["correct_answer"] == "green: leaf; brown: stem"
    assert [one["option_id"] for one in by_type["matching"]["prompts"]] == ["1", "2"]
    assert by_type["ordering"]["answer_text"] == "leaf → root → stem"
    assert by_type["true_false"]["question"] == "True or false? Leaves are blue."
    assert by_type["true_false"]["statement"] == "Leaves are blue."
    assert [(one["value"], one["tolerance"]) for one in told if one["type"] == "numeric"] == [(740321.25, 0.0625)]
    assert {one["tolerance"] for one in told if one["type"] != "numeric"} == {None}
    assert by_type["true_false"]["answer_text"] == "True"
    assert by_type["short_answer"]["key_points"] == ["point light"]
    assert by_type["short_answer"]["matches"] == []
    assert [one["type"] for one in told if one["undecided"]] == ["short_answer"]
    assert [one["retracted"] for one in told] == [None, "Two are right.", *[None] * (len(told) - 2)]
    why = by_type["multiple_choice"]["explanations"]
    assert [(one["option_id"], one["sentence"]) for one in why] == [(id, "why light") for id in "abc"]
    state = (await ann.get(f"/v1/sessions/{kept.session}")).json()
    assert len(state["quiz_items"]) == state["totals"]["questions"] == len(kept.items) - 1


async def test_a_result_shows_the_item_as_it_was_when_it_was_graded(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    item = kept.items[0]
    texts = [item.model_dump(mode="json") | {"question": f"Text {number}?"} for number in range(4)]
    shelf.attempt(kept)
    graded = datetime.now(UTC)
    shelf.ask("update results set timestamp = %(at)s where item_id = %(id)s", at=graded, id=item.item_id)
    for number, (minutes, outcome) in enumerate([(-1, "done"), (1, "refused"), (2, "done"), (3, "done")]):
        at, seen = graded + timedelta(minutes=minutes), {-1: 0, 1: 1, 2: 1, 3: 2}[minutes]
        words = {"before": texts[seen], "after": texts[min(3, number + 1)], "timestamp": at}
        shelf.done(kept, uuid4(), item.item_id, "edited", outcome, **words)
    shelf.ask("update items set body = %(b)s where item_id = %(id)s", b=json.dumps(texts[3]), id=item.item_id)
    told = (await ann.get(f"/v1/sessions/{kept.session}/results")).json()["results"]
    assert [one["question"] for one in told if one["item_id"] == str(item.item_id)] == ["Text 1?"]


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


async def test_blocks_by_page_by_id_and_in_pieces(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    async def ids(query: str) -> list[str]:
        answer = await ann.get(f"/v1/sessions/{kept.session}/blocks?{query}")
        assert answer.status_code == 200
        return [block["block_id"] for block in answer.json()["blocks"]]

    assert await ids("") == ["p0", "p1", "p2"]
    assert await ids("page=2") == ["p2"]
    assert await ids("page=9") == []
    torn = Block(block_id="p1", text=SENTENCE, source_page=1, continues=[Continued(start=8, source_page=2)])
    shelf.ask(
        "update blocks set body = %(b)s::json where reading_id = %(id)s and block_id = 'p1'",
        b=torn.model_dump_json(),
        id=kept.reading,
    )
    assert await ids("page=2") == ["p1", "p2"]  # It goes on there.
    assert await ids("page=1") == ["p0", "p1"]
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
