"""Conversations with the assistant from begin to end in a whole house, as a client has them over HTTP."""

from collections.abc import Iterator
from datetime import datetime
from uuid import uuid4

import pytest

from tests.e2e.assistant.talking import Talker, tools
from tests.e2e.houses import Up
from tests.standins.tables import every_row, select

pytestmark = pytest.mark.embedded


@pytest.fixture
def ann(house: Up) -> Iterator[Talker]:
    with Talker.of(house) as found:
        yield found


@pytest.fixture
def bob(house: Up) -> Iterator[Talker]:
    with Talker.of(house) as found:
        yield found


def test_tasks_are_added_shown_completed_by_their_place_and_deleted_after_a_yes(ann: Talker) -> None:
    ann.begin()
    assert tools(ann.say("Add a task: read chapter 3")) == ["add_task"]
    added = ann.say("Remind me to buy paper on Friday")
    [call] = added["tool_calls"]
    assert (call["parameters"]["title"], call["result"]["success"]) == ("buy paper", True)
    assert datetime.fromisoformat(call["parameters"]["due_at"]).strftime("%A") == "Friday"
    due = added["response"].partition(", due ")[2].partition(".")[0]
    rows = ann.say("show my tasks")["response"].split("\n")[1:]
    assert rows == [f"1. buy paper (due {due})", "2. read chapter 3"]
    assert tools(ann.say("mark 2 done")) == ["complete_task"]
    asked = ann.say("delete the first one")
    assert (asked["status"], tools(asked)) == ("confirmation_required", [])
    assert ann.tasks() == ["buy paper", "read chapter 3"]  # Asked about, and still there.
    assert tools(ann.say("yes")) == ["delete_task"]
    again = ann.say("yes")
    assert (again["tool_calls"], again["status"]) == ([], "success")
    [kept] = ann.listed()
    assert (kept["title"], kept["status"]) == ("read chapter 3", "completed")
    norwegian = ann.say("legg til oppgave: lese om osmose")
    assert norwegian["response"].startswith("Jeg har lagt til «lese om osmose»")
    both = ann.say("Add a task: wash up, and show my tasks")
    assert [call["tool_name"] for call in both["tool_calls"]] == ["add_task", "list_tasks"]
    assert "1. lese om osmose\n2. wash up" in both["response"]
    assert ann.say("What is osmosis?")["tool_calls"] == []


def test_all_that_was_said_is_read_again_until_it_is_removed_and_the_tasks_stay(ann: Talker, bob: Talker) -> None:
    ann.begin()
    answers = [ann.say(text) for text in ("Add a task: dust the shelf", "delete the shelf task", "no")]
    kept = ann.said()
    assert [each["role"] for each in kept] == ["user", "assistant"] * 3
    assert [each["index"] for each in kept] == list(range(6))
    assert [each["content"] for each in kept[1::2]] == [each["response"] for each in answers]
    assert [each["tool_calls"] for each in kept[1::2]] == [each["tool_calls"] for each in answers]
    listed = ann.http.get("/conversations").json()
    assert ([each["conversation_id"] for each in listed["conversations"]], listed["total"]) == (
        [ann.talk.rpartition("/")[2]],
        1,
    )
    bob.talk = ann.talk
    for answer in (bob.http.get(ann.talk), bob.send("show my tasks"), bob.http.delete(ann.talk)):
        assert answer.status_code == 404, answer.text
    assert bob.http.get("/conversations").json()["conversations"] == []
    assert bob.tasks() == []
    assert ann.said() == kept
    assert ann.http.delete(ann.talk).status_code == 202
    ann.until(lambda: ann.http.get(ann.talk).status_code == 404)
    assert ann.tasks() == ["dust the shelf"]


def test_the_same_key_is_one_message_and_one_task(ann: Talker) -> None:
    ann.begin()
    key = str(uuid4())
    first = ann.say("Add a task: only once", key=key)
    assert ann.say("Add a task: only once", key=key) == first
    other = ann.send("Add a task: something else", key=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len(ann.said()) == 2
    assert ann.tasks() == ["only once"]


def test_removing_all_takes_a_users_tasks_and_conversations_and_every_word_along(
    ann: Talker, bob: Talker, house: Up
) -> None:
    word = f"quillon{uuid4().hex}"
    bob.begin()
    bob.say("Add a task: mine")
    for text in (f"Add a task: {word}", f"delete the {word} task"):
        ann.begin()
        ann.say(text)
    asked = "select from intake where user_id = %s and message::text like %s"
    written = select(house.house.database, asked, ann.user, f"%{word}%")
    assert len(written) == 2
    assert ann.http.delete("/conversations").status_code == 202
    ann.until(lambda: ann.http.get("/conversations").json()["total"] == 0)
    ann.until(lambda: not [row for row in every_row(house.house.database) if word in row])
    assert ann.tasks() == []
    assert bob.tasks() == ["mine"]
    assert len(bob.said()) == 2
