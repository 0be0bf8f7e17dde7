"""What the owner of a course does while learners answer: takes back, corrects, decides disputes, shares."""

import random
from typing import Any
from uuid import UUID

from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.grading import DisputeDecided
from contracts.items import Cloze
from contracts.message import Message
from contracts.session import CourseClosed, CourseShared
from services.chassis.storage.database import Connection

_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_ITEMS = """select item_id, body from items where course_id = %s and accepted and state in ('live', 'approved')
            order by item_id"""
_CARDS = """select card_id from flashcards where course_id = %s and accepted and state in ('live', 'approved')
            order by card_id"""
_DISPUTES = """select d.dispute_id, d.session_id from disputes d join sessions s using (session_id)
               where s.course_id = %s order by d.dispute_id"""
CORRECTED = "no"
"""What the key is corrected to: what wrong answers said."""


def code_of(course: UUID) -> str:
    """A code of a course, which no other course has."""
    return "".join(_SIGNS[byte % len(_SIGNS)] for byte in course.bytes[:8])


class Teacher:
    """The owner of a course; each act is a message with the session that it goes to, or None."""

    def __init__(self, connection: Connection, session: UUID, course: UUID, rng: random.Random) -> None:
        self._connection, self._session, self._course, self._rng = connection, session, course, rng

    async def act(self) -> tuple[Message, UUID] | None:
        """Any of them."""
        acts = (self.take_back, self.take_back, self.correct, self.correct, self.decide, self.decide, self.other)
        return await self._rng.choice(acts)()

    async def take_back(self) -> tuple[Message, UUID] | None:
        """An item, or a card, was wrong."""
        item = await self._one(_ITEMS)
        if self._rng.random() < 0.1 and (card := await self._one(_CARDS)):
            return ItemRetracted(item_id=card["card_id"], reason="It is wrong."), self._session
        return (ItemRetracted(item_id=item["item_id"], reason="It is wrong."), self._session) if item else None

    async def correct(self) -> tuple[Message, UUID] | None:
        """Another key, or only other words."""
        item = await self._one(_ITEMS)
        if item is None or item["body"]["type"] != "cloze":
            return None
        body, key = item["body"], self._rng.random() < 0.7
        new = {**body, "answer": CORRECTED} if key else {**body, "question": f"Better: {body['question']}"}
        return ItemEdited(item=Cloze.model_validate(new)), self._session

    async def decide(self) -> tuple[Message, UUID] | None:
        """A dispute of any learner, maybe for the second time."""
        found = await self._one(_DISPUTES)
        if found is None:
            return None
        decision = self._rng.choice(("upheld", "rejected"))
        credit = self._rng.choice((0.5, 1.0))
        message = {"dispute_id": found["dispute_id"], "decision": decision, "credit": credit, "decided_by": "learner"}
        return DisputeDecided.model_validate(message), found["session_id"]

    async def other(self) -> tuple[Message, UUID] | None:
        """Deletes an item, has it written anew, shares the course once more, closes it."""
        item = await self._one(_ITEMS)
        messages: list[Message] = [CourseShared(code=code_of(self._course)), CourseClosed()]
        if item is not None:
            messages += [ItemDecided(item_id=item["item_id"], decision="deleted")]
            messages += [RegenerationRequested(item_id=item["item_id"])]
        return self._rng.choice(messages), self._session

    async def _one(self, statement: str) -> dict[str, Any] | None:
        rows = await (await self._connection.execute(statement.encode(), (self._course,))).fetchall()
        return self._rng.choice(rows) if rows else None
