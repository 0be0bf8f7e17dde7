"""What is remembered of a session, and when it is looked up again."""

import asyncio
from uuid import UUID, uuid4

import httpx

from services.gateway.access.recent import STALE_SECONDS, Recent
from services.gateway.messaging.waiting import Waiters
from tests.gateway.shelf import Shelf

ANN, BEN = ("t", "ann"), ("t", "ben")


class Place:
    """Where it is looked up: how often it was asked."""

    def __init__(self) -> None:
        self.now, self.asked = 0.0, 0
        self.meanwhile: list[UUID] = []
        self.recent = Recent(lambda: self.now)

    async def look(self) -> int:
        self.asked += 1
        await asyncio.sleep(0)
        for session in self.meanwhile:
            self.recent.moved(session)
        return self.asked

    async def of(self, session: UUID, who: tuple[str, str] = ANN) -> int:
        return await self.recent.of(session, who, self.look)


async def test_it_is_looked_up_once_until_it_moves() -> None:
    place, session = Place(), uuid4()
    place.recent.live(True)
    assert [await place.of(session) for _ in range(3)] == [1, 1, 1]
    assert await place.of(session, BEN) == 2
    place.recent.moved(uuid4())
    assert await place.of(session) == 1
    place.recent.moved(session)
    assert (await place.of(session), await place.of(session, BEN)) == (3, 4)


async def test_a_wake_up_that_is_lost_is_made_up_for() -> None:
    place, session = Place(), uuid4()
    place.recent.live(True)
    await place.of(session)
    place.now = STALE_SECONDS - 0.1
    assert await place.of(session) == 1
    place.now = STALE_SECONDS
    assert await place.of(session) == 2


async def test_without_a_bus_everything_is_looked_up_and_after_a_loss_too() -> None:
    place, session = Place(), uuid4()
    assert [await place.of(session) for _ in range(2)] == [1, 2]
    place.recent.live(True)
    assert [await place.of(session) for _ in range(2)] == [3, 3]
    place.recent.live(False)
    assert [await place.of(session) for _ in range(2)] == [4, 5]


async def test_what_moves_while_it_is_looked_up_is_not_remembered() -> None:
    place, session = Place(), uuid4()
    place.recent.live(True)
    place.meanwhile = [session]
    assert await place.of(session) == 1
    place.meanwhile = []
    assert [await place.of(session) for _ in range(2)] == [2, 2]


async def test_who_polls_is_told_304_from_memory_and_the_new_state_once_it_moved(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, waiters: Waiters
) -> None:
    waiters.recent.live(True)
    kept = shelf.session(tenant, "ann", version=7)
    url = f"/v1/sessions/{kept.session}"
    tag = {"If-None-Match": (await ann.get(url)).headers["ETag"]}
    assert (await ann.get(url, headers=tag)).status_code == 304
    shelf.ask("update sessions set version = 8 where session_id = %(id)s", id=kept.session)
    assert (await ann.get(url, headers=tag)).status_code == 304  # Nobody has said so yet.
    assert (await ann.get(url)).headers["ETag"] == '"8-ready-1-learner"'
    waiters.wake(kept.session)
    assert (await ann.get(url, headers=tag)).headers["ETag"] == '"8-ready-1-learner"'


async def test_nobody_is_told_of_somebody_elses(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, waiters: Waiters
) -> None:
    waiters.recent.live(True)
    kept = shelf.session(tenant, "ben", version=7)
    await waiters.recent.of(kept.session, (tenant, "ben"), _standing)
    answer = await ann.get(f"/v1/sessions/{kept.session}", headers={"If-None-Match": '"7-ready-1-learner"'})
    assert answer.status_code == 404


async def _standing() -> object:
    return object()
