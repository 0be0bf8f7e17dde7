"""Uploads, messages and joins have limits: beyond them 429 with Retry-After, for nobody else, also after a restart."""

from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from services.gateway.access.quotas import Quotas, network
from services.gateway.api import Resources, create_app
from services.gateway.database import Rows
from services.gateway.http.limits import Limits
from tests.gateway.classes.mates import fresh
from tests.gateway.conftest import As, token
from tests.gateway.learnt import read
from tests.gateway.sessions.test_uploads import files
from tests.gateway.shelf import Shelf

FEW = Limits(uploads_per_hour=3, messages_per_hour=3, joins_per_hour=3, wrong_codes=3)


@pytest.fixture
def resources(resources: Resources, rows: Rows) -> Resources:
    return replace(resources, quotas=Quotas(rows, FEW))


def refused(told: httpx.Response, limit: int) -> bool:
    body = told.json()
    assert told.status_code == 429, body
    assert told.headers["Content-Type"] == "application/problem+json"
    assert (body["code"], body["numbers"]["limit"]) == ("too_many_requests", limit)
    assert 0 < int(told.headers["Retry-After"]) == body["numbers"]["retry_after"] <= 3600
    assert f"There were {limit} " in body["detail"]
    return True


async def test_a_users_uploads_are_counted_and_no_other_users(as_user: As) -> None:
    ann, ben = as_user("ann"), as_user("ben")
    for number in range(3):
        assert (await ann.post("/v1/documents", files=files(f"a{number}".encode()))).status_code == 202
    assert refused(await ann.post("/v1/documents", files=files(b"one more")), 3)
    assert (await ben.post("/v1/documents", files=files())).status_code == 202


async def test_a_gateway_that_was_started_anew_has_not_forgotten(
    ann: httpx.AsyncClient, resources: Resources, rows: Rows, tenant: str
) -> None:
    for number in range(3):
        assert (await ann.post("/v1/documents", files=files(f"a{number}".encode()))).status_code == 202
    again = create_app(replace(resources, quotas=Quotas(rows, FEW)))
    headers = {"Authorization": f"Bearer {token(tenant, 'ann')}"}
    transport = httpx.ASGITransport(again, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers) as client:
        assert refused(await client.post("/v1/documents", files=files(b"one more")), 3)


async def test_what_was_accepted_is_answered_again_and_what_was_refused_does_not_count(ann: httpx.AsyncClient) -> None:
    key = {"Idempotency-Key": "the first"}
    first = await ann.post("/v1/documents", files=files(b"first"), headers=key)
    for _ in range(4):
        assert (await ann.post("/v1/documents", files=files(b"\x7fELF" + b"\0" * 5000))).status_code == 415
    for number in range(2):
        assert (await ann.post("/v1/documents", files=files(f"a{number}".encode()))).status_code == 202
    assert refused(await ann.post("/v1/documents", files=files(b"one more")), 3)
    again = await ann.post("/v1/documents", files=files(b"first"), headers=key)
    assert (again.status_code, again.json()) == (202, first.json())


async def test_a_users_messages_are_counted(as_user: As, shelf: Shelf, tenant: str) -> None:
    for user in ("ann", "ben"):
        kept = read(shelf, shelf.quiz(shelf.session(tenant, user)))
        said = f"/v1/sessions/{kept.session}/messages"
        for _ in range(3):
            assert (await as_user(user).post(said, json={"text": "What is a leaf?"})).status_code == 202
        assert refused(await as_user(user).post(said, json={"text": "And a root?"}), 3)


async def test_learners_who_join_by_one_code_are_counted(
    as_: Callable[..., httpx.AsyncClient], shelf: Shelf, tenant: str
) -> None:
    code = fresh(shelf, read(shelf, shelf.quiz(shelf.session(tenant, "ann"))))
    nobody = as_(None, None)
    for _ in range(3):
        assert (await nobody.post("/v1/join", json={"code": code, "name": "Kari"})).status_code == 202
    assert refused(await nobody.post("/v1/join", json={"code": code, "name": "Kari"}), 3)


async def test_an_hour_later_there_is_room_again(rows: Rows, resources: Resources, tenant: str) -> None:
    now = 1000.0
    quotas = Quotas(rows, FEW, lambda: now)
    for _ in range(3):
        quotas.join("CODE2345")
    with pytest.raises(Exception, match="3 learners by this code"):
        quotas.join("CODE2345")
    quotas.join("OTHER234")
    now += 3601
    quotas.join("CODE2345")


async def test_wrong_codes_from_one_address_end_in_429_also_for_a_right_one(
    app: FastAPI, as_: Callable[..., httpx.AsyncClient]
) -> None:
    client = as_(None, None)
    for number in range(3):
        assert (await client.post("/v1/join", json={"code": f"ABCDEFG{number + 2}"})).status_code == 404
    assert refused(await client.post("/v1/join", json={"code": "ABCDEFG9"}), 3)
    other = httpx.ASGITransport(app, raise_app_exceptions=False, client=("10.0.0.9", 1))
    async with httpx.AsyncClient(transport=other, base_url="http://house") as elsewhere:
        assert (await elsewhere.post("/v1/join", json={"code": "ABCDEFG9"})).status_code == 404


def test_an_address_of_ipv6_stands_for_its_network() -> None:
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::9") != network("2001:db8:1:3::9")
    assert network("10.0.0.1") != network("10.0.0.2")


async def test_many_users_are_forgotten_before_they_fill_the_memory(rows: Rows) -> None:
    quotas = Quotas(rows, FEW)
    for number in range(25_000):
        quotas.guessed(f"10.0.{number // 250}.{number % 250}")
    assert len(quotas._wrong._tallies) <= 10_000
