"""One learner's walk through everything that seed 000 names: diagnosis, cycles, remediation, questions, a plan."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.e2e.houses import Up
from tests.samples.make_samples import lesson
from tests.standins.learner import Json, Learner
from tests.standins.pupil import Course, begin, learn, learner_view
from tests.standins.tables import Row, select

LONG_MESSAGE = (
    "Please tell me what I should learn next, because the test is on Friday and I have not begun to read at all."
)


@dataclass
class Walked:
    """What the walk left. Views are `LearnerView`s; `said` has the words of each message by what it was for."""

    me: Learner
    session: str
    database: str
    fresh: Json
    diagnostic: Json = field(default_factory=dict)
    diagnosed: Json = field(default_factory=dict)
    mastered: Course = field(default_factory=Course)
    remedied: Course = field(default_factory=Course)
    planned: Json = field(default_factory=dict)
    last: Json = field(default_factory=dict)

    def rows(self, table: str, order: str = "1") -> list[Row]:
        """The session's rows of a table or view."""
        return select(self.database, f"select * from {table} where session_id = %s order by {order}", self.session)


def say(me: Learner, session: str, text: str) -> Json:
    """Write to the coordinator; the view once all is quiet again."""
    version = me.session(session)["version"]
    me.post(f"/sessions/{session}/messages", {"text": text})
    me.settle(session, version)
    return learner_view(me, session)


@pytest.fixture(scope="session")
def walked(house: Up) -> Iterator[Walked]:
    """The walk, done once for all tests that look at it."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        session = me.study(lesson("human-body.en"), numQuizQuestions=4, numFlashcards=4)["session_id"]
        found = Walked(me, session, running.database, learner_view(me, session))
        view = begin(me, session, diagnostic=True)
        found.diagnostic = me.quiz(session, view["cycle_quiz"])
        version = me.session(session)["version"]
        me.answer(session, found.diagnostic, [each["item_id"] for each in found.diagnostic["questions"]][::2])
        me.settle(session, version)
        found.diagnosed = learner_view(me, session)
        concepts = [each["concept"] for each in found.fresh["concepts"]]
        found.mastered = learn(me, session, topic=concepts[0])
        found.remedied = learn(me, session, knows=lambda _: False, topic=concepts[1], max_cycles=2)
        say(me, session, f"Explain {concepts[2]} to me, please.")
        say(me, session, "Who won the football match yesterday?")
        found.planned = say(me, session, LONG_MESSAGE)
        found.last = learner_view(me, session)
        yield found
