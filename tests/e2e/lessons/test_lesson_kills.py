"""Kill -9 inside a turn of a lesson: no turn is lost, and none is taken twice."""

from collections import Counter
from collections.abc import Iterator

import pytest

from contracts.learning import MessageSent
from contracts.lessons import Moderated, TurnAssessed, TurnTaught
from tests.e2e.dying import Held, Mortal
from tests.standins.composed import Composed
from tests.standins.learners.learner import Learner
from tests.standins.learners.lessons import DUNNO, Taught, assert_no_turn_doubled, guideline_id
from tests.standins.tables import folded, select

PLACE = {"country": "India", "board": "CBSE", "grade": 3, "subject": "Mathematics", "topic": "Fractions"}
OF_A_TURN = (MessageSent, Moderated, TurnAssessed, TurnTaught)


def begun(me: Learner, database: str) -> Taught:
    """A lesson about fractions."""
    return Taught.by_guideline(me, database, guideline_id(me, "Comparing fractions", **PLACE))


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
