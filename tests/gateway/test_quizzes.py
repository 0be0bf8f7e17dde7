"""Answers handed in and quizzes ordered: what breaks a rule is a 400 that names its field, and nothing is written."""

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.problems import Code
from contracts.quizzes import QuizResults
from contracts.session import ForgetRequested, QuizRequested, RetryRequested, Status
from contracts.views import QuizView
from tests.gateway.conftest import As, Sent
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


def answers(kept: Kept, **more: Any) -> dict[str, Any]:
    said = [{"item_id": str(item.item_id), "answer": "b", "latency_sec": 3} for item in kept.items[:2]]
    return {"quiz_id": str(kept.quiz), "answers": said, **more}


async def test_answers_become_results_for_the_evaluator(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))
    assert answer.status_code == 202
    letter = QuizResults.read(sent.messages[0].value)
    envelope = Envelope.from_headers(sent.messages[0].headers)
    assert (letter.quiz_id, letter.graded_by) == (kept.quiz, "evaluator")
    assert [one.answer for one in letter.answers] == ["b", "b"]
    assert str(letter.attempt_id) == answer.json()["attempt_id"]
    assert (envelope.subject, sent.messages[0].key) == (kept.session, str(kept.session).encode())
    assert envelope.traceparent is not None
    assert envelope.traceparent[3:35] == kept.session.hex
    assert answer.headers["Location"].endswith(f"/results?attempt_id={letter.attempt_id}")
    waits = await ann.get(answer.headers["Location"])
    assert (waits.status_code, waits.headers["Retry-After"]) == (202, "1")


async def test_a_quiz_may_be_taken_again(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    for _ in range(2):
        assert (await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))).status_code == 202
    assert len({QuizResults.read(message.value).attempt_id for message in sent.messages}) == 2


async def test_an_attempt_is_handed_in_once(ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept) -> None:
    attempt = shelf.attempt(kept)
    again = await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept, attempt_id=str(attempt)))
    assert (again.status_code, sent.messages) == (409, [])


def broken_answers() -> dict[str, tuple[Any, str]]:
    def without(body: dict[str, Any]) -> None:
        body["answers"].pop()

    def twice(body: dict[str, Any]) -> None:
        body["answers"].append(body["answers"][0])

    def strange(body: dict[str, Any]) -> None:
        body["answers"].append({"item_id": str(uuid4()), "answer": "a"})

    def other(body: dict[str, Any]) -> None:
        body["answers"][0]["item_id"] = str(uuid4())

    def none(body: dict[str, Any]) -> None:
        body["answers"] = []

    def graded(body: dict[str, Any]) -> None:
        body["answers"][1]["is_correct"] = True

    def slow(body: dict[str, Any]) -> None:
        body["answers"][0]["latency_sec"] = -1

    def nothing(body: dict[str, Any]) -> None:
        body["answers"][1]["answer"] = "a\0b"

    return {
        "fewer": (without, "answers"),
        "one twice": (twice, "answers"),
        "one more": (strange, "answers"),
        "another item": (other, "answers"),
        "none": (none, "answers"),
        "unknown quiz": (lambda body: body.update(quiz_id=str(uuid4())), "quiz_id"),
        "no quiz": (lambda body: body.pop("quiz_id"), "quiz_id"),
        "no id": (lambda body: body.update(quiz_id="q1"), "quiz_id"),
        "graded by an untrusted client": (graded, "answers.1.is_correct"),
        "graded by whom it says": (lambda body: body.update(graded_by="client"), "graded_by"),
        "before it began": (slow, "answers.0.latency_sec"),
        "a character that is none": (nothing, "answers.1.answer"),
        "a field of its own": (lambda body: body.update(score=1), "score"),
        "text for an attempt": (lambda body: body.update(attempt_id="mine"), "attempt_id"),
    }


@pytest.mark.parametrize("how", broken_answers())
async def test_broken_answers_are_a_400_that_names_the_field(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, how: str
) -> None:
    spoil, field = broken_answers()[how]
    body = answers(kept)
    spoil(body)
    answer = await ann.post(f"/v1/sessions/{kept.session}/results", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, [field])
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["trace_id"] == kept.session.hex
    assert sent.messages == []


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"null", b"\xff"])
async def test_what_is_no_json_object_is_a_400(ann: httpx.AsyncClient, kept: Kept, body: bytes) -> None:
    for part in ("results", "retry"):
        assert (await ann.post(f"/v1/sessions/{kept.session}/{part}", content=body)).status_code == 400
    if body:
        assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", content=body)).status_code == 400


async def test_a_body_beyond_all_measure_is_413(ann: httpx.AsyncClient, kept: Kept) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/results", content=b" " * 300_000)
    assert answer.status_code == 413


async def test_a_quiz_of_another_session_is_unknown_here(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    other = shelf.quiz(shelf.session(tenant, "ann"))
    answer = await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(other))
    assert (answer.status_code, answer.json()["fields"]) == (400, ["quiz_id"])
    assert (await ann.get(f"/v1/sessions/{kept.session}/quizzes/{other.quiz}")).status_code == 404


async def test_a_trusted_client_may_grade_all_or_none(as_user: As, sent: Sent, kept: Kept) -> None:
    trusted = as_user("ann", trusted=True)
    body = answers(kept)
    body["answers"][0]["is_correct"] = True
    some = await trusted.post(f"/v1/sessions/{kept.session}/results", json=body)
    assert (some.status_code, some.json()["fields"]) == (400, ["answers.1.is_correct"])
    body["answers"][1]["is_correct"] = False
    assert (await trusted.post(f"/v1/sessions/{kept.session}/results", json=body)).status_code == 202
    assert (await trusted.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))).status_code == 202
    graders = [QuizResults.read(message.value).graded_by for message in sent.messages]
    assert graders == ["client", "evaluator"]


async def test_a_quiz_that_is_not_judged_yet_is_202_and_cannot_be_answered(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann", status=Status.VALIDATING), ready=False)
    for part in ("quiz", f"quizzes/{kept.quiz}", "flashcards"):
        answer = await ann.get(f"/v1/sessions/{kept.session}/{part}")
        assert (answer.status_code, answer.json()["status"], answer.headers["Retry-After"]) == (202, "validating", "1")
    refused = await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))
    assert (refused.status_code, refused.json()["fields"]) == (400, ["quiz_id"])
    assert (await ann.get(f"/v1/sessions/{kept.session}")).json()["quizzes"] == []


async def test_the_newest_ready_quiz_is_the_quiz(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    first = kept.quiz
    second = shelf.quiz(kept, number=2).quiz
    third = shelf.quiz(kept, number=3, ready=False).quiz
    newest = QuizView.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}/quiz")).content)
    assert (newest.quiz_id, newest.number, len(newest.questions)) == (second, 2, 2)
    assert newest.refused == {"gap_mismatch": 1}
    assert newest.shortfall[0].made == 2
    one = await ann.get(f"/v1/sessions/{kept.session}/quizzes/{first}")
    assert (one.json()["number"], one.json()["attempted"]) == (1, 0)
    assert (await ann.get(f"/v1/sessions/{kept.session}/quizzes/{third}")).status_code == 202
    state = (await ann.get(f"/v1/sessions/{kept.session}")).json()
    assert state["quizzes"] == [str(first), str(second)]


@pytest.mark.parametrize("body", [b"", b"{}", b" { } "])
async def test_another_quiz_is_ordered_with_nothing(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, body: bytes
) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/quizzes", content=body)
    assert answer.status_code == 202
    letter = QuizRequested.read(sent.messages[0].value)
    assert (letter.quiz_spec, letter.instructions) == (None, None)
    waits = await ann.get(answer.headers["Location"])
    assert (waits.status_code, waits.json()["session_id"]) == (202, str(kept.session))
    assert answer.headers["Location"].endswith(answer.json()["quiz_id"])


@pytest.mark.parametrize(
    "wishes",
    [
        {"numQuizQuestions": 4, "focusAreas": ["light"]},
        {"constraints": {"numQuizQuestions": 4}, "focusAreas": ["light"]},
    ],
)
async def test_another_quiz_is_ordered_with_wishes(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, wishes: dict[str, Any]
) -> None:
    assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=wishes)).status_code == 202
    told = QuizRequested.read(sent.messages[0].value).instructions
    assert told is not None
    assert (told.constraints.num_quiz_questions, told.focus_areas) == (4, ["light"])


async def test_another_quiz_is_ordered_by_a_specification(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    spec = {"blocks_to_assess": ["p0", "p2"], "num_questions": 2, "difficulty": "hard"}
    assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=spec)).status_code == 202
    told = QuizRequested.read(sent.messages[0].value).quiz_spec
    assert told is not None
    assert (told.blocks_to_assess, told.num_questions, told.difficulty) == (["p0", "p2"], 2, "HARD")


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"blocks_to_assess": [], "num_questions": 2}, "blocks_to_assess"),
        ({"num_questions": 2}, "blocks_to_assess"),
        ({"blocks_to_assess": ["p0", "p9"], "num_questions": 2}, "blocks_to_assess"),
        ({"blocks_to_assess": ["p0"], "num_questions": 0}, "num_questions"),
        ({"blocks_to_assess": ["p0"]}, "num_questions"),
        ({"blocks_to_assess": ["p0"], "num_questions": "2"}, "num_questions"),
        ({"blocks_to_assess": ["p0"], "num_questions": 2, "difficulty": "odd"}, "difficulty"),
        ({"numQuizQuestions": 51}, "numQuizQuestions"),
        ({"numQuizQuestions": 4, "colour": "red"}, "colour"),
        ({"constraints": {"numQuizQuestions": 51}}, "constraints.numQuizQuestions"),
    ],
)
async def test_a_broken_order_is_a_400_that_names_the_field(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, order: dict[str, Any], field: str
) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=order)
    assert (answer.status_code, answer.json()["fields"]) == (400, [field])
    assert sent.messages == []


async def test_no_quiz_is_ordered_of_a_document_not_read_yet(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    reading = shelf.session(tenant, "ann", status=Status.READING)
    assert (await ann.post(f"/v1/sessions/{reading.session}/quizzes", json={})).status_code == 409


async def test_a_failed_session_is_retried_at_its_version(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_FAILED, version=9)
    path = f"/v1/sessions/{failed.session}/retry"
    for version in (8, 10):
        wrong = await ann.post(path, json={"version": version})
        assert (wrong.status_code, wrong.json()["numbers"]) == (409, {"version": 9})
    assert (await ann.post(path, json={"version": 9})).status_code == 202
    assert RetryRequested.read(sent.messages[0].value).version == 9
    assert len(sent.messages) == 1


@pytest.mark.parametrize("body", [{}, {"version": 0}, {"version": "9"}, {"version": True}])
async def test_a_retry_names_its_version(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, body: dict[str, Any]
) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_FAILED, version=9)
    answer = await ann.post(f"/v1/sessions/{failed.session}/retry", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, ["version"])


async def test_what_trying_again_cannot_mend_is_not_retried(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.ENCRYPTED, version=9)
    answer = await ann.post(f"/v1/sessions/{failed.session}/retry", json={"version": 9})
    assert answer.status_code == 409
    assert "password" in answer.json()["detail"]
    ready = shelf.session(tenant, "ann", version=9)
    assert (await ann.post(f"/v1/sessions/{ready.session}/retry", json={"version": 9})).status_code == 409


async def test_forgetting_is_asked_of_the_orchestrator(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    answer = await ann.delete(f"/v1/sessions/{kept.session}")
    assert (answer.status_code, UUID(answer.json()["session_id"])) == (202, kept.session)
    assert Envelope.from_headers(sent.messages[0].headers).type == ForgetRequested.letter_type
