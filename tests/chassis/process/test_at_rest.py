"""A service that has worked and then rests lets go of what it can load again, once for each rest."""

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
