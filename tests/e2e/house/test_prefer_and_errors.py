"""The error taxonomy over real HTTP: bad files and requests, waiting for the end, the same request again."""

import io
import time
from collections.abc import Callable
from textwrap import wrap
from typing import Any
from uuid import uuid4

import httpx
import pikepdf
import pytest

from tests.coach.orders import CELLS
from tests.e2e.houses import SAMPLES, UPLOAD_BYTES, Up
from tests.reader.formats.made import zipped
from tests.reader.papers import lines, paper
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner

pytestmark = pytest.mark.embedded
Json = dict[str, Any]
SAMPLE = SAMPLES / "photosynthesis.en.pdf"
OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + "WordDocument".encode("utf-16-le") + bytes(1000)


def encrypted() -> bytes:
    """A good document behind a password."""
    held = io.BytesIO()
    with pikepdf.open(SAMPLE) as document:
        document.save(held, encryption=pikepdf.Encryption(owner="one", user="two"))
    return held.getvalue()


def problem(answer: httpx.Response) -> Json:
    """The body of an error, which is problem details with all that a person needs."""
    assert answer.headers["content-type"] == "application/problem+json"
    body: Json = answer.json()
    assert body["status"] == answer.status_code
    assert body["type"] == f"urn:pensum:problem:{body['code']}"
    assert body["title"].strip()
    assert body["detail"].strip()
    assert body["action"].strip()
    assert len(body["trace_id"]) == 32
    int(body["trace_id"], 16)
    return body


# By what it is: its bytes, what becomes of it, and what the sentence must say of it.
BAD: list[tuple[str, Callable[[], bytes], int, str, str]] = [
    ("zero bytes", lambda: b"", 422, "empty_file", "0 bytes"),
    ("a program", lambda: b"\x7fELF\x02\x01\x01" + bytes(2000), 415, "unsupported_type", "a program"),
    ("a recording", lambda: b"ID3\x04" + bytes(2000), 415, "unsupported_type", "an MP3 recording"),
    ("another archive", lambda: b"7z\xbc\xaf\x27\x1c" + bytes(2000), 415, "unsupported_type", "a 7-Zip archive"),
    ("an archive", lambda: zipped({"notes.txt": "Notes."}), 415, "unsupported_type", "archive"),
    ("an old office file", lambda: OLD_WORD, 415, "unsupported_type", "an old Word document"),
    ("the head of an office file", lambda: b"PK\x03\x04" + bytes(2000), 422, "damaged", ""),
    ("the head of a picture", lambda: b"\x89PNG\r\n\x1a\n" + bytes(2000), 422, "damaged", ""),
    ("a header and no more", lambda: b"%PDF-1.7\n", 422, "damaged", ""),
    ("half of a document", lambda: SAMPLE.read_bytes()[:1500], 422, "damaged", ""),
    ("behind a password", encrypted, 422, "encrypted", "password"),
    ("a blank page", lambda: paper(lambda canvas: None), 422, "no_text", ""),
    ("a few words", lambda: paper(lines("Too short to learn from.")), 422, "text_too_short", "20"),
]


@pytest.mark.parametrize(("name", "content", "status", "code", "says"), BAD, ids=[bad[0] for bad in BAD])
def test_a_bad_file_is_refused_with_its_status_and_says_what_helps(
    name: str, content: Callable[[], bytes], status: int, code: str, says: str, me: Learner
) -> None:
    answer = me.upload(content(), name=f"{name}.pdf", prefer="wait=30")
    assert answer.status_code == status, answer.text
    said = problem(answer)
    assert said["code"] == code
    assert says in said["detail"]
    if code == "text_too_short":
        assert said["numbers"]["limit"] == 20


def test_what_the_reader_refuses_is_a_failed_session_with_the_same_problem(me: Learner) -> None:
    session = me.upload(paper(lines("Too short."))).json()["session_id"]
    state = me.settle(session)
    assert (state["status"], state["error"]["code"], state["trace_id"]) == (
        "failed",
        "text_too_short",
        session.replace("-", ""),
    )
    for path in ("quiz", "flashcards", "notes", "results"):
        answer = me.http.get(f"/sessions/{session}/{path}")
        assert answer.status_code == 422, path
        assert problem(answer)["trace_id"] == session.replace("-", "")
    again = me.http.post(f"/sessions/{session}/retry", json={"version": state["version"]})
    assert (again.status_code, problem(again)["code"]) == (409, "conflict")


def test_after_a_failed_session_the_next_one_is_as_good_as_ever(me: Learner) -> None:
    assert me.upload(b"%PDF-1.7\n", prefer="wait=30").status_code == 422
    state = me.study(lesson("after a failure"))
    assert (state["status"], state["error"]) == ("ready", None)


def test_a_client_that_would_rather_wait_gets_the_end_in_the_same_request(me: Learner) -> None:
    answer = me.upload(lesson("waited for"), prefer="wait=30")
    assert answer.status_code == 200, answer.text
    assert answer.headers["preference-applied"] == "wait=30"
    assert answer.json()["status"] == "ready"
    assert answer.json()["quiz_items"]


def test_a_wait_that_is_too_short_ends_in_a_202_that_says_where_to_look(me: Learner) -> None:
    answer = me.upload(lesson("not waited for"), prefer="wait=0")
    assert answer.status_code == 202
    body = answer.json()
    assert answer.headers["location"] == body["url"] == f"/v1/sessions/{body['session_id']}"
    assert answer.headers["retry-after"]
    assert me.settle(body["session_id"])["status"] == "ready"


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"numQuizQuestions": "-1"}, "numQuizQuestions"),
        ({"numFlashcards": "many"}, "numFlashcards"),
        ({"quizDifficulty": "brutal"}, "quizDifficulty"),
        ({"generationGoals": "poem"}, "generationGoals"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wish_that_breaks_its_contract_is_a_400_that_names_the_field(
    form: dict[str, str], field: str, me: Learner
) -> None:
    answer = me.upload(SAMPLE, **form)
    assert answer.status_code == 400
    said = problem(answer)
    assert said["code"] == "contract_broken"
    assert any(field in named for named in said["fields"])


def test_an_upload_without_a_file_is_a_400_that_names_it(me: Learner) -> None:
    answer = me.http.post("/documents", data={"targetAudience": "me"})
    assert (answer.status_code, problem(answer)["fields"]) == (400, ["file"])


def test_a_file_over_the_limit_is_a_413(me: Learner) -> None:
    answer = me.upload(b"%PDF-1.7\n" + bytes(UPLOAD_BYTES))
    assert (answer.status_code, problem(answer)["code"]) == (413, "too_large")
    assert answer.json()["numbers"] == {"limit_bytes": UPLOAD_BYTES}


def test_answers_must_fit_the_quiz(me: Learner) -> None:
    session = me.study(SAMPLE)["session_id"]
    quiz = me.quiz(session)
    full = [{"item_id": question["item_id"], "answer": None} for question in quiz["questions"]]
    for answers, quiz_id, field in (
        (full[1:], quiz["quiz_id"], "answers"),
        ([*full, {"item_id": str(uuid4()), "answer": None}], quiz["quiz_id"], "answers"),
        ([*full, full[0]], quiz["quiz_id"], "answers"),
        (full, str(uuid4()), "quiz_id"),
        ([full[0] | {"is_correct": True}, *full[1:]], quiz["quiz_id"], "is_correct"),
    ):
        answer = me.http.post(f"/sessions/{session}/results", json={"quiz_id": quiz_id, "answers": answers})
        assert answer.status_code == 400
        assert any(field in named for named in problem(answer)["fields"])
    spec = {"blocks_to_assess": ["nowhere"], "num_questions": 3}
    answer = me.http.post(f"/sessions/{session}/quizzes", json=spec)
    assert (answer.status_code, problem(answer)["fields"]) == (400, ["blocks_to_assess"])


def test_the_same_upload_again_is_the_same_session_and_another_under_its_key_is_refused(me: Learner) -> None:
    key, content = str(uuid4()), lesson("uploaded twice")
    first, again = (me.upload(content, key=key) for _ in range(2))
    assert first.json() == again.json()
    other = me.upload(lesson("another"), key=key)
    assert (other.status_code, problem(other)["code"]) == (422, "idempotency_key_reused")
    assert me.settle(first.json()["session_id"])["status"] == "ready"
    assert me.upload(content, key=key).json() == first.json()


def test_a_stranger_gets_in_nowhere_and_a_learner_sees_no_keys(me: Learner, house: Up) -> None:
    session = me.study(SAMPLE)["session_id"]
    keys = me.http.get(f"/sessions/{session}/items")
    assert (keys.status_code, problem(keys)["code"]) == (403, "forbidden")
    for path in (f"/sessions/{session}", f"/sessions/{session}/items", "/sessions"):
        answer = httpx.get(f"{house.house.url}/v1{path}", trust_env=False)
        assert (answer.status_code, problem(answer)["code"]) == (401, "unauthenticated")
    assert me.http.get(f"/sessions/{uuid4()}").status_code == 404


def test_a_session_says_so_when_nothing_has_changed(me: Learner) -> None:
    session = me.study(SAMPLE)["session_id"]
    etag = me.http.get(f"/sessions/{session}").headers["etag"]
    assert me.http.get(f"/sessions/{session}", headers={"If-None-Match": etag}).status_code == 304
    me.answer(session, me.quiz(session))
    deadline = time.monotonic() + 30  # Accepted is not yet decided: the version moves when the orchestrator has it.
    while (again := me.http.get(f"/sessions/{session}", headers={"If-None-Match": etag})).status_code == 304:
        assert time.monotonic() < deadline, "nothing has changed"
    assert (again.status_code, again.headers["etag"] != etag) == (200, True)


def test_a_forgotten_session_is_gone_and_says_so(me: Learner) -> None:
    session = me.study(lesson("to be forgotten"))["session_id"]
    assert me.http.delete(f"/sessions/{session}").status_code == 202
    me.until(lambda: me.http.get(f"/sessions/{session}").status_code == 404)
    answer = me.http.get(f"/sessions/{session}")
    assert (answer.status_code, problem(answer)["code"]) == (404, "forgotten")
    for path in ("quiz", "flashcards", "notes", "results", "blocks"):
        assert me.http.get(f"/sessions/{session}/{path}").status_code == 404
    assert session not in me.http.get("/sessions").text


def test_a_short_document_of_which_all_was_asked_says_so_and_keeps_what_it_has(me: Learner) -> None:
    """Two pages give a few questions; the quiz after them says that they were asked, and how many."""
    pages = [lines(*(line for text in texts for line in wrap(text, 80))) for texts in (CELLS[:2], CELLS[2:4])]
    session = me.study(paper(*pages), name="short.pdf")["session_id"]
    asked = 0
    while True:
        found = me.quiz(session)
        asked += len(found["questions"])
        path = f"/sessions/{session}/quizzes/{me.post(f'/sessions/{session}/quizzes', {})['quiz_id']}"
        me.until(lambda path=path: _ended(me.http.get(path)))  # type: ignore[misc]
        if (answer := me.http.get(path)).status_code != 200:
            break
    told = problem(answer)
    assert (told["status"], told["code"], told["numbers"]) == (422, "nothing_to_ask", {"asked_before": asked})
    assert told["detail"].endswith(f"stands in your quizzes already, or says what stands there ({asked} questions).")
    assert "Nothing in the document" not in told["title"]
    assert me.session(session)["error"]["detail"] == told["detail"]
    assert len(me.items(session)) == asked > 5


def _ended(answer: httpx.Response) -> bool:
    return answer.status_code != 202 and (answer.status_code != 200 or answer.json()["complete"])
