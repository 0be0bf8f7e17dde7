"""Kill -9 while fifty people talk with the assistant: each message is answered once, and no tool call is made twice."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator

import httpx
import pytest

from tests.e2e.assistant.talking import Talker, tools
from tests.e2e.dying import Mortal
from tests.e2e.houses import Up
from tests.standins.composed import Composed
from tests.standins.documents.lessons import lesson
from tests.standins.tables import select

FIFTY = 50
SECONDS = 120.0


class Fifty:
    """One person's fifty conversations; all is said in all of them at once."""

    def __init__(self, up: Up, talker: Talker) -> None:
        self.database, self.talker = up.house.database, talker
        self.paths = [talker.begin() for _ in range(FIFTY)]

    async def say(self, what: str) -> list[str]:
        """What is answered in each conversation to "Add a task: {what} {its number}"."""
        headers, base = {**self.talker.http.headers, "Prefer": "wait=20"}, str(self.talker.http.base_url)
        async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60, trust_env=False) as client:

            async def answer(number: int, path: str) -> str:
                key = {"Idempotency-Key": f"{what} {number}"}
                body = {"text": f"Add a task: {what} {number:02}"}
                async with asyncio.timeout(SECONDS):
                    while (told := await client.post(f"{path}/messages", json=body, headers=key)).status_code == 202:
                        pass  # The same request waits for the same answer.
                assert told.status_code == 200, told.text
                return str(told.json()["response"])

            return await asyncio.gather(*(answer(number, path) for number, path in enumerate(self.paths)))

    def titles(self, what: str) -> list[str]:
        """What the tasks are called that shall come of it."""
        return [f"{what} {number:02}" for number in range(FIFTY)]


@pytest.fixture(scope="module")
def fifty(mortal: Mortal) -> Iterator[Fifty]:
    with Talker.of(mortal.up) as talker:
        yield Fifty(mortal.up, talker)


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("what", "wish"),
    [
        ("read page", "assistant:received:15"),
        ("solve number", "assistant:published:10"),
        ("write essay", "tasks:committed:12"),
    ],
)
def test_in_the_midst_of_fifty_conversations_one_dies_and_each_message_is_answered_once(
    what: str, wish: str, mortal: Mortal, fifty: Fifty
) -> None:
    service = wish.partition(":")[0]
    before, fired = mortal.up.service(service).pid, mortal.wish.with_suffix(".fired")
    fired.unlink(missing_ok=True)
    mortal.wish.write_text(wish)
    began = time.monotonic()
    answers = asyncio.run(fifty.say(what))
    print(f"{wish}: the last of {FIFTY} is answered after {time.monotonic() - began:.1f} s")
    assert fired.read_text() == wish
    assert mortal.up.service(service).pid != before
    wanted = fifty.titles(what)
    assert all(f"'{title}'" in answer for title, answer in zip(wanted, answers, strict=True)), answers
    user, database = fifty.talker.user, fifty.database
    kept = select(database, "select title from tasks where user_id = %s and title like %s", user, f"{what}%")
    assert Counter(row["title"] for row in kept) == Counter(wanted)
    for path in fifty.paths:
        fifty.talker.talk = path
        said = fifty.talker.said()
        assert [each["role"] for each in said] == ["user", "assistant"] * (len(said) // 2)
        assert len({each["message_id"] for each in said}) == len(said) // 2
        assert tools(said[-1]) == ["add_task"]


@pytest.mark.kafka
def test_on_apache_kafka_a_conversation_and_a_courses_chat_share_their_tasks(kafka_house: Composed) -> None:
    with Talker(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        me.begin()
        assert tools(me.say("Add a task: sharpen the pencils on Kafka")) == ["add_task"]
        session = me.study(lesson("tasks on Kafka"))["session_id"]
        line = me.chat(session, "Remind me to review subduction tomorrow")
        assert line["agent"] == "assistant"
        [course] = [each for each in me.listed() if each["session_id"] == session]
        assert course["concept"] == "subduction"
        assert "sharpen the pencils on Kafka" in me.chat(session, "show my tasks")["text"]
