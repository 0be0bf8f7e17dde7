"""A service that has worked and then rests lets go of what it can load again, once for each rest; a worker that is
begun anew whenever it ends lets go of all, but for what it has in hand."""

import asyncio
import contextlib
import time

import pytest

from services.chassis.process import at_rest


def _works(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


async def test_it_lets_go_once_after_each_time_that_it_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = list[float]()
    monkeypatch.setattr(at_rest, "_kept", [lambda: let_go.append(time.monotonic())])
    watching = asyncio.create_task(at_rest.watch(rest_s=0.3, look_s=0.1))
    await asyncio.sleep(0.8)
    assert let_go == [], "it has not worked yet"
    for times in (1, 2):
        _works(0.3)
        worked = time.monotonic()
        for _ in range(1_000):
            if len(let_go) == times:
                break
            await asyncio.sleep(0.02)
        assert let_go[-1] - worked >= 0.2
        await asyncio.sleep(0.8)
        assert len(let_go) == times
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching


async def test_a_worker_that_is_begun_anew_ends_once_it_has_done_something_and_nothing_is_in_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands, ended = at_rest.Hands(), asyncio.Event()
    monkeypatch.setattr(at_rest, "hands", hands)
    watching = asyncio.create_task(at_rest.watch(rest_s=0.1, look_s=0.02, end=ended.set))
    await asyncio.sleep(0.4)
    assert not ended.is_set(), "it has done nothing yet, and would be begun anew for ever"
    with hands.holding():
        with hands.holding():
            pass
        await asyncio.sleep(0.4)
        assert not ended.is_set(), "a slow model's answer is waited for without work"
        done = time.monotonic()
    await asyncio.wait_for(ended.wait(), 60)
    assert time.monotonic() - done >= 0.1
    await watching


async def test_one_that_nobody_begins_anew_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = at_rest.Hands()
    monkeypatch.setattr(at_rest, "hands", hands)
    with hands.holding():
        pass
    watching = asyncio.create_task(at_rest.watch(rest_s=0.05, look_s=0.02))
    await asyncio.sleep(0.4)
    assert not watching.done()
    watching.cancel()
