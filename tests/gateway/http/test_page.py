"""How the page is sent: little, once, and kept for good."""

import gzip
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from fastapi import FastAPI

from services.gateway.http import coming
from services.gateway.http.page import WEB, Guarded, Site, add_page, site

FIRST_BYTES = 90_000
PLACE = re.compile(r'(?:src|href)="(/web/[^"]+)"')


@pytest.fixture
def came() -> Mock:
    return Mock()


@pytest.fixture
async def client(came: Mock) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.comes = came
    app.add_middleware(coming.Announced)
    add_page(app)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(Guarded(app)), base_url="http://house") as client:
        yield client


async def test_all_of_the_first_view_is_at_most_ninety_kilobytes(client: httpx.AsyncClient) -> None:
    weight, files = 0, ["/"]
    for path in files:
        async with client.stream("GET", path) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Encoding"] == "gzip"
            body = b"".join([part async for part in answer.aiter_raw()])
        weight += len(body) + len(str(answer.headers))
        if path == "/":
            files += PLACE.findall(gzip.decompress(body).decode())
    assert len(files) == 4  # the page, its icon, its styles, its modules
    assert weight <= FIRST_BYTES


async def test_what_has_the_version_in_its_address_is_kept_for_good(client: httpx.AsyncClient) -> None:
    page = (await client.get("/")).text
    for path in PLACE.findall(page):
        assert path.startswith(f"/web/{site().version}/")
        answer = await client.get(path)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Vary"] == "Accept-Encoding"
    assert (await client.get(f"/web/{site().version}/none.js")).status_code == 404
    assert (await client.get("/web/0123456789abcdef/app.js")).headers["Cache-Control"] == "private, no-cache"


async def test_the_page_itself_is_asked_for_again_and_costs_nothing(client: httpx.AsyncClient) -> None:
    first = await client.get("/")
    assert first.headers["Cache-Control"] == "private, no-cache"
    for tag in (first.headers["ETag"], f"W/{first.headers['ETag']}"):
        again = await client.get("/", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
    assert (await client.get("/", headers={"If-None-Match": '"of yesterday"'})).status_code == 200


async def test_whoever_opens_the_page_or_asks_for_something_wakes_who_rests_once_a_minute(
    client: httpx.AsyncClient, came: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for nobody in ("/web/app.js", "/healthz", "/livez", "/readyz"):
        await client.get(nobody)
    assert came.call_count == 0
    for somebody in ("/", "/v1/sessions", "/"):
        await client.get(somebody)
    assert came.call_count == 1
    monkeypatch.setattr(coming, "APART_S", 0.0)
    for often, somebody in enumerate(("/", "/v1/sessions"), 2):
        await client.get(somebody)
        assert came.call_count == often


async def test_who_reads_nothing_compressed_gets_it_plain(client: httpx.AsyncClient) -> None:
    client.headers["Accept-Encoding"] = "identity"
    for path in ("/", f"/web/{site().version}/app.js"):
        answer = await client.get(path)
        assert "Content-Encoding" not in answer.headers
        assert "Pensum" in answer.text


async def test_every_file_is_sent_under_the_version_as_what_it_is(client: httpx.AsyncClient) -> None:
    kinds = {".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".css": "text/css; charset=utf-8"}
    kinds[".pdf"] = "application/pdf"
    index = (WEB / "index.html").read_text()
    for file in WEB.rglob("*.*"):
        path = f"/web/{file.relative_to(WEB).as_posix()}"
        if f'"stylesheet" href="{path}"' in index or file.name == "index.html":
            continue
        answer = await client.get(path.replace("/web/", f"/web/{site().version}/"))
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, kinds[file.suffix]), path


def test_a_change_of_any_file_changes_the_version(tmp_path: Path) -> None:
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy)
    assert Site(copy).version == site().version
    (copy / "frame" / "icon.svg").write_text("<svg></svg>")
    assert Site(copy).version != site().version
