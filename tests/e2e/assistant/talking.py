"""Somebody of a house who talks with the assistant over HTTP, in conversations of its own and in a course's chat."""

import time
from typing import Any
from uuid import uuid4

import httpx

from services.chassis.tokens import Claims, Role, signed
from services.console.house.folder import Folder
from tests.e2e.houses import Up
from tests.standins.learners.learner import Json, Learner


class Talker(Learner):
    """A person with a name that nobody else has, so that no other test moves the tasks; `talk` is one conversation."""

    user: str = ""
    talk: str = ""

    @classmethod
    def of(cls, up: Up) -> "Talker":
        """A new user of a house."""
        user = uuid4().hex

        def token(role: Role) -> str:
            return signed(Claims("home", user, role), Folder(up.data).secret(), days=1)

        found = cls(up.house.url, token("owner"), token("learner"))
        found.user = user
        return found

    def begin(self) -> str:
        """A conversation begins; its path."""
        begun = self.http.post("/conversations", headers={"Idempotency-Key": str(uuid4())})
        assert begun.status_code == 201, begun.text
        self.talk = str(begun.json()["url"]).removeprefix("/v1")
        return self.talk

    def send(self, text: str, *, key: str | None = None, **more: Any) -> httpx.Response:
        """The answer to a message of the conversation, however long it takes."""
        headers = {"Idempotency-Key": key or str(uuid4())}
        answer = self.http.post(f"{self.talk}/messages", json={"text": text, **more}, headers=headers)
        deadline = time.monotonic() + self.patience
        while answer.status_code == 202:
            assert time.monotonic() < deadline, f"{text!r} stays unanswered"
            time.sleep(0.1)
            answer = self.http.get(answer.json()["url"].removeprefix("/v1"))
        return answer

    def say(self, text: str, **more: Any) -> Json:
        """The assistant's answer, which must be one."""
        answer = self.send(text, **more)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def said(self) -> list[Json]:
        """The conversation as it is kept."""
        found: list[Json] = self.http.get(self.talk).raise_for_status().json()["messages"]
        return found

    def tasks(self) -> list[str]:
        """The titles of all tasks."""
        return [each["title"] for each in self.listed()]

    def listed(self) -> list[Json]:
        """All tasks, as the tool that lists them answered in a conversation of its own."""
        before = self.talk
        self.begin()
        [call] = self.say("Show all my tasks")["tool_calls"]
        self.talk = before
        assert (call["parameters"]["status"], call["error"]) == ("all", None), call
        found: list[Json] = call["result"]["data"]["tasks"]
        return found

    def chat(self, session: str, text: str) -> Json:
        """The line that answers a message in a course's chat."""
        sent = self.post(f"/sessions/{session}/messages", {"text": text})["message_id"]
        found: list[Json] = []

        def look() -> bool:
            page = {"limit": 50, "newest": True}
            lines = self.http.get(f"/sessions/{session}/messages", params=page).raise_for_status().json()["messages"]
            found[:] = [each for each in lines if each["in_reply_to"] == sent]
            return bool(found)

        self.until(look, lambda: f"{text!r} stays unanswered")
        return found[0]


def tools(answer: Json) -> list[str]:
    """Which tools were called for an answer, without the look-ups before a change; each of them did it."""
    assert [call["error"] for call in answer["tool_calls"] if call["error"]] == []
    return [call["tool_name"] for call in answer["tool_calls"] if call["tool_name"] != "list_tasks"]
