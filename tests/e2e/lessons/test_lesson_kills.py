"""Kill -9 inside a turn of a lesson: no turn is lost, and none is taken twice."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from contracts.learning import MessageSent
from contracts.lessons import Moderated, TurnAssessed, TurnTaught
from services.chassis.process.kill_points import POINTS
from tests.e2e.dying import Held, Mortal
from tests.standins.composed import Composed
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.lessons import DUNNO, Taught, assert_no_turn_doubled, guideline_id
from tests.standins.learners.socket import Closed, Socket
from tests.standins.tables import folded, select

PLACE = {"country": "India", "board": "CBSE", "grade": 3, "subject": "Mathematics", "topic": "Fractions"}
DEATHS = (("gateway", "committed"), ("orchestrator", "published"), ("evaluator", "received"), ("coach", "published"))
OF_A_TURN = (MessageSent, Moderated, TurnAssessed, TurnTaught)


def begun(me: Learner, database: str) -> Taught:
    """A lesson about fractions."""
    return Taught.by_guideline(me, database, guideline_id(me, "Comparing fractions", **PLACE))


def turned(taught: Taught, text: str, key: str) -> Json:
    """The turn that the request is answered with, however long it takes."""
    answer = taught.say(text, key, prefer="wait=0")
    if answer.status_code == 202:
        return taught.me.eventually(answer.json()["url"].removeprefix("/v1"))
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def said_in(taught: Taught, turn: str) -> str:
    """What the learner said in a turn."""
    rows = select(taught.database, "select text from messages where message_id = %s and role = 'learner'", turn)
    return str(rows[0]["text"]) if rows else ""


def assert_each_turn_once(taught: Taught, turns: int) -> None:
    """So many messages, each judged once and answered once; and each right answer counted once."""
    types = folded(taught.database, taught.session)
    assert [types[each.type_name] for each in OF_A_TURN] == [turns, turns, turns, turns + 1]
    told = taught.me.http.get(f"/sessions/{taught.session}/turns").json()["turns"]
    assert [turn["number"] for turn in told] == list(range(1, turns + 2))
    attempts = [step["status_info"]["attempts"] for step in taught.stands()["study_plan"]["todo_list"]]
    assert sum(attempts) == turns
    results = select(taught.database, "select is_correct from results where session_id = %s", taught.session)
    assert Counter(row["is_correct"] for row in results)[True] == sum(
        turn["last_grading"] is not None and turn["last_grading"]["score"] == 1 for turn in told
    )
    assert_no_turn_doubled(taught)


@pytest.fixture
def someone(mortal: Mortal) -> Iterator[Learner]:
    running = mortal.up.house
    with Learner(running.url, running.owner_token, running.learner_token) as learner:
        yield learner


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("service", "points"),
    [
        ("orchestrator", ("committed", "published")),
        ("evaluator", ("received", "published")),
        ("coach", ("received", "committed")),
    ],
)
def test_a_service_dies_inside_a_turn_and_the_lesson_goes_on(
    service: str, points: tuple[str, str], mortal: Mortal, someone: Learner
) -> None:
    taught = begun(someone, mortal.up.house.database)
    taught.step(DUNNO)
    for point in points:
        right = taught.right()
        with Held(mortal, service, point) as held:
            taken = taught.say(right, prefer="wait=0")
            assert taken.status_code == 202, taken.text
            held.wait_dead()
        told = someone.eventually(taken.json()["url"].removeprefix("/v1"))
        assert told["last_grading"]["score"] > 0
        assert told["routing"] == "Advance"
    taught.step(taught.right())
    assert_each_turn_once(taught, 4)


@pytest.mark.embedded
def test_the_gateway_dies_within_a_step_and_the_same_request_again_is_the_one_turn(
    mortal: Mortal, someone: Learner
) -> None:
    """Before it is written down, after that, after it is said, and as the turn is to be answered."""
    taught = begun(someone, mortal.up.house.database)
    for n, point in enumerate(POINTS):
        text, key = taught.right() if n % 2 else DUNNO, str(uuid4())
        with Held(mortal, "gateway", point) as held:
            with pytest.raises(httpx.TransportError):
                taught.say(text, key)
            held.wait_dead()
            accepted = select(taught.database, "select from intake where idempotency_key = %s", key)
            assert len(accepted) == (point != "received")
        mortal.until_back(lambda: someone.http.get(f"/sessions/{taught.session}"))
        told = turned(taught, text, key)
        assert told == turned(taught, text, key)
        assert told["last_grading"]["score"] == n % 2
    assert_each_turn_once(taught, len(POINTS))


@pytest.mark.embedded
def test_who_talks_over_a_websocket_when_the_gateway_dies_goes_on_without_loss_or_repetition(
    mortal: Mortal, someone: Learner
) -> None:
    taught, running = begun(someone, mortal.up.house.database), mortal.up.house
    url = f"ws{running.url.removeprefix('http')}/v1/sessions/ws/{taught.session}?token={running.learner_token}"
    told: list[Json] = []

    async def until_said(socket: Socket, text: str) -> None:
        """All turns up to that which answers the text."""
        while text not in [each["said"] for each in told]:
            turn = await socket.until("assistant")
            told.append({**turn, "said": said_in(taught, turn["turn_id"])})

    async def dies(socket: Socket, point: str, text: str, key: str) -> None:
        """The gateway dies at what is said there, and is back."""
        with Held(mortal, "gateway", point) as held:
            await socket.chat(text, key=key)
            await asyncio.to_thread(held.wait_dead)
            with pytest.raises((Closed, OSError)):
                await socket.until("assistant")
        mortal.until_back(lambda: someone.http.get(f"/sessions/{taught.session}"))

    async def talk() -> None:
        async with await Socket.open(f"{url}&after=-1") as socket:
            told.append(await socket.until("assistant") | {"said": ""})
            await dies(socket, "committed", DUNNO, "first")
        async with await Socket.open(f"{url}&after={told[-1]['seq']}") as socket:
            await socket.chat(DUNNO, key="first")
            await until_said(socket, DUNNO)
            right = taught.right()
            await dies(socket, "published", right, "second")
        async with await Socket.open(f"{url}&after={told[-1]['seq']}") as socket:
            await socket.chat(right, key="second")
            await until_said(socket, right)
            await socket.chat(DUNNO + ", sorry", key="after all")
            await until_said(socket, DUNNO + ", sorry")

    asyncio.run(talk())
    turns = someone.http.get(f"/sessions/{taught.session}/turns").json()["turns"]
    assert [each["turn_id"] for each in told] == [each["turn_id"] for each in turns]
    assert_each_turn_once(taught, 3)


@pytest.mark.kafka
def test_on_apache_kafka_each_service_dies_once_inside_a_turn_of_one_lesson(kafka_house: Composed) -> None:
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        taught = begun(me, kafka_house.ground.postgres)
        for n, (service, point) in enumerate(DEATHS):
            starts = kafka_house.log(service).read_text().count('"message": "ready"')
            text, key = taught.right() if n % 2 else DUNNO, str(uuid4())
            kafka_house.folder.joinpath("kill").write_text(f"{service}:{point}")
            if service == "gateway":
                with pytest.raises(httpx.TransportError):
                    taught.say(text, key)
            else:
                assert taught.say(text, key, prefer="wait=0").status_code == 202
            assert kafka_house.processes[service].wait(60) == -9
            kafka_house.begin(service)
            kafka_house.wait_ready(service, starts + 1)
            assert turned(taught, text, key)["last_grading"]["score"] == n % 2
        assert_each_turn_once(taught, len(DEATHS))


@pytest.mark.kafka
def test_a_lesson_on_apache_kafka_from_its_beginning_to_mastery(kafka_house: Composed) -> None:
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        taught = begun(me, kafka_house.ground.postgres)
        last = taught.learn(lambda _: True)
        assert (last["routing"], last["next_turn"]["is_complete"]) == ("End", True)
        stands = taught.stands()
        assert (stands["ended"], stands["study_plan"]["metadata"]["replan_count"]) == ("complete", 1)
        assert taught.begun["first_turn"]["mastery_score"] == 0.5
        types = folded(taught.database, taught.session)
        assert types[TurnTaught.type_name] == len(taught.steps) + 1
        assert_no_turn_doubled(taught)
