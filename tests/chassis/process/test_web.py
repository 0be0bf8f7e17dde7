"""A web server inside a service: it ends when told, and hardly wakes while nobody asks."""

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from unittest.mock import Mock

import httpx2
import uvicorn

from services.chassis.process.web import Server, listening, served
from services.chassis.settings import Settings


async def app(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def test_at_rest_it_does_not_wake_an_answer_has_the_date_of_now_and_it_ends_at_once_when_told() -> None:
    ready = asyncio.Event()
    server = Server(uvicorn.Config(app, lifespan="off", log_config=None, server_header=False), ready.set)
    ticks = Mock(wraps=server.on_tick)
    server.on_tick = ticks  # type: ignore[method-assign]
    with listening(Settings(http_host="127.0.0.1", http_port=0)) as bound:
        serving = asyncio.create_task(served(server, bound))
        await ready.wait()
        async with httpx2.AsyncClient() as client:
            for _ in range(2):
                answer = await client.get("http://{}:{}/".format(*bound.getsockname()))
                apart = datetime.now(UTC) - parsedate_to_datetime(answer.headers["date"])
                assert apart < timedelta(seconds=2)
                assert list(answer.headers) == ["date"]
                await asyncio.sleep(2.1)
        assert not ticks.called
        begun = time.monotonic()
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        assert time.monotonic() - begun < 0.5
