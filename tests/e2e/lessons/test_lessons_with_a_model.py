"""A lesson in a house with a language model: it teaches, fails inside a turn and is asked again, is checked."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest

from tests.curriculum import rare
from tests.e2e.houses import Up, assert_nothing_left, pensum
from tests.e2e.school import ModelServer
from tests.standins.learners import ill_will
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.lessons import Taught, assert_no_turn_doubled, guideline_id
from tests.standins.model import author
from tests.standins.model import model_behaviours as does
from tests.standins.model.model_behaviours import Body
from tests.standins.model.teacher import KIND
from tests.standins.tables import select

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
PLACE = {"country": "India", "board": "CBSE", "grade": 3, "subject": "Mathematics", "topic": "Fractions"}
ASSESSES, TEACHES = "<turn>", "<lesson_turn>"
"""By which a request of the evaluator and of the executor is known."""
INTERNAL = "The student's understanding of this seems weak."


def leaks(body: Body) -> Json:
    """A turn that speaks of the learner to somebody else."""
    return author.composes(body) | {"sentences": [{"text": INTERNAL, "block_id": "", "quote": ""}]}


@dataclass
class Moody:
    """A house whose model misbehaves as long as a mood is set."""

    up: Up
    me: Learner
    model: ModelServer
    moods: set[str] = field(default_factory=set)

    def begun(self) -> Taught:
        """A lesson about fractions."""
        database = self.up.house.database
        return Taught.by_guideline(self.me, database, guideline_id(self.me, "Comparing fractions", **PLACE))

    def asked(self, mark: str) -> list[str]:
        """What was asked for so far, of a kind."""
        bodies = [str(call.body["messages"][-1]["content"]) for call in self.model.server.calls]
        return [body for body in bodies if mark in body]


@pytest.fixture(scope="module")
def moody() -> Iterator[Moody]:
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    moods = set[str]()

    def in_mood(mood: str, mark: str) -> Callable[[Body], bool]:
        return lambda body: mood in moods and mark in str(body["messages"][-1]["content"])

    model = ModelServer()
    model.server.when(in_mood("rejects", ASSESSES), does.status(401))
    model.server.when(in_mood("silent", TEACHES), does.never())
    model.server.when(in_mood("leaks", TEACHES), does.ok(leaks))
    with model:
        env = {
            "PENSUM_MODEL_BASE_URL": model.server.base_url,
            "PENSUM_MODEL": "small",
            "PENSUM_MODEL_TIMEOUT_S": "1.5",
        }
        with Up(around / "data", env=env) as up:
            running = up.house
            with Learner(running.url, running.owner_token, running.learner_token) as me:
                yield Moody(up, me, model, moods)
    assert_nothing_left(around)
    shutil.rmtree(around)


def test_a_model_plans_judges_and_teaches_to_mastery(moody: Moody) -> None:
    taught = moody.begun()
    assert all(step["title"].endswith(", together") for step in taught.stands()["study_plan"]["todo_list"])
    last = taught.learn(lambda _: True)
    assert (last["routing"], taught.stands()["ended"]) == ("End", "complete")
    assert any(KIND in step["next_turn"]["message"] for step in taught.steps), "its own words reach the learner"
    runs = select(moody.up.house.database, "select * from agent_runs where session_id = %s", taught.session)
    by_model = {run["agent"] for run in runs if run["reasoning"].startswith("model:")}
    assert {"planner", "executor", "evaluator", "safety"} <= by_model
    assert all(run["tokens_used"] > 0 for run in runs if run["agent"] in by_model)
    assert moody.me.http.get(f"/sessions/{taught.session}").json()["spending"]["tokens_in"] > 0
    turns = select(moody.up.house.database, "select * from lesson_turns where session_id = %s", taught.session)
    assert any("0.99" in str(turn["assessment"]) for turn in turns), "what it thinks of the learner is logged"
    written = [each["score"] for turn in turns for each in (turn["output"] or {}).get("mastery_updates", ())]
    assert written
    assert 0.99 not in written, "and never counts"
    assert_no_turn_doubled(taught)


@pytest.mark.parametrize(
    ("mood", "status", "code", "mark"),
    [("rejects", 502, "model_rejected", ASSESSES), ("silent", 504, "model_timed_out", TEACHES)],
)
def test_a_model_that_fails_inside_a_turn_costs_no_word_and_the_same_lesson_goes_on(
    mood: str, status: int, code: str, mark: str, moody: Moody
) -> None:
    me, taught = moody.me, moody.begun()
    right, key = taught.right(), str(uuid4())
    version = me.session(taught.session)["version"]
    moody.moods.add(mood)
    try:
        taken = taught.say(right, key=key, prefer="wait=0")
        assert taken.status_code == 202, taken.text
        turn = taken.json()["url"].removeprefix("/v1")
        failed = me.settle(taught.session, version)
        assert failed["status"] == "failed"
        answer = me.http.get(turn)
    finally:
        moody.moods.discard(mood)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert (problem["code"], problem["trace_id"]) == (code, taught.session.replace("-", ""))
    assert problem["action"]
    said = me.http.get(f"/sessions/{taught.session}/messages").json()["messages"]
    assert [line["text"] for line in said if line["role"] == "learner"] == [right]
    before = len(moody.asked(mark))
    me.retry(taught.session)
    assert me.settle(taught.session, failed["version"])["status"] == "ready"
    told = me.eventually(turn)
    assert (told["routing"], told["last_grading"]["score"]) == ("Advance", 1.0)
    assert len(moody.asked(mark)) > before
    assert taught.step(right, key=key) == told, "the same message is the same turn"
    assert taught.step(taught.right())["routing"] == "Advance"
    assert taught.stands()["study_plan"]["metadata"]["plan_version"] == 1
    assert_no_turn_doubled(taught)


def test_a_turn_that_tells_what_is_internal_is_asked_for_once_more_and_then_written_by_the_rules(moody: Moody) -> None:
    taught = moody.begun()
    before = len(moody.asked(TEACHES))
    moody.moods.add("leaks")
    try:
        told = taught.step(taught.right())
    finally:
        moody.moods.discard("leaks")
    complained = ["Your last turn was not told" in each for each in moody.asked(TEACHES)[before:]]
    assert complained == sorted(complained)  # What was late on a busy machine is asked for again, without a complaint.
    assert (complained[0], complained[-1]) == (False, True)
    assert INTERNAL not in str(told)
    assert told["next_turn"]["message"]
    (reasoning,) = [
        run["reasoning"]
        for run in select(moody.up.house.database, "select * from agent_runs where session_id = %s", taught.session)
        if run["agent"] == "executor" and "refused 2" in run["reasoning"]
    ]
    assert "in the place of a model's turn" in reasoning
    assert INTERNAL not in moody.me.http.get(f"/sessions/{taught.session}/messages").text
    assert_no_turn_doubled(taught)


def test_sixty_messages_of_ill_will_leak_nothing_and_no_model_is_told_what_is_unsafe(
    moody: Moody, tmp_path: Path
) -> None:
    file = tmp_path / "sums.md"
    file.write_bytes(rare.guideline())
    done = pensum("curriculum", "import", file, "--data", moody.up.data)
    assert done.returncode == 0, done.stderr
    place = {"country": rare.COUNTRY, "board": rare.BOARD, "grade": rare.GRADE, "subject": rare.SUBJECT}
    guideline = guideline_id(moody.me, rare.SUBTOPIC, **place, topic=rare.TOPIC)
    before = len(moody.model.server.calls)
    taught = ill_will.meet(lambda: Taught.by_guideline(moody.me, moody.up.house.database, guideline))
    asked = "\n".join(str(call.body["messages"]) for call in moody.model.server.calls[before:])
    unsafe = [text for text, found in ill_will.SAID if found not in ("", "refused")]
    assert [text for text in unsafe if text in asked] == []
    assert "What is the weather in Oslo?" in asked, "else none of this could fail"
    assert_no_turn_doubled(taught)
