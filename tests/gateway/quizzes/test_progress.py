"""A quiz on the way: saved, read again, handed in once from two windows, and what was missed practised."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.grading import QuizProgressSaved, QuizResults
from contracts.problems import Code, problem
from contracts.session import QuizRequested, Status
from contracts.views.learners import QuizProgressView
from services.gateway.quizzes.routes import attempt_to_be
from tests.gateway.conftest import Sent
from tests.gateway.kinds import every_type
from tests.gateway.learnt import journaled, own
from tests.gateway.quizzes.test_answers import answers
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


def at(kept: Kept) -> str:
    return f"/v1/sessions/{kept.session}/quizzes/{kept.quiz}/progress"


def saved(shelf: Shelf, kept: Kept, *, hours: float = 0) -> dict[str, Any]:
    """Half a quiz, as the orchestrator keeps it."""
    one = {"item_id": str(kept.items[0].item_id), "answer": "b", "latency_sec": 3.0}
    when = datetime.now(UTC) + timedelta(hours=hours)
    row = {"answers": [one], "question_index": 1, "paused": True, "saved_at": when}
    shelf.insert("quiz_progress", quiz_id=kept.quiz, **row, **own(kept))
    return one


async def test_answers_so_far_are_a_message_each_in_its_one_form(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), made=every_type)
    given = [{"item_id": str(kept.items[n].item_id), "answer": said, "latency_sec": 2} for n, said in
             ((1, ["b", "c"]), (4, {"1": "a", "2": "c"}), (3, None))]  # fmt: skip
    answer = await ann.put(at(kept), json={"answers": given, "question_index": 4, "paused": True})
    assert (answer.status_code, answer.json()["quiz_id"]) == (202, str(kept.quiz))
    message = QuizProgressSaved.read(sent.messages[0].value)
    assert (message.quiz_id, message.question_index, message.paused) == (kept.quiz, 4, True)
    assert [one.answer for one in message.answers] == ["b,c", "1=a,2=c", None]


async def test_what_was_saved_is_told_with_the_attempt_to_be(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    empty = QuizProgressView.model_validate_json((await ann.get(at(kept))).content)
    assert (empty.answers, empty.question_index, empty.paused, empty.saved_at) == ([], 0, False, None)
    assert empty.attempt_id == attempt_to_be(kept.session, kept.quiz, 0)
    saved(shelf, kept)
    told = QuizProgressView.model_validate_json((await ann.get(at(kept))).content)
    assert (told.question_index, told.paused, told.answers[0].answer) == (1, True, "b")
    assert told.attempt_id == empty.attempt_id
    shelf.attempt(kept)
    after = QuizProgressView.model_validate_json((await ann.get(at(kept))).content)
    assert (after.answers, after.saved_at) == ([], None), "it was of the attempt that is handed in"
    assert after.attempt_id == attempt_to_be(kept.session, kept.quiz, 1)


async def test_what_is_saved_after_an_attempt_is_the_next_ones(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    shelf.attempt(kept)
    saved(shelf, kept, hours=1)
    assert len((await ann.get(at(kept))).json()["answers"]) == 1


def spoilt(kept: Kept) -> dict[str, tuple[dict[str, Any], str]]:
    one = {"item_id": str(kept.items[0].item_id), "answer": "b"}
    return {
        "unknown item": ({"answers": [one, {"item_id": str(uuid4()), "answer": "b"}]}, "answers.1.item_id"),
        "an item that was refused": ({"answers": [{"item_id": str(kept.items[2].item_id)}]}, "answers.0.item_id"),
        "twice": ({"answers": [one, one]}, "answers"),
        "too many": ({"answers": [{"item_id": str(uuid4())} for _ in range(51)]}, "answers"),
        "before it began": ({"answers": [{**one, "latency_sec": -1}]}, "answers.0.latency_sec"),
        "graded": ({"answers": [{**one, "is_correct": True}]}, "answers.0.is_correct"),
        "of another form": ({"answers": [{**one, "answer": 7}]}, "answers.0.answer"),
        "beyond the end": ({"question_index": 3}, "question_index"),
        "before the beginning": ({"question_index": -1}, "question_index"),
        "half paused": ({"paused": "yes"}, "paused"),
        "another quiz": ({"quiz_id": str(uuid4())}, "quiz_id"),
    }


async def test_broken_answers_are_a_400_that_names_the_field(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    for how, (body, field) in spoilt(kept).items():
        answer = await ann.put(at(kept), json=body)
        assert (answer.status_code, answer.json()["fields"]) == (400, [field]), how
    assert sent.messages == []


async def test_an_answer_to_a_removed_question_is_dropped(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    shelf.state(kept.items[0].item_id, "retracted")
    body = {"answers": [{"item_id": str(item.item_id), "answer": "b"} for item in kept.items[:2]]}
    assert (await ann.put(at(kept), json=body)).status_code == 202
    assert [one.item_id for one in QuizProgressSaved.read(sent.messages[0].value).answers] == [kept.items[1].item_id]


async def test_a_quiz_that_is_not_written_yet_or_is_another_sessions(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    early = shelf.quiz(shelf.session(tenant, "ann", status=Status.VALIDATING), ready=False)
    assert (await ann.get(at(early))).status_code == 202
    assert (await ann.put(at(early), json={})).status_code == 409
    kept.quiz = early.quiz
    assert (await ann.get(at(kept))).status_code == 404
    assert (await ann.put(at(kept), json={})).status_code == 404


async def test_the_quiz_that_the_cycle_has_ordered_is_not_yet_there_and_another_is_unknown(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    ordered, told = uuid4(), "update sessions set learning = %(l)s::json where session_id = %(s)s"
    shelf.ask(told, l=json.dumps({"cycle_quiz": str(ordered)}), s=kept.session)
    for quiz, status in ((ordered, 202), (uuid4(), 404)):
        path = f"/v1/sessions/{kept.session}/quizzes/{quiz}"
        assert [(await ann.get(each)).status_code for each in (path, f"{path}/progress")] == [status, status]


async def test_an_order_of_which_nothing_came_is_waited_for_no_longer(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    told = (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json={})).json()
    path = f"/v1/sessions/{kept.session}/quizzes/{told['quiz_id']}"
    assert (await ann.get(path)).status_code == 202
    assert len(sent.messages) == 1
    decided(shelf, kept)
    status = "update sessions set status = %(to)s where session_id = %(s)s"
    shelf.ask(status, to=Status.VALIDATING, s=kept.session)
    assert [(await ann.get(each)).status_code for each in (path, f"{path}/progress")] == [202, 202]
    shelf.ask(status, to=Status.READY, s=kept.session)
    assert [(await ann.get(each)).status_code for each in (path, f"{path}/progress")] == [404, 404]
    assert "nothing to ask" in (await ann.get(path)).json()["detail"]
    why = problem(Code.NOTHING_TO_ASK, "All of it was asked before.").model_dump_json()
    shelf.ask("update sessions set error = %(e)s::json where session_id = %(s)s", e=why, s=kept.session)
    assert (await ann.get(path)).json()["code"] == "nothing_to_ask"


async def test_notes_are_waited_for_as_soon_as_answers_are_handed_in(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    url = f"/v1/sessions/{kept.session}/notes"
    assert (await ann.get(url)).json() == {"notes": []}
    assert (await ann.post(f"/v1/sessions/{kept.session}/results", json=answers(kept))).status_code == 202
    assert (await ann.get(url)).status_code == 202
    decided(shelf, kept)
    assert (await ann.get(url)).json() == {"notes": []}  # Nothing was said of it.


def decided(shelf: Shelf, kept: Kept) -> None:
    """The orchestrator has taken what was accepted, and made nothing of it."""
    [(message,)] = shelf.ask("select message_id from intake where session_id = %(s)s", s=kept.session)
    journal = journaled(shelf, kept, 77, "pensum.session.quiz_requested.v1")
    shelf.ask("update journal set message_id = %(m)s where message_id = %(j)s", m=message, j=journal)


async def test_two_windows_hand_in_one_attempt(ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept) -> None:
    attempt = (await ann.get(at(kept))).json()["attempt_id"]
    url = f"/v1/sessions/{kept.session}/results"
    first = await ann.post(url, json=answers(kept, attempt_id=attempt))
    slower = answers(kept, attempt_id=attempt)
    slower["answers"][0]["latency_sec"] = 99
    again = await ann.post(url, json=slower)
    assert (first.status_code, again.status_code, again.content) == (202, 202, first.content)
    assert len(sent.messages) == 1
    other = answers(kept, attempt_id=attempt)
    other["answers"][1]["answer"] = None
    refused = await ann.post(url, json=other)
    assert (refused.status_code, refused.json()["fields"], len(sent.messages)) == (409, ["attempt_id"], 1)
    message = QuizResults.read(sent.messages[0].value)
    shelf.ask("delete from intake where session_id = %(s)s", s=kept.session)
    kept_as = [one.model_dump(mode="json") for one in message.answers]
    row = {"answers": kept_as, "graded_by": "evaluator", "submitted_at": datetime.now(UTC)}
    shelf.insert("attempts", attempt_id=attempt, quiz_id=kept.quiz, **row, **own(kept))
    assert (await ann.post(url, json=answers(kept, attempt_id=attempt))).content == first.content
    assert (await ann.post(url, json=other)).status_code == 409
    elsewhere = shelf.quiz(shelf.session(kept.tenant, "ann"))
    body = answers(elsewhere, attempt_id=attempt)
    assert (await ann.post(f"/v1/sessions/{elsewhere.session}/results", json=body)).status_code == 409
    assert len(sent.messages) == 1


async def test_mistakes_are_practised_where_there_are_any(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    url = f"/v1/sessions/{kept.session}/quizzes"
    norsk = await ann.post(url, json={"practice": "mistakes"}, headers={"Accept-Language": "no"})
    assert norsk.json()["title"] == "Ingenting å øve på"
    assert norsk.json()["action"] == "Ta en ny quiz, eller velg et emne å lære.", "nothing has moved on"
    nothing = await ann.post(url, json={"practice": "mistakes"})
    assert (nothing.status_code, sent.messages) == (409, [])
    shelf.attempt(kept)
    answer = await ann.post(url, json={"practice": "mistakes"})
    assert (answer.status_code, answer.json()["quiz_id"] is not None) == (202, True)
    assert QuizRequested.read(sent.messages[0].value) == QuizRequested(practice="mistakes")
    shelf.state(kept.items[1].item_id, "deleted")
    assert (await ann.post(url, json={"practice": "mistakes"})).status_code == 409
    shelf.state(kept.items[1].item_id, "live")
    shelf.ask("update attempts set open = true where session_id = %(s)s returning 1", s=kept.session)
    assert (await ann.post(url, json={"practice": "mistakes"})).status_code == 202, "given singly counts as well"
    for body, field in (
        ({"practice": "all"}, "practice"),
        ({"practice": "mistakes", "numQuizQuestions": 3}, "numQuizQuestions"),
    ):
        wrong = await ann.post(url, json=body)
        assert (wrong.status_code, wrong.json()["fields"]) == (400, [field])
