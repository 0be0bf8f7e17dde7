"""Somebody who joined a course and sits at its quiz: answers it, looks at grades, and is in nobody's way."""

from collections.abc import Collection
from typing import Any

import httpx

from tests.standins.learners.classmates import Classroom, Mate, join
from tests.standins.learners.learner import UNJUDGED, Json, Learner, mistaken


class Seat(Learner):
    """A learner of the class with a session of their own; `owner` is the course's."""

    def __init__(self, room: Classroom, url: str, owner_token: str, name: str = "Ada") -> None:
        self.room, self.mate = room, Mate(name, 1)
        join(url, room.code, self.mate)
        super().__init__(url, owner_token, self.mate.token)
        self.own, self.taken = self.mate.session, room.quiz(self.mate)
        self.settle(self.own)

    @property
    def quiz_id(self) -> str:
        """Of the course's first quiz, as this learner has it."""
        return str(self.taken["quiz_id"])

    def item(self, type: str) -> Json:
        """The first item of a type."""
        return next(item for item in self.room.items if item["type"] == type)

    def answers(self, wrong: Collection[str] = (), open_as: str | None = UNJUDGED) -> list[Json]:
        """Raw answers by the key, wrong where the item is named; open ones as they are said here."""
        found = []
        for item in self.room.items:
            given = mistaken(item) if item["item_id"] in wrong else item["answer"]
            given = open_as if item["type"] == "short_answer" else given
            found.append({"item_id": item["item_id"], "answer": given, "latency_sec": 5.0})
        return found

    def take(self, wrong: Collection[str] = (), **more: Any) -> Json:
        """Hand the quiz in; its graded answers, once its notes are there too."""
        sent = {"quiz_id": self.quiz_id, "answers": self.answers(wrong), **more}
        attempt = self.hand_in(self.own, sent)["attempt_id"]
        found = self.graded(attempt)
        self.settle(self.own)
        return found

    def graded(self, attempt: str) -> Json:
        """The graded answers of an attempt."""
        return self.results(self.own, attempt)

    def get(self, path: str) -> Json:
        """A GET below the session that must succeed."""
        found: Json = self.http.get(f"/sessions/{self.own}{path}").raise_for_status().json()
        return found

    def ask(self, method: str, path: str, body: Any) -> httpx.Response:
        """A request below the session, or elsewhere below `/v1` where the path begins with two slashes."""
        where = path.removeprefix("/") if path.startswith("//") else f"/sessions/{self.own}{path}"
        if isinstance(body, str):
            return self.http.request(method, where, content=body)
        return self.http.request(method, where, json=body)

    def stands(self, concept: str) -> Json:
        """How well they stand in a concept."""
        return next(each for each in self.get("/learner")["concepts"] if each["concept"] == concept)

    def moved(self, method: str, path: str, body: Any) -> Json:
        """A request that must be accepted; `Accepted`, once the session has settled beyond it."""
        version = self.session(self.own)["version"]
        answer = self.ask(method, path, body)
        assert answer.status_code == 202, answer.text
        self.settle(self.own, version)
        found: Json = answer.json()
        return found
