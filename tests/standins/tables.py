"""A look into a house's tables as their owner, and the promises that hold in them after every session."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import dict_row

from services.chassis.storage.database import connect
from services.orchestrator.batch.replay import Replayed
from services.orchestrator.batch.replay import replay as fold_again

Row = dict[str, Any]


def select(url: str, query: str, *values: object) -> list[Row]:
    """The rows of a query."""
    with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
        return connection.execute(query.encode(), values).fetchall()


def every_row(url: str) -> Iterator[str]:
    """Every row of every table as Postgres writes it."""
    tables = select(url, "select tablename from pg_tables where schemaname = 'public' order by tablename")
    for table in tables:
        for row in select(url, f'select t::text as row from "{table["tablename"]}" t'):
            yield row["row"]


def journal(url: str, session: str) -> list[Row]:
    """What was folded into a session, in its order."""
    return select(url, "select * from journal where session_id = %s order by seq", session)


def folded(url: str, session: str) -> Counter[str]:
    """How many messages of each type were folded; how often a reading told its progress is left to chance."""
    return Counter(row["type"] for row in journal(url, session) if row["type"] != "pensum.reader.progress.v1")


def replayed(url: str, session: str) -> Replayed:
    """The session's journal folded again and compared."""

    async def run() -> Replayed | None:
        async with await connect(url) as connection:
            return await fold_again(connection, UUID(session))

    done = asyncio.run(run())
    assert done is not None
    return done


def assert_nothing_doubled(url: str, session: str) -> None:
    """Each thing stands once, and the journal leads to the state that is stored."""
    once: Sequence[tuple[str, str]] = (
        ("journal", "message_id"),
        ("quizzes", "number"),
        ("items", "concat(body ->> 'question', ' ', body ->> 'statement')"),
        ("flashcards", "body ->> 'question'"),
        ("attempts", "quiz_id"),
        ("results", "item_id"),
        ("notes", "note"),
        ("error_patterns", "(attempt_id, pattern_type, description)"),
        ("recalls", "(attempt_id, item_id, what, timestamp)"),
        ("review_events", "(card_id, source, timestamp)"),
        ("learning_cycles", "(topic, cycle_number, started_at)"),
        ("messages", "(seq, role, text)"),
        ("diagnostic_results", "timestamp"),
    )
    for table, name in once:
        query = f"select {name} as it from {table} where session_id = %s group by 1 having count(*) > 1"
        assert select(url, query, session) == [], f"{name} of {table}"
    assert select(url, "select from deadlines where session_id = %s", session) == []
    assert select(url, "select from parked where session_id = %s", session) == []
    done = replayed(url, session)
    assert (done.differs, done.older) == ("", 0)
    assert done.rows == len(journal(url, session))
