"""A class of 200 on one course: who joins needs no account and no reading; figures are right; nobody sees another."""

import csv
import io
import json
import statistics
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.standins.learners.classmates import Classroom, Mate, Times, mates, sit
from tests.standins.learners.classroom_figures import ROUNDED, figures
from tests.standins.learners.learner import Json, Learner
from tests.standins.tables import assert_nothing_doubled, folded, journal, select

pytestmark = pytest.mark.embedded
LEARNERS = 200
SECONDS = 120
"""What 200 learners may take to join, hand in and be graded, on two cores on which other tests run."""
ORDER = {"numQuizQuestions": 12, "numFlashcards": 5, "questionsPerConcept": 3}
FOCUS = ["cochlea", "retina", "insulin", "hormone", "nucleus"]


class Taken:
    """A course that the whole class has taken; the key of one item was made wrong by its owner's edit."""

    def __init__(self, me: Learner, database: str) -> None:
        self.room, self.database = Classroom(me, lesson("human-body.en"), focusAreas=FOCUS, **ORDER), database
        self.turned = self._turn()
        self.written = self.written_so_far()
        self.mates = mates(LEARNERS)
        self.room.prepare(self.mates, turned=self.turned["item_id"])
        self.times: Times = sit(me.http.base_url, self.room.share(), self.mates)

    def _turn(self) -> Json:
        """An item whose question the owner turns round, so that its key is wrong, and no rule can tell."""
        item = next(each for each in self.room.items if each["question"].startswith("What is"))
        path = f"/sessions/{self.room.session}/items/{item['item_id']}"
        asked = {"question": item["question"].replace("?", " not?")}
        answer = self.room.me.owner.patch(path, json=asked, headers={"Prefer": "wait=30"})
        assert answer.status_code == 200, answer.text
        item.update(asked)
        return item

    def written_so_far(self) -> list[Json]:
        """How much was read and written in the whole house."""
        tables = ("readings", "blocks", "items", "flashcards")
        return [select(self.database, f"select count(*) as n from {each}")[0] for each in tables]

    def statistics(self) -> list[Json]:
        """`ItemStatistics` of every item of the quiz."""
        found: list[Json] = self.get("/items/statistics").json()["items"]
        return found

    def get(self, path: str, **query: object) -> httpx.Response:
        """What the owner sees of the course."""
        return self.room.of_course(path, **query)

    def table(self, path: str) -> list[dict[str, str]]:
        """A CSV's rows."""
        answer = self.get(path)
        assert answer.headers["content-type"].startswith("text/csv")
        assert answer.content.startswith(b"\xef\xbb\xbf")
        return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.fixture(scope="module")
def taken(house: Up) -> Iterator[Taken]:
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        yield Taken(me, running.database)


def test_two_hundred_join_and_are_graded_in_time(taken: Taken) -> None:
    times = taken.times
    print(f"{LEARNERS} learners: {times}")  # a figure of the product
    assert times.graded < SECONDS
    assert len({mate.session for mate in taken.mates}) == len({mate.token for mate in taken.mates}) == LEARNERS
    shared = taken.get("/share").json()
    assert (shared["learners"], shared["code"]) == (LEARNERS, taken.room.code)


def test_nothing_is_read_or_written_again_for_who_joins(taken: Taken) -> None:
    assert taken.written_so_far() == taken.written
    for mate in taken.mates[:10]:
        taken.room.settle(mate)
        assert folded(taken.database, mate.session) == {
            "pensum.session.course_joined.v1": 1,
            "pensum.session.quiz_results.v1": 1,
            "pensum.evaluator.evaluation.v1": 1,
            "pensum.coach.notes.v1": 1,
        }
        asked = [[each["kind"] for each in row["commands"]] for row in journal(taken.database, mate.session)]
        assert asked == [[], ["grade"], ["notes"], []]
        assert_nothing_doubled(taken.database, mate.session)


def test_the_figures_of_each_item_are_those_of_the_raw_answers(taken: Taken) -> None:
    found = {each["item_id"]: each for each in taken.statistics()}
    assert found.keys() == {item["item_id"] for item in taken.room.items}
    assert len({item["type"] for item in taken.room.items}) >= 6  # What is worth asking of this lesson has no more.
    for item in taken.room.items:
        told, right = found[item["item_id"]], figures(item, taken.mates)
        # Of answers in one's own words some are not judged surely, and so do not count.
        assert told["answers"] == right["answers"] > LEARNERS / (3 if item["type"] == "short_answer" else 2)
        for name in ("facility", "discrimination", "median_latency_sec"):
            assert told[name] == pytest.approx(right[name], abs=ROUNDED), (name, item["question"])
        assert told["observed_difficulty"] == right["observed_difficulty"]
        shown = {each["option_id"]: (each["chosen"], each["share"]) for each in told["options"]}
        assert shown == {id: (n, pytest.approx(share, abs=ROUNDED)) for id, (n, share) in right["options"].items()}
        assert {each["option_id"] for each in told["options"] if each["rare"]} == right["rare"]
    assert any(figures(item, taken.mates)["rare"] for item in taken.room.items)


def test_the_item_with_the_wrong_key_and_no_other_is_a_key_suspect(taken: Taken) -> None:
    (suspect,) = [each for each in taken.statistics() if each["key_suspect"]]
    assert suspect["item_id"] == taken.turned["item_id"]
    assert suspect["discrimination"] < -0.1
    (row,) = [each for each in taken.table("/items/statistics.csv") if each["key_suspect"]]
    assert (row["item_id"], row["question"]) == (suspect["item_id"], taken.turned["question"])


def test_each_learner_has_a_line_with_what_they_earned(taken: Taken) -> None:
    first, rest = taken.get("/results", limit=150).json(), taken.get("/results", limit=150, offset=150).json()
    assert (first["total"], len(first["learners"]), len(rest["learners"])) == (LEARNERS, 150, 50)
    lines = {line["session_id"]: line for line in [*first["learners"], *rest["learners"]]}
    assert len(lines) == LEARNERS
    for mate in taken.mates:
        line = lines[mate.session]
        assert (line["name"], line["attempts"], line["answers"]) == (mate.name, 1, len(taken.room.items))
        assert line["score"] == pytest.approx(mate.score)
    rows = {row["session_id"]: row for row in taken.table("/results.csv")}
    assert rows.keys() == lines.keys()
    for mate in taken.mates[:5]:
        row, view = rows[mate.session], taken.room.get(mate, "/learner").json()
        assert float(row["score"]) == pytest.approx(mate.score, abs=ROUNDED)
        assert row["name"] == mate.name
        for concept in view["concepts"]:
            shown = row.get(concept["concept"], "")
            expected = concept["score"] if concept["answers"] else None
            assert (float(shown) if shown else None) == (expected and pytest.approx(expected, abs=ROUNDED))


def test_each_concept_has_a_line_hardest_first(taken: Taken) -> None:
    lines, rows = taken.get("/results").json()["concepts"], taken.table("/results.csv")
    assert [line["facility"] for line in lines] == sorted(line["facility"] for line in lines)
    assert {line["concept"] for line in lines} == {item["concept"] for item in taken.room.items}
    for line in lines:
        about = [item["item_id"] for item in taken.room.items if item["concept"] == line["concept"]]
        earned = [c for mate in taken.mates for id in about if (c := mate.earned[id]) is not None]
        assert line["answers"] == len(earned)
        assert line["facility"] == pytest.approx(statistics.fmean(earned))
        scores = [float(row[line["concept"]]) for row in rows if row[line["concept"]]]
        assert line["learners"] == len(scores)
        assert line["mean_score"] == pytest.approx(statistics.fmean(scores), abs=ROUNDED)


def paths(taken: Taken, of: str) -> list[str]:
    """Every GET route below `of`, with what is there in the place of each parameter."""
    one = taken.mates[0]
    result = taken.room.get(one, f"/results?attempt_id={one.attempt}").json()["results"][0]
    card = taken.room.me.cards(taken.room.session)[0]["card_id"]
    named = {"session_id": one.session, "course_id": taken.room.course, "quiz_id": result["quiz_id"], "page": "1"}
    named |= {"item_id": result["item_id"], "card_id": card, "turn_id": str(uuid4())}
    described = taken.room.me.http.get(f"{taken.room.me.http.base_url}openapi.json").json()["paths"]
    found = [path.removeprefix("/v1") for path, ways in described.items() if "get" in ways and of in path]
    return [path.format(**named) for path in found]


OWNERS = ("/items", "/coverage", "/history")


def test_no_learner_sees_another(taken: Taken) -> None:
    other, one = taken.mates[1], taken.mates[0]
    asked = paths(taken, "{session_id}")
    assert len(asked) >= 24
    for path in asked:
        owners = path.endswith(OWNERS) or "/items/" in path or path.endswith(f"/flashcards/{path[-36:]}")
        for known in (other.token, one.token if owners else None, "nonsense"):
            if known is not None:
                answer = taken.room.ask(path, known)
                expected = 401 if known == "nonsense" else 403 if owners else 404
                assert answer.status_code == expected, (path, answer.text)
                assert one.name not in answer.text
    for path in paths(taken, "{course_id}"):
        assert taken.room.ask(path, other.token).status_code == 403, path
    for path in ("/sessions", "/sessions/history", "/sessions/stats", "/sessions/scorecard", "/reviews/due"):
        told = taken.room.ask(path, other.token).text
        assert one.session not in told, path
        assert one.name not in told
    assert taken.room.ask("/sessions/history", other.token).json()["total"] == 1


def test_the_owner_sees_a_class_and_no_learners_session(taken: Taken) -> None:
    me = taken.room.me
    for path in paths(taken, "{session_id}"):
        if "review/pages" not in path:
            assert me.owner.get(path).status_code == 404, path
    listed = me.owner.get("/sessions", params={"limit": 200}).json()
    assert not {mate.session for mate in taken.mates} & {each["session_id"] for each in listed["sessions"]}


def test_the_same_request_to_join_is_the_same_learner_and_a_closed_course_opens_to_nobody(taken: Taken) -> None:
    key, wish = str(uuid4()), {"code": taken.room.code, "name": "Latecomer"}

    def join(**more: str) -> httpx.Response:
        with httpx.Client(base_url=str(taken.room.me.http.base_url), trust_env=False) as http:
            return http.post("/join", content=json.dumps({**wish, **more}), headers={"Idempotency-Key": key})

    first, again = join(), join()
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert join(code="22222222").status_code == 404
    late = Mate("Latecomer", 1, session=first.json()["session_id"], token=first.json()["token"])
    assert len(taken.room.quiz(late)["questions"]) == len(taken.room.items)
    assert taken.get("/share").json()["learners"] == LEARNERS + 1
    before = taken.statistics()
    taken.room.close()
    key = str(uuid4())
    assert join().status_code == 404
    assert taken.room.get(late, "/quiz").status_code == 200, "who has joined goes on"
    assert taken.statistics() == before
