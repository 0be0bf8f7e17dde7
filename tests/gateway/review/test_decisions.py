"""What a person decides in a review becomes one message of its session, or a refusal that says why."""

import hashlib
from typing import Any

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.reading import DocumentReplaced, PageCorrected, ReviewDecided
from contracts.session import Status
from services.chassis.storage.blobs import Blobs
from tests.gateway.conftest import Sent
from tests.gateway.kinds import SHA
from tests.gateway.review.scans import held, left_out
from tests.gateway.sessions.test_uploads import PDF, files, scratch
from tests.gateway.shelf import START, Kept, Shelf

TEXT = "Right words.\n\nA second paragraph with ø."
ACTS: list[tuple[str, dict[str, Any]]] = [
    ("pages/1", {"json": {"text": TEXT}}),
    ("approve", {}),
    ("reject", {"json": {"reason": "Wrong file."}}),
    ("document", {"files": files()}),
]


@pytest.fixture
def kept(shelf: Shelf, blobs: Blobs, tenant: str) -> Kept:
    return held(shelf, blobs, tenant)


def at(kept: Kept, act: str) -> str:
    return f"/v1/sessions/{kept.session}/review/{act}"


@pytest.mark.parametrize("method", ["PUT", "POST"])
async def test_a_correction_is_a_blob_and_a_message_and_shows_at_once(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, kept: Kept, method: str
) -> None:
    answer = await ann.request(method, at(kept, "pages/1"), json={"text": TEXT.replace("\n", "\r\n")})
    assert (answer.status_code, answer.json()["url"]) == (202, f"/v1/sessions/{kept.session}")
    (outgoing,) = sent.messages
    message = PageCorrected.read(outgoing.value)
    blob = f"corrections/{kept.session}/{hashlib.sha256(TEXT.encode()).hexdigest()}"
    assert message == PageCorrected(document_sha256=SHA, page=1, text=blob, characters=len(TEXT))
    assert (outgoing.topic, Envelope.from_headers(outgoing.headers).subject) == ("session.inputs", kept.session)
    assert blobs.read(blob) == TEXT.encode()
    page = (await ann.get(at(kept, "pages/1"))).json()
    assert (page["text"], page["quality"]["corrected"], len(page["words"])) == (TEXT, True, 2)
    await ann.request(method, at(kept, "pages/1"), json={"text": "The last one counts."})
    assert (await ann.get(at(kept, "pages/1"))).json()["text"] == "The last one counts."
    assert (await ann.get(at(kept, "pages/2"))).json()["text"] == "Another page."


@pytest.mark.parametrize(
    ("act", "body", "field"),
    [
        ("pages/1", {"text": ""}, "text"),
        ("pages/1", {"text": " \n\t "}, "text"),
        ("pages/1", {"text": "x" * 40_001}, "text"),
        ("pages/1", {"text": "a\0b"}, "text"),
        ("pages/1", {"text": 5}, "text"),
        ("pages/1", {}, "text"),
        ("pages/1", {"text": "x", "page": 2}, "page"),
        ("pages/3", {"text": "x"}, "page"),
        ("pages/99", {"text": "x"}, "page"),
        ("reject", {"reason": "x" * 1001}, "reason"),
        ("approve", {"why": "x"}, "why"),
        ("approve", {"pages": [3]}, "pages"),
        ("approve", {"pages": [0]}, "pages.0"),
    ],
)
async def test_a_bad_body_is_a_400_that_names_the_field(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, act: str, body: dict[str, Any], field: str
) -> None:
    answer = await ann.post(at(kept, act), json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, [field])
    assert sent.messages == []


@pytest.mark.parametrize("text", ["", " \n\t "])
async def test_an_empty_correction_is_told_what_it_must_be(ann: httpx.AsyncClient, kept: Kept, text: str) -> None:
    said = (await ann.post(at(kept, "pages/1"), json={"text": text})).json()["detail"]
    assert "must be the text that stands on the page: 1 to 40,000 characters" in said


async def test_pages_that_were_read_badly_count_only_where_the_approval_names_them(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept
) -> None:
    assert (await ann.post(at(kept, "approve"), json={"pages": [1, 1]})).status_code == 202
    assert (await ann.post(at(kept, "approve"), json={})).status_code == 202
    assert [ReviewDecided.read(one.value).pages for one in sent.messages] == [[1], []]


async def test_an_approval_that_would_leave_no_page_is_refused_until_one_is_corrected_or_accepted(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept
) -> None:
    shelf.ask(
        "update readings set recognition = replace(recognition::text, '\"ok\"', '\"low\"')::json,"
        " doc_meta = replace(doc_meta::text, '\"pages\":3', '\"pages\":2')::json where reading_id = %(id)s",
        id=kept.reading,
    )
    refused = await ann.post(at(kept, "approve"))
    assert (refused.status_code, refused.json()["fields"], sent.messages) == (400, ["pages"], [])
    assert "no page was read well enough" in refused.json()["detail"]
    assert (await ann.post(at(kept, "approve"), json={"pages": [2]})).status_code == 202
    assert (await ann.post(at(kept, "pages/1"), json={"text": TEXT})).status_code == 202
    assert (await ann.post(at(kept, "approve"))).status_code == 202


@pytest.mark.parametrize(("act", "given"), ACTS[1:])
async def test_a_decision_is_under_way_from_its_202_on_until_the_journal_has_it(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept, act: str, given: dict[str, Any]
) -> None:
    url = f"/v1/sessions/{kept.session}"
    before = await ann.get(url)
    assert before.json()["status"] == "pending_review"
    assert (await ann.post(at(kept, act), **given)).status_code == 202
    after = await ann.get(url, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.json()["status"], after.json()["error"]) == (200, "reading", None)
    assert after.headers["Retry-After"]
    assert [one["status"] for one in (await ann.get("/v1/sessions")).json()["sessions"]] == ["reading"]
    assert (await ann.get("/v1/sessions/history", params={"status": "reading"})).json()["total"] == 1
    (outgoing,) = sent.messages
    message = Envelope.from_headers(outgoing.headers).id
    shelf.insert(
        "journal", seq=9, message_id=message, type="a decision", message={}, kept=True, meta={}, commands=[], rules=1,
        decide_ms=1, received_at=START, session_id=kept.session, tenant_id=kept.tenant, user_id=kept.user,
    )  # fmt: skip
    assert (await ann.get(url)).json()["status"] == "pending_review", "what the orchestrator says of it counts again"


async def test_a_correction_alone_leaves_it_waiting(ann: httpx.AsyncClient, kept: Kept) -> None:
    assert (await ann.post(at(kept, "pages/1"), json={"text": TEXT})).status_code == 202
    assert (await ann.get(f"/v1/sessions/{kept.session}")).json()["status"] == "pending_review"


async def test_the_longest_text_is_taken(ann: httpx.AsyncClient, kept: Kept) -> None:
    assert (await ann.post(at(kept, "pages/1"), json={"text": "å" * 40_000})).status_code == 202


@pytest.mark.parametrize(
    ("act", "body", "decision", "reason"),
    [
        ("approve", None, "approve", ""),
        ("approve", {}, "approve", ""),
        ("reject", None, "reject", ""),
        ("reject", {"reason": "It is upside down."}, "reject", "It is upside down."),
    ],
)
async def test_a_decision_is_a_message(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, act: str, body: dict[str, Any] | None, decision: str, reason: str
) -> None:
    assert (await ann.post(at(kept, act), json=body)).status_code == 202
    message = ReviewDecided.read(sent.messages[0].value)
    assert (message.document_sha256, message.decision, message.reason) == (SHA, decision, reason)


async def test_a_better_scan_takes_the_place_of_the_document(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, kept: Kept
) -> None:
    answer = await ann.post(at(kept, "document"), files=files(name="better.pdf"), data={"password": "sesame"})
    assert answer.status_code == 202
    message = DocumentReplaced.read(sent.messages[0].value)
    assert (message.replaces, message.document.filename) == (SHA, "better.pdf")
    assert blobs.read(message.document.blob) == PDF
    assert message.document.password is not None
    assert message.document.password.startswith(f"passwords/{kept.session}")
    assert blobs.read(message.document.password) == b"sesame"
    assert scratch(blobs) == []


@pytest.mark.parametrize(
    ("given", "data", "status"),
    [
        (files(), {"numFlashcards": "3"}, 400),
        ([("file", ("a.pdf", PDF)), ("file", ("b.pdf", PDF + b"b"))], {}, 400),
        (files(b""), {}, 422),
        (files(b"\x7fELF" + bytes(90)), {}, 415),
    ],
)
async def test_a_better_scan_is_one_document(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, kept: Kept, given: Any, data: dict[str, str], status: int
) -> None:
    assert (await ann.post(at(kept, "document"), files=given, data=data)).status_code == status
    assert (sent.messages, scratch(blobs), blobs.path("documents").exists()) == ([], [], False)


async def test_the_same_scan_is_no_better_one(ann: httpx.AsyncClient, sent: Sent, kept: Kept, shelf: Shelf) -> None:
    mine = hashlib.sha256(PDF).hexdigest()
    shelf.ask("update documents set sha256 = %(s)s where course_id = %(c)s", s=mine, c=kept.course)
    answer = await ann.post(at(kept, "document"), files=files())
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, ["file"], [])


@pytest.mark.parametrize(("act", "given"), ACTS)
async def test_the_same_again_is_answered_the_same_though_it_has_moved_on(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept, act: str, given: dict[str, Any]
) -> None:
    headers = {"Idempotency-Key": "once"}
    one = await ann.post(at(kept, act), headers=headers, **given)
    shelf.ask("update documents set review = null where course_id = %(c)s", c=kept.course)
    two = await ann.post(at(kept, act), headers=headers, **given)
    other = await ann.post(f"{at(kept, act)}?document={SHA}", headers=headers, **given)
    assert (one.status_code, two.status_code, one.content) == (202, 202, two.content)
    assert other.json()["code"] == "idempotency_key_reused"
    assert len(sent.messages) == 1


@pytest.mark.parametrize(("act", "given"), ACTS)
async def test_where_nothing_waits_it_is_409(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, blobs: Blobs, tenant: str, act: str, given: dict[str, Any]
) -> None:
    fine, failed = shelf.session(tenant, "ann"), left_out(shelf, blobs, tenant, status=Status.FAILED)
    for kept in (fine, failed):
        answer = await ann.post(at(kept, act), **given)
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    told = (await ann.post("/v1/documents", files=files())).json()
    sent.messages.clear()
    assert (await ann.post(f"{told['url']}/review/{act}", **given)).status_code == 409
    assert sent.messages == []


@pytest.mark.parametrize(("act", "given"), ACTS)
async def test_left_out_pages_can_be_reviewed_too(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, blobs: Blobs, tenant: str, act: str, given: dict[str, Any]
) -> None:
    kept = left_out(shelf, blobs, tenant)
    assert (await ann.post(at(kept, act), **given)).status_code == 202
    assert len(sent.messages) == 1


async def test_of_several_documents_the_one_that_waits_is_meant(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept, tenant: str
) -> None:
    shelf.insert(
        "documents", course_id=kept.course, sha256="c" * 64, filename="b.md", media_type="text/markdown", bytes=3,
        blob="documents/c", uploaded_at="2026-01-01T00:00:00Z", ordinal=-1, tenant_id=tenant, user_id="ann",
    )  # fmt: skip
    assert (await ann.post(at(kept, "approve"))).status_code == 202
    assert ReviewDecided.read(sent.messages[0].value).document_sha256 == SHA
    assert (await ann.post(f"{at(kept, 'approve')}?document={'c' * 64}")).status_code == 409
    assert (await ann.post(f"{at(kept, 'approve')}?document={'d' * 64}")).status_code == 404
