"""Every route: whose it is, how it fails, and what a browser is told to refuse."""

import re
from collections.abc import Iterator

import httpx
import jwt
import psycopg
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from services.chassis.storage.blobs import Blobs
from services.gateway.api import FEATURES
from services.gateway.http.page import WEB
from tests.gateway.conftest import SECRET, As, Sent, token
from tests.gateway.learnt import studied
from tests.gateway.review.scans import held
from tests.gateway.shelf import Kept, Shelf

OPEN = {"/", "/healthz", "/livez", "/readyz"}
NO_TOKEN = {"/v1/join"}
OTHER_PROTOCOL = {"/mcp"}
"""Not HTTP's own: `mcp/test_routes.py` has who may ask it and what is kept from whom."""
MINE = {"history": "sessions", "scorecard": "sessions", "subtopic-progress": "subtopics", "logs": "sessions"}

NEVER = 4_000_000_000


def walk(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Each method and path that asks who."""
    for path, operations in app.openapi()["paths"].items():
        for method in operations:
            yield method.upper(), path


def test_the_walk_follows_every_route_that_is_served(app: FastAPI) -> None:
    routers = (*(feature.routes for feature in FEATURES), app.router)
    served = {
        (method, route.path)
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute) and route.path not in OPEN | OTHER_PROTOCOL
        for method in route.methods or ()
    }
    assert len(served) == 104
    assert served == set(walk(app))


def filled(path: str, kept: Kept) -> str:
    """An address of the session's own."""
    asked = "?q=what+absorbs+light" if path.endswith("/search") else ""
    if path.endswith("/curriculum"):
        asked = "?country=India&board=CBSE&grade=3"
    return (path + asked).format(
        session_id=kept.session,
        course_id=kept.course,
        quiz_id=kept.quiz,
        page=1,
        item_id=kept.items[0].item_id,
        card_id=kept.card,
        verb="approve",
        attempt_id=kept.attempt,
        result_id=kept.result,
        note=0,
        dispute_id=kept.dispute,
        turn_id=kept.quiz,
        conversation_id=kept.conversation,
        message_id=kept.quiz,
    )


async def test_two_users_walk_all_routes(
    app: FastAPI, as_user: As, shelf: Shelf, blobs: Blobs, sent: Sent, tenant: str
) -> None:
    kept = shelf.conversation(shelf.quiz(held(shelf, blobs, tenant)))
    studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    stranger = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
    other_house = {"Authorization": f"Bearer {token('elsewhere', 'ann', 'owner')}"}
    for method, path in walk(app):
        if path in NO_TOKEN:
            continue
        url = filled(path, kept)
        nobody = await stranger.request(method, url)
        assert (nobody.status_code, nobody.json()["code"]) == (401, "unauthenticated"), path
        assert nobody.headers["WWW-Authenticate"] == "Bearer"
        if not {"{session_id}", "{course_id}", "{card_id}", "{conversation_id}"} & set(re.findall(r"{\w+}", path)):
            continue
        body = {"rating": "good", "session_id": str(kept.session)} if "/reviews/" in path else {"version": 7}
        body = {"text": "Show my tasks."} if "conversation_id" in path else body
        for foreign in (
            await as_user("bob", "owner").request(method, url, json=body),
            await stranger.request(method, url, headers=other_house, json=body),
        ):
            assert (foreign.status_code, foreign.json()["code"]) == (404, "not_found"), path
    assert sent.messages == []
    bob = as_user("bob")
    assert (await bob.get("/v1/sessions")).json()["sessions"] == []
    assert (await bob.get("/v1/reviews")).json() == {"reviews": [], "next": None}
    assert (await bob.get("/v1/reviews/due")).json() == {"due": [], "total": 0, "new": 0, "waiting": 0}
    assert not any(day["due"] for day in (await bob.get("/v1/reviews/forecast")).json()["days"])
    for part, name in MINE.items():
        assert (await bob.get(f"/v1/sessions/{part}")).json()[name] == [], part
        assert (await as_user("ann").get(f"/v1/sessions/{part}")).json()[name] != [], part
    nothing = (await bob.get("/v1/sessions/stats")).json()
    assert not any(value for value in nothing.values())
    await stranger.aclose()


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": "ann", "role": "owner", "exp": NEVER},
        {"tenant": "t", "role": "owner", "exp": NEVER},
        {"tenant": "t", "sub": "ann", "exp": NEVER},
        {"tenant": "t", "sub": "ann", "role": "admin", "exp": NEVER},
        {"tenant": "", "sub": "ann", "role": "owner", "exp": NEVER},
        {"tenant": "t", "sub": "ann", "role": "owner"},
        {"tenant": "t", "sub": "ann", "role": "owner", "exp": 1},
    ],
)
async def test_a_token_that_does_not_say_who_is_401(app: FastAPI, claims: dict[str, object]) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
        for key in (SECRET, "another secret of thirty-two bytes or more"):
            bearer = f"Bearer {jwt.encode(claims, key, algorithm='HS256')}"
            assert (await client.get("/v1/sessions", headers={"Authorization": bearer})).status_code == 401
        unsigned = jwt.encode({"tenant": "t", "sub": "ann", "role": "owner", "exp": NEVER}, "", algorithm="none")
        for header in (f"Bearer {unsigned}", "Bearer x", "Basic YTpi", "Bearer"):
            assert (await client.get("/v1/sessions", headers={"Authorization": header})).status_code == 401


async def test_a_learner_is_not_the_owner(app: FastAPI, as_user: As, shelf: Shelf, sent: Sent, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    ways = [(method, path) for method, path in walk(app) if re.search("/items|/coverage$|/flashcards/|/courses/", path)]
    assert len(ways) == 25
    for method, path in ways:
        answer = await as_user("ann", "learner").request(method, filled(path, kept))
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path
    owners = await as_user("ann", "learner").get(f"/v1/sessions/{kept.session}/flashcards?owner=true")
    assert (owners.status_code, owners.json()["code"]) == (403, "forbidden")
    assert sent.messages == []


async def test_the_document_is_openapi_3_1_with_every_model(app: FastAPI, ann: httpx.AsyncClient) -> None:
    told = (await ann.get("/v1/openapi.json")).json()
    assert told["openapi"].startswith("3.1")
    text = (await ann.get("/v1/openapi.json")).text
    named = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert named <= set(told["components"]["schemas"])
    assert {"ReviewView", "ReviewPage", "Reviews", "PageText", "Approval", "Rejection", "ScanForm"} <= named
    assert (
        "image/png" in told["paths"]["/v1/sessions/{session_id}/pages/{page}.png"]["get"]["responses"]["200"]["content"]
    )
    assert {"SessionState", "QuizView", "HandedIn", "QuizSpec", "UploadForm", "Accepted", "ProblemDetails"} <= named
    assert {"ItemEdit", "CardEdit", "Remark", "OwnerItem", "OwnerCard", "ItemHistory", "Coverage"} <= named
    assert {"LearnerView", "Messages", "QuizProgressView", "DisputeList", "DueView", "Forecast", "Saved"} <= named
    assert {"History", "Stats", "Scorecard", "Subtopics", "Logs", "LogSummary", "Replay", "Summary"} <= named
    assert "422" not in {
        status for path in told["paths"].values() for one in path.values() for status in one["responses"]
    }


def test_the_document_says_of_every_operation_what_it_takes_and_answers(app: FastAPI) -> None:
    told = app.openapi()
    operations = [(method, path, one) for path, ways in told["paths"].items() for method, one in ways.items()]
    ids = [one["operationId"] for _, _, one in operations]
    assert len(set(ids)) == len(ids)
    for method, path, one in operations:
        assert len(one["tags"]) == 1, path
        for status in ("401", "404", "default"):
            problem = one["responses"][status]["content"]
            assert problem == {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}
            }, path
        headers = {each["name"] for each in one.get("parameters", ()) if each["in"] == "header"}
        assert ("Idempotency-Key" in headers) == (method != "get"), path
        assert ("If-None-Match" in headers) == ("304" in one["responses"]), path
        if "202" in one["responses"]:
            assert "Location" in one["responses"]["202"]["headers"], path
        assert bool(one.get("security")) == (path not in NO_TOKEN), path
    upload = told["paths"]["/v1/documents"]["post"]
    assert list(upload["requestBody"]["content"]) == ["multipart/form-data"]
    assert {"200", "202"} <= set(upload["responses"])
    assert {"ETag", "Preference-Applied"} <= set(upload["responses"]["200"]["headers"])
    assert "Prefer" in {each["name"] for each in upload["parameters"]}


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/v1/nothing", 404), ("PUT", "/v1/sessions", 405)])
async def test_wrong_addresses_and_methods_are_problems_too(
    ann: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await ann.request(method, path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert {"type", "title", "status", "detail", "instance", "trace_id", "code", "action"} <= set(answer.json())


async def test_an_unknown_error_is_a_500_with_a_trace_id(
    app: FastAPI, ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann")
    shelf.ask("update sessions set status = 'dancing' where session_id = %(s)s", s=kept.session)
    answer = await ann.get(f"/v1/sessions/{kept.session}")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.json()["trace_id"] == kept.session.hex
    assert "dancing" not in answer.text


@pytest.mark.parametrize("error", [psycopg.OperationalError("gone"), psycopg.InterfaceError("closed")])
async def test_a_database_that_is_away_is_503(app: FastAPI, ann: httpx.AsyncClient, error: Exception) -> None:
    @app.get("/v1/broken")
    async def broken() -> None:
        raise error

    answer = await ann.get("/v1/broken")
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")


async def test_health_is_database_and_broker(app: FastAPI, sent: Sent) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
        for path in ("/healthz", "/livez", "/readyz"):
            assert (await client.get(path)).status_code == 200
        sent.fails = ConnectionError("no broker")
        assert (await client.get("/healthz")).status_code == 503
        assert (await client.get("/livez")).status_code == 200
        answer = await client.get("/readyz")
        assert (answer.status_code, answer.json()["ready"]) == (503, False)
        assert answer.json()["reasons"] == {"broker": "The broker cannot be reached."}


async def test_long_answers_are_compressed_for_whoever_reads_that(app: FastAPI) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
        packed = await client.get("/v1/openapi.json")
        plain = await client.get("/v1/openapi.json", headers={"Accept-Encoding": "identity"})
        assert (packed.headers["Content-Encoding"], "Content-Encoding" in plain.headers) == ("gzip", False)
        assert packed.json() == plain.json()
        assert int(packed.headers["Content-Length"]) < len(plain.content) / 4
        assert "Content-Encoding" not in (await client.get("/readyz")).headers


async def test_the_page_is_served_to_anyone_under_a_strict_policy(app: FastAPI) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
        for path in ("/", *(f"/web/{file.relative_to(WEB)}" for file in WEB.rglob("*.*")), "/web/none", "/v1/sessions"):
            answer = await client.get(path)
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert (await client.get("/web/index.html")).content == (WEB / "index.html").read_bytes()
        assert "javascript" in (await client.get("/web/app.js")).headers["content-type"]
        assert (await client.get("/web/../app.py")).status_code == 404
        assert (await client.get("/web/%2e%2e/app.py")).status_code == 404
