"""A session's state: whole, paged, cheap to ask again, and gone when forgotten."""

from uuid import uuid4

import httpx
import pytest

from contracts.problems import Code
from contracts.session import Status
from contracts.views.sessions import SessionState
from tests.gateway.conftest import As
from tests.gateway.shelf import Shelf


async def test_state_is_the_contract_put_together(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    shelf.attempt(kept)
    shelf.note(kept, "Look at pigments again.")
    answer = await ann.get(f"/v1/sessions/{kept.session}")
    assert answer.status_code == 200
    state = SessionState.model_validate_json(answer.content)
    assert state.session_id == kept.session
    assert state.user_id == "ann"
    assert state.trace_id == kept.session.hex
    assert state.doc_meta.filename == "leaves.pdf"
    assert (state.doc_meta.title, state.doc_meta.language, state.doc_meta.pages) == ("Leaves", "en", 2)
    assert state.context is not None
    assert answer.json()["context"]["fullSummary"] == "About leaves."
    assert [block.block_id for block in state.extracted_blocks] == ["p0", "p1", "p2"]
    assert [item.item_id for item in state.quiz_items] == [item.item_id for item in kept.items[:2]]
    assert [result.is_correct for result in state.results] == [True, False]
    assert state.notes == ["Look at pigments again."]
    assert state.quizzes == [kept.quiz]
    assert state.totals == {
        "blocks": 3, "questions": 2, "flashcards": 1, "quizzes": 1, "attempts": 1, "results": 2, "notes": 1,
    }  # fmt: skip


async def test_the_same_version_is_304_without_a_body(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", version=7)
    tag = (await ann.get(f"/v1/sessions/{kept.session}")).headers["ETag"]
    assert tag == '"7-ready-1-learner"'
    again = await ann.get(f"/v1/sessions/{kept.session}", headers={"If-None-Match": f'"x", W/{tag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    shelf.ask("update sessions set version = 8 where session_id = %(id)s", id=kept.session)
    moved = await ann.get(f"/v1/sessions/{kept.session}", headers={"If-None-Match": tag})
    assert (moved.status_code, moved.headers["ETag"]) == (200, '"8-ready-1-learner"')


async def test_owner_and_learner_have_tags_of_their_own(as_user: As, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann")
    tag = (await as_user("ann").get(f"/v1/sessions/{kept.session}")).headers["ETag"]
    answer = await as_user("ann", "owner").get(f"/v1/sessions/{kept.session}", headers={"If-None-Match": tag})
    assert answer.status_code == 200


@pytest.mark.parametrize(("status", "waits"), [(Status.READING, True), (Status.READY, False), (Status.FAILED, False)])
async def test_retry_after_while_it_runs(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, status: Status, waits: bool
) -> None:
    kept = shelf.session(tenant, "ann", status=status)
    answer = await ann.get(f"/v1/sessions/{kept.session}")
    assert ("Retry-After" in answer.headers) is waits
    same = await ann.get(f"/v1/sessions/{kept.session}", headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    assert ("Retry-After" in same.headers) is waits


async def test_long_arrays_are_paged(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", blocks=130)
    first = (await ann.get(f"/v1/sessions/{kept.session}")).json()
    assert (len(first["extracted_blocks"]), first["totals"]["blocks"]) == (100, 130)
    rest = (await ann.get(f"/v1/sessions/{kept.session}?offset=100&limit=50")).json()
    assert [block["block_id"] for block in rest["extracted_blocks"]] == [f"p{number}" for number in range(100, 130)]


async def test_a_failed_session_is_200_with_its_error(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_FAILED)
    answer = await ann.get(f"/v1/sessions/{kept.session}")
    assert answer.status_code == 200
    assert (answer.json()["error"]["code"], answer.json()["error"]["status"]) == ("model_failed", 502)


async def test_a_document_in_review_shows_nothing_made_from_it(as_user: As, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", status=Status.PENDING_REVIEW, error=Code.TEXT_TOO_SHORT)
    shelf.quiz(kept)
    state = (await as_user("ann").get(f"/v1/sessions/{kept.session}")).json()
    assert (state["context"], state["quiz_items"], state["quizzes"]) == (None, [], [])
    for part in ("quiz", "flashcards", f"quizzes/{kept.quiz}"):
        assert (await as_user("ann").get(f"/v1/sessions/{kept.session}/{part}")).status_code == 422


async def test_a_forgotten_session_is_404_and_says_so(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.session(tenant, "ann", status=Status.FORGOTTEN, forgotten=True)
    for part in ("", "/quiz", "/blocks", "/results", "/notes", "/flashcards", "/search?q=leaf"):
        answer = await ann.get(f"/v1/sessions/{kept.session}{part}")
        assert (answer.status_code, answer.json()["code"]) == (404, "forgotten")
    assert (await ann.get("/v1/sessions")).json()["sessions"] == []


async def test_the_list_is_newest_first_in_pages(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    wanted = [shelf.session(tenant, "ann", age=age).session for age in range(5)]
    shelf.session(tenant, "bob")
    found, cursor = [], ""
    for expected in (2, 2, 1):
        page = (await ann.get(f"/v1/sessions?limit=2{cursor}")).json()
        assert len(page["sessions"]) == expected
        found += [line["session_id"] for line in page["sessions"]]
        cursor = f"&cursor={page['next']}"
    assert page["next"] is None
    assert found == [str(session) for session in wanted]
    assert (page["sessions"][0]["filename"], page["sessions"][0]["title"]) == ("leaves.pdf", "Leaves")


async def test_sessions_of_the_same_moment_are_all_listed(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    wanted = {str(shelf.session(tenant, "ann").session) for _ in range(3)}
    first = (await ann.get("/v1/sessions?limit=2")).json()
    second = (await ann.get(f"/v1/sessions?limit=2&cursor={first['next']}")).json()
    assert {line["session_id"] for line in first["sessions"] + second["sessions"]} == wanted


@pytest.mark.parametrize(
    ("query", "field"),
    [("cursor=nonsense", "cursor"), ("limit=0", "limit"), ("limit=x", "limit"), ("cursor=å", "cursor")],
)
async def test_a_wrong_parameter_is_a_400_that_names_it(ann: httpx.AsyncClient, query: str, field: str) -> None:
    answer = await ann.get(f"/v1/sessions?{query}")
    assert (answer.status_code, answer.json()["fields"]) == (400, [field])


async def test_no_such_session_and_no_session_id_are_404(ann: httpx.AsyncClient) -> None:
    for name in (str(uuid4()), "none"):
        answer = await ann.get(f"/v1/sessions/{name}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
