"""The embedded broker dies by kill -9 between publish and consume: all it held is gone, the session still ends right.

A service is held still, so that what it should have consumed lies in the broker when that dies.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from tests.e2e.dying import Mortal
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner
from tests.standins.tables import assert_nothing_doubled, folded, journal
from tests.standins.topics import messages

pytestmark = pytest.mark.embedded
SECONDS = 60.0


@pytest.fixture
def someone(mortal: Mortal) -> Iterator[Learner]:
    running = mortal.up.house
    with Learner(running.url, running.owner_token, running.learner_token) as learner:
        yield learner


def broker(mortal: Mortal) -> psutil.Process:
    """The broker's process now."""
    return next(each for title, each in mortal.up.titles().items() if "services.console.embedded.broker" in title)


def wait_until(true: Callable[[], object]) -> None:
    """Returns when it is."""
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def types(kafka: str, session: str) -> set[str]:
    """What lies in the broker of a session."""
    return {each.envelope.type for each in messages(kafka, session)}


def wipe(mortal: Mortal) -> None:
    """Kill the broker; returns when the house has another."""
    old = broker(mortal)
    os.kill(old.pid, signal.SIGKILL)

    def another() -> bool:
        try:
            return broker(mortal).pid != old.pid
        except (StopIteration, psutil.Error):
            return False

    wait_until(another)


@pytest.mark.parametrize(
    ("service", "waits"),
    [
        ("reader", "pensum.reader.read_document.v1"),
        ("coach", "pensum.coach.write_material.v1"),
        ("orchestrator", "pensum.session.document_submitted.v1"),
    ],
)
def test_what_lay_in_the_broker_is_said_again(service: str, waits: str, mortal: Mortal, someone: Learner) -> None:
    kafka, database = mortal.up.house.kafka, mortal.up.house.database
    mortal.up.service(service).send_signal(signal.SIGSTOP)
    session = someone.upload(lesson(f"wiped before the {service}")).json()["session_id"]
    wait_until(lambda: waits in types(kafka, session))
    earlier = len(journal(database, session))
    wipe(mortal)
    state = someone.settle(session)
    assert (state["status"], state["error"]) == ("ready", None)
    assert len(journal(database, session)) > earlier
    assert len(someone.quiz(session)["questions"]) >= 5
    assert "pensum.session.step_timed_out.v1" not in folded(database, session)
    assert_nothing_doubled(database, session)


def test_answers_of_a_worker_that_are_lost_come_from_its_memo(mortal: Mortal, someone: Learner) -> None:
    kafka, database = mortal.up.house.kafka, mortal.up.house.database
    wish = mortal.wish
    wish.write_text("orchestrator:received:2")  # The first brings the upload, the second what the Reader says.
    process = mortal.up.service("orchestrator")
    os.kill(mortal.up.house.pid, signal.SIGSTOP)
    try:  # A house that stays stopped fails whatever else stands on it.
        session = someone.upload(lesson("the answer is lost")).json()["session_id"]
        wait_until(lambda: process.status() == psutil.STATUS_ZOMBIE)
        wait_until(lambda: "pensum.reader.output.v1" in types(kafka, session))
        assert [row["type"] for row in journal(database, session)] == ["pensum.session.document_submitted.v1"]
        broker(mortal).kill()
    finally:
        os.kill(mortal.up.house.pid, signal.SIGCONT)
    state = someone.settle(session)
    assert (state["status"], state["error"]) == ("ready", None)
    assert folded(database, session)["pensum.reader.output.v1"] == 1
    assert '"Answered from the memo."' in (mortal.up.data / "logs" / "reader.log").read_text()
    assert_nothing_doubled(database, session)
