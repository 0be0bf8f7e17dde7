"""Somebody who is taught a lesson over the HTTP API, turn by turn; the key of what is asked comes from the tables."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

import httpx

from tests.standins.learners.learner import Json, Learner
from tests.standins.tables import Row, journal, replayed, select

DUNNO = "I don't know"
ASKED = """
select i.body, i.answer_text as key from lessons l join items i on i.item_id = (l.question ->> 'item_id')::uuid
where l.session_id = %s order by l.created_at desc limit 1"""
Knows = Callable[[Row], bool]
"""Whether the answer to the question that waits is known: `body` is its item."""


def guideline_id(me: Learner, subtopic: str, **place: object) -> str:
    """The guideline of a subtopic of the curriculum."""
    params = {name: str(value) for name, value in place.items()}
    found = me.http.get("/curriculum", params=params).raise_for_status().json()["subtopics"]
    return next(str(each["guideline_id"]) for each in found if each["subtopic"] == subtopic)


@dataclass
class Taught:
    """A lesson of one learner. `begun`: the answer to its beginning; `steps`: the answers to what was said since."""

    me: Learner
    database: str
    session: str
    begun: Json
    steps: list[Json] = field(default_factory=list)

    @classmethod
    def by_guideline(cls, me: Learner, database: str, guideline: str, **wishes: object) -> "Taught":
        """A lesson with a session of its own."""
        body = {"student": {"id": "s-1", "grade": 3}, "goal": {"topic": "", "guideline_id": guideline}, **wishes}
        answer = me.http.post("/sessions", json=body, headers={"Idempotency-Key": str(uuid4())})
        assert answer.status_code == 201, answer.text
        return cls(me, database, answer.json()["session_id"], answer.json())

    @classmethod
    def about(cls, me: Learner, database: str, session: str, topic: str) -> "Taught":
        """A lesson about a topic of the session's document."""
        key = {"Idempotency-Key": str(uuid4())}
        answer = me.http.post(f"/sessions/{session}/lessons", json={"topic": topic}, headers=key)
        assert answer.status_code == 200, answer.text
        return cls(me, database, session, answer.json())

    def asked(self) -> Row | None:
        """The question that waits, with its key."""
        return next(iter(select(self.database, ASKED, self.session)), None)

    def say(self, text: str, key: str | None = None, prefer: str = "") -> httpx.Response:
        """Says something; the answer as it came."""
        headers = {"Idempotency-Key": key or str(uuid4())} | ({"Prefer": prefer} if prefer else {})
        return self.me.http.post(f"/sessions/{self.session}/step", json={"student_reply": text}, headers=headers)

    def step(self, text: str, key: str | None = None) -> Json:
        """Says something that is answered with a turn."""
        answer = self.say(text, key)
        assert answer.status_code == 200, answer.text
        taken: Json = answer.json()
        self.steps.append(taken)
        return taken

    def right(self) -> str:
        """The right answer to the question that waits; a word to go on where none does."""
        asked = self.asked()
        return str(asked["key"]) if asked else "go on"

    def learn(self, knows: Knows, most: int = 60) -> Json:
        """Answers until the lesson is over, and returns its last step."""
        while not self.steps or not self.steps[-1]["next_turn"]["is_complete"]:
            assert len(self.steps) < most, self.steps[-1]
            asked = self.asked()
            self.step("go on" if asked is None else asked["key"] if knows(asked) else DUNNO)
        return self.steps[-1]

    def stands(self) -> Json:
        """Where the lesson stands."""
        found: Json = self.me.http.get(f"/sessions/{self.session}/learner").raise_for_status().json()["lesson"]
        return found


def assert_no_turn_doubled(taught: Taught) -> None:
    """Each thing stands once, every message has its turn, and the journal leads to the state that is stored."""
    url, session = taught.database, taught.session
    for table, name in (
        ("journal", "message_id"),
        ("lesson_turns", "seq"),
        ("lesson_plans", "(lesson_id, plan_version)"),
        ("messages", "(seq, role, text)"),
        ("results", "attempt_id"),
    ):
        query = f"select {name} as it from {table} where session_id = %s group by 1 having count(*) > 1"
        assert select(url, query, session) == [], f"{name} of {table}"
    for table in ("deadlines", "parked"):
        assert select(url, f"select from {table} where session_id = %s", session) == []
    unanswered = """
        select m.text from messages m where m.session_id = %s and m.role = 'learner' and not exists (
          select from lesson_turns t where t.turn_id = m.message_id and t.message is not null)"""
    assert select(url, unanswered, session) == []
    done = replayed(url, session)
    assert (done.differs, done.older, done.rows) == ("", 0, len(journal(url, session)))
