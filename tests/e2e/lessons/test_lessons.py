"""Lessons in a house: by a guideline and about a document, over HTTP and a WebSocket; forgotten, nothing is left."""

import asyncio
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.e2e.houses import Up
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.socket import Socket
from tests.standins.otlp_receiver import OtlpReceiver

pytestmark = pytest.mark.embedded
SECONDS = 60.0
WAIT = {"Prefer": "wait=60"}
PLACE = {"country": "India", "board": "CBSE", "grade": "3", "subject": "Mathematics", "topic": "Fractions"}


@pytest.fixture
def learner(house: Up) -> Iterator[Learner]:
    """Somebody with a patience of a minute."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        me.http.timeout = SECONDS + 10
        yield me


def begun(learner: Learner) -> Json:
    """A lesson by a guideline of the curriculum."""
    [guideline, *_] = learner.http.get("/curriculum", params=PLACE).json()["subtopics"]
    wish = {
        "student": {"id": "s-1", "grade": 3, "prefs": {"style": "playful", "lang": "en"}},
        "goal": {
            "topic": "Fractions",
            "syllabus": "CBSE",
            "learning_objectives": [],
            "guideline_id": guideline["guideline_id"],
        },
    }
    answer = learner.http.post("/sessions", json=wish, headers=WAIT)
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


def step(learner: Learner, session: str, said: str) -> Json:
    """The answer to a reply."""
    answer = learner.http.post(f"/sessions/{session}/step", json={"student_reply": said}, headers=WAIT)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def became(learner: Learner, session: str, turn: str) -> Json:
    """What became of a turn, once it is told."""
    deadline = time.monotonic() + SECONDS
    while (answer := learner.http.get(f"/sessions/{session}/turns/{turn}")).status_code == 202:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def test_a_guideline_is_taught_turn_by_turn_in_one_conversation(learner: Learner) -> None:
    first = begun(learner)
    session = first["session_id"]
    assert first["first_turn"]["message"]
    assert (first["first_turn"]["step_idx"], first["first_turn"]["mastery_score"]) == (0, 0.5)
    wrong = step(learner, session, "I don't know")
    assert (wrong["routing"], wrong["next_turn"]["is_complete"]) == ("Continue", False)
    assert wrong["last_grading"]["score"] == 0
    unsafe = step(learner, session, "You stupid idiot")
    assert (unsafe["routing"], unsafe["last_grading"]) == ("Guide", None)
    sent = learner.http.post(f"/sessions/{session}/messages", json={"text": "hello"}).json()["message_id"]
    by_messages = became(learner, session, sent)
    assert by_messages["routing"] == "Continue"
    turns = learner.http.get(f"/sessions/{session}/turns").json()["turns"]
    told = [first["first_turn"], wrong["next_turn"], unsafe["next_turn"], by_messages["next_turn"]]
    assert [turn["message"] for turn in turns] == [each["message"] for each in told]
    conversation = learner.http.get(f"/sessions/{session}/messages").json()["messages"]
    said = [one["text"] for one in conversation if one["role"] == "learner"]
    assert said == ["I don't know", "You stupid idiot", "hello"]
    stands = learner.http.get(f"/sessions/{session}/learner").json()["lesson"]
    assert (stands["turn_count"], stands["warning_count"], stands["safety_flags"]) == (3, 1, ["insult"])
    assert stands["last_question"]["wrong_attempts"] == 1
    assert stands["last_question"]["previous_student_answers"] == ["I don't know"]
    assert step(learner, session, "I want to stop")["next_turn"]["is_complete"]
    assert step(learner, session, "thanks")["routing"] == "End"


def test_every_route_of_such_a_session_answers_and_forgetting_leaves_nothing(learner: Learner) -> None:
    session = begun(learner)["session_id"]
    step(learner, session, "I don't know")
    paths = learner.http.get("/openapi.json").json()["paths"]
    ids = {name: str(uuid4()) for name in ("quiz_id", "item_id", "card_id", "attempt_id", "turn_id", "dispute_id")}
    for path, operations in paths.items():
        if "get" not in operations or "{session_id}" not in path:
            continue
        url = path.removeprefix("/v1").format(session_id=session, page=1, **ids)
        url += "?q=denominator" if path.endswith("/search") else "?seconds=0" if path.endswith("/stream") else ""
        for client in (learner.http, learner.owner):
            assert client.get(url).status_code < 500, path
    assert learner.http.delete(f"/sessions/{session}").status_code == 202
    deadline = time.monotonic() + SECONDS
    while learner.http.get(f"/sessions/{session}").status_code != 404:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert learner.http.get(f"/sessions/{session}/turns").status_code == 404


def test_a_document_is_taught_by_topic_and_its_quiz_stays_open(learner: Learner) -> None:
    state = learner.study(lesson("taught by topic"))
    session, quiz = state["session_id"], learner.quiz(state["session_id"])
    topic = learner.http.get(f"/sessions/{session}/learner").json()["topics"][0]
    answer = learner.http.post(f"/sessions/{session}/lessons", json={"topic": topic.upper()}, headers=WAIT)
    assert answer.status_code == 200, answer.text
    [first] = learner.http.get(f"/sessions/{session}/turns").json()["turns"]
    assert first["message"] == answer.json()["first_turn"]["message"]
    blocks = learner.http.get(f"/sessions/{session}/blocks", params={"limit": 500}).json()["blocks"]
    texts = {block["block_id"]: block["text"] for block in blocks}
    assert first["quotes"]
    for quote in first["quotes"]:
        assert texts[quote["block_id"]][quote["start"] : quote["end"]] == quote["quote"]
    after = learner.quiz(session)
    assert (after["quiz_id"], after["questions"]) == (quiz["quiz_id"], quiz["questions"])


def test_a_lesson_over_a_websocket_whose_token_stands_in_no_span(
    house: Up, learner: Learner, traces: OtlpReceiver
) -> None:
    session, running = begun(learner)["session_id"], house.house

    async def talk() -> list[Json]:
        url = f"ws{running.url.removeprefix('http')}/v1/sessions/ws/{session}?after=-1&token={running.learner_token}"
        async with await Socket.open(url) as socket:
            first = await socket.until("assistant")
            await socket.chat("I don't know")
            second = await socket.until("assistant")
            while (await socket.until("state_update"))["state"]["turn_count"] < 2:
                pass
        async with await Socket.open(url.replace("after=-1", f"after={first['seq']}")) as again:
            once_more = await again.until("assistant")
        return [first, second, once_more]

    first, second, once_more = asyncio.run(talk())
    assert (first["number"], second["number"], second["last_grading"]["score"]) == (1, 2, 0)
    assert once_more == second
    trace = session.replace("-", "")
    deadline = time.monotonic() + SECONDS
    while "WS chat" not in (names := [each.span.name for each in traces.of(trace)]):
        assert time.monotonic() < deadline, names
        time.sleep(0.1)
    assert not any(running.learner_token in str(each.attributes) for each in list(traces.spans))
