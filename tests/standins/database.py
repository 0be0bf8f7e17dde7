"""The embedded Postgres with the house's tables, for tests: quick to write, emptied between them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from services.console.embedded.postgres import Postgres
from services.orchestrator.database.migrating import migrate


@contextmanager
def running(data: Path) -> Iterator[Postgres]:
    """The server, migrated; commits do not wait for the disk, which no test here pulls the plug of."""
    engine = Postgres(data)
    engine.start()
    try:
        with psycopg.connect(engine.url(), autocommit=True) as admin:
            admin.execute("alter system set synchronous_commit = off")
            admin.execute("alter system set fsync = off")
            admin.execute("select pg_reload_conf()")
        migrate(engine.url())
        yield engine
    finally:
        engine.stop()


def empty(engine: Postgres) -> None:
    """Takes all rows away."""
    with psycopg.connect(engine.url(), autocommit=True) as admin:
        names = admin.execute(
            "select string_agg(format('%I', tablename), ',') from pg_tables where schemaname = 'public'"
            " and tablename <> 'alembic_version'"
        ).fetchone()
        assert names
        admin.execute(f"truncate {names[0]}".encode())
