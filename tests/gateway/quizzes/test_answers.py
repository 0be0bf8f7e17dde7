"""Answers handed in, and the quiz they are to: what breaks a rule is a 400 that names its field."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.grading import QuizResults
from contracts.session import Status
from contracts.views.material import QuizView
from tests.gateway.conftest import As, Sent
from tests.gateway.kinds import every_type
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
    message = QuizResults.read(sent.messages[0].value)
    envelope = Envelope.from_headers(sent.messages[0].headers)
    assert (message.quiz_id, message.graded_by) == (kept.quiz, "evaluator")
    assert [one.answer for one in message.answers] == ["b", "b"]
    assert str(message.attempt_id) == answer.json()["attempt_id"]
    assert (envelope.subject, sent.messages[0].key) == (kept.session, str(kept.session).encode())
    assert envelope.traceparent is not None
    assert envelope.traceparent[3:35] == kept.session.hex
    assert answer.headers["Location"].endswith(f"/results?attempt_id={message.attempt_id}")
    waits = await ann.get(answer.headers["Location"])
    assert (waits.status_code, waits.headers["Retry-After"]) == (202, "1")


async def test_a_quiz_that_is_still_being_written_is_seen_and_cannot_be_handed_in(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann", status=Status.VALIDATING), complete=False)
    shown = (await ann.get(f"/v1/sessions/{kept.session}/quiz")).json()
    assert (shown["complete"], len(shown["questions"])) == (False, 2)
    early = await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))
    assert (early.status_code, early.json()["code"], sent.messages) == (409, "conflict", [])
    assert "once it is complete" in early.json()["detail"]


async def test_answers_of_every_form_become_one_string_each(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), made=every_type)
    given: list[Any] = ["a", ["b", "c"], "false", "x, y=z", {"1": "a", "2": "c"}, ["c", "a", "b"], None, "Because."]
    body = {"quiz_id": str(kept.quiz), "answers": said(kept, given)}
    assert (await ann.post(f"/v1/sessions/{kept.session}/results", json=body)).status_code == 202
    message = QuizResults.read(sent.messages[0].value)
    raw = ["a", "b,c", "false", "x, y=z", "1=a,2=c", "c,a,b", None, "Because."]
    assert [one.answer for one in message.answers] == raw


def said(kept: Kept, given: list[Any]) -> list[dict[str, Any]]:
    return [{"item_id": str(item.item_id), "answer": one} for item, one in zip(kept.items, given, strict=True)]


@pytest.mark.parametrize(
    "wrong", [["a", 1], ["a,b"], [""], {"1": None}, {"1=a": "b"}, {"1": ["a"]}, ["a", "a"], 7, True]
)
async def test_an_answer_of_another_form_is_a_400_that_names_it(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, wrong: Any
) -> None:
    body = answers(kept)
    body["answers"][1]["answer"] = wrong
    answer = await ann.post(f"/v1/sessions/{kept.session}/results", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, ["answers.1.answer"])
    assert sent.messages == []


@pytest.mark.parametrize("state", ["deleted", "retracted", "replaced"])
async def test_an_answer_to_a_question_removed_meanwhile_is_taken_and_dropped(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, state: str
) -> None:
    shelf.state(kept.items[0].item_id, "approved")
    shelf.state(kept.items[1].item_id, state)
    for body in (answers(kept), answers(kept)):
        assert (await ann.post(f"/v1/sessions/{kept.session}/results", json=body)).status_code == 202
        body["answers"].pop()
        assert (await ann.post(f"/v1/sessions/{kept.session}/results", json=body)).status_code == 202
    messages = [QuizResults.read(outgoing.value) for outgoing in sent.messages]
    assert [[one.item_id for one in message.answers] for message in messages] == [[kept.items[0].item_id]] * 4
    body["answers"] = [{"item_id": str(kept.items[1].item_id), "answer": "b"}]
    changed = await ann.post(f"/v1/sessions/{kept.session}/results", json=body)
    assert (changed.status_code, changed.json()["numbers"]) == (409, {"missing": 1})
    shelf.state(kept.items[0].item_id, state)
    nothing = await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))
    assert (nothing.status_code, nothing.json()["code"]) == (409, "conflict")


async def test_an_answer_to_an_item_that_was_refused_is_to_no_question(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept
) -> None:
    body = answers(kept)
    body["answers"].append({"item_id": str(kept.items[2].item_id), "answer": "b"})
    answer = await ann.post(f"/v1/sessions/{kept.session}/results", json=body)
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, ["answers"], [])


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
