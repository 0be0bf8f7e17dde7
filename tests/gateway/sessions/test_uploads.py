"""An upload is streamed to its place by content, checked by content, and told in one message."""

import hashlib
import json
import tracemalloc
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.session import DocumentSubmitted
from services.chassis.storage.blobs import Blobs
from tests.gateway.conftest import UPLOAD_BYTES, Sent

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 40
Files = dict[str, tuple[str, bytes, str]]


def files(data: bytes = PDF, name: str = "leaves.pdf") -> Files:
    return {"file": (name, data, "application/pdf")}


def scratch(blobs: Blobs) -> list[str]:
    return [path.name for path in (blobs.path("scratch")).glob("*")]


async def test_an_upload_becomes_a_blob_a_row_and_a_message(ann: httpx.AsyncClient, sent: Sent, blobs: Blobs) -> None:
    answer = await ann.post("/v1/documents", files=files(), data={"numQuizQuestions": "7", "focusAreas": ["a", "b, c"]})
    assert answer.status_code == 202
    told = answer.json()
    assert answer.headers["Location"] == told["url"] == f"/v1/sessions/{told['session_id']}"
    assert answer.headers["Retry-After"]
    assert told["trace_id"] == UUID(told["session_id"]).hex
    sha = hashlib.sha256(PDF).hexdigest()
    assert blobs.read(f"documents/{sha}") == PDF
    assert scratch(blobs) == []
    (outgoing,) = sent.messages
    envelope, message = Envelope.from_headers(outgoing.headers), DocumentSubmitted.read(outgoing.value)
    assert (outgoing.topic, outgoing.key) == ("session.inputs", told["session_id"].encode())
    assert str(envelope.subject) == told["session_id"]
    assert envelope.type == DocumentSubmitted.type_name
    assert envelope.traceparent is not None
    assert envelope.traceparent.startswith(f"00-{envelope.subject.hex}-")
    assert (message.document.sha256, message.document.bytes, message.document.filename) == (sha, len(PDF), "leaves.pdf")
    assert message.document.blob == f"documents/{sha}"
    assert str(message.course_id) == told["course_id"]
    assert message.user_id == "ann"
    assert message.instructions.constraints.num_quiz_questions == 7
    assert message.instructions.constraints.num_flashcards == 15
    assert message.instructions.focus_areas == ["a", "b, c"]


async def test_it_shows_at_once_as_an_accepted_session(ann: httpx.AsyncClient) -> None:
    told = (await ann.post("/v1/documents", files=files())).json()
    answer = await ann.get(told["url"])
    assert (answer.json()["status"], answer.json()["version"]) == ("accepted", 0)
    assert (answer.json()["doc_meta"]["filename"], answer.headers["Retry-After"]) == ("leaves.pdf", "1")
    assert [line["session_id"] for line in (await ann.get("/v1/sessions")).json()["sessions"]] == [told["session_id"]]
    for part in ("quiz", "flashcards", "notes", "results", "blocks"):
        waits = await ann.get(f"{told['url']}/{part}")
        assert (waits.status_code, waits.json()["status"], waits.headers["Retry-After"]) == (202, "accepted", "1")


async def test_the_same_bytes_twice_are_one_blob_and_two_sessions(ann: httpx.AsyncClient, blobs: Blobs) -> None:
    one, two = [(await ann.post("/v1/documents", files=files())).json() for _ in range(2)]
    assert one["session_id"] != two["session_id"]
    assert len(list(blobs.path("documents").iterdir())) == 1
    assert scratch(blobs) == []


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 422, "empty_file"),
        (b"\x7fELF" + bytes(60), 415, "unsupported_type"),
        (b"\x7fELF" + bytes(1 << 17), 415, "unsupported_type"),
        (b"fLaC" + bytes(5000), 415, "unsupported_type"),
    ],
)
async def test_what_is_no_document_by_content_is_refused(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, data: bytes, status: int, code: str
) -> None:
    answer = await ann.post("/v1/documents", files=files(data))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["action"]
    assert "leaves.pdf" in answer.json()["detail"]
    assert (sent.messages, scratch(blobs)) == ([], [])


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PDF, "application/pdf"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "image/png"),
        (b"\xff\xd8\xff\xe0" + bytes(40), "image/jpeg"),
        (b"MM\x00*" + bytes(40), "image/tiff"),
        (b"PK\x03\x04 some office file", "application/octet-stream"),
        (b"A text about leaves.", "application/octet-stream"),
    ],
)
async def test_what_may_be_a_document_is_taken_and_the_reader_decides(
    ann: httpx.AsyncClient, sent: Sent, data: bytes, kind: str
) -> None:
    assert (await ann.post("/v1/documents", files=files(data, "leaves"))).status_code == 202
    assert DocumentSubmitted.read(sent.messages[0].value).document.media_type == kind


async def test_a_pdf_may_begin_within_its_first_1024_bytes(ann: httpx.AsyncClient) -> None:
    answer = await ann.post("/v1/documents", files=files(b"x" * 1019 + b"%PDF-1.7", "no-ending"))
    assert answer.status_code == 202


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"numQuizQuestions": "many"}, "numQuizQuestions"),
        ({"numQuizQuestions": "51"}, "numQuizQuestions"),
        ({"numFlashcards": "-1"}, "numFlashcards"),
        ({"numFlashcards": ["1", "2"]}, "numFlashcards"),
        ({"quizDifficulty": "brutal"}, "quizDifficulty"),
        ({"questionsPerConcept": "0"}, "questionsPerConcept"),
        ({"questionsPerConcept": "two"}, "questionsPerConcept"),
        ({"fallback": "brutal"}, "fallback"),
        ({"fallback": ["none", "offline"]}, "fallback"),
        ({"generationGoals": ["quiz", "songs"]}, "generationGoals"),
        ({"targetAudience": "x" * 201}, "targetAudience"),
        ({"targetAudience": "a\0b"}, "targetAudience"),
        ({"targetAudience": "x" * 5000}, "targetAudience"),
        ({"focusAreas": ["x"] * 51}, "focusAreas"),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_a_bad_field_is_a_400_that_names_it(
    ann: httpx.AsyncClient, sent: Sent, fields: dict[str, Any], named: str
) -> None:
    answer = await ann.post("/v1/documents", files=files(), data=fields)
    assert (answer.status_code, answer.json()["fields"]) == (400, [named])
    assert sent.messages == []


async def test_no_file_and_no_form_are_400(ann: httpx.AsyncClient) -> None:
    other: list[Any] = [("numFlashcards", (None, b"3"))]
    for asked in (
        {"files": other},
        {"files": {"file": ("", b"")}},
        {"files": [("document", ("a.pdf", PDF))]},
        {"json": {"file": "x"}},
        {"content": b"--x\r\nnonsense", "headers": {"Content-Type": "multipart/form-data; boundary=x"}},
        {"content": b"", "headers": {"Content-Type": "multipart/form-data; boundary=x"}},
    ):
        answer = await ann.post("/v1/documents", **asked)
        assert (answer.status_code, answer.json()["fields"]) == (400, ["file"]), asked


async def test_a_file_in_another_field_is_told_which_one_it_is(ann: httpx.AsyncClient) -> None:
    answer = await ann.post("/v1/documents", files={"document": ("a.pdf", PDF)})
    assert answer.json()["detail"] == "document: is not the field for a file: that is `file`."


async def test_a_form_cut_short_is_no_upload(ann: httpx.AsyncClient, sent: Sent) -> None:
    whole = ann.build_request("POST", "/v1/documents", files=files())
    cut = whole.read()[:-20]
    headers = {"Content-Type": whole.headers["Content-Type"]}
    answer = await ann.post("/v1/documents", content=cut, headers=headers)
    assert (answer.status_code, answer.json()["fields"]) == (400, ["file"])
    assert sent.messages == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("C:\\docs\\å.pdf", "å.pdf"),
        ("a\x7fb.pdf", "ab.pdf"),
        ("x" * 300, "x" * 200),
    ],
)
async def test_a_filename_is_a_plain_name(ann: httpx.AsyncClient, sent: Sent, given: str, kept: str) -> None:
    await ann.post("/v1/documents", files=files(name=given))
    assert DocumentSubmitted.read(sent.messages[0].value).document.filename == kept


def pieces(size: int, boundary: str) -> AsyncIterator[bytes]:
    """A form with a PDF of `size` bytes, made as it is read."""

    async def made() -> AsyncIterator[bytes]:
        head = 'Content-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n'
        yield f"--{boundary}\r\n{head}".encode() + b"%PDF-1.7"
        piece, left = bytes(64 * 1024), size - 8
        while left > 0:
            yield piece[:left]
            left -= len(piece)
        yield f"\r\n--{boundary}--\r\n".encode()

    return made()


async def test_memory_does_not_grow_with_the_file(ann: httpx.AsyncClient, blobs: Blobs) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    await ann.post("/v1/documents", content=pieces(1000, "b"), headers=headers)
    tracemalloc.start()
    answer = await ann.post("/v1/documents", content=pieces(50_000_000, "b"), headers=headers)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 202
    assert peak < 4_000_000
    sizes = [path.stat().st_size for path in blobs.path("documents").iterdir()]
    assert sorted(sizes) == [1000, 50_000_000]


async def test_a_file_over_the_limit_is_413_without_being_kept(
    ann: httpx.AsyncClient, blobs: Blobs, sent: Sent
) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    answer = await ann.post("/v1/documents", content=pieces(UPLOAD_BYTES + 1, "b"), headers=headers)
    assert (answer.status_code, answer.json()["numbers"]) == (413, {"limit_bytes": UPLOAD_BYTES})
    assert (sent.messages, scratch(blobs)) == ([], [])


async def test_a_declared_length_over_the_limit_is_413_before_anything_is_kept(
    ann: httpx.AsyncClient, blobs: Blobs
) -> None:
    read = 0

    async def small() -> AsyncIterator[bytes]:
        nonlocal read
        async for piece in pieces(1000, "b"):
            read += 1
            yield piece

    headers = {"Content-Type": "multipart/form-data; boundary=b", "Content-Length": str(UPLOAD_BYTES * 3)}
    answer = await ann.post("/v1/documents", content=small(), headers=headers)
    assert (answer.status_code, read) == (413, 0)
    headers["Content-Length"] = str(UPLOAD_BYTES + 100_000)
    answer = await ann.post("/v1/documents", content=small(), headers=headers)
    assert answer.status_code == 413
    assert not blobs.path("documents").exists()


async def test_prefer_wait_answers_at_the_end(ann: httpx.AsyncClient) -> None:
    answer = await ann.post("/v1/documents", files=files(), headers={"Prefer": "respond-async, wait=0"})
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (202, "wait=0")
    assert json.loads(answer.content)["status"] == "accepted"
