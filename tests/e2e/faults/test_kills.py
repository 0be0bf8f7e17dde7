"""Kill -9 of each service at each of its points: it died there, its message came again, and nothing is lost or doubled.

While a service is killed its supervisor is held still, so that what lies there at that point can be looked at before
the next process of the service begins.
"""

from collections import Counter
from collections.abc import Iterator
from uuid import uuid4

import httpx
import psutil
import pytest

from services.chassis.process.kill_points import POINTS
from tests.e2e.dying import Held, Mortal
from tests.standins.composed import Composed
from tests.standins.documents.lessons import lesson
from tests.standins.learners.classmates import Classroom, mates, sit
from tests.standins.learners.learner import Learner
from tests.standins.tables import assert_nothing_doubled, folded, journal, select
from tests.standins.topics import committed, messages

WORKERS = ("reader", "coach", "evaluator")
CLEAN = Counter(
    {
        "pensum.session.document_submitted.v1": 1,
        "pensum.reader.output.v1": 1,
        "pensum.reader.digested.v1": 1,
        "pensum.coach.study_material.v1": 1,
        "pensum.evaluator.items_validated.v1": 1,
        "pensum.session.quiz_results.v1": 1,
        "pensum.evaluator.evaluation.v1": 1,
        "pensum.coach.notes.v1": 1,
    }
)
"""What a session's journal holds when nothing goes wrong, and so also when all of this does."""


def finish(me: Learner, session: str) -> None:
    """The rest of the main job: take the quiz, see the grades, read the notes."""
    assert me.settle(session)["status"] == "ready"
    quiz = me.quiz(session)
    assert len(quiz["questions"]) >= 5
    taken = me.answer(session, quiz, wrong={quiz["questions"][0]["item_id"]})
    results = me.results(session, taken["attempt_id"])["results"]
    assert Counter(result["is_correct"] for result in results) == {False: 1, True: len(quiz["questions"]) - 1}
    assert me.notes(session)


def said_by(service: str, bootstrap: str, session: str) -> list[str]:
    """The ids of what a service has said of a session, without progress, heartbeats and wake-ups."""
    quiet = ("pensum.reader.progress.v1", "pensum.session.updated.v1", "pensum.step.progressed.v1")
    found = [each.envelope for each in messages(bootstrap, session)]
    return [str(each.id) for each in found if each.source == f"pensum/{service}" and each.type not in quiet]


@pytest.fixture
def someone(mortal: Mortal) -> Iterator[Learner]:
    running = mortal.up.house
    with Learner(running.url, running.owner_token, running.learner_token) as learner:
        yield learner


@pytest.mark.embedded
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("service", WORKERS)
def test_a_worker_dies_and_its_command_comes_again(service: str, point: str, mortal: Mortal, someone: Learner) -> None:
    kafka, database = mortal.up.house.kafka, mortal.up.house.database
    before = committed(kafka, service)
    with Held(mortal, service, point) as held:
        session = someone.upload(lesson(f"{service} {point}")).json()["session_id"]
        held.wait_dead()
        assert committed(kafka, service) == before + (point == "acknowledged")
        assert bool(said_by(service, kafka, session)) == (point in ("published", "acknowledged"))
    finish(someone, session)
    assert committed(kafka, service) > before
    said = Counter(said_by(service, kafka, session))
    assert set(said.values()) == ({1, 2} if point == "published" else {1}), "the answer stands twice, by the same id"
    assert folded(database, session) == CLEAN
    assert_nothing_doubled(database, session)


@pytest.mark.embedded
@pytest.mark.parametrize("point", POINTS)
def test_the_orchestrator_dies_and_its_message_comes_again(point: str, mortal: Mortal, someone: Learner) -> None:
    kafka, database = mortal.up.house.kafka, mortal.up.house.database
    before = committed(kafka, "orchestrator")
    with Held(mortal, "orchestrator", point) as held:
        session = someone.upload(lesson(f"orchestrator {point}")).json()["session_id"]
        held.wait_dead()
        assert committed(kafka, "orchestrator") == before + (point == "acknowledged")
        assert len(journal(database, session)) == (0 if point == "received" else 1)
        assert bool(said_by("orchestrator", kafka, session)) == (point in ("published", "acknowledged"))
    finish(someone, session)
    assert committed(kafka, "orchestrator") > before
    assert folded(database, session) == CLEAN
    assert_nothing_doubled(database, session)


@pytest.mark.embedded
@pytest.mark.parametrize("point", POINTS)
def test_the_gateway_dies_and_the_same_request_again_is_the_same_session(
    point: str, mortal: Mortal, someone: Learner
) -> None:
    kafka, database = mortal.up.house.kafka, mortal.up.house.database
    content, key = lesson(f"gateway {point}"), str(uuid4())
    with Held(mortal, "gateway", point) as held:
        with pytest.raises(httpx.TransportError):
            someone.upload(content, key=key)
        held.wait_dead()
        rows = select(database, "select * from intake where idempotency_key = %s", key)
        assert len(rows) == (0 if point == "received" else 1)
        told = [each for row in rows for each in messages(kafka, str(row["session_id"]))]
        assert bool(told) == (point in ("published", "acknowledged"))
    again = mortal.until_back(lambda: someone.upload(content, key=key))
    assert again.status_code == 202, again.text
    session = again.json()["session_id"]
    finish(someone, session)
    (row,) = select(database, "select * from intake where idempotency_key = %s", key)
    assert str(row["session_id"]) == session
    assert row["tries"] == (point == "committed"), "what is accepted again is said at once and needs no sweep"
    assert folded(database, session) == CLEAN
    assert_nothing_doubled(database, session)


@pytest.mark.embedded
def test_over_material_and_amid_an_edit_a_death_costs_nothing(mortal: Mortal, someone: Learner) -> None:
    """The Coach dies with its material said; then the orchestrator and the Evaluator over one edit each."""
    kafka, database = mortal.up.house.kafka, mortal.up.house.database
    with Held(mortal, "coach", "published") as held:
        session = someone.upload(lesson("Told twice", "human-body.en")).json()["session_id"]
        held.wait_dead()
        assert len(said_by("coach", kafka, session)) == 1
    finish(someone, session)
    told = Counter(said_by("coach", kafka, session))
    assert sorted(told.values()) == [1, 2], "the material, which stands twice by the same id, and the notes"
    question, *_ = (item for item in someone.items(session) if item["type"] == "multiple_choice")
    path = f"/sessions/{session}/items/{question['item_id']}"
    for revision, (service, point) in enumerate([("orchestrator", "committed"), ("evaluator", "received")], 2):
        wish = {"question": f"{'Think again. ' * (revision - 1)}{question['question']}"}
        with Held(mortal, service, point) as held:
            answer = someone.owner.patch(path, json=wish, headers={"Prefer": "wait=0"})
            assert answer.status_code == 202, answer.text
            held.wait_dead()
            assert someone.owner.get(path).json()["revision"] == revision - 1, "not judged, so not asked"
        someone.until(lambda revision=revision: someone.owner.get(path).json()["revision"] == revision)  # type: ignore[misc]
        assert someone.owner.get(path).json()["item"]["question"] == wish["question"]
    history = someone.owner.get(f"{path}/history").json()["history"]
    assert [(each["action"], each["outcome"]) for each in history] == [("edited", "done")] * 2
    assert_nothing_doubled(database, session)


@pytest.mark.embedded
def test_around_a_retraction_a_death_costs_no_learner_of_the_class_anything(mortal: Mortal, someone: Learner) -> None:
    """The orchestrator dies over one retraction and the Evaluator over another; all of the class is graded by each."""
    url, database = mortal.up.house.url, mortal.up.house.database
    room = Classroom(someone, lesson("A class", "human-body.en"))
    found = mates(3)
    room.prepare(found)
    sit(f"{url}/v1", room.share(), found)
    deaths = [("orchestrator", "committed"), ("evaluator", "published")]
    for mate in found:
        room.settle(mate)
    for (name, point), item in zip(deaths, room.items, strict=False):
        with Held(mortal, name, point) as held:
            path = f"/sessions/{room.session}/items/{item['item_id']}/retract"
            answer = someone.owner.post(path, json={"reason": f"{name} {point}"}, headers={"Prefer": "wait=0"})
            assert answer.status_code == 202, answer.text
            held.wait_dead()
        for mate in found:
            del mate.earned[item["item_id"]]
            someone.until(lambda mate=mate: room.score(mate) == pytest.approx(mate.score))  # type: ignore[misc]
            room.settle(mate)
    for mate in found:
        recalls = room.get(mate, "/learner").json()["recalls"]
        assert [each["reason"] for each in recalls] == [f"{name} {point}" for name, point in deaths]
        assert [each["score_after"] for each in recalls[:-1]] == [each["score_before"] for each in recalls[1:]]
        assert recalls[-1]["score_after"] == pytest.approx(mate.score)
        types = folded(database, mate.session)
        assert types["pensum.orchestrator.item_recalled.v1"] == len(deaths)
        assert types["pensum.evaluator.evaluation.v1"] == len(deaths) + 1
        assert_nothing_doubled(database, mate.session)
    assert_nothing_doubled(database, room.session)


@pytest.mark.kafka
@pytest.mark.parametrize(
    ("service", "point"),
    [("reader", "received"), ("orchestrator", "published"), ("coach", "committed"), ("evaluator", "published")],
)
def test_on_apache_kafka_a_killed_service_goes_on(service: str, point: str, kafka_house: Composed) -> None:
    kafka, database = kafka_house.ground.kafka, kafka_house.ground.postgres
    before = committed(kafka, service)
    starts = kafka_house.log(service).read_text().count('"message": "ready"')
    kafka_house.folder.joinpath("kill").write_text(f"{service}:{point}")
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        session = me.upload(lesson(f"{service} {point} on Kafka")).json()["session_id"]
        assert kafka_house.processes[service].wait(60) == -9
        assert kafka_house.folder.joinpath("kill.fired").exists()
        assert committed(kafka, service) == before
        kafka_house.begin(service)
        kafka_house.wait_ready(service, starts + 1)
        finish(me, session)
    assert committed(kafka, service) > before
    assert folded(database, session) == CLEAN
    assert_nothing_doubled(database, session)


@pytest.mark.embedded
def test_without_a_wish_nobody_dies(mortal: Mortal, someone: Learner) -> None:
    """Else all of the above would prove nothing."""
    services = {service: mortal.up.service(service).pid for service in (*WORKERS, "orchestrator", "gateway")}
    session = someone.study(lesson("nobody"))["session_id"]
    finish(someone, session)
    assert all(psutil.pid_exists(pid) for pid in services.values())
    assert folded(mortal.up.house.database, session) == CLEAN
