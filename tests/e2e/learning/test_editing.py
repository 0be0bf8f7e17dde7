"""The owner's hand in a course: edits that hold and edits that do not, and what becomes of an item, on both brokers."""

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.standins.composed import Composed
from tests.standins.documents.lessons import lesson as unread
from tests.standins.learners.learner import Json, Learner
from tests.standins.proofs import assert_items_proved
from tests.standins.tables import assert_nothing_doubled, replayed

WAIT = {"Prefer": "wait=30"}


class Edited:
    """A session with a quiz of twelve, as its owner goes through it."""

    def __init__(self, me: Learner) -> None:
        self.me = me
        self.session = me.study(lesson("human-body.en"), numQuizQuestions=12)["session_id"]
        self.path = f"/sessions/{self.session}/items"

    def of(self, type: str, number: int = 0) -> Json:
        """An item of a type that nothing was done to."""
        rows = self.me.owner.get(self.path, params={"type": type, "state": "live"}).json()["items"]
        found: Json = [row["item"] for row in rows if row["accepted"] and row["revision"] == 1][number]
        return found

    def row(self, item: Json) -> Json:
        """The item as its owner sees it now."""
        found: Json = self.me.owner.get(f"{self.path}/{item['item_id']}").raise_for_status().json()
        return found

    def edit(self, item: Json, **fields: object) -> httpx.Response:
        """A PATCH and its answer."""
        return self.me.owner.patch(f"{self.path}/{item['item_id']}", json=fields, headers=WAIT)

    def do(self, item: Json, verb: str, reason: str = "") -> Json:
        """A verb that must succeed."""
        answer = self.me.owner.post(f"{self.path}/{item['item_id']}/{verb}", json={"reason": reason}, headers=WAIT)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def asked(self) -> dict[str, str]:
        """What the quiz asks now: question by item id."""
        return {each["item_id"]: each["question"] for each in self.me.quiz(self.session)["questions"]}

    def history(self, item: Json) -> list[tuple[str, str]]:
        """(action, outcome) of all that was done to it."""
        entries = self.me.owner.get(f"{self.path}/{item['item_id']}/history").raise_for_status().json()["history"]
        return [(each["action"], each["outcome"]) for each in entries]


@pytest.fixture(scope="module")
def course(house: Up) -> Iterator[Edited]:
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        yield Edited(me)


@pytest.mark.embedded
def test_an_edit_that_holds_is_what_is_asked_from_then_on(course: Edited) -> None:
    item = course.of("multiple_choice")
    better = f"Think back to the lesson. {item['question']}"
    answer = course.edit(item, question=better)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["item"]["question"], answer.json()["revision"]) == (better, 2)
    assert course.asked()[item["item_id"]] == better
    assert course.history(item) == [("edited", "done")]
    assert course.edit(item, question="Other", revision=1).status_code == 409


@pytest.mark.embedded
@pytest.mark.parametrize("type", ["multiple_choice", "cloze", "numeric"])
def test_an_edit_that_breaks_the_proof_is_refused_with_its_reason_and_changes_nothing(
    type: str, course: Edited
) -> None:
    item, before = course.of(type), course.asked()
    if type == "multiple_choice":
        wish: Json = {"options": [{"option_id": item["answer"], "text": "a lighthouse on the coast of Brittany"}]}
    else:
        wish = {"answer": "47" if type == "numeric" else "lighthouse"} | ({"value": 47} if type == "numeric" else {})
    answer = course.edit(item, **wish)
    assert (answer.status_code, answer.json()["code"]) == (422, "edit_refused"), answer.text
    assert answer.json()["fields"]
    assert answer.json()["detail"].strip().endswith(".")
    assert course.row(item)["item"] == item
    assert course.row(item)["revision"] == 1
    assert course.asked() == before
    assert course.history(item) == [("edited", "refused")]


@pytest.mark.embedded
def test_what_is_deleted_is_asked_no_more_and_comes_back_restored(course: Edited) -> None:
    item, me = course.of("cloze"), course.me
    before = course.history(item)
    assert course.do(item, "approve", "It is good.")["state"] == "approved"
    assert course.do(item, "delete")["state"] == "deleted"
    quiz = me.quiz(course.session)
    assert item["item_id"] not in {each["item_id"] for each in quiz["questions"]}
    graded = me.results(course.session, me.answer(course.session, quiz)["attempt_id"])
    assert len(graded["results"]) == len(quiz["questions"])
    assert graded["score"] == 1
    assert course.do(item, "restore")["state"] in ("live", "approved")
    assert item["item_id"] in course.asked()
    assert course.history(item) == [*before, ("approved", "done"), ("deleted", "done"), ("restored", "done")]


@pytest.mark.embedded
def test_what_is_taken_back_is_void_in_results_that_are_there(course: Edited) -> None:
    item, me = course.of("multiple_choice", 1), course.me
    attempt = me.answer(course.session, me.quiz(course.session), wrong={item["item_id"]})["attempt_id"]
    before = me.results(course.session, attempt)
    assert before["score"] < 1
    assert course.do(item, "retract", "The lesson was wrong here.")["state"] == "retracted"
    after = me.results(course.session, attempt)
    (void,) = [each for each in after["results"] if each["retracted"] is not None]
    assert (void["item_id"], void["retracted"]) == (item["item_id"], "The lesson was wrong here.")
    assert after["score"] == 1, "what it counted for is void"
    assert item["item_id"] not in course.asked()
    assert course.do(item, "restore", "It was right after all.")["state"] in ("live", "approved")
    assert item["item_id"] in course.asked()
    me.until(lambda: me.results(course.session, attempt)["score"] == before["score"])  # It counts again.


@pytest.mark.embedded
def test_written_anew_it_is_another_item_about_the_same_concept(course: Edited) -> None:
    rows = course.me.owner.get(course.path, params={"state": "live"}).json()["items"]
    for row in rows:
        if row["accepted"] and row["revision"] == 1:
            old, number = row["item"], len(course.asked())
            answer = course.me.owner.post(f"{course.path}/{old['item_id']}/regenerate", headers=WAIT)
            assert answer.status_code in (200, 422), answer.text
            if answer.status_code == 200:
                break
            # The text may have no other question about it; then nothing has changed, and it is said.
            assert (answer.json()["code"], course.row(old)["state"]) == ("edit_refused", "live")
    new = answer.json()["item"]
    assert new["item_id"] != old["item_id"]
    assert (new["concept"], new["quiz_id"]) == (old["concept"], old["quiz_id"])
    assert new["question"] != old["question"]
    assert_items_proved([new], course.me.blocks(course.session))
    assert course.row(old)["state"] == "replaced"
    assert new["item_id"] in course.asked()
    assert old["item_id"] not in course.asked()
    assert len(course.asked()) == number
    assert course.history(old)[-1] == ("regenerated", "done")


@pytest.mark.embedded
def test_only_the_owner_may(course: Edited) -> None:
    item = course.of("multiple_choice")
    path = f"{course.path}/{item['item_id']}"
    http = course.me.http
    for answer in (
        http.get(course.path),
        http.get(path),
        http.get(f"{path}/history"),
        http.get(f"/sessions/{course.session}/coverage"),
        http.patch(path, json={"question": "Mine now?"}),
        http.post(f"{path}/approve"),
        http.delete(path),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.embedded
def test_the_coverage_counts_what_is_asked_now(course: Edited) -> None:
    def coverage() -> Json:
        found: Json = course.me.owner.get(f"/sessions/{course.session}/coverage").raise_for_status().json()
        return found

    item, before = course.of("multiple_choice"), coverage()
    blocks, concepts = before["blocks"], before["concepts"]
    assert before["blocks_share"] == pytest.approx(share(blocks), abs=0.001)
    assert before["concepts_share"] == pytest.approx(share(concepts), abs=0.001)
    assert 0 < before["blocks_share"] < 1
    assert all(block["words"] >= 40 for block in blocks)
    course.do(item, "delete")
    asked = {each["concept"]: each["items"] for each in coverage()["concepts"]}
    course.do(item, "restore")
    assert asked == {each["concept"]: each["items"] - (each["concept"] == item["concept"]) for each in concepts}
    assert coverage() == before


def share(found: list[Json]) -> float:
    """How many are asked of all."""
    return sum(bool(each["items"] or each["flashcards"]) for each in found) / len(found)


@pytest.mark.kafka
def test_on_apache_kafka_an_order_with_parts_is_written_edited_and_folded_again(kafka_house: Composed) -> None:
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        session = me.study(unread("The body, on Kafka", "human-body.en"))["session_id"]
        quiz, items = me.quiz(session), me.items(session)
        assert len(quiz["questions"]) == 10
        assert_items_proved(items, me.blocks(session))
        item = next(each for each in items if each["type"] == "multiple_choice")
        path, key = f"/sessions/{session}/items/{item['item_id']}", str(uuid4())
        better = {"question": f"Think back to the lesson. {item['question']}"}
        for _ in range(2):  # The same request twice is one edit.
            done = me.owner.patch(path, json=better, headers={**WAIT, "Idempotency-Key": key})
            assert (done.status_code, done.json()["revision"]) == (200, 2), done.text
        refused = me.owner.patch(path, json={"options": [{"option_id": item["answer"], "text": "no such thing"}]})
        assert (refused.status_code, refused.json()["code"]) == (422, "edit_refused")
        history = me.owner.get(f"{path}/history").json()["history"]
        assert [each["outcome"] for each in history] == ["done", "refused"]
        state = me.settle(session)
    database = kafka_house.ground.postgres
    assert_nothing_doubled(database, session)
    assert replayed(database, session).rows == state["version"]
