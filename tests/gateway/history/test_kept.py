"""What is told over all sessions is the same before they are counted, after it, and when something moved since."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import psycopg
import pytest

from contracts.session import Status
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.gateway.access.figures import SUMMED
from services.orchestrator.history.tables import Sums
from tests.gateway.classes.mates import joined
from tests.gateway.conftest import As
from tests.gateway.crowd import counted
from tests.gateway.learnt import mastery, message, own, read, state, studied
from tests.gateway.shelf import Kept, Shelf

READS = (
    "/v1/sessions/stats",
    "/v1/sessions/history",
    "/v1/sessions/scorecard",
    "/v1/sessions/scorecard?offset=1&limit=1",
    "/v1/sessions/subtopic-progress",
    "/v1/sessions/subtopic-progress?offset=1&limit=2",
    "/v1/sessions/subtopic-progress?offset=3&limit=1",
    "/v1/reviews/due",
    "/v1/reviews/due?limit=2",
    "/v1/reviews/forecast",
    "/v1/library?q=lea",
    "/v1/library?tag=bio",
    "/v1/sessions/history?topic=lea",
    "/v1/sessions/history?topic=lea&status=ready",
)


async def told(*clients: httpx.AsyncClient) -> list[object]:
    return [(path, (await client.get(path)).json()) for client in clients for path in READS]


def later(shelf: Shelf, kept: Kept, card: object, due: datetime, kind: str = "card") -> None:
    row = {"due": due, "state": "review", "reviews": 1, "lapses": 0, "stability": 2.0, "difficulty": 5.0}
    shelf.insert("schedules", card_id=card, kind=kind, **row, **own(kept))


def moved(shelf: Shelf, *sessions: Kept) -> None:
    """As the orchestrator marks whoever moves."""
    marked = [each.session for each in sessions]
    shelf.ask("update sessions set uncounted = true where session_id = any(%(s)s)", s=marked)


@pytest.fixture
def many(shelf: Shelf, tenant: str) -> list[Kept]:
    """Several sessions on the same document: studied, asked and not answered, held, failed, forgotten, a class."""
    now = datetime.now(UTC)
    first = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    second = shelf.quiz(read(shelf, shelf.session(tenant, "ann", age=10)))
    third = studied(shelf, shelf.quiz(read(shelf, shelf.session(tenant, "ann", age=20))))
    later(shelf, first, first.items[1].item_id, now - timedelta(minutes=1), "item")
    later(shelf, second, second.card, now + timedelta(days=3))
    held = shelf.quiz(shelf.session(tenant, "ann", age=30, status=Status.PENDING_REVIEW))
    mastery(shelf, held, "leaf", 0.9, 3)
    shelf.session(tenant, "ann", age=40, status=Status.FAILED)
    shelf.session(tenant, "ann", status=Status.FORGOTTEN, forgotten=True)
    mine = shelf.quiz(shelf.session(tenant, "bob"))
    joined(shelf, mine, "Kari", [1, 0])
    return [first, second, third, mine]


async def test_what_is_told_is_the_same_however_much_of_it_is_counted(
    as_: As, shelf: Shelf, tenant: str, many: list[Kept], postgres: Postgres
) -> None:
    people = [as_(tenant, user, role) for user in ("ann", "bob", "learner-Kari") for role in ("owner", "learner")]
    url = postgres.url("pensum_orchestrator", DATABASE)
    live = await told(*people)
    await counted(url, tenant)
    assert await told(*people) == live
    first, second, third, mine = many
    message(shelf, second, 1, "learner", "Why?")
    shelf.attempt(second)
    mastery(shelf, second, "root", 0.9, 4, mastered=True)
    mastery(shelf, third, "stem", 0.9, 4, mastered=True)
    shelf.state(third.card, "deleted", "flashcards")
    shelf.quiz(mine, number=2)
    shelf.ask("update sessions set forgotten_at = now() where session_id = %(s)s", s=first.session)
    at = {"created_at": datetime.now(UTC), "updated_at": datetime.now(UTC)}
    shelf.insert(
        "sessions", session_id=(new := uuid4()), tenant_id=tenant, user_id="ann", course_id=mine.course,
        status="ready", version=1, state={}, **at,
    )  # fmt: skip
    moved(shelf, *many)
    shelf.ask("update sessions set uncounted = true where course_id = %(c)s", c=mine.course)
    after = await told(*people)
    assert after != live
    await counted(url, tenant)
    assert await told(*people) == after
    [(session,)] = shelf.ask("select session_id from session_figures where session_id = %(s)s", s=new)
    assert session == new
    assert not shelf.ask("select from session_figures where session_id = %(s)s", s=first.session)


async def test_words_are_found_as_they_are_written_counted_or_not(
    as_: As, shelf: Shelf, tenant: str, postgres: Postgres
) -> None:
    ann, one = as_(tenant, "ann"), read(shelf, shelf.session(tenant, "ann"))
    other, name = read(shelf, shelf.session(tenant, "ann", age=10)), "50 % of_the LEAVES\\"
    state(shelf, one, name=name)
    state(shelf, other, name="50 of the leaves")
    asked = {"%": 1, "F_T": 1, "s\\": 1, "50": 2, "eav": 2, "_e": 0, "tree": 0}

    async def found() -> list[dict[str, int]]:
        paths = ("/v1/library", "q"), ("/v1/sessions/history", "topic")
        return [{w: (await ann.get(at, params={by: w})).json()["total"] for w in asked} for at, by in paths]

    assert await found() == [asked, asked]
    await counted(postgres.url("pensum_orchestrator", DATABASE), tenant)
    assert await found() == [asked, asked]
    kept = shelf.ask("select named from session_words where session_id = %(s)s", s=one.session)
    assert [name.lower() in named for (named,) in kept] == [True]
    shelf.ask("update agent_state set value = '\"A tree\"' where session_id = %(s)s and key = 'name'", s=one.session)
    moved(shelf, one)
    asked = {"%": 0, "50": 1, "tree": 1}
    assert await found() == [asked, asked]
    await counted(postgres.url("pensum_orchestrator", DATABASE), tenant)
    assert await found() == [asked, asked]


async def test_sums_are_what_is_counted_again_from_nothing(
    shelf: Shelf, tenant: str, many: list[Kept], postgres: Postgres
) -> None:
    url = postgres.url("pensum_orchestrator", DATABASE)
    await counted(url, tenant)
    for each in many:
        shelf.attempt(each)
        moved(shelf, each)
    await counted(url, tenant)
    kept = [shelf.ask(f"select * from {table} where tenant_id = %(t)s order by 1, 2, 3, 4", t=tenant) for table in SUMS]
    with psycopg.connect(url, autocommit=True) as connection:
        for table in (*SUMS, "session_figures"):
            connection.execute(f"delete from {table} where tenant_id = %s".encode(), (tenant,))
    await counted(url, tenant)
    again = [
        shelf.ask(f"select * from {table} where tenant_id = %(t)s order by 1, 2, 3, 4", t=tenant) for table in SUMS
    ]
    assert kept == again
    assert all(kept)


SUMS = ("learner_figures", "learner_counts")


def test_every_sum_that_is_kept_is_read() -> None:
    assert sorted(SUMMED) == sorted(Sums.__annotations__)
