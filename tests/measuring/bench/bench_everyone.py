"""What a person's reads cost with ever more sessions of their own among those of others: Postgres' pages and time."""

import asyncio
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg

from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE, create_database
from services.gateway.access.figures import HOW_MANY
from services.gateway.classes.queries import DESK
from services.gateway.documents.queries import WAITING
from services.gateway.history import queries as history
from services.gateway.history.queries import DAYS, STATS, WHOLE_HISTORY, WHOLE_SCORED, WHOLE_SUBTOPICS
from services.gateway.library import queries as library
from services.gateway.library.queries import MOST_LOOKED_AT
from services.gateway.repetition.queries import DUE_BEFORE, DUE_IN_ALL, DUE_NEW, FORECAST_IN_ALL, WAITING_IN_ALL
from services.gateway.runs.queries import SESSIONS as LOGGED
from services.gateway.sessions.queries import SESSIONS
from services.orchestrator.database.migrating import migrate
from services.search.filters import numbers_of
from tests.gateway.crowd import counted, crowd
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure

FIRST, STEP = numbers_of("tide")
READS: dict[str, tuple[LiteralString, ...]] = {
    "list of sessions": (SESSIONS,),
    "history": (WHOLE_HISTORY, HOW_MANY),
    "history, those that are ready": (history.HISTORY, history.COUNTED),
    "history by a topic": (history.HISTORY_BY_TOPIC, history.COUNTED_BY_TOPIC),
    "statistics": (STATS, DAYS, DUE_IN_ALL),
    "scorecard": (WHOLE_SCORED,),
    "progress by section": (WHOLE_SUBTOPICS,),
    "due reviews": (DUE_BEFORE, DUE_NEW, DUE_IN_ALL, WAITING_IN_ALL),
    "forecast": (FORECAST_IN_ALL,),
    "library": (library.ALL_LINES, HOW_MANY, library.TAGGED),
    "library by a word": (library.LINES, library.COUNTED, library.TAGGED),
    "search in all texts": (library.LANGUAGES, library.HOLDING),
    "logs": (LOGGED, HOW_MANY),
    "desk": (DESK,),
    "documents that wait for a person": (WAITING,),
}
ASKED: dict[str, dict[str, object]] = {
    "history, those that are ready": {"status": "ready"},
    "history by a topic": {"topic": "%tid%"},
    "library by a word": {"words": ["%tid%"]},
}
NOTHING: dict[str, object] = {
    **dict.fromkeys(("before", "last", "session", "status", "since", "until", "topic", "tag", "sha256")),
    **{
        "words": [],
        "terms": ["'tide'"],
        "any": "'tide'",
        "firsts": [FIRST],
        "steps": [STEP],
        "most": MOST_LOOKED_AT,
        "least": 5,
        "offset": 0,
        "learner": True,
    },
}
STRANGERS, OWN, ON_A_PAGE, TIMES = 200_000, (10, 100, 1000, 7000), 10, 7
APART_S = 2 * 3600.0
MOST_TIMES = 3.0


@dataclass(frozen=True)
class Cost:
    """Pages that Postgres touched, and its ms: planning and work."""

    pages: int
    ms: float


@contextmanager
def database() -> Iterator[str]:
    """The URL of a migrated database."""
    with bench_processes.folder() as data:
        postgres = Postgres(data).start()
        try:
            create_database(postgres.url())
            migrate(postgres.url("postgres", DATABASE))
            yield postgres.url("postgres", DATABASE)
        finally:
            postgres.stop()


def costs(connection: psycopg.Connection[Any], name: str) -> dict[int, Cost]:
    """Of a page of ten, for people with so many sessions of their own, asked by turns: medians."""
    pages, spent = dict.fromkeys(OWN, 0), {count: [0.0] * TIMES for count in OWN}
    for turn in range(TIMES):
        for count in OWN:
            who = {"tenant": f"own{count}", "user": "me0", "limit": ON_A_PAGE}
            values = {**NOTHING, **who, **ASKED.get(name, {})}
            plans = [_explained(connection, sql, values) for sql in READS[name]]
            pages[count] = sum(each["Plan"]["Shared Hit Blocks"] + each["Plan"]["Shared Read Blocks"] for each in plans)
            spent[count][turn] = sum(each["Execution Time"] + each["Planning Time"] for each in plans)
    return {count: Cost(pages[count], statistics.median(spent[count])) for count in OWN}


def _explained(connection: psycopg.Connection[Any], sql: LiteralString, values: dict[str, object]) -> dict[str, Any]:
    explained: LiteralString = f"explain (analyze, buffers, format json) {sql}"
    found: dict[str, Any] = connection.execute(explained, values).fetchall()[0][0][0]
    return found


def measure() -> Chapter:
    """The whole bench."""
    found: dict[str, dict[int, Cost]] = {}
    with database() as url, psycopg.connect(url, autocommit=True) as connection:
        crowd(connection, "strangers", "stranger", STRANGERS, users=2000)
        for count in OWN:
            crowd(connection, f"own{count}", "me", count, apart=APART_S)
            asyncio.run(counted(url, f"own{count}"))
        connection.execute("vacuum analyze")
        for name in READS:
            found[name] = costs(connection, name)
            print(name, found[name], flush=True)
    how = (
        f"{STRANGERS:,} sessions of 2,000 people of another tenant, and people with {', '.join(map(str, OWN))} of their"
        " own, one every two hours, each with a document, a quiz, an attempt, a card that was reviewed and a concept."
        f" All of them are counted. What a route asks of Postgres for a page of {ON_A_PAGE}, as a learner: the pages"
        f" that are touched, and the median time of {TIMES}, planning included, by turns."
    )
    figures = []
    for name in READS:
        few, many = found[name][OWN[0]], found[name][OWN[-1]]
        figures.append(Figure(f"{name}: time at {OWN[-1]} to {OWN[0]}", many.ms / few.ms, "x", MOST_TIMES))
        told = ", ".join(f"{found[name][count].pages}" for count in OWN)
        figures.append(Figure(f"{name}: ms at {OWN[-1]} (pages at {', '.join(map(str, OWN))}: {told})", many.ms, "ms"))
    return Chapter("In everyone's data", how, figures)
