"""Whose token is taken, and that any other is 401 with a problem, never 500: also one that is signed and mad."""

import base64
import hashlib
import hmac
import json
import time

import httpx
import jwt
import pytest
from fastapi import FastAPI

from services.chassis.tokens import DAY_S, Claims, signed
from services.gateway.access.bearer import token_of
from tests.gateway.conftest import SECRET

SOON = int(time.time()) + 3600
ANN = {"tenant": "school", "sub": "ann", "role": "learner", "exp": SOON}
DEEP = "[" * 20_000 + "]" * 20_000


def coded(raw: str | bytes) -> str:
    return base64.urlsafe_b64encode(raw.encode() if isinstance(raw, str) else raw).rstrip(b"=").decode()


def by_hand(payload: str | bytes, header: str = '{"alg":"HS256","typ":"JWT"}') -> str:
    """A token of exactly these bytes, rightly signed: what no library would make."""
    body = f"{coded(header)}.{coded(payload)}"
    return f"{body}.{coded(hmac.digest(SECRET.encode(), body.encode(), hashlib.sha256))}"


def until_soon(payload: str) -> str:
    return by_hand(f'{payload[:-1]}, "exp": {SOON}}}')


def said(**claims: object) -> str:
    return by_hand(json.dumps(ANN | claims))


WRONG = {
    "none": "",
    "no token": "a.b",
    "of another secret": jwt.encode(ANN, "another secret of thirty-two bytes", algorithm="HS256"),
    "of no algorithm": jwt.encode(ANN, "", algorithm="none"),
    "without an end": by_hand('{"tenant": "school", "sub": "ann", "role": "learner"}'),
    "an empty end": said(exp=None),
    "expired": said(exp=int(time.time()) - 1),
    "not yet": said(nbf=int(time.time()) + 86_400),
    "NUL in the tenant": said(tenant="sch\0ool"),
    "NUL in the user": said(sub="an\0n"),
    "a control character": said(sub="an\nn"),
    "a lone surrogate in the tenant": until_soon('{"tenant": "s\\ud800", "sub": "ann", "role": "learner"}'),
    "a lone surrogate in the user": until_soon('{"tenant": "school", "sub": "\\udfff", "role": "learner"}'),
    "a lone surrogate in the role": until_soon('{"tenant": "school", "sub": "ann", "role": "\\udfff"}'),
    "an endless user": said(sub="a" * 201),
    "an endless tenant": said(tenant="a" * 201),
    "an empty user": said(sub=""),
    "a number for a user": said(sub=7),
    "a list for a tenant": said(tenant=["school"]),
    "a list for a role": said(role=["owner"]),
    "another role": said(role="root"),
    "a text for exp": said(exp="soon"),
    "a list for exp": said(exp=[1]),
    "no end for exp": by_hand('{"tenant": "school", "sub": "ann", "role": "learner", "exp": 1e400}'),
    "NaN for exp": by_hand('{"tenant": "school", "sub": "ann", "role": "learner", "exp": NaN}'),
    "no end for nbf": until_soon('{"tenant": "school", "sub": "ann", "role": "learner", "nbf": 1e400}'),
    "an object for iat": said(iat={}),
    "a number in place of claims": by_hand("7"),
    "bytes in place of claims": by_hand(b"\xff\xfe"),
    "claims without end": by_hand(DEEP),
    "a header without end": by_hand(json.dumps(ANN), header=DEEP),
    "a number too long to read": until_soon(
        '{"tenant": "school", "sub": "ann", "role": "learner", "x": ' + "9" * 9000 + "}"
    ),
}


async def asked(app: FastAPI, token: str) -> httpx.Response:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
        return await client.get("/v1/sessions", headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize("name", WRONG)
async def test_a_token_that_is_none_is_401_with_a_problem(name: str, app: FastAPI) -> None:
    answer = await asked(app, WRONG[name])
    assert answer.status_code == 401, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "unauthenticated"
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("user", ["ann", "Øyvind Åsmund", "ann@school.example", "李明", "a" * 200])
async def test_a_name_of_any_language_is_taken(user: str, app: FastAPI) -> None:
    assert (await asked(app, said(sub=user))).status_code == 200


async def test_a_token_of_ours_ends_with_its_days(app: FastAPI) -> None:
    ann = Claims("school", "ann", "learner")
    assert (await asked(app, signed(ann, SECRET, days=1))).status_code == 200
    assert (await asked(app, signed(ann, SECRET, days=1, now=time.time() - DAY_S - 1))).status_code == 401
    assert jwt.decode(token_of(ann, SECRET), SECRET, algorithms=["HS256"])["exp"] < time.time() + 366 * DAY_S
