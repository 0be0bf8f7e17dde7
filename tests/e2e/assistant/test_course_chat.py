"""Study tasks in a course's chat: linked to what is spoken of, the same as anywhere, there still when the course is
forgotten, and seen by who watches the house."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.e2e.assistant.talking import Talker
from tests.e2e.houses import Up
from tests.standins.documents.lessons import lesson
from tests.standins.otlp_receiver import OtlpReceiver
from tests.standins.tables import replayed, select

pytestmark = pytest.mark.embedded


@dataclass
class Course:
    """A course whose quiz is graded, and who learns there."""

    me: Talker
    session: str
    database: str

    def chat(self, text: str) -> tuple[str, str]:
        """Who answers, and what."""
        line = self.me.chat(self.session, text)
        return line["agent"], line["text"]

    def titles(self) -> list[str]:
        """Of the tasks that are linked to this course."""
        return [each["title"] for each in self.me.listed() if each["session_id"] == self.session]


@pytest.fixture(scope="module")
def graded(house: Up) -> Iterator[Course]:
    with Talker.of(house) as me:
        session = me.study(lesson("with tasks"))["session_id"]
        quiz = me.quiz(session)
        taken = me.answer(session, quiz, wrong={each["item_id"] for each in quiz["questions"][:2]})
        me.results(session, taken["attempt_id"])
        me.until(lambda: me.notes(session))
        me.settle(session)
        yield Course(me, session, house.house.database)


@pytest.fixture
def talk(house: Up) -> Iterator[Course]:
    """A course of somebody's own, without a quiz that was taken."""
    with Talker.of(house) as me:
        yield Course(me, me.study(lesson("with tasks"))["session_id"], house.house.database)


def test_what_is_to_be_reviewed_is_linked_to_the_concept_that_was_spoken_of(talk: Course) -> None:
    assert talk.chat("What is the lithosphere?")[0] == "tutor"
    agent, text = talk.chat("Remind me to review this on Friday")
    assert agent == "assistant"
    [task] = talk.me.listed()
    assert f"'{task['title']}'" in text
    assert (task["concept"], task["session_id"]) == ("lithosphere", talk.session)
    assert task["due_at"] is not None
    me = talk.me
    me.begin()
    me.say("Add a task: wash up")
    _, here = talk.chat("show my tasks")
    assert here == me.say("show my tasks")["response"]
    assert len(here.split("\n")) == 3


def test_what_it_asks_is_answered_in_the_chat_and_a_question_in_between_by_the_tutor(talk: Course) -> None:
    for text in ("Remind me to read page 1", "Remind me to read page 2", "show my tasks"):
        assert talk.chat(text)[0] == "assistant"
    agent, text = talk.chat("delete the first one")
    assert (agent, "'read page 1'" in text) == ("assistant", True)
    assert talk.chat("What is subduction?")[0] == "tutor"
    talk.chat("yes")  # To what was dropped.
    assert sorted(talk.me.tasks()) == ["read page 1", "read page 2"]
    assert talk.chat("delete the first one")[0] == "assistant"
    assert talk.chat("yes")[0] == "assistant"
    assert talk.me.tasks() == ["read page 2"]
    done = replayed(talk.database, talk.session)
    assert (done.differs, done.older) == ("", 0)


def test_notes_become_tasks_by_one_sentence_and_once(graded: Course) -> None:
    notes = graded.me.notes(graded.session)
    advice = [each["note"] for each in notes if not each["made_by"].startswith("rule:went_well")]
    assert 0 < len(advice) < len(notes)  # About what went well nothing is to be done.
    assert graded.titles() == []  # Never by themselves.
    assert graded.chat("turn the notes into tasks")[0] == "assistant"
    made = graded.titles()
    told = {each["title"]: each["description"] or each["title"] for each in graded.me.listed()}
    assert sorted(told.values()) == sorted(advice)  # A note too long for a title stands whole beside it.
    graded.chat("turn the notes into tasks")
    assert graded.titles() == made
    agent, text = graded.chat("make tasks of my due reviews")
    assert (agent, text) == ("assistant", "No review is due right now. Well done!")
    assert graded.titles() == made


def test_who_watches_sees_the_assistant_in_the_replay_the_log_and_the_trace(
    graded: Course, traces: OtlpReceiver
) -> None:
    me, session = graded.me, graded.session
    assert graded.chat("Remind me to water the plants")[0] == "assistant"
    handed = [
        (each["from_agent"], each["to_agent"])
        for each in me.http.get(f"/sessions/{session}/replay").json()["transitions"]
    ]
    assert {("coordinator", "assistant"), ("assistant", "coordinator")} <= set(handed)
    page = me.owner.get(f"/sessions/{session}/logs", params={"agent": "assistant", "limit": 500}).json()["logs"]
    assert "success, add_task" in [each["output"] for each in page]
    trace = session.replace("-", "")

    def named() -> bool:
        found = [each for each in traces.of(trace) if each.span.name == "tools/call add_task"]
        client = {each.span_id for each in found if each.service == "pensum-assistant"}
        return any(each.service == "pensum-tasks" and each.parent in client for each in found)

    me.until(named, lambda: str([(each.service, each.span.name) for each in traces.of(trace)]))


def test_forgetting_the_session_takes_what_is_remembered_along_and_leaves_the_tasks(talk: Course) -> None:
    talk.chat("Remind me to water the cactus")
    talk.chat("show my tasks")
    kept = "select from assistant_states where session_id = %s"
    assert len(select(talk.database, kept, talk.session)) == 1
    talk.me.forget(talk.session)
    talk.me.until(lambda: not select(talk.database, kept, talk.session))
    assert talk.me.tasks() == ["water the cactus"]
