"""Answers and what happens around them: handed in twice, on the way, graded by their learner, disputed, reviewed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean
from uuid import uuid4

import pytest

from tests.e2e.houses import Up
from tests.standins.learners.classmates import Classroom
from tests.standins.learners.learner import Json
from tests.standins.learners.seat import Seat
from tests.standins.tables import assert_nothing_doubled

pytestmark = pytest.mark.embedded


@pytest.fixture
def ada(room: Classroom, house: Up) -> Iterator[Seat]:
    with Seat(room, house.house.url, house.house.owner_token) as seat:
        yield seat
        seat.settle(seat.own)
        assert_nothing_doubled(house.house.database, seat.own)


def score(told: Json) -> float:
    """The mean of what counts."""
    return fmean(each["credit"] for each in told["results"] if not each["undecided"] and not each["void"])


def of(told: Json, type: str) -> Json:
    """The first result of a type."""
    return next(each for each in told["results"] if each["type"] == type)


def test_the_same_attempt_twice_changes_nothing_and_with_other_answers_is_refused(ada: Seat) -> None:
    attempt = str(uuid4())
    before = ada.take(attempt_id=attempt)
    version, view = ada.session(ada.own)["version"], ada.get("/learner")
    again = {"quiz_id": ada.quiz_id, "attempt_id": attempt}
    assert ada.hand_in(ada.own, {**again, "answers": ada.answers()})["attempt_id"] == attempt
    other = ada.ask("POST", "/results", {**again, "answers": ada.answers(wrong={ada.item("cloze")["item_id"]})})
    assert (other.status_code, other.json()["fields"]) == (409, ["attempt_id"])
    assert (ada.session(ada.own)["version"], ada.graded(attempt), ada.get("/learner")) == (version, before, view)


@pytest.mark.parametrize("alike", [True, False])
def test_two_tabs_at_once_hand_in_one_attempt(alike: bool, ada: Seat) -> None:
    path = f"/quizzes/{ada.quiz_id}/progress"
    tabs = [ada.get(path)["attempt_id"] for _ in range(2)]
    assert tabs[0] == tabs[1]
    given = [ada.answers(), ada.answers() if alike else ada.answers(wrong={ada.item("cloze")["item_id"]})]
    sent = [{"quiz_id": ada.quiz_id, "attempt_id": tabs[0], "answers": each} for each in given]
    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(lambda each: ada.ask("POST", "/results", each), sent))
    assert {each.status_code for each in told} <= ({202} if alike else {202, 409})
    results = ada.graded(tabs[0])
    ada.settle(ada.own)
    assert len(results["results"]) == len(ada.room.items)
    assert len(ada.get("/results")["results"]) == len(ada.room.items)
    decided = sum(not one["undecided"] for one in results["results"])
    assert decided > 1
    assert results["score"] in (1.0, pytest.approx((decided - 1) / decided, abs=0.001))
    assert ada.get(path)["attempt_id"] != tabs[0], "another time is another attempt"


def test_answers_are_graded_one_by_one_and_handing_in_repeats_them(ada: Seat) -> None:
    path, wrong = f"/quizzes/{ada.quiz_id}/answers", ada.item("cloze")
    given = ada.answers(wrong={wrong["item_id"]})
    for answer in given[:-1]:
        graded = ada.ask("POST", path, answer)
        assert graded.status_code == 200, graded.text
        told = graded.json()
        assert told["proof"]["quote"]
        assert told["correct_answer"]
        if not told["undecided"]:
            assert told["is_correct"] == (told["item_id"] != wrong["item_id"])
    assert ada.stands(wrong["concept"])["answers"] > 0, "it counts at once"
    kept = ada.get(path.replace("/answers", "/progress"))
    assert kept["given"] == [each["item_id"] for each in given[:-1]]
    assert ada.get("/results")["results"] == [], "the attempt is not handed in"
    other = ada.ask("POST", "/results", {"quiz_id": ada.quiz_id, "answers": ada.answers()})
    assert (other.status_code, len(other.json()["fields"])) == (409, 1)
    singly = {each["item_id"]: each for each in ada.get(path)["results"]}
    whole = ada.take(wrong={wrong["item_id"]})
    assert whole["results"][0]["attempt_id"] == kept["attempt_id"]
    for each in whole["results"]:
        if before := singly.get(each["item_id"]):
            names = ("result_id", "credit", "is_correct", "undecided", "made_by")
            assert [each[name] for name in names] == [before[name] for name in names]
    assert ada.get("/notes")["notes"]


def test_progress_is_kept_paused_and_gone_on_with(ada: Seat) -> None:
    path, answers = f"/quizzes/{ada.quiz_id}/progress", ada.answers()
    assert ada.get(path)["answers"] == []
    ada.moved("PUT", path, {"answers": answers[:3], "question_index": 3, "paused": True})
    kept = ada.get(path)
    assert [each["item_id"] for each in kept["answers"]] == [each["item_id"] for each in answers[:3]]
    assert (kept["question_index"], kept["paused"]) == (3, True)
    view = ada.get("/learner")
    assert (view["quiz_paused"], view["quiz_question_index"]) == (True, 3)
    assert view["quiz_responses"] == []
    ada.moved("PUT", path, {"answers": answers[:5], "question_index": 5})
    assert (len(ada.get(path)["answers"]), ada.get(path)["paused"]) == (5, False)
    ada.take(attempt_id=ada.get(path)["attempt_id"])
    assert (ada.get(path)["answers"], ada.get(path)["saved_at"]) == ([], None)
    assert ada.get("/results")["results"]


def test_an_open_answer_is_graded_by_its_learner_and_the_last_time_counts(ada: Seat) -> None:
    told = ada.take(wrong={ada.item("cloze")["item_id"]})
    attempt, undecided = told["results"][0]["attempt_id"], of(told, "short_answer")
    assert (undecided["undecided"], told["score"]) == (True, pytest.approx(score(told)))
    path = f"/results/{undecided['result_id']}/self-grade"
    stood = ada.stands(undecided["concept"])
    for credit in (0.0, 0.5):
        ada.moved("POST", path, {"credit": credit})
        told = ada.graded(attempt)
        found = of(told, "short_answer")
        assert (found["credit"], found["undecided"], found["made_by"]) == (credit, False, "learner")
        assert told["score"] == pytest.approx(score(told))
        assert ada.stands(undecided["concept"])["answers"] == stood["answers"] + 1
    decided = f"/results/{of(told, 'cloze')['result_id']}/self-grade"
    assert ada.ask("POST", decided, {"credit": 1}).status_code == 409


def dispute(ada: Seat, path: str, decision: Json) -> Json:
    """Objects, decides as the owner; the dispute as the learner sees it then."""
    raised = ada.moved("POST", path, {"reason": "The text says it too."})["dispute_id"]
    assert ada.ask("POST", path, {"reason": "Once more."}).status_code == 409
    course = f"/courses/{ada.room.course}/disputes"
    mine = next(each for each in ada.owner.get(course).json()["disputes"] if each["dispute_id"] == raised)
    assert (mine["state"], mine["session_id"], mine["reason"]) == ("open", ada.own, "The text says it too.")
    assert ada.http.get(course).status_code == 403
    version = ada.session(ada.own)["version"]
    assert ada.owner.post(f"{course}/{raised}", json=decision).status_code == 202
    ada.settle(ada.own, version)
    assert ada.owner.post(f"{course}/{raised}", json=decision).status_code == 409, "decided is decided"
    found: Json
    (found,) = [each for each in ada.get("/disputes")["disputes"] if each["dispute_id"] == raised]
    assert [each["action"] for each in found["trail"]] == ["raised", decision["decision"]]
    assert found["trail"][1]["reason"] == found["decision_reason"] == decision["reason"]
    assert found["trail"][0]["by"] != found["trail"][1]["by"] == found["decided_by"]
    assert found["state"] == decision["decision"]
    return found


def test_a_grade_whose_dispute_is_upheld_counts_anew_and_a_rejected_one_as_before(ada: Seat) -> None:
    told = ada.take(wrong={ada.item("cloze")["item_id"], ada.item("numeric")["item_id"]})
    attempt, stood = told["results"][0]["attempt_id"], ada.stands(of(told, "cloze")["concept"])
    path = f"/results/{of(told, 'numeric')['result_id']}/dispute"
    assert dispute(ada, path, {"decision": "rejected", "reason": "No."})["trail"][1]["credit"] is None
    assert ada.graded(attempt) == told
    path = f"/results/{of(told, 'cloze')['result_id']}/dispute"
    found = dispute(ada, path, {"decision": "upheld", "credit": 0.75, "reason": "Right."})
    assert found["trail"][1]["credit"] == 0.75
    assert (found["subject"], found["correct_answer"]) == (ada.item("cloze")["question"], ada.item("cloze")["answer"])
    after = ada.graded(attempt)
    assert (of(after, "cloze")["credit"], of(after, "cloze")["made_by"]) == (0.75, "owner")
    assert after["score"] == pytest.approx(score(after))
    assert after["score"] > told["score"]
    assert ada.stands(of(told, "cloze")["concept"])["score"] > stood["score"]


def test_a_note_whose_dispute_is_upheld_is_taken_back(ada: Seat) -> None:
    ada.take(wrong={item["item_id"] for item in ada.room.items})
    first, second, *_ = ada.notes(ada.own)
    for note, decision in ((first, "rejected"), (second, "upheld")):
        path = f"/notes/{note['attempt_id']}/{note['ordinal']}/dispute"
        assert dispute(ada, path, {"decision": decision, "reason": "So it is."})["subject"] == note["note"]
    shown = {each["ordinal"]: each["taken_back"] for each in ada.notes(ada.own)}
    assert (shown[first["ordinal"]], shown[second["ordinal"]]) == (False, True)
    assert ada.get("/learner")["feedback_text"].count(second["note"]) == 0


def test_what_is_due_is_reviewed_and_falls_due_later(ada: Seat) -> None:
    def due() -> Json:
        found: Json = ada.http.get("/reviews/due", params={"limit": 200}).json()
        return found

    def forecast() -> list[int]:
        told = ada.http.get("/reviews/forecast", params={"days": 30}).json()
        return [*(each["due"] for each in told["days"]), told["later"]]

    held = due()
    assert held["total"] + held["waiting"] == 5
    assert held["waiting"] > 0, "cards that would tell the key of a question wait for its answer"
    ada.take(wrong={ada.item("cloze")["item_id"]})
    judged = len(ada.room.items) - sum(item["type"] == "short_answer" for item in ada.room.items)
    assert sum(forecast()) == 5 + judged, "what was graded is in the schedule; it falls due in minutes"
    before = due()
    cards = [each for each in before["due"] if each["kind"] == "card"]
    assert (len(cards), before["new"], before["waiting"]) == (5, 5, 0)
    card = cards[0]["card_id"]
    ada.moved("POST", f"//reviews/{card}", {"rating": "easy", "session_id": ada.own})
    assert card not in {each["card_id"] for each in due()["due"]}
    assert due()["new"] == 4
    assert sum(forecast()) == 5 + judged


def test_a_mark_stands_beside_the_evidence_and_is_taken_back(ada: Seat) -> None:
    concept = ada.item("cloze")["concept"]
    before = ada.stands(concept)
    for mark in ("known", "not_yet", "none"):
        ada.moved("POST", "/marks", {"concept": concept.upper(), "mark": mark})
        assert ada.stands(concept) == {**before, "mark": mark}
