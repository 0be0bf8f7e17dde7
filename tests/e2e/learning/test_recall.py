"""An item is taken back from a class of 200, then another's key is corrected: all is as if it had always been so.

The oracle are twins, who join after the change and give the same answers to what is asked now: for them it never was.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.standins.learners.classmates import Classroom, Mate, mates, sit
from tests.standins.learners.learner import NONSENSE, Json, Learner
from tests.standins.tables import assert_nothing_doubled, select

pytestmark = pytest.mark.embedded
LEARNERS, TWINS = 200, 20
SECONDS = 20
"""What a recall of an item may take over 200 learners, on two cores; it is some 4 when nothing else runs.

Where the machine is busy: no longer than the class itself took to join, answer and be graded.
"""
ORDER = {"numQuizQuestions": 12, "numFlashcards": 5, "questionsPerConcept": 3}
FOCUS = ["cochlea", "retina", "insulin", "hormone", "nucleus"]
MOST_NOTES = 3
WHY = "The lesson was wrong here."


class Recalled:
    """A course that a class has taken, and what its owner takes back and corrects then."""

    def __init__(self, me: Learner, database: str) -> None:
        self.room, self.database = Classroom(me, lesson("human-body.en"), focusAreas=FOCUS, **ORDER), database
        self.url, self.void = me.http.base_url, set[str]()
        self.mates = mates(LEARNERS)
        self.room.prepare(self.mates)
        begun = time.monotonic()
        sit(self.url, self.room.share(), self.mates)
        self.until(lambda: self.idle())
        self.limit = max(SECONDS, time.monotonic() - begun)

    def typed(self) -> Json:
        """The quiz's first gap."""
        return next(each for each in self.room.items if each["type"] == "cloze")

    def idle(self) -> bool:
        """Whether nothing is under way in any session of the course."""
        query = "select count(*) as n from sessions where course_id = %s and status <> 'ready'"
        return not select(self.database, query, self.room.course)[0]["n"]

    def scores(self) -> dict[str, float | None]:
        """The score of everybody, by session."""
        lines = self.room.of_course("/results", limit=500).json()["learners"]
        return {each["session_id"]: each["score"] for each in lines}

    def until(self, true: Callable[[], object]) -> None:
        """Returns when it is."""
        self.room.me.until(true)

    def all_score(self) -> bool:
        """Whether everybody has the score that they have earned."""
        found = self.scores()
        return all(found[mate.session] == pytest.approx(mate.score) for mate in self.mates)

    def twins(self) -> list[tuple[Mate, Mate]]:
        """Some of the class, each with a twin who joined now and gave the same answers to what is asked now."""
        first = self.mates[:TWINS]
        found = [Mate(mate.name, mate.ability) for mate in first]
        self.room.prepare(found, without=self.void)
        sit(self.url, self.room.code, found)
        self.until(self.idle)
        return list(zip(first, found, strict=True))

    def view(self, mate: Mate) -> Json:
        """`LearnerView`."""
        found: Json = self.room.get(mate, "/learner").raise_for_status().json()
        return found

    def notes(self, mate: Mate) -> list[tuple[str, str]]:
        """What is written to somebody, and by which rule."""
        found = self.room.get(mate, "/notes").json()["notes"]
        return [(each["note"], each["made_by"]) for each in found if not each["taken_back"]]

    def schedule(self, mate: Mate) -> list[dict[str, Any]]:
        """Somebody's cards and items, and in how many seconds each is due."""
        query = """select card_id, kind, state, stability, difficulty, reviews, lapses, due - last_review as after
                   from schedules where session_id = %s order by card_id"""
        return select(self.database, query, mate.session)


@pytest.fixture(scope="module")
def course(house: Up) -> Iterator[Recalled]:
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        yield Recalled(me, running.database)


SAME = ("mastery_score", "error_patterns", "knowledge_gaps", "improvement_areas", "concepts")


def assert_like_their_twins(course: Recalled) -> None:
    """Whoever answered before the change stands where those do who answered after it."""
    for mate, twin in course.twins():
        one, other = course.view(mate), course.view(twin)
        assert {name: one[name] for name in SAME} == {name: other[name] for name in SAME}
        assert course.schedule(mate) == course.schedule(twin)
        said = [note for note in course.notes(mate) if note[1] != "rule:regraded:v1"]
        assert len(said) >= len(course.notes(mate)) - 1
        meant = course.notes(twin)
        assert [note for note in meant if note in said] == said
        assert len(said) >= min(len(meant), MOST_NOTES - 1), "there are three at most, and one may be about the change"
        assert_nothing_doubled(course.database, mate.session)


def test_what_is_taken_back_is_void_for_everybody_within_seconds(course: Recalled) -> None:
    chosen = [each for each in course.room.items if each["type"] == "multiple_choice" and each["concept"] != "retina"]
    item = chosen[-1]
    before, path = course.scores(), f"/sessions/{course.room.session}/items/{item['item_id']}"
    notes = {mate.session: course.notes(mate) for mate in course.mates[:TWINS]}
    begun = time.monotonic()
    answer = course.room.me.owner.post(f"{path}/retract", json={"reason": WHY}, headers={"Prefer": "wait=30"})
    assert answer.status_code == 200, answer.text
    answered = time.monotonic() - begun
    course.void.add(item["item_id"])
    for mate in course.mates:
        del mate.earned[item["item_id"]]
    course.until(course.all_score)
    scored = time.monotonic() - begun
    course.until(course.idle)
    idle = time.monotonic() - begun
    print(f"retracted over {LEARNERS}: {answered:.1f} s answered, {scored:.1f} s scored, {idle:.1f} s with notes")
    assert idle < course.limit
    changed = 0
    for mate in course.mates[:TWINS]:
        (told,) = course.view(mate)["recalls"]
        assert (told["item_id"], told["what"], told["reason"]) == (item["item_id"], "retracted", WHY)
        assert (told["attempt_id"], told["question"]) == (mate.attempt, item["question"])
        assert told["score_before"] == pytest.approx(before[mate.session])
        assert told["score_after"] == pytest.approx(mate.score)
        results = course.room.get(mate, f"/results?attempt_id={mate.attempt}").json()["results"]
        assert [each["item_id"] for each in results if each["void"]] == [item["item_id"]]
        assert next(each["retracted"] for each in results if each["void"]) == WHY
        changed += course.notes(mate) != notes[mate.session]
    assert changed, "notes are written anew"


def test_after_it_all_stands_as_if_the_item_had_never_been(course: Recalled) -> None:
    assert course.void
    assert_like_their_twins(course)
    told = {each["item_id"]: each for each in course.room.of_course("/items/statistics").json()["items"]}
    (void,) = course.void
    assert (told[void]["state"], told[void]["answers"]) == ("retracted", 0)


def test_a_corrected_key_counts_for_everybody(course: Recalled) -> None:
    item, before = course.typed(), course.scores()
    path = f"/sessions/{course.room.session}/items/{item['item_id']}"
    begun = time.monotonic()
    answer = course.room.me.owner.patch(path, json={"accepted": [NONSENSE]}, headers={"Prefer": "wait=30"})
    assert answer.status_code == 200, answer.text
    item["accepted"] = [NONSENSE]
    gained = set()
    for mate in course.mates:
        given = {each["item_id"]: each["answer"] for each in mate.answers}
        if given[item["item_id"]] == NONSENSE:
            mate.earned[item["item_id"]] = 1.0
            gained.add(mate.session)
    assert len(gained) > LEARNERS / 10
    course.until(course.all_score)
    course.until(course.idle)
    print(f"corrected over {LEARNERS}: {time.monotonic() - begun:.1f} s with notes")
    assert time.monotonic() - begun < course.limit
    for mate in course.mates[:TWINS]:
        told = course.view(mate)["recalls"][-1]
        assert (told["item_id"], told["what"]) == (item["item_id"], "corrected")
        assert told["score_before"] == pytest.approx(before[mate.session])
        assert (told["score_after"] > told["score_before"]) == (mate.session in gained)


def test_after_it_all_stands_as_if_the_key_had_always_been_so(course: Recalled) -> None:
    assert course.typed()["accepted"] == [NONSENSE]
    assert_like_their_twins(course)


def test_an_edit_of_words_alone_recalls_nothing(course: Recalled) -> None:
    item = next(each for each in course.room.items if each["type"] == "multiple_choice" and each["concept"] != "retina")
    mate = course.mates[0]
    path = f"/sessions/{course.room.session}/items/{item['item_id']}"
    recalls, version = course.view(mate)["recalls"], course.room.get(mate, "").json()["version"]
    asked = {"question": f"Think back to the lesson. {item['question']}"}
    answer = course.room.me.owner.patch(path, json=asked, headers={"Prefer": "wait=30"})
    assert answer.status_code == 200, answer.text
    course.until(course.idle)
    assert course.view(mate)["recalls"] == recalls
    assert course.room.get(mate, "").json()["version"] == version
