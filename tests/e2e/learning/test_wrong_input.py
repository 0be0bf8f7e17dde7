"""Wrong input around answers and learning: each is refused with the field that is wrong, and changes nothing."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.e2e.houses import Up
from tests.standins.learners.classmates import Classroom
from tests.standins.learners.learner import Json
from tests.standins.learners.seat import Seat
from tests.standins.tables import journal

pytestmark = pytest.mark.embedded
LONG = "x" * 5000


def quiz_of(ada: Seat, **more: Any) -> Json:
    return {"quiz_id": ada.quiz_id, "answers": ada.answers(), **more}


def spoilt(ada: Seat, **more: Any) -> Json:
    """The answers, the first of which is spoilt."""
    first, *rest = ada.answers()
    return {"quiz_id": ada.quiz_id, "answers": [{**first, **more}, *rest]}


Bad = Callable[[Seat], tuple[str, str, Any, str]]
PROGRESS = "/quizzes/{quiz}/progress"
BAD: dict[str, Bad] = {
    "unknown item": lambda ada: ("POST", "/results", spoilt(ada, item_id=str(uuid4())), "answers"),
    "quiz of nobody": lambda ada: ("POST", "/results", quiz_of(ada, quiz_id=str(uuid4())), "quiz_id"),
    "other session's quiz": lambda ada: (
        *("POST", "/results", quiz_of(ada, quiz_id=ada.room.me.quiz(ada.room.session)["quiz_id"]), "quiz_id"),
    ),
    "too many answers": lambda ada: (
        *("POST", "/results", quiz_of(ada, answers=[*ada.answers(), spoilt(ada, item_id=str(uuid4()))["answers"][0]])),
        "answers",
    ),
    "an answer twice": lambda ada: ("POST", "/results", quiz_of(ada, answers=ada.answers() * 2), "answers"),
    "an answer missing": lambda ada: ("POST", "/results", quiz_of(ada, answers=ada.answers()[1:]), "answers"),
    "51 answers": lambda ada: ("POST", "/results", quiz_of(ada, answers=ada.answers()[:1] * 51), "answers"),
    "negative latency": lambda ada: ("POST", "/results", spoilt(ada, latency_sec=-1), "answers.0.latency_sec"),
    "own grade": lambda ada: ("POST", "/results", spoilt(ada, is_correct=True), "answers.0.is_correct"),
    "an answer of 5000": lambda ada: ("POST", "/results", spoilt(ada, answer=LONG), "answers.0.answer"),
    "empty body": lambda ada: ("POST", "/results", "", ""),
    "wrong JSON": lambda ada: ("POST", "/results", "{", ""),
    "progress of an unknown item": lambda ada: (
        *("PUT", PROGRESS, {"answers": spoilt(ada, item_id=str(uuid4()))["answers"]}, "answers.0.item_id"),
    ),
    "progress beyond the end": lambda ada: ("PUT", PROGRESS, {"question_index": 13}, "question_index"),
    "progress with a latency below 0": lambda ada: (
        *("PUT", PROGRESS, {"answers": spoilt(ada, latency_sec=-0.1)["answers"]}, "answers.0.latency_sec"),
    ),
    "progress: wrong JSON": lambda ada: ("PUT", PROGRESS, "[", ""),
    "credit 2": lambda ada: ("POST", "/results/{result}/self-grade", {"credit": 2}, "credit"),
    "no credit": lambda ada: ("POST", "/results/{result}/self-grade", {}, "credit"),
    "dispute without a reason": lambda ada: ("POST", "/results/{result}/dispute", {"reason": " "}, "reason"),
    "dispute of 5000": lambda ada: ("POST", "/results/{result}/dispute", {"reason": LONG}, "reason"),
    "rating maybe": lambda ada: ("POST", "//reviews/{card}", {"rating": "maybe", "session_id": ada.own}, "rating"),
    "a review of no session": lambda ada: ("POST", "//reviews/{card}", {"rating": "good"}, "session_id"),
    "threshold 1.5": lambda ada: ("PATCH", "/aims", {"mastery_threshold": 1.5}, "mastery_threshold"),
    "nothing aimed at": lambda ada: ("PATCH", "/aims", {}, "goals"),
    "learning to 1.5": lambda ada: ("POST", "/learning", {"mastery_threshold": 1.5}, "mastery_threshold"),
    "unknown topic": lambda ada: ("POST", "/learning", {"topic": "knitting"}, "topic"),
    "no cycle": lambda ada: ("POST", "/learning", {"max_cycles": 0}, "max_cycles"),
    "text of 5000": lambda ada: ("POST", "/messages", {"text": LONG}, "text"),
    "no text": lambda ada: ("POST", "/messages", {"text": " \n"}, "text"),
    "unknown mark": lambda ada: ("POST", "/marks", {"concept": "retina", "mark": "perhaps"}, "mark"),
    "mark of no concept": lambda ada: ("POST", "/marks", {"concept": "knitting", "mark": "known"}, "concept"),
    "practice of what": lambda ada: ("POST", "/quizzes", {"practice": "everything"}, "practice"),
}


@pytest.fixture(scope="module")
def bob(room: Classroom, house: Up) -> Iterator[Seat]:
    """Somebody who sends what is wrong; they have taken the quiz."""
    with Seat(room, house.house.url, house.house.owner_token, "Bob") as seat:
        seat.take()
        yield seat


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_refused_with_its_field_and_changes_nothing(name: str, bob: Seat, house: Up) -> None:
    before = len(journal(house.house.database, bob.own)), bob.get("/learner")
    method, path, body, field = BAD[name](bob)
    card = bob.get("/flashcards")["flashcards"][0]["card_id"]
    undecided = next(each for each in bob.get("/results")["results"] if each["undecided"])["result_id"]
    answer = bob.ask(method, path.format(quiz=bob.quiz_id, result=undecided, card=card), body)
    assert answer.status_code == 400, answer.text
    told = answer.json()
    assert told["code"] == "contract_broken"
    assert field in told["fields"] or (not field and told["fields"]), told
    assert told["detail"].strip()
    assert (len(journal(house.house.database, bob.own)), bob.get("/learner")) == before
