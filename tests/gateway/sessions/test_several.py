"""Several documents in one upload, and the password that opens them."""

import hashlib
import json
import logging
from typing import Any

import httpx
import pytest

from contracts.session import DocumentSubmitted
from services.chassis.storage.blobs import Blobs
from tests.gateway.conftest import UPLOAD_BYTES, Sent
from tests.gateway.sessions.test_uploads import PDF, files, scratch
from tests.gateway.shelf import Shelf

SECRET_WORD = "öpen-CANARY-51c2"


def several(*each: tuple[str, bytes]) -> list[Any]:
    return [("file", (name, data, "application/pdf")) for name, data in each]


def pdf(mark: str, size: int = 0) -> bytes:
    return b"%PDF-1.7 " + mark.encode() + bytes(size)


async def test_several_files_are_one_session_in_their_order(ann: httpx.AsyncClient, sent: Sent, blobs: Blobs) -> None:
    each = [(f"{number}.pdf", pdf(str(number))) for number in range(50)]
    answer = await ann.post("/v1/documents", files=several(*each), data={"numFlashcards": "3"})
    assert answer.status_code == 202
    (outgoing,) = sent.messages
    message = DocumentSubmitted.read(outgoing.value)
    documents = [message.document, *message.more]
    assert [(document.filename, document.bytes) for document in documents] == [(name, len(data)) for name, data in each]
    for (_, data), document in zip(each, documents, strict=True):
        assert document.sha256 == hashlib.sha256(data).hexdigest()
        assert blobs.read(document.blob) == data
    assert scratch(blobs) == []


async def test_the_same_bytes_twice_are_one_document_under_their_first_name(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs
) -> None:
    each = several(("a.pdf", PDF), ("other.pdf", pdf("other")), ("b.pdf", PDF))
    assert (await ann.post("/v1/documents", files=each)).status_code == 202
    message = DocumentSubmitted.read(sent.messages[0].value)
    assert [document.filename for document in (message.document, *message.more)] == ["a.pdf", "other.pdf"]
    assert scratch(blobs) == []


@pytest.mark.parametrize(
    ("each", "status", "said"),
    [
        (several(("a.pdf", PDF), ("b.exe", b"\x7fELF" + bytes(9000))), 415, "b.exe"),
        (several(("a.pdf", PDF), ("empty.pdf", b"")), 422, "empty.pdf"),
        (several(*((f"{number}.pdf", pdf(str(number))) for number in range(51))), 400, "50 files"),
        (several(("a.pdf", pdf("a", UPLOAD_BYTES // 2)), ("b.pdf", pdf("b", UPLOAD_BYTES // 2))), 413, "together"),
    ],
    ids=["no document", "empty", "too many", "too large together"],
)
async def test_one_bad_file_refuses_the_form_and_nothing_is_kept(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, each: list[Any], status: int, said: str
) -> None:
    answer = await ann.post("/v1/documents", files=each)
    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text
    assert (sent.messages, scratch(blobs), blobs.path("documents").exists()) == ([], [], False)


async def test_a_form_that_breaks_off_after_a_whole_file_keeps_nothing(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs
) -> None:
    whole = ann.build_request("POST", "/v1/documents", files=several(("a.pdf", PDF), ("b.pdf", pdf("b"))))
    cut = whole.read()[:-60]
    assert b"b.pdf" in cut
    headers = {"Content-Type": whole.headers["Content-Type"]}
    assert (await ann.post("/v1/documents", content=cut, headers=headers)).status_code == 400
    assert (sent.messages, scratch(blobs), blobs.path("documents").exists()) == ([], [], False)


async def test_the_same_files_again_are_the_same_request_and_others_are_not(ann: httpx.AsyncClient, sent: Sent) -> None:
    headers = {"Idempotency-Key": "several"}
    both = several(("a.pdf", PDF), ("b.pdf", pdf("b")))
    one, two = [await ann.post("/v1/documents", files=both, headers=headers) for _ in range(2)]
    assert (one.status_code, one.content) == (202, two.content)
    fewer = await ann.post("/v1/documents", files=both[:1], headers=headers)
    assert fewer.json()["code"] == "idempotency_key_reused"
    assert len(sent.messages) == 1


async def test_a_password_is_a_blob_and_nowhere_else(
    ann: httpx.AsyncClient,
    sent: Sent,
    blobs: Blobs,
    shelf: Shelf,
    tenant: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    each = several(("a.pdf", PDF), ("b.pdf", pdf("b")))
    answer = await ann.post("/v1/documents", files=each, data={"password": SECRET_WORD})
    assert answer.status_code == 202
    session = answer.json()["session_id"]
    message = DocumentSubmitted.read(sent.messages[0].value)
    assert {document.password for document in (message.document, *message.more)} == {f"passwords/{session}"}
    assert blobs.read(f"passwords/{session}") == SECRET_WORD.encode()
    assert blobs.path(f"passwords/{session}").stat().st_mode & 0o077 == 0
    rows = shelf.ask("select to_json(intake)::text from intake where tenant_id = %(t)s", t=tenant)
    shown = [answer.text, (await ann.get(answer.json()["url"])).text, sent.messages[0].value.decode(), str(rows)]
    shown += [
        str(sent.messages[0].headers),
        caplog.text,
        json.dumps([str(record.__dict__) for record in caplog.records]),
    ]
    plain_hash = hashlib.sha256(SECRET_WORD.encode()).hexdigest()
    for text in shown:
        for spelt in (SECRET_WORD, SECRET_WORD.encode("unicode_escape").decode(), plain_hash):
            assert spelt not in text


async def test_no_password_and_an_empty_one_are_none(ann: httpx.AsyncClient, sent: Sent, blobs: Blobs) -> None:
    assert (await ann.post("/v1/documents", files=files(), data={"password": ""})).status_code == 202
    assert DocumentSubmitted.read(sent.messages[0].value).document.password is None
    assert not blobs.path("passwords").exists()


async def test_two_passwords_are_a_400_that_shows_neither(ann: httpx.AsyncClient, sent: Sent) -> None:
    answer = await ann.post("/v1/documents", files=files(), data={"password": [SECRET_WORD, "another"]})
    assert (answer.status_code, answer.json()["fields"]) == (400, ["password"])
    assert SECRET_WORD not in answer.text
    assert sent.messages == []


async def test_another_password_is_another_request(ann: httpx.AsyncClient, sent: Sent) -> None:
    headers = {"Idempotency-Key": "locked"}
    for word in (SECRET_WORD, SECRET_WORD):
        assert (await ann.post("/v1/documents", files=files(), data={"password": word}, headers=headers)).is_success
    for data in ({"password": "another"}, {}):
        again = await ann.post("/v1/documents", files=files(), data=data, headers=headers)
        assert again.json()["code"] == "idempotency_key_reused"
    assert len(sent.messages) == 1


async def test_a_request_that_was_never_written_down_leaves_no_password_behind_that_counts(
    ann: httpx.AsyncClient, blobs: Blobs, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    headers = {"Idempotency-Key": "locked"}
    one = await ann.post("/v1/documents", files=files(), data={"password": "wrong"}, headers=headers)
    shelf.ask("delete from intake where tenant_id = %(t)s", t=tenant)  # As after a kill between blob and row.
    two = await ann.post("/v1/documents", files=files(), data={"password": SECRET_WORD}, headers=headers)
    assert one.json()["session_id"] == two.json()["session_id"]
    assert blobs.read(f"passwords/{two.json()['session_id']}") == SECRET_WORD.encode()
