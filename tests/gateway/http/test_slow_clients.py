"""Real sockets against a running gateway: who does not get on is cut, who rightly waits is not; and the ceiling."""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config, Server

from services.chassis.settings import Settings
from services.gateway.database import Rows
from services.gateway.http.connections import limited
from services.gateway.http.limits import Limits
from tests.gateway.conftest import token
from tests.gateway.sessions.test_uploads import files
from tests.gateway.shelf import Shelf
from tests.gateway.test_app import serving, settings

__all__ = ["settings"]  # A fixture.
UPLOAD = (
    "POST /v1/documents HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer {token}\r\n"
    "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n"
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
)
TALE = b"The tide comes in and goes out again each day. " * 20


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name, value in {"HEADER_SECONDS": "0.6", "STALL_SECONDS": "0.6", "IDLE_SECONDS": "1"}.items():
        monkeypatch.setenv(f"PENSUM_HTTP_{name}", value)
    return monkeypatch


@asynccontextmanager
async def connected(
    settings: Settings, **more: int
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", settings.http_port, **more)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def lived(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drip: bytes = b"", every: float = 0.1
) -> float:
    """Seconds until the other side ends the connection, while `drip` is sent again and again."""
    began = time.monotonic()

    async def dripping() -> None:
        while True:
            await asyncio.sleep(every)
            writer.write(drip)

    task = asyncio.create_task(dripping())
    try:
        async with asyncio.timeout(30):
            assert await reader.read() == b""
    except ConnectionError:
        pass
    finally:
        task.cancel()
    return time.monotonic() - began


ALONE = {"Connection": "close"}
"""One that is kept open makes room for others, or is idle for too long, perhaps just as it is used again."""


async def until(client: httpx.AsyncClient, status: int) -> httpx.Response:
    """The first answer with that status."""
    for _ in range(100):
        if (told := await client.get("/v1/sessions", headers=ALONE)).status_code == status:
            return told
        await asyncio.sleep(0.1)
    raise AssertionError(f"no answer was {status}")


async def page(client: httpx.AsyncClient) -> httpx.Response:
    """The page, by a client that is held up now and then: one that a busy machine kept for 0.6 s from sending its
    headers is cut rightly, and comes again."""
    for _ in range(20):
        with contextlib.suppress(httpx.NetworkError, httpx.RemoteProtocolError):
            return await client.get("/", headers=ALONE, timeout=30)
    raise AssertionError("every connection is cut")


async def test_headers_that_do_not_end_are_cut_however_they_drip(
    settings: Settings, tenant: str, short: pytest.MonkeyPatch
) -> None:
    async with serving(settings, tenant), connected(settings) as silent, connected(settings) as dripping:
        dripping[1].write(b"GET / HTTP/1.1\r\nHost: house\r\nX-Slow: ")
        ends = await asyncio.gather(lived(*silent), lived(*dripping, b"x"))
    assert all(0.4 < seconds < 20 for seconds in ends), ends


async def test_headers_of_a_second_request_that_do_not_end_are_cut_too(
    settings: Settings, tenant: str, short: pytest.MonkeyPatch
) -> None:
    async with serving(settings, tenant), connected(settings) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: house\r\n\r\n")
        assert b"503" in await reader.readuntil(b"}")
        writer.write(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        assert await lived(reader, writer, b"x", every=0.2) < 20


async def test_headers_that_come_fast_and_do_not_end_are_refused(settings: Settings, tenant: str) -> None:
    async with serving(settings, tenant), connected(settings) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: house\r\n")
        async with asyncio.timeout(10):
            with contextlib.suppress(ConnectionError):  # Cut with what it had not read yet, its answer may be lost.
                for number in range(10_000):
                    writer.write(b"X-More-%d: %s\r\n" % (number, b"x" * 100))
                    await writer.drain()
                assert (await reader.read()).startswith(b"HTTP/1.1 400 ")


async def test_headers_behind_a_body_that_do_not_end_are_cut(settings: Settings, tenant: str) -> None:
    async with serving(settings, tenant), connected(settings) as (reader, writer):
        writer.write(b"POST /v1/documents HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        async with asyncio.timeout(10):
            with contextlib.suppress(ConnectionError):
                for number in range(10_000):
                    writer.write(b"X-More-%d: %s\r\n" % (number, b"x" * 100))
                    await writer.drain()
                await reader.read()


async def test_what_stands_behind_a_body_is_none_of_the_requests_headers() -> None:
    seen = list[tuple[bytes, bytes]]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["more_body"]:
            pass
        seen.extend(scope["headers"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(Config(app, http=limited(Limits()), ws="none", lifespan="off", log_config=None))
        served = asyncio.create_task(server.serve([listening]))
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(b"POST / HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\n")
        writer.write(b"3\r\nabc\r\n0\r\nAuthorization: Bearer x\r\n\r\n")
        async with asyncio.timeout(30):
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 204 ")
            writer.close()
            server.should_exit = True
            await served
    assert [name for name, _ in seen] == [b"host", b"transfer-encoding"]


async def test_requests_one_behind_the_other_are_answered_in_order_and_leave_an_idle_connection(
    settings: Settings, tenant: str, short: pytest.MonkeyPatch
) -> None:
    short.setenv("PENSUM_HTTP_HEADER_SECONDS", "20")
    short.setenv("PENSUM_HTTP_STALL_SECONDS", "20")
    async with serving(settings, tenant), connected(settings) as (reader, writer):
        paths = ("/v1/openapi.json", "/nothing", "/healthz")
        writer.write(b"".join(f"GET {path} HTTP/1.1\r\nHost: house\r\n\r\n".encode() for path in paths))
        statuses = []
        for _ in paths:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            statuses.append(head.split(" ")[1])
            await reader.readexactly(int(head.split("content-length: ")[1].split("\r")[0]))
        assert statuses == ["200", "404", "503"]
        assert await lived(reader, writer) < 15, "idle for longer than a second"


async def test_a_body_that_comes_behind_the_answer_does_not_spoil_the_next_request(
    settings: Settings, tenant: str
) -> None:
    async with serving(settings, tenant), connected(settings) as (reader, writer):
        writer.write(b"POST /v1/documents HTTP/1.1\r\nHost: house\r\nContent-Length: 5000\r\n\r\n")
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        assert head.startswith("http/1.1 401 ")
        await reader.readexactly(int(head.split("content-length: ")[1].split("\r")[0]))
        if "connection: close" not in head:
            writer.write(b"x" * 5000 + b"GET /nothing HTTP/1.1\r\nHost: house\r\n\r\n")
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 404 ")


async def test_a_body_that_stalls_or_only_drips_is_cut_and_nothing_of_it_stays(
    settings: Settings, tenant: str, short: pytest.MonkeyPatch
) -> None:
    async with serving(settings, tenant), connected(settings) as stalled, connected(settings) as dripping:
        for _, writer in (stalled, dripping):
            writer.write(UPLOAD.format(token=token(tenant, "ann")).encode() + TALE)
        ends = await asyncio.gather(lived(*stalled), lived(*dripping, b"x"))
        for _ in range(100):
            if not (left := list((settings.blobs / "scratch").glob("*"))):
                break
            await asyncio.sleep(0.02)
    assert all(0.4 < seconds < 20 for seconds in ends), ends
    assert left == []


async def test_a_body_that_moves_on_slowly_is_taken(settings: Settings, tenant: str, short: pytest.MonkeyPatch) -> None:
    short.setenv("PENSUM_HTTP_STALL_SECONDS", "1.5")  # Ten times as long as it pauses, and less than it takes in all.
    body = b"".join(b"%06d " % number + TALE for number in range(15))

    async def slowly() -> AsyncIterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]
            await asyncio.sleep(0.15)
        yield b"\r\n--b--\r\n"

    async with serving(settings, tenant) as client:
        headers = {"Content-Type": "multipart/form-data; boundary=b"}
        assert (await client.post("/v1/documents", content=slowly(), headers=headers, timeout=30)).status_code == 202


async def test_who_does_not_read_the_answer_is_cut(settings: Settings, tenant: str, short: pytest.MonkeyPatch) -> None:
    async with serving(settings, tenant) as client, connected(settings, limit=1 << 10) as (_, writer):
        writer.write(b"GET /v1/openapi.json HTTP/1.1\r\nHost: house\r\n\r\n" * 80)  # 16 MB of answers.
        began = time.monotonic()
        while not writer.is_closing():
            assert time.monotonic() - began < 30, "it is still served"
            assert (await page(client)).status_code == 200
            await asyncio.sleep(0.1)
            writer.write(b"\n")


async def test_who_rightly_waits_is_not_cut(
    settings: Settings, shelf: Shelf, tenant: str, short: pytest.MonkeyPatch
) -> None:
    kept = shelf.session(tenant, "ann")
    async with serving(settings, tenant) as client:
        stream = f"/v1/sessions/{kept.session}/logs/stream?seconds=3"
        asked = client.post("/v1/documents", files=files(), headers={"Prefer": "wait=3"}, timeout=10)
        waited, streamed = await asyncio.gather(asked, client.get(stream, timeout=10))
    assert (waited.status_code, streamed.status_code) == (202, 200)


async def test_when_all_places_are_taken_the_next_request_is_503_with_retry_after(
    settings: Settings, tenant: str, rows: Rows, short: pytest.MonkeyPatch
) -> None:
    short.setenv("PENSUM_HTTP_CONNECTIONS", "8")
    async with serving(settings, tenant) as client:
        waiting = {"Prefer": "wait=20", "Authorization": f"Bearer {token(tenant, 'ann')}"}
        async with httpx.AsyncClient(base_url=client.base_url, headers=waiting, trust_env=False, timeout=30) as many:
            waits = [asyncio.create_task(many.post("/v1/documents", files=files())) for _ in range(8)]
            for _ in range(100):
                taken = await rows.one(
                    "select count(*) as taken from intake where tenant_id = %(tenant)s", {"tenant": tenant}
                )
                if taken and taken["taken"] == 8:
                    break
                await asyncio.sleep(0.1)
            told = await until(client, 503)
            assert (told.headers["Retry-After"], told.headers["Connection"]) == ("5", "close")
            body = told.json()
            assert (body["code"], body["status"]) == ("unavailable", 503)
            assert told.headers["Content-Type"] == "application/problem+json"
            assert "connections" in body["detail"]
            for each in waits:
                each.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        await until(client, 200)


async def test_600_connections_that_say_nothing_do_not_keep_the_page_from_loading(
    settings: Settings, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENSUM_HTTP_CONNECTIONS", "200")  # So the page comes in only where another makes room.

    async def loading(client: httpx.AsyncClient) -> float:
        """Seconds that the page and what it asks for take."""
        began = time.monotonic()
        page = await client.get("/", timeout=30)
        sessions = await client.get("/v1/sessions", timeout=30)
        assert (page.status_code, sessions.status_code) == (200, 200)
        return time.monotonic() - began

    with ExitStack() as opened:
        async with serving(settings, tenant) as client:
            alone = await loading(client)
            for number in range(600):
                half = opened.enter_context(socket.socket())
                half.setblocking(False)
                await asyncio.get_running_loop().sock_connect(half, ("127.0.0.1", settings.http_port))
                half.send(b"GET / HTTP/1.1\r\nX: " if number % 2 else b"G")
            await until(client, 200)
            assert await loading(client) < max(3, 10 * alone)
