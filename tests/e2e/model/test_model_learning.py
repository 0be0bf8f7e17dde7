"""Learning in a house with a language model: it explains with quotes, sorts messages, judges, and fails."""

import re
from typing import Any

import pytest

from contracts.learning import Explained, IntentClassified
from tests.e2e.school import Class
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.pupil import ends_in_remediation, goes_to_mastery, learner_view
from tests.standins.tables import replayed
from tests.standins.topics import messages

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
MODEL = "small-stand-in"
TWO = 2


@pytest.fixture(scope="module")
def session(school: Class) -> str:
    """A session of these tests' own."""
    state = school.me.study(lesson("The plates that all of these learn"))
    assert state["status"] == "ready"
    return str(state["session_id"])


def said(me: Learner, session: str) -> list[Json]:
    """The conversation."""
    found: list[Json] = me.http.get(f"/sessions/{session}/messages", params={"limit": 200}).json()["messages"]
    return found


def say(me: Learner, session: str, text: str) -> list[Json]:
    """What the tutor answers to a message, once it has."""
    before, version = len(said(me, session)), me.session(session)["version"]
    me.post(f"/sessions/{session}/messages", {"text": text})
    assert me.settle(session, version)["status"] == "ready"
    first, *rest = said(me, session)[before:]
    assert (first["role"], first["text"]) == ("learner", text)
    return rest


def standings(me: Learner, session: str) -> dict[str, float]:
    """Where they stand in each concept; the session's own number is about the topic that was chosen last."""
    return {each["concept"]: each["score"] for each in learner_view(me, session)["concepts"]}


def outputs(school: Class, session: str, kind: type[Any]) -> list[Any]:
    """What the services said of a session, of a kind."""
    return [each.message for each in messages(school.up.house.kafka, session) if isinstance(each.message, kind)]


def test_both_walks_end_as_they_should(session: str, school: Class) -> None:
    goes_to_mastery(school.me, session)
    ends_in_remediation(school.me, session, cycles=TWO)
    assert replayed(school.up.house.database, session).differs == ""
    told = outputs(school, session, Explained)
    assert told
    assert {(each.origin.author, each.origin.name) for each in told} == {("model", MODEL)}


def test_what_the_model_explains_is_proved_by_quotes_of_the_text(session: str, school: Class) -> None:
    me = school.me
    topic = learner_view(me, session)["concepts"][1]["concept"]
    (line, *_) = say(me, session, f"teach me {topic}")
    assert line["agent"] == "tutor"
    blocks = me.blocks(session)
    assert line["quotes"]
    for quote in line["quotes"]:
        assert blocks[quote["block_id"]]["text"][quote["start"] : quote["end"]] == quote["quote"]
        assert quote["quote"] in line["text"]
    about = learner_view(me, session)
    assert about["explanation"] == line["text"]
    assert about["explanation_quotes"] == line["quotes"]


def test_messages_are_sorted_by_the_model_and_routed(session: str, school: Class) -> None:
    me, before = school.me, len(outputs(school, session, IntentClassified))
    topic = learner_view(me, session)["concepts"][0]["concept"]
    lines = say(me, session, "Make a plan for me")
    assert [line["agent"] for line in lines] == ["pathplanner", "quiz"]  # The quiz that waits comes first of it.
    assert learner_view(me, session)["learning_path"]
    lines = say(me, session, "Where on the moon do penguins breed?")
    assert "I found no sentence that answers this" in lines[0]["text"]
    say(me, session, f"Please teach me {topic}")
    assert learner_view(me, session)["phase"] == "QUIZ_ACTIVE"
    found = [(each.intent, each.topic) for each in outputs(school, session, IntentClassified)]
    assert found[before:] == [("plan", ""), ("question", ""), ("learn", topic)]


def asked_openly(school: Class) -> tuple[str, Json, list[Json]]:
    """A session with open questions, its quiz, and these."""
    me, session = school.me, school.sessions["Essayist"]
    assert me.settle(session)["status"] == "ready"
    open_ones = [item for item in me.items(session) if item["type"] == "short_answer"]
    return session, me.quiz(session), open_ones


def test_open_answers_are_judged_by_rubric_and_what_the_model_cannot_judge_by_the_learner(school: Class) -> None:
    me = school.me
    session, quiz, open_ones = asked_openly(school)
    # Of a short one half is nearly all, and rules take it.
    first, second, *_ = sorted(open_ones, key=lambda each: -len(each["answer"]))
    words = [word for word in re.findall(r"\w+", first["answer"]) if len(word) > 3]
    near = " ".join(reversed(words[: len(words) // 2 + 1]))
    by_id = {item["item_id"]: item["answer"] for item in me.items(session)}
    for given, credits in (
        ({first["item_id"]: near, second["item_id"]: "A boat sails at noon."}, (1.0, 0.0)),
        ({first["item_id"]: "Mumbling here", second["item_id"]: "Mumbling on"}, (None, None)),
    ):
        answers = [
            {"item_id": each["item_id"], "answer": given.get(each["item_id"], by_id[each["item_id"]]), "latency_sec": 9}
            for each in quiz["questions"]
        ]
        attempt = me.hand_in(session, {"quiz_id": quiz["quiz_id"], "answers": answers})["attempt_id"]
        told = {each["item_id"]: each for each in me.results(session, attempt)["results"]}
        for item, credit in zip((first, second), credits, strict=True):
            result = told[item["item_id"]]
            assert result["undecided"] == (credit is None), result
            if credit is not None:
                assert (result["credit"], result["made_by"]) == (credit, f"rubric:{MODEL}")
        assert me.settle(session)["status"] == "ready"
    path = f"/sessions/{session}/results/{told[first['item_id']]['result_id']}/self-grade"
    version = me.session(session)["version"]
    me.post(path, {"credit": 0.5})
    me.settle(session, version)
    told = {each["item_id"]: each for each in me.results(session, attempt)["results"]}
    assert (told[first["item_id"]]["credit"], told[first["item_id"]]["made_by"]) == (0.5, "learner")


@pytest.mark.parametrize(("word", "code"), [("Grumbling", "model_unavailable"), ("Mumbling", "model_unreadable")])
def test_when_the_model_fails_the_conversation_says_so_and_goes_on(
    word: str, code: str, session: str, school: Class
) -> None:
    me = school.me
    before = standings(me, session)
    (line, *_) = say(me, session, f"What does the text say of {word} plates?")
    assert code in line["text"]
    assert session.replace("-", "") in line["text"], "its trace"
    assert line["quotes"] == []
    topic = learner_view(me, session)["concepts"][0]["concept"]
    assert "failed" not in me.session(session)["status"]
    (line, *_) = say(me, session, f"teach me {topic}")
    assert line["quotes"]
    assert standings(me, session) == before
    assert replayed(school.up.house.database, session).differs == ""
