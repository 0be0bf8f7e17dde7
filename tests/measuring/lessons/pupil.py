"""A learner who is taught: says what a script says, hears what the API gives, and writes down both.

The key of the question that waits is looked up in the database, so that a script can answer as it wants; what is
heard is the API's alone.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import psycopg

from tests.measuring.lessons.hearing import Heard, Hearing, key_of
from tests.standins.learners.learner import UNJUDGED, Json, Learner, mistaken

WAITS = """
select i.body from lessons l join items i on i.item_id = (l.question ->> 'item_id')::uuid
where l.session_id = %s order by l.created_at desc limit 1
"""
_LETTERS = "abcdefgh"
_VIEWS = ("", "/learner", "/logs", "/logs/summary", "/replay", "/summary", "/messages", "/turns", "/notes", "/results")
_OPEN = "because it is like that with everything"


@dataclass
class Pupil:
    """One learner and the session in which they are taught."""

    me: Learner
    database: str
    chance: Random
    most: int = 90
    lines: list[str] = field(default_factory=list)
    hearing: Hearing = field(default_factory=Hearing)
    session: str = ""
    heard: list[Heard] = field(default_factory=list)
    _estimates: dict[str, float] = field(default_factory=dict)
    _items: list[str] = field(default_factory=list)

    def begins(self, guideline: str = "", **wish: Any) -> None:
        """Begins a lesson: by a guideline, or about the documents of the session."""
        goal = {"goal": {"guideline_id": guideline, "topic": "", "syllabus": "", "learning_objectives": []}}
        path = "/sessions" if guideline else f"/sessions/{self.session}/lessons"
        body, seconds = self._posts(path, {**(goal if guideline else {}), **wish})
        self.session = body["session_id"]
        self._hears("", body["first_turn"], {}, seconds, None)

    @property
    def over(self) -> bool:
        """Whether the lesson is, or the learner has said enough."""
        return self.heard[-1].complete or len(self.heard) >= self.most

    def says(self, text: str, meant_right: bool | None = None) -> Heard:
        """Says something, and hears the next turn."""
        body, seconds = self._posts(f"/sessions/{self.session}/step", {"student_reply": text})
        return self._hears(text, body["next_turn"], body, seconds, meant_right)

    def answers(self, right: bool) -> Heard:
        """Answers the question that waits; says "ok" where none does."""
        item = self.heard[-1].item
        if item is None:
            return self.says("ok")
        return self.says(reply_to(item, right), meant_right=right)

    def looks(self) -> Json:
        """Reads where the lesson stands, and all that can be read of its session; `LearnerView`."""
        for path in _VIEWS:
            answer = self.me.http.get(f"/sessions/{self.session}{path}")
            if answer.status_code != 200:
                self.hearing.fault("http", f"{answer.status_code} for {path or '/'}: {answer.text[:200]}")
        view: Json = self.me.http.get(f"/sessions/{self.session}/learner").raise_for_status().json()
        self.hearing.of_plan(view["lesson"])
        self.hearing.of_mastery(view)
        return view

    def waits(self) -> Json | None:
        """The item that waits for an answer, with its key."""
        with psycopg.connect(self.database) as connection:
            row = connection.execute(WAITS, [self.session]).fetchone()
        return row[0] if row else None

    def _posts(self, path: str, body: Json) -> tuple[Json, float]:
        began = time.monotonic()
        headers = {"Idempotency-Key": str(uuid4()), "Prefer": "wait=60"}
        answer = self.me.http.post(path, json=body, headers=headers)
        if answer.status_code >= 300 or answer.status_code == 202:
            self.hearing.fault("http", f"{answer.status_code} for {path.rsplit('/', 1)[-1]}: {answer.text[:300]}")
            raise httpx.HTTPStatusError(answer.text[:300], request=answer.request, response=answer)
        found: Json = answer.json()
        return found, time.monotonic() - began

    def _hears(self, said: str, turn: Json, body: Json, seconds: float, meant_right: bool | None) -> Heard:
        item, grading = self.waits(), body.get("last_grading")
        told = self.me.http.get(f"/sessions/{self.session}/turns", params={"offset": len(self.heard), "limit": 1})
        shown: Json = next(iter(told.raise_for_status().json()["turns"]), {})
        id = str(item["item_id"]) if item else ""
        waited = self.heard[-1].item if self.heard else None
        again = waited is not None and id == str(waited["item_id"])
        fresh = id not in self._items or (again and self.heard[-1].fresh)
        if id and id not in self._items:
            self._items.append(id)
        before, self._estimates = self._estimates, self._estimated()
        concept = waited["concept"] if waited else ""
        moved = self._estimates.get(concept, 0) - before.get(concept, 0) if concept in before else None
        heard = Heard(
            said=said,
            estimate=moved,
            over_key=key_of(waited) if waited and not again else "",
            message=turn["message"],
            hints=turn["hints"],
            routing=body.get("routing", ""),
            mastery=turn["mastery_score"],
            complete=turn.get("is_complete", False),
            seconds=seconds,
            item=item,
            meant_right=meant_right,
            score=grading["score"] if grading else None,
            fresh=fresh,
            quotes=[quote["quote"] for quote in shown.get("quotes", ())],
        )
        self.heard.append(heard)
        self._writes(heard, shown, grading)
        self.hearing.of_turn(heard)
        return heard

    def _estimated(self) -> dict[str, float]:
        view = self.me.http.get(f"/sessions/{self.session}/learner").raise_for_status().json()
        found: dict[str, float] = view["lesson"]["mastery_estimates"]
        return found

    def _writes(self, heard: Heard, shown: Json, grading: Json | None) -> None:
        if heard.said:
            self.lines += [f"\n**Learner:** {heard.said}\n"]
        right = "" if heard.meant_right is None else f", meant {'right' if heard.meant_right else 'WRONG'}"
        score = f", score {grading['score']:.2f} {grading['labels'] or ''}" if grading else ""
        intent, step = shown.get("intent") or "begins", shown.get("current_step")
        self.lines += [
            f"`turn {len(self.heard)}, {intent}{right}{score} -> {heard.routing or 'first'}, step {step}, "
            f"mastery {heard.mastery:.3f}, {1000 * heard.seconds:.0f} ms{', COMPLETE' if heard.complete else ''}`\n",
            *(f"> {line}" for line in heard.message.splitlines()),
            "",
            *(f"- hint: {hint}" for hint in heard.hints),
        ]


def reply_to(item: Json, right: bool) -> str:
    """What is said to answer an item: an option's letter, else the words."""
    raw = item["answer"] if right else mistaken(item)
    if item.get("options") and isinstance(raw, str):
        places = [option["option_id"] for option in item["options"]]
        return _LETTERS[places.index(raw)]
    return _OPEN if raw == UNJUDGED else str(raw)


Script = Callable[[Pupil], None]
