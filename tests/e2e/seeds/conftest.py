"""One learner's walk through everything that seed 000 names: diagnosis, cycles, remediation, questions, a plan."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.standins.documents import lessons
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.pupil import Course, begin, learn, learner_view
from tests.standins.tables import Row, select

LONG_MESSAGE = (
    "Please tell me what I should learn next, because the test is on Friday and I have not begun to read at all."
)


@dataclass
class Walked:
    """What the walk left. Views are `LearnerView`s.

    `carriers`: what others of the topic build on, all of which the learner missed in the diagnosis; `remedied`: every
    answer wrong, to the house's own limit of rounds; `short`: to a limit of one; `plain`: a
    session whose upload sets nothing.
    """

    me: Learner
    session: str
    database: str
    fresh: Json
    diagnostic: Json = field(default_factory=dict)
    diagnosed: Json = field(default_factory=dict)
    carriers: list[str] = field(default_factory=list)
    mastered: Course = field(default_factory=Course)
    remedied: Course = field(default_factory=Course)
    short: Course = field(default_factory=Course)
    plain: str = ""
    planned: Json = field(default_factory=dict)
    last: Json = field(default_factory=dict)

    def rows(self, table: str, order: str = "1") -> list[Row]:
        """The session's rows of a table or view."""
        return select(self.database, f"select * from {table} where session_id = %s order by {order}", self.session)


def basic(view: Json) -> str:
    """The section in which most concepts are what others build on."""
    under = [name for each in view["concepts"] for name in each["prerequisites"]]
    sections = {each["concept"]: each["section"] for each in view["concepts"]}
    topics: list[str] = view["topics"]
    return max(topics, key=lambda topic: sum(sections.get(name) == topic for name in under))


def beneath(concept: str, builds_on: dict[str, set[str]]) -> set[str]:
    """What a concept builds on, also through others."""
    found, left = set[str](), [concept]
    while left:
        more = builds_on[left.pop()] - found
        found |= more
        left += more
    return found - {concept}


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
        # A document of its own, so that all agents are at work: no reading of another test's fits it.
        document = lessons.lesson("The human body, walked through", "human-body.en")
        session = me.study(document, numQuizQuestions=4, numFlashcards=4)["session_id"]
        found = Walked(me, session, running.database, learner_view(me, session))
        view = begin(me, session, diagnostic=True, topic=basic(found.fresh))
        found.diagnostic = me.quiz(session, view["cycle_quiz"])
        version = me.session(session)["version"]
        by_id = {item["item_id"]: item["concept"] for item in me.items(session)}
        asked = {by_id[each["item_id"]] for each in found.diagnostic["questions"]}
        builds_on = {each["concept"]: set(each["prerequisites"]) for each in view["concepts"]}
        under = {name for concept in asked for name in beneath(concept, builds_on)}
        found.carriers = [concept for concept in builds_on if concept in asked & under]
        missed = [each["item_id"] for each in found.diagnostic["questions"] if by_id[each["item_id"]] in under]
        me.answer(session, found.diagnostic, missed)
        me.settle(session, version)
        found.diagnosed = learner_view(me, session)
        concepts = [each["concept"] for each in found.fresh["concepts"]]
        found.mastered = learn(me, session, topic=concepts[0])
        found.remedied = learn(me, session, knows=lambda _: False, topic=concepts[1])
        found.short = learn(me, session, knows=lambda _: False, topic=concepts[2], max_cycles=1)
        found.plain = me.study(lesson("human-body.en"))["session_id"]
        say(me, session, f"Explain {concepts[2]} to me, please.")
        say(me, session, "Who won the football match yesterday?")
        found.planned = say(me, session, LONG_MESSAGE)
        found.last = learner_view(me, session)
        yield found
