"""What a page costs is what is on it: not what other people have, and not how many sessions a person has.

Told by Postgres' own count of the pages that it touches, so it is the same on a busy machine and a quick one.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, LiteralString
from uuid import uuid4

import psycopg
import pytest

from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.gateway.access.figures import HOW_MANY
from services.gateway.classes.queries import ANSWERS, CONCEPTS, DESK, LINES
from services.gateway.documents.queries import WAITING
from services.gateway.history.queries import (
    DAYS,
    HISTORY,
    HISTORY_BY_TOPIC,
    STATS,
    WHOLE_HISTORY,
    WHOLE_SCORED,
    WHOLE_SUBTOPICS,
)
from services.gateway.library.queries import ALL_LINES, HOLDING, LANGUAGES, TAGGED
from services.gateway.library.queries import LINES as LINES_BY_WORDS
from services.gateway.repetition.queries import DUE_BEFORE, DUE_IN_ALL, DUE_NEW, FORECAST_IN_ALL, WAITING_IN_ALL
from services.gateway.runs.queries import SESSIONS as LOGGED
from services.gateway.sessions.queries import SESSIONS
from services.search.filters import numbers_of
from tests.gateway.crowd import counted, crowd

STRANGERS, MANY, FEW, ON_A_PAGE = 6000, 300, 10, 10
CHANCE = 12
"""Pages on which a few rows lie more or less by chance: the same ten sessions touch 8 to 15, and 300 always 24."""
A_SESSION = 100
"""Pages for one session on the page: twenty index searches of three to five pages. Of progress by section it is 22
where nobody shares a course, and up to 63 where somebody does, since each session is then asked for in that way too."""
PAGES: dict[str, LiteralString] = {"sessions": SESSIONS, "history": WHOLE_HISTORY}
PAGES |= {"library": ALL_LINES, "logs": LOGGED, "desk": DESK}
PAGES |= {"scorecard": WHOLE_SCORED, "subtopics": WHOLE_SUBTOPICS, "due": DUE_BEFORE, "new": DUE_NEW}
ALL_OF_MINE: dict[str, LiteralString] = {
    "days": DAYS,
    "stats": STATS,
    "due in all": DUE_IN_ALL,
    "forecast": FORECAST_IN_ALL,
    "waiting": WAITING_IN_ALL,
    "counted": HOW_MANY,
    "tags": TAGGED,
    "ready ones": HISTORY,
    "history by a topic": HISTORY_BY_TOPIC,
    "library by a word": LINES_BY_WORDS,
    "languages": LANGUAGES,
    "all texts": HOLDING,
    "for a person": WAITING,
}
OF_A_CLASS: dict[str, LiteralString] = {"lines": LINES, "concepts": CONCEPTS, "answers": ANSWERS}
A_DAY_S = 86400.0


@dataclass
class Plan:
    """What Postgres did: how many pages it touched, and which tables it went through from end to end."""

    touched: int
    through: set[str] = field(default_factory=set)
    rows: int = 0


@dataclass
class People:
    """A person with few sessions, and one with many, among strangers of other tenants."""

    connection: psycopg.Connection[Any]
    tenant: str

    def plan(self, sql: LiteralString, user: str, **more: object) -> Plan:
        """How it is answered to that person."""
        page = {
            "before": None,
            "last": None,
            "limit": ON_A_PAGE,
            "offset": 0,
            "session": None,
            "learner": False,
            "sha256": None,
            "least": 5,
        }
        filters: dict[str, object] = {
            "status": "ready",
            "since": None,
            "until": None,
            "topic": "%tid%",
            "words": ["%tid%"],
            "tag": None,
        }
        first, step = numbers_of("tide")
        filters |= {"terms": ["'tide'"], "any": "'tide'", "firsts": [first], "steps": [step], "most": 20}
        values = {"tenant": self.tenant, "user": user, **page, **filters, **more}
        explained: LiteralString = f"explain (analyze, buffers, format json) {sql}"
        [(told,)] = self.connection.execute(explained, values).fetchall()
        plan = told[0]["Plan"]
        found = Plan(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], rows=plan["Actual Rows"])
        _through(plan, found.through)
        return found


def _through(node: dict[str, Any], found: set[str]) -> None:
    if node["Node Type"] == "Seq Scan" and node["Actual Rows"] + node.get("Rows Removed by Filter", 0) >= STRANGERS / 2:
        found.add(node["Relation Name"])
    for each in node.get("Plans", []):
        _through(each, found)


@pytest.fixture(scope="module")
def people(postgres: Postgres) -> Iterator[People]:
    with psycopg.connect(postgres.url("postgres", DATABASE), autocommit=True) as connection:
        tenant = f"tenant-{uuid4()}"
        crowd(connection, f"strangers-{uuid4()}", "stranger", STRANGERS, users=600)
        crowd(connection, tenant, "few", FEW, apart=A_DAY_S)
        crowd(connection, tenant, "many", MANY, apart=A_DAY_S)
        asyncio.run(counted(postgres.url("postgres", DATABASE), tenant))
        connection.execute("vacuum analyze")
        yield People(connection, tenant)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_many_sessions_costs_what_a_page_of_few_does(people: People, name: str) -> None:
    few, many = people.plan(PAGES[name], "few0"), people.plan(PAGES[name], "many0")
    assert many.touched <= 1.5 * few.touched
    assert not few.through | many.through


@pytest.mark.parametrize("name", ALL_OF_MINE)
def test_what_is_summed_over_many_sessions_costs_what_it_does_over_few(people: People, name: str) -> None:
    few, many = people.plan(ALL_OF_MINE[name], "few0"), people.plan(ALL_OF_MINE[name], "many0")
    assert many.touched <= 3 * max(few.touched, CHANCE)
    assert not few.through | many.through


@pytest.mark.parametrize("name", [*PAGES, *ALL_OF_MINE])
def test_nobody_pays_for_what_others_have(people: People, name: str) -> None:
    plan = people.plan((PAGES | ALL_OF_MINE)[name], "few0")
    assert not plan.through
    assert plan.touched <= A_SESSION * FEW


def test_what_a_class_did_is_found_the_same_way_before_and_after_it_is_analysed(
    postgres: Postgres, people: People
) -> None:
    """Nobody knows yet how much there is when a class has just answered: then the database guesses."""
    pupils, course = 200, uuid4()
    with psycopg.connect(postgres.url("postgres", DATABASE), autocommit=True) as connection:
        crowd(connection, people.tenant, "pupil", pupils, users=pupils, analysed=False)
        own = {"c": course, "t": people.tenant}
        connection.execute("update sessions set course_id = %(c)s where tenant_id = %(t)s and user_id ~ '^pupil'", own)
        made: LiteralString = """insert into courses (tenant_id, user_id, course_id, title, created_at)
                                 values (%(t)s, 'teacher', %(c)s, '', now())"""
        connection.execute(made, own)
    told = {"course": course, "own": [uuid4()], "limit": None}
    before = {name: people.plan(sql, "teacher", **told) for name, sql in OF_A_CLASS.items()}
    people.connection.execute("analyze")
    after = {name: people.plan(sql, "teacher", **told) for name, sql in OF_A_CLASS.items()}
    for name in OF_A_CLASS:
        assert before[name].rows == after[name].rows > 0
        assert not after[name].through & {"results", "attempts", "concept_mastery"}
        assert max(before[name].touched, after[name].touched) <= 20 * pupils
