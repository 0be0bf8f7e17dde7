"""What is remembered of a session, and when it is looked up again."""

import asyncio
import time
from collections.abc import Sequence
from unittest.mock import Mock
from uuid import UUID, uuid4

import httpx
import pytest
from fastapi import FastAPI

from services.gateway.access import recent as recent_module
from services.gateway.access.recent import AHEAD_SECONDS, MOST_OF_A_SESSION, STALE_SECONDS, Recent
from services.gateway.access.standing import Standings
from services.gateway.http import coming
from services.gateway.messaging.waiting import Waiters
from tests.gateway.conftest import token
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


async def test_who_is_asked_for_is_looked_up_again_with_others_and_told_on_while_nothing_is_new() -> None:
    place = Place()
    place.recent.live(True)
    stands = {uuid4(): "as it was", uuid4(): "as it was", uuid4(): "as it was"}
    same, other, quiet = stands
    for session in stands:
        place.recent.unchanged(
            session, ANN, await place.recent.of(session, ANN, _was), _poll("/"), [], time.time() + 60
        )
    looked = []

    async def look(sessions: Sequence[UUID]) -> dict[UUID, str]:
        looked.append(set(sessions))
        return stands

    def answered() -> list[bool]:
        return [place.recent.answer(session, _poll("/")) is not None for session in (same, other)]

    await place.recent.renew(look)
    assert looked == []  # It is long not over.
    place.now = STALE_SECONDS - AHEAD_SECONDS + 0.1
    assert answered() == [True, True]
    stands[other] = "moved, and nobody said so"
    await place.recent.renew(look)
    assert looked == [{same, other}]
    assert answered() == [True, False]
    place.now += STALE_SECONDS - 0.1
    assert answered() == [True, False]
    place.now += 0.2
    assert answered() == [False, False]
    assert place.recent.answer(quiet, _poll("/")) is None


async def test_what_moves_while_it_is_looked_up_again_or_is_there_no_more_is_not_told_on() -> None:
    place, session, gone = Place(), uuid4(), uuid4()
    place.recent.live(True)
    for each in (session, gone):
        await place.recent.of(each, ANN, _was)
        place.recent.unchanged(each, ANN, await place.recent.of(each, ANN, _was), _poll("/"), [], time.time() + 60)
    place.now = STALE_SECONDS - 1

    async def look(_: Sequence[UUID]) -> dict[UUID, str]:
        place.recent.moved(session)
        return {session: "as it was"}

    await place.recent.renew(look)
    assert [place.recent.answer(each, _poll("/")) for each in (session, gone)] == [None, None]


async def test_a_poll_is_answered_from_memory_past_its_end_and_sees_what_nobody_said(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, waiters: Waiters, app: FastAPI
) -> None:
    waiters.recent.live(True)
    kept, forgotten = shelf.session(tenant, "ann", version=7), shelf.session(tenant, "ann", version=7)
    tag = {"If-None-Match": (await ann.get(f"/v1/sessions/{kept.session}")).headers["ETag"]}
    urls = [f"/v1/sessions/{each.session}" for each in (kept, forgotten)]
    assert [(await ann.get(url, headers=tag)).status_code for url in urls * 2] == [304] * 4
    shelf.ask("update sessions set forgotten_at = now() where session_id = %(id)s", id=forgotten.session)
    with pytest.MonkeyPatch.context() as soon:
        soon.setattr(recent_module, "AHEAD_SECONDS", STALE_SECONDS + 1)
        await waiters.recent.renew(Standings(app.state.rows).standings)
    assert [(await ann.get(url, headers=tag)).status_code for url in urls] == [304, 404]


async def test_a_row_that_cannot_be_read_is_looked_up_again_for_nobody_and_keeps_no_other_from_it(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, app: FastAPI
) -> None:
    plain, odd = shelf.session(tenant, "ann", version=7), shelf.session(tenant, "ann", version=7)
    both = [plain.session, odd.session]
    assert set(await Standings(app.state.rows).standings(both)) == set(both)
    shelf.ask('update sessions set error = \'{"code": "of tomorrow"}\' where session_id = %(id)s', id=odd.session)
    assert list(await Standings(app.state.rows).standings(both)) == [plain.session]


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


async def test_a_poll_that_is_sent_again_is_answered_before_it_is_looked_at_and_alike(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, waiters: Waiters, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiters.recent.live(True)
    kept = shelf.session(tenant, "ann", version=7)
    url = f"/v1/sessions/{kept.session}"
    tag = {"If-None-Match": (await ann.get(url)).headers["ETag"]}
    first = await ann.get(url, headers=tag)

    async def never(*_: object) -> None:
        raise AssertionError("it is looked at")  # A 500.

    with monkeypatch.context() as blind:
        blind.setattr(waiters.recent, "of", never)
        again = await ann.get(url, headers=tag)
        assert (again.status_code, again.headers) == (304, first.headers)
        for other in ({**tag, "Accept-Language": "no"}, {**tag, "Prefer": "wait=1"}, {"If-None-Match": '"x"'}):
            assert (await ann.get(url, headers=other)).status_code == 500
        assert (await ann.get(f"{url}?x=1", headers=tag)).status_code == 500
        assert (await ann.get(url, headers={**tag, "Authorization": "Bearer x"})).status_code == 401
    waiters.wake(kept.session)
    shelf.ask("update sessions set version = 8 where session_id = %(id)s", id=kept.session)
    assert (await ann.get(url, headers=tag)).status_code == 200


async def test_a_page_that_stands_open_keeps_nobody_awake_until_something_moves(
    app: FastAPI, ann: httpx.AsyncClient, shelf: Shelf, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = shelf.session(tenant, "ann", version=7)
    url = f"/v1/sessions/{kept.session}"
    tag = {"If-None-Match": (await ann.get(url)).headers["ETag"]}
    monkeypatch.setattr(app.state, "comes", came := Mock())
    monkeypatch.setattr(coming, "APART_S", 0.0)
    assert [(await ann.get(url, headers=tag)).status_code for _ in range(3)] == [304] * 3
    assert came.call_count == 0
    shelf.ask("update sessions set version = 8 where session_id = %(id)s", id=kept.session)
    assert (await ann.get(url, headers=tag)).status_code == 200
    assert came.call_count == 1
    await ann.get("/v1/sessions")
    assert came.call_count == 2


async def test_a_poll_is_not_answered_from_memory_once_its_token_has_ended(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, waiters: Waiters
) -> None:
    waiters.recent.live(True)
    kept = shelf.session(tenant, "ann", version=7)
    url = f"/v1/sessions/{kept.session}"
    short = {"Authorization": f"Bearer {token(tenant, 'ann', exp=int(time.time()) + 2)}"}
    short["If-None-Match"] = (await ann.get(url, headers=short)).headers["ETag"]
    deadline = time.monotonic() + STALE_SECONDS - 1
    told = []
    while time.monotonic() < deadline:
        told.append((await ann.get(url, headers=short)).status_code)
        await asyncio.sleep(0.05)
    assert told[0] == 304
    assert told[-1] == 401


async def test_what_is_remembered_of_a_session_has_an_end() -> None:
    place, session = Place(), uuid4()
    place.recent.live(True)
    for number in range(1000):
        found = await place.of(session)
        place.recent.unchanged(session, ANN, found, _poll(f"/{number}"), [], time.time() + 60)
    assert 1 < len(place.recent._kept[session].polls) <= MOST_OF_A_SESSION


async def test_sessions_that_nobody_asks_for_any_more_are_let_go_while_others_are_asked_for() -> None:
    place, asked = Place(), uuid4()
    place.recent.live(True)
    for _ in range(100):
        await place.of(uuid4())
    for _ in range(100):
        place.now += STALE_SECONDS
        await place.of(asked)
    assert list(place.recent._kept) == [asked]


async def test_without_a_bus_no_poll_is_remembered() -> None:
    place, session = Place(), uuid4()
    place.recent.unchanged(session, ANN, await place.of(session), _poll("/"), [], time.time() + 60)
    assert not place.recent._kept


async def test_a_poll_that_something_newer_overtook_is_looked_at_again() -> None:
    recent, session = Recent(), uuid4()
    recent.live(True)
    read = asyncio.Event()

    async def late() -> str:
        await read.wait()
        return "version 7"

    async def now() -> str:
        return "version 8"

    overtaken = asyncio.create_task(recent.of(session, ANN, late))
    await asyncio.sleep(0)
    recent.moved(session)
    assert await recent.of(session, ANN, now) == "version 8"
    read.set()
    recent.unchanged(session, ANN, await overtaken, _poll("/"), [], time.time() + 60)
    assert recent.answer(session, _poll("/")) is None
    recent.unchanged(session, ANN, await recent.of(session, ANN, late), _poll("/"), [], time.time() + 60)
    assert recent.answer(session, _poll("/")) == []


async def test_nobody_is_told_of_somebody_elses(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, waiters: Waiters
) -> None:
    waiters.recent.live(True)
    kept = shelf.session(tenant, "ben", version=7)
    await waiters.recent.of(kept.session, (tenant, "ben"), _standing)
    answer = await ann.get(f"/v1/sessions/{kept.session}", headers={"If-None-Match": '"7-ready-1-learner"'})
    assert answer.status_code == 404


def _poll(path: str) -> dict[str, object]:
    return {"path": path, "query_string": b"", "headers": []}


async def _was() -> str:
    return "as it was"


async def _standing() -> object:
    return object()
