"""The learning cycle through the whole house: to mastery, and to remediation; on both brokers, offline."""

import subprocess
import threading
import time
from collections.abc import Iterator

import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import PENSUM, Up, clean_environment
from tests.standins.composed import Composed
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.pupil import begin, ends_in_remediation, goes_to_mastery, learner_view
from tests.standins.tables import replayed

FEW = {"numQuizQuestions": 4, "numFlashcards": 4}
TWO = 2


@pytest.fixture(scope="module")
def me(house: Up) -> Iterator[Learner]:
    with Learner(house.house.url, house.house.owner_token, house.house.learner_token) as found:
        yield found


@pytest.mark.embedded
def test_a_cycle_leads_from_explanation_over_quizzes_to_mastery(me: Learner) -> None:
    session = me.study(lesson("human-body.en"), **FEW)["session_id"]
    walked = goes_to_mastery(me, session)
    asked = [each["item_id"] for quiz in walked.quizzes for each in quiz["questions"]]
    repeats = [each["item_id"] for quiz in walked.quizzes for each in quiz["questions"] if each["repeat"]]
    assert len(set(asked)) == len(asked) - len(repeats)


@pytest.mark.embedded
def test_without_mastery_the_cycles_end_and_the_path_planner_says_what_to_do(me: Learner) -> None:
    session = me.study(lesson("human-body.en"), **FEW)["session_id"]
    ends_in_remediation(me, session, cycles=TWO)


@pytest.mark.embedded
def test_a_diagnosis_comes_first_when_it_is_asked_for(me: Learner) -> None:
    session = me.study(lesson("elektrisitet.no"), **FEW)["session_id"]
    view = begin(me, session, diagnostic=True)
    quiz = me.quiz(session, view["cycle_quiz"])
    assert quiz["purpose"] == "diagnostic"
    version = me.session(session)["version"]
    me.answer(session, quiz, [each["item_id"] for each in quiz["questions"]])
    assert me.settle(session, version)["status"] == "ready"
    view = learner_view(me, session)
    assert view["diagnostic_complete"]
    assert view["learner_level"] == "beginner"
    assert view["recommendations"]
    assert view["phase"] == "QUIZ_ACTIVE"
    assert view["explanation"]


@pytest.mark.kafka
@pytest.mark.timeout(240)
def test_on_apache_kafka_both_walks_end_as_they_should(kafka_house: Composed) -> None:
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        session = me.study(lesson("human-body.en"), **FEW)["session_id"]
        goes_to_mastery(me, session)
        ends_in_remediation(me, session, cycles=TWO)
        assert replayed(kafka_house.ground.postgres, session)


class Typist(threading.Thread):
    """Types the answers of `pensum quiz` into its stdin: looks up which question is open, and its key."""

    def __init__(self, me: Learner, session: str, process: "subprocess.Popen[str]") -> None:
        super().__init__(daemon=True)
        self._me, self._session, self._process = me, session, process

    def run(self) -> None:
        quiz, asked, typed_so_far = "", list[Json](), 0
        while self._process.poll() is None:
            time.sleep(0.02)
            now = learner_view(self._me, self._session)["cycle_quiz"] if typed_so_far == len(asked) else quiz
            if now is None:
                continue
            if now != quiz:
                found = self._me.eventually(f"/sessions/{self._session}/quizzes/{now}")
                if not found["complete"]:
                    continue
                by_id = {item["item_id"]: item for item in self._me.items(self._session)}
                asked = [by_id[each["item_id"]] for each in found["questions"]]
                quiz, typed_so_far = now, 0
            elif typed_so_far < len(asked):
                assert self._process.stdin
                self._process.stdin.write(f"{typed(asked[typed_so_far])}\n")
                self._process.stdin.flush()
                typed_so_far += 1


def typed(item: Json) -> str:
    """What a person types for the key."""
    key, signs = item["answer"], {each["option_id"]: "abcdefgh"[n] for n, each in enumerate(item.get("options", ()))}
    if isinstance(key, dict):
        places = {each["option_id"]: n for n, each in enumerate(item["prompts"], 1)}
        return " ".join(f"{places[prompt]}{signs[option]}" for prompt, option in key.items())
    if isinstance(key, list):
        return " ".join(signs[option] for option in key)
    return str(signs[key] if item["type"] in ("multiple_choice", "true_false") else key)


@pytest.mark.embedded
def test_the_whole_cycle_is_answered_in_the_terminal(me: Learner, house: Up) -> None:
    session = me.study(lesson("human-body.en"), **FEW)["session_id"]
    topic = learner_view(me, session)["concepts"][0]["concept"]
    command = [str(PENSUM), "quiz", session, "--topic", topic, "--url", house.house.url]
    command += ["--token", house.house.learner_token]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=clean_environment(),
    ) as process:
        typist = Typist(me, session, process)
        typist.start()
        assert process.stdout
        said = process.stdout.read()
        assert process.wait(180) == 0, said
        typist.join(10)
    assert "Mastered." in said
    assert "Cycle 1 of 5" in said
    assert learner_view(me, session)["phase"] == "MASTERED"
