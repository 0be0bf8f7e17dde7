"""The order in which one who follows a lesson is told of it: the turn, then the state that counts it."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from contracts.views.lessons import LessonView, TurnView
from services.gateway.database import Row, Rows
from services.gateway.lessons.queries import Lessons
from services.gateway.lessons.stream import Following
from services.gateway.messaging.waiting import Waiters
from tests.gateway.learnt import read
from tests.gateway.lessons.taught import RIGHT, lesson, turn
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return read(shelf, shelf.quiz(shelf.session(tenant, "ann")))


class Between(Lessons):
    """Rows of which one comes, once, after they were read for what `after` says."""

    after = ""
    shelf: Shelf
    kept: Kept
    begun: UUID

    def _lands(self, read: str) -> None:
        if read == self.after:
            self.after = ""
            turn(self.shelf, self.kept, self.begun, uuid4(), seq=7, message="two", assessment=RIGHT, number=2)
            self.shelf.ask("update lessons set updated_at = now(), turns = 2 where lesson_id = %(id)s", id=self.begun)

    async def turns(self, session: UUID, after: int = -1, offset: int = 0, limit: int = 100) -> list[Row]:
        found = await super().turns(session, after, offset, limit)
        self._lands("turns")
        return found

    async def mark(self, session: UUID) -> tuple[Any, ...] | None:
        found = await super().mark(session)
        self._lands("mark")
        return found

    async def view(self, session: UUID, language: str | None) -> LessonView | None:
        found = await super().view(session, language)
        self._lands("view")
        return found


@pytest.mark.parametrize("after", ["mark", "turns", "view"])
async def test_a_turn_is_told_before_the_state_that_counts_it(
    rows: Rows, shelf: Shelf, kept: Kept, waiters: Waiters, after: str
) -> None:
    begun = lesson(shelf, kept)
    turn(shelf, kept, begun, begun, seq=2, message="one")
    between = Between(rows)
    between.shelf, between.kept, between.begun = shelf, kept, begun
    following = Following(between, waiters, kept.session, lambda: True, -1)
    between.after = after
    told: list[tuple[str, int]] = []
    while not told or told[-1] != ("state", 2):
        found = await following.awaited(5)
        assert found, told
        told += [("turn", one.seq) if isinstance(one, TurnView) else ("state", one.turn_count) for one in found]
    assert [one for one in told if one[0] == "turn"] == [("turn", 2), ("turn", 7)]
    assert told.index(("turn", 7)) < told.index(("state", 2))
