"""A disk that is full, a real one: what cannot be kept is 503 with Retry-After, and nothing of it is left."""

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from services.chassis.storage.blobs import Blobs
from services.gateway.api import Resources, create_app
from tests.gateway.conftest import token
from tests.gateway.sessions.test_uploads import files
from tests.standins.small_disk import SmallDisk, small_disk


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with small_disk() as made:
        yield made


@pytest.fixture
def app(resources: Resources, disk: SmallDisk) -> FastAPI:
    return create_app(replace(resources, blobs=Blobs(disk.path / "blobs")))


@pytest.fixture
async def client(app: FastAPI, tenant: str) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {token(tenant, 'ann')}"}
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers)


def assert_full(answer: httpx.Response) -> None:
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["Retry-After"]) > 0
    body = answer.json()
    assert (body["code"], body["status"]) == ("unavailable", 503)
    assert "disk" in body["detail"]
    assert body["trace_id"]


LONG = b"%PDF-1.7\n" + b"x" * 400_000


@pytest.mark.parametrize("size", [9, 5_000, len(LONG)])
async def test_an_upload_without_room_is_503_and_is_taken_once_there_is(
    size: int, client: httpx.AsyncClient, disk: SmallDisk
) -> None:
    Blobs(disk.path / "blobs").scratch().unlink()
    disk.fill()
    assert_full(await client.post("/v1/documents", files=files(LONG[:size])))
    assert [path for path in disk.path.rglob("*") if path.is_file()] == [disk.path / "filler"]
    disk.free()
    assert (await client.post("/v1/documents", files=files(LONG[:size]))).status_code == 202


async def test_an_upload_that_fills_the_disk_leaves_nothing_there(client: httpx.AsyncClient, disk: SmallDisk) -> None:
    assert_full(await client.post("/v1/documents", files=files(LONG + LONG)))
    assert [path for path in disk.path.rglob("*") if path.is_file()] == []
    assert (await client.post("/v1/documents", files=files(LONG))).status_code == 202


async def test_a_store_says_that_it_is_full_and_that_it_is_not(disk: SmallDisk) -> None:
    blobs = Blobs(disk.path / "blobs")
    blobs.check()
    assert blobs.trouble() is None
    disk.fill()
    blobs.check()
    assert blobs.trouble() == "The disk that keeps the documents is full."
    disk.free()
    assert blobs.trouble() is None
    assert [path for path in disk.path.rglob("*") if path.is_file()] == []
