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
from services.gateway.history.queries import COUNTED_ALL, DAYS, STATS, WHOLE_HISTORY, WHOLE_SCORED, WHOLE_SUBTOPICS
from services.gateway.repetition.queries import DUE_BEFORE, DUE_IN_ALL, DUE_NEW, FORECAST_IN_ALL, WAITING_IN_ALL
from services.gateway.sessions.queries import SESSIONS
from services.orchestrator.database.migrating import migrate
from tests.gateway.crowd import counted, crowd
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure

READS: dict[str, tuple[LiteralString, ...]] = {
    "list of sessions": (SESSIONS,),
    "history": (WHOLE_HISTORY, COUNTED_ALL),
    "statistics": (STATS, DAYS, DUE_IN_ALL),
    "scorecard": (WHOLE_SCORED,),
    "progress by section": (WHOLE_SUBTOPICS,),
    "due reviews": (DUE_BEFORE, DUE_NEW, DUE_IN_ALL, WAITING_IN_ALL),
    "forecast": (FORECAST_IN_ALL,),
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


def cost(connection: psycopg.Connection[Any], reads: tuple[LiteralString, ...], tenant: str, user: str) -> Cost:
    """Of a person's reads, a page of ten; medians of several."""
    page = {"before": None, "last": None, "limit": ON_A_PAGE, "offset": 0, "session": None, "learner": True}
    values = {"tenant": tenant, "user": user, **page}
    pages, spent = 0, 0.0
    for sql in reads:
        explained: LiteralString = f"explain (analyze, buffers, format json) {sql}"
        found = [connection.execute(explained, values).fetchall()[0][0][0] for _ in range(TIMES)]
        pages += found[-1]["Plan"]["Shared Hit Blocks"] + found[-1]["Plan"]["Shared Read Blocks"]
        spent += statistics.median(each["Execution Time"] + each["Planning Time"] for each in found)
    return Cost(pages, spent)


def measure() -> Chapter:
    """The whole bench."""
    costs: dict[tuple[str, int], Cost] = {}
    with database() as url, psycopg.connect(url, autocommit=True) as connection:
        crowd(connection, "strangers", "stranger", STRANGERS, users=2000)
        for count in OWN:
            crowd(connection, f"own{count}", "me", count, apart=APART_S)
            asyncio.run(counted(url, f"own{count}"))
        connection.execute("vacuum analyze")
        for name, reads in READS.items():
            for count in OWN:
                costs[name, count] = cost(connection, reads, f"own{count}", "me0")
                print(name, count, costs[name, count], flush=True)
    how = (
        f"{STRANGERS:,} sessions of 2,000 people of another tenant, and people with {', '.join(map(str, OWN))} of their"
        " own, one every two hours, each with a document, a quiz, an attempt, a card that was reviewed and a concept."
        f" All of them are counted. What a route asks of Postgres for a page of {ON_A_PAGE}, as a learner: the pages"
        f" that are touched, and the median time of {TIMES}, planning included."
    )
    figures = []
    for name in READS:
        few, many = costs[name, OWN[0]], costs[name, OWN[-1]]
        figures.append(Figure(f"{name}: time at {OWN[-1]} to {OWN[0]}", many.ms / few.ms, "x", MOST_TIMES))
        told = ", ".join(f"{costs[name, count].pages}" for count in OWN)
        figures.append(Figure(f"{name}: ms at {OWN[-1]} (pages at {', '.join(map(str, OWN))}: {told})", many.ms, "ms"))
    return Chapter("In everyone's data", how, figures)
