"""`GET /v1/curriculum`: subjects, then topics, then subtopics with their guidelines; and where there is anything."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import httpx
import pytest

from services.chassis.storage.database import connect
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.curriculum.guideline import Guideline
from services.curriculum.reading import read
from services.orchestrator.curriculum.rows import store
from tests.curriculum.made import guideline
from tests.gateway.conftest import As

PATH = "/v1/curriculum"


@pytest.fixture
async def country(postgres: Postgres) -> str:
    """A country of its own, so that nothing else that is stored is seen: two subjects, and another grade."""
    country = f"Country {uuid4()}"

    def at(subject: str, topic: str, subtopic: str, grade: str = "3", language: str = "en") -> Guideline:
        names = {"subject": subject, "topic": topic, "subtopic": subtopic, "grade": grade, "language": language}
        return read(guideline(country=country, board="CBSE", **names))

    made = [
        at("Mathematics", "Multiplication", "Equal groups"),
        at("Mathematics", "Fractions", "Halves"),
        at("mathematics", "fractions", "Comparing"),
        at("English", "Nouns", "Common nouns"),
        at("Science", "Tides", "Ebb", grade="4", language="no"),
    ]
    async with await connect(postgres.url("pensum_orchestrator", DATABASE)) as connection:
        await store(connection, made, datetime.now(UTC), shipped=False)
    return country


async def asked(client: httpx.AsyncClient, **said: str) -> dict[str, Any]:
    answer = await client.get(PATH, params=said)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_the_three_shapes(ann: httpx.AsyncClient, country: str) -> None:
    grade = {"country": country, "board": "CBSE", "grade": "3"}
    assert await asked(ann, **grade) == {"subjects": ["English", "Mathematics"]}
    assert await asked(ann, **grade, subject="Mathematics") == {"topics": ["Fractions", "Multiplication"]}
    told = await asked(ann, **grade, subject="Mathematics", topic="Fractions")
    assert list(told) == ["subtopics"]
    assert [each["subtopic"] for each in told["subtopics"]] == ["Comparing", "Halves"]
    names = {"country": country, "board": "CBSE", "subject": "Mathematics", "topic": "Fractions", "subtopic": "Halves"}
    assert told["subtopics"][1] == {
        "subtopic": "Halves",
        "guideline_id": str(read(guideline(**names, grade="3")).guideline_id),
    }


async def test_names_count_whatever_their_capitals(ann: httpx.AsyncClient, country: str) -> None:
    told = await asked(ann, country=country.upper(), board="cbse", grade="3", subject="MATHEMATICS", topic="fractions")
    assert len(told["subtopics"]) == 2


@pytest.mark.parametrize(
    ("said", "empty"),
    [
        ({"grade": "5"}, {"subjects": []}),
        ({"board": "Another"}, {"subjects": []}),
        ({"country": "Nowhere"}, {"subjects": []}),
        ({"subject": "Music"}, {"topics": []}),
        ({"subject": "English", "topic": "Fractions"}, {"subtopics": []}),
    ],
)
async def test_of_what_there_is_not_the_list_is_empty(
    ann: httpx.AsyncClient, country: str, said: dict[str, str], empty: dict[str, Any]
) -> None:
    assert await asked(ann, **{"country": country, "board": "CBSE", "grade": "3", **said}) == empty


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"board": "CBSE", "grade": "3"}, "country"),
        ({"country": "India", "grade": "3"}, "board"),
        ({"country": "India", "board": "CBSE"}, "grade"),
        ({"country": "India", "board": "CBSE", "grade": "three"}, "grade"),
        ({"country": "India", "board": "CBSE", "grade": "0"}, "grade"),
        ({"country": "", "board": "CBSE", "grade": "3"}, "country"),
        ({"country": "In\x00dia", "board": "CBSE", "grade": "3"}, "country"),
        ({"country": "India", "board": "CBSE", "grade": "3", "topic": "Fractions"}, "subject"),
    ],
)
async def test_what_is_missing_or_wrong_is_named(ann: httpx.AsyncClient, said: dict[str, str], field: str) -> None:
    answer = await ann.get(PATH, params=said)
    assert (answer.status_code, answer.json()["code"]) == (400, "contract_broken")
    assert field in answer.text


async def test_the_places_are_told_and_are_the_same_for_everybody(as_user: As, country: str) -> None:
    seen = []
    for client in (as_user("ann"), as_user("bob", "owner")):
        places = (await client.get(f"{PATH}/places")).json()["places"]
        seen.append([place for place in places if place["country"] == country])
    assert seen[0] == seen[1]
    assert seen[0] == [
        {"country": country, "board": "CBSE", "grade": 3, "languages": ["en"]},
        {"country": country, "board": "CBSE", "grade": 4, "languages": ["no"]},
    ]


async def test_without_a_token_it_is_401(as_: As) -> None:
    for path in (f"{PATH}?country=India&board=CBSE&grade=3", f"{PATH}/places"):
        assert (await as_(None, None).get(path)).status_code == 401
