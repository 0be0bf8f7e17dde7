"""What a page costs is what is on it: not what other people have, and not how many sessions a person has.

Told by Postgres' own count of the pages that it touches, so it is the same on a busy machine and a quick one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, LiteralString
from uuid import uuid4

import psycopg
import pytest

from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.gateway.history.queries import COUNTED_ALL, DAYS, STATS, SUBTOPICS, WHOLE_HISTORY
from services.gateway.repetition.queries import DUE
from services.gateway.sessions.queries import SESSIONS
from tests.gateway.crowd import crowd

STRANGERS, MANY, FEW, ON_A_PAGE = 6000, 300, 10, 10
PAGES: dict[str, LiteralString] = {"sessions": SESSIONS, "history": WHOLE_HISTORY}
ALL_OF_MINE: dict[str, LiteralString] = {
    "days": DAYS,
    "stats": STATS,
    "subtopics": SUBTOPICS,
    "due": DUE,
    "counted": COUNTED_ALL,
}


@dataclass
class Plan:
    """What Postgres did: how many pages it touched, and which tables it went through from end to end."""

    touched: int
    through: set[str] = field(default_factory=set)


@dataclass
class People:
    """A person with few sessions, and one with many, among strangers of other tenants."""

    connection: psycopg.Connection[Any]
    tenant: str

    def plan(self, sql: LiteralString, user: str) -> Plan:
        """How it is answered to that person."""
        page = {"before": None, "last": None, "limit": ON_A_PAGE, "offset": 0, "session": None, "learner": False}
        filters = {"status": None, "since": None, "until": None, "topic": None}
        values = {"tenant": self.tenant, "user": user, **page, **filters}
        explained: LiteralString = f"explain (analyze, buffers, format json) {sql}"
        [(told,)] = self.connection.execute(explained, values).fetchall()
        plan = told[0]["Plan"]
        found = Plan(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
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
        crowd(connection, tenant, "few", FEW)
        crowd(connection, tenant, "many", MANY)
        yield People(connection, tenant)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_many_sessions_costs_what_a_page_of_few_does(people: People, name: str) -> None:
    few, many = people.plan(PAGES[name], "few0"), people.plan(PAGES[name], "many0")
    assert many.touched <= 1.5 * few.touched
    assert not few.through | many.through


@pytest.mark.parametrize("name", [*PAGES, *ALL_OF_MINE])
def test_nobody_pays_for_what_others_have(people: People, name: str) -> None:
    plan = people.plan((PAGES | ALL_OF_MINE)[name], "few0")
    assert not plan.through
    assert plan.touched <= 100 * FEW
