"""A document that waits for a person: what of it may be seen, where, and what is said about it."""

from uuid import uuid4

import httpx
import pytest

from contracts.documents import Block, Box, Continued, Word
from contracts.session import Status
from contracts.views.sessions import ReviewPage, ReviewView, SessionState
from services.chassis.storage.blobs import Blobs
from services.gateway.review.views import page_of
from tests.gateway.conftest import As
from tests.gateway.kinds import SHA
from tests.gateway.review.scans import CANARY, SEEN, held, left_out, reading, recognition
from tests.gateway.shelf import SENTENCE, START, Shelf

PARTS = ("/quiz", "/quizzes/{quiz}", "/flashcards", "/results", "/notes", "/blocks", "/items", "/search?q=leafs")


async def test_what_waits_is_listed_newest_first_in_pages(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    old, new = held(shelf, blobs, tenant, age=9), held(shelf, blobs, tenant, age=1)
    without = left_out(shelf, blobs, tenant)
    held(shelf, blobs, tenant, user="bob")
    shelf.session(tenant, "ann")
    first = (await ann.get("/v1/reviews?limit=2")).json()
    rest = (await ann.get(f"/v1/reviews?limit=2&cursor={first['next']}")).json()
    lines = first["reviews"] + rest["reviews"]
    assert [line["session_id"] for line in lines] == [str(kept.session) for kept in (without, new, old)]
    assert [line["state"] for line in lines] == ["left_out", "pending", "pending"]
    assert [line["pages"] for line in lines] == [[1], [1], [1]]
    assert (lines[1]["detail"], lines[1]["ocr_confidence"]) == ("Page 1 could not be read well enough.", 67)
    assert "Page 1" in lines[0]["detail"]
    assert rest["next"] is None


async def test_what_waits_for_who_shared_a_course_does_not_wait_for_who_joined_it(
    ann: httpx.AsyncClient, as_user: As, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = left_out(shelf, blobs, tenant)
    shelf.ask(
        "insert into sessions (tenant_id, user_id, session_id, course_id, status, version, state, created_at,"
        " updated_at)"
        " select tenant_id, 'bob', %(own)s, course_id, status, version, state, created_at, updated_at from sessions"
        " where session_id = %(session)s",
        own=uuid4(),
        session=kept.session,
    )
    assert [line["session_id"] for line in (await ann.get("/v1/reviews")).json()["reviews"]] == [str(kept.session)]
    assert (await as_user("bob", "learner").get("/v1/reviews")).json()["reviews"] == []


async def test_a_review_says_why_with_the_numbers(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = held(shelf, blobs, tenant)
    told = ReviewView.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}/review")).content)
    assert (told.open, told.status, told.document_sha256, told.filename) == (True, "pending_review", SHA, "leaves.pdf")
    assert told.problem is not None
    assert told.problem.code == "low_confidence"
    assert told.recognition is not None
    assert (told.recognition.least_confidence, [page.confidence for page in told.recognition.pages]) == (60, [41, 93])
    assert told.history == []


async def test_the_history_is_what_the_journal_kept(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = held(shelf, blobs, tenant)
    own = {"tenant_id": tenant, "user_id": "ann", "session_id": kept.session}
    messages = [
        ("pensum.reader.reading_held.v1", {"document_sha256": SHA, "problem": {"detail": "Too faint."}}, True),
        ("pensum.session.page_corrected.v1", {"document_sha256": SHA, "page": 1, "characters": 7}, True),
        ("pensum.session.page_corrected.v1", {"document_sha256": SHA, "page": 9, "characters": 7}, False),
        ("pensum.session.review_decided.v1", {"document_sha256": SHA, "decision": "reject", "reason": "No."}, True),
    ]
    for seq, (kind, message, moved) in enumerate(messages, 1):
        shelf.insert(
            "journal", seq=seq, message_id=uuid4(), type=kind, message=message,
            kept=moved, meta={}, commands=[], rules=1, decide_ms=1, received_at=START, **own,
        )  # fmt: skip
    told = ReviewView.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}/review")).content)
    assert [(one.action, one.page, one.characters, one.detail, one.user_id) for one in told.history] == [
        ("held", None, None, "Too faint.", "ann"),
        ("corrected", 1, 7, "", "ann"),
        ("rejected", None, None, "No.", "ann"),
    ]


async def test_a_page_shows_its_text_its_words_and_where_its_picture_is(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = held(shelf, blobs, tenant)
    answer = await ann.get(f"/v1/sessions/{kept.session}/review/pages/1?document={SHA}")
    page = ReviewPage.model_validate_json(answer.content)
    assert page.text == f"{SEEN}\n\nA second paragraph."
    assert [(word.text, word.confidence, word.box.x0) for word in page.words] == [(CANARY, 40, 1), ("leafs", 42, 5)]
    assert (page.width, page.height, page.quality.verdict) == (595, 842, "low")
    assert page.picture == f"/v1/sessions/{kept.session}/pages/1.png?document={SHA}"
    second = (await ann.get(f"/v1/sessions/{kept.session}/review/pages/2")).json()
    assert (second["text"], second["words"]) == ("Another page.", [])


async def test_of_a_paragraph_that_goes_on_on_the_next_page_each_page_shows_its_part() -> None:
    quality = recognition(passed=True).pages
    stored = reading(passed=True)
    words = [Word(start=n, end=n + 4, box=Box(x0=n, y0=1, x1=9, y1=9), confidence=90) for n in (0, 9)]
    torn = stored.blocks[0].model_copy(
        update={"text": "The tide goes out.", "words": words, "continues": [Continued(start=9, source_page=2)]}
    )
    kept = stored.model_copy(update={"blocks": [torn]}).model_dump_json().encode()
    pages = [page_of(kept, None, each, "") for each in quality]
    assert [page.text for page in pages] == ["The tide", "goes out."]
    assert [[word.text for word in page.words] for page in pages] == [["The "], ["goes"]]


async def test_a_paragraph_that_was_parted_for_its_unsure_words_is_whole_for_who_sets_it_right(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    stored = reading(passed=True)
    first, second, third = stored.blocks
    parted = stored.model_copy(update={"blocks": [first, second.model_copy(update={"resumes": True}), third]})
    name = f"readings/{uuid4()}.json"
    blobs.create(name, parted.model_dump_json().encode())
    kept = held(shelf, blobs, tenant)
    shelf.ask("update readings set blob = %(blob)s where reading_id = %(id)s", blob=name, id=kept.reading)
    page = (await ann.get(f"/v1/sessions/{kept.session}/review/pages/1")).json()
    assert page["text"] == f"{SEEN} A second paragraph."


async def test_lines_that_were_not_read_surely_can_be_reviewed_and_do_not_wait(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = left_out(shelf, blobs, tenant)
    shelf.ask(
        "update readings set recognition = replace(replace(recognition::text, '\"low\"', '\"ok\"'),"
        " '\"unsure_lines\":0', '\"unsure_lines\":2')::json where reading_id = %(id)s",
        id=kept.reading,
    )
    state = SessionState.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}")).content)
    assert (state.documents[0].left_out, state.documents[0].unsure_lines) == ([], 4)
    assert (await ann.get("/v1/reviews")).json()["reviews"] == []
    assert (await ann.get(f"/v1/sessions/{kept.session}/review")).json()["open"]
    assert (await ann.post(f"/v1/sessions/{kept.session}/review/approve", json={"pages": [1]})).status_code == 202


@pytest.mark.parametrize("path", ["/review/pages/3", "/review/pages/4", "/review/pages/0", "/review/pages/x"])
async def test_a_page_that_is_not_under_review_is_404(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str, path: str
) -> None:
    kept = held(shelf, blobs, tenant)
    assert (await ann.get(f"/v1/sessions/{kept.session}{path}")).status_code == 404


async def test_a_document_the_session_does_not_have_is_404_and_no_hash_400(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = held(shelf, blobs, tenant)
    other = await ann.get(f"/v1/sessions/{kept.session}/review?document={'b' * 64}")
    assert (other.status_code, other.json()["code"]) == (404, "not_found")
    wrong = await ann.get(f"/v1/sessions/{kept.session}/review?document=mine")
    assert (wrong.status_code, wrong.json()["fields"]) == (400, ["document"])


async def test_while_it_waits_the_session_is_200_and_all_that_could_be_learnt_is_422(
    as_user: As, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = shelf.quiz(held(shelf, blobs, tenant))  # Even if rows were there.
    shelf.attempt(kept)
    shelf.note(kept, "A note.")
    own = {"tenant_id": tenant, "user_id": "ann", "reading_id": kept.reading, "block_id": "p0"}
    body = Block(block_id="p0", text=SENTENCE).model_dump(mode="json")
    shelf.insert("blocks", part=1, ordinal=0, source_page=1, body=body, **own)
    owner = as_user("ann", "owner")
    answer = await owner.get(f"/v1/sessions/{kept.session}")
    state = SessionState.model_validate_json(answer.content)
    assert (answer.status_code, state.status, "Retry-After" in answer.headers) == (200, "pending_review", False)
    assert state.error is not None
    shown = (state.context, state.extracted_blocks, state.quiz_items, state.results, state.notes, state.quizzes)
    assert shown == (None, [], [], [], [], [])
    asked = [await owner.get(f"/v1/sessions/{kept.session}{part.format(quiz=kept.quiz)}") for part in PARTS]
    asked += [await owner.post(f"/v1/sessions/{kept.session}/quizzes", json={})]
    for told in asked:
        assert (told.status_code, told.json()["code"]) == (422, "low_confidence"), told.request.url
        assert told.json()["trace_id"] == kept.session.hex


@pytest.mark.parametrize("rejected", [False, True])
async def test_what_was_recognised_is_seen_in_its_review_alone(
    as_user: As, shelf: Shelf, blobs: Blobs, tenant: str, rejected: bool
) -> None:
    kept = held(shelf, blobs, tenant)
    if rejected:
        wrong = """{"code": "review_rejected", "status": 422, "title": "", "detail": "No.", "action": ""}"""
        shelf.ask("update documents set review = 'rejected' where course_id = %(c)s", c=kept.course)
        shelf.ask(
            "update sessions set status = %(s)s, error = %(e)s::json where session_id = %(id)s",
            s=Status.FAILED, e=wrong, id=kept.session,
        )  # fmt: skip
    session = f"/v1/sessions/{kept.session}"
    paths = ["/v1/sessions", "/v1/reviews", session, f"{session}/review"]
    paths += [f"{session}{part.format(quiz=kept.quiz)}" for part in PARTS]
    owner = as_user("ann", "owner")
    for path in paths:
        assert CANARY not in (await owner.get(path)).text, path
    assert CANARY in (await owner.get(f"{session}/review/pages/1")).text
    assert CANARY not in (await as_user("bob", "owner").get(f"{session}/review/pages/1")).text


async def test_a_state_names_each_document_and_how_it_was_read(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    kept = left_out(shelf, blobs, tenant)
    notice = '[{"code": "pages_left_out", "sentence": "Page 1 is left out.", "pages": [1]}]'
    shelf.ask("update readings set notices = %(n)s::json where reading_id = %(id)s", n=notice, id=kept.reading)
    shelf.insert(
        "documents", course_id=kept.course, sha256="c" * 64, filename="b.md", media_type="text/markdown", bytes=3,
        blob="documents/c", uploaded_at=START, ordinal=1, tenant_id=tenant, user_id="ann",
    )  # fmt: skip
    state = SessionState.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}")).content)
    one, two = state.documents
    assert state.doc_meta == one
    assert (one.title, one.pages, one.media_type, one.ocr_confidence) == (CANARY, 3, "image/tiff", 67)
    assert (one.left_out, one.notices[0].sentence, one.page_kind) == ([1], "Page 1 is left out.", "page")
    assert (two.filename, two.sha256, two.ocr_confidence, two.left_out) == ("b.md", "c" * 64, None, [])


async def test_a_session_that_failed_is_retried_before_it_is_reviewed(
    ann: httpx.AsyncClient, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    opens = [
        (await ann.get(f"/v1/sessions/{left_out(shelf, blobs, tenant, status=status).session}/review")).json()["open"]
        for status in (Status.READY, Status.FAILED)
    ]
    assert opens == [True, False]


async def test_before_the_document_is_taken_in_its_review_is_202(ann: httpx.AsyncClient) -> None:
    told = (await ann.post("/v1/documents", files={"file": ("a.pdf", b"%PDF-1.7")})).json()
    waits = await ann.get(f"{told['url']}/review")
    assert (waits.status_code, waits.json()["status"]) == (202, "accepted")
