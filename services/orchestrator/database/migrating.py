"""Brings the database to the newest tables: additive Alembic migrations, one runner at a time."""

import os
from pathlib import Path

import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

LOCK = 7_266_001
LOGINS = ("orchestrator", "gateway", "assistant", "tasks")


def config(connection: sa.Connection) -> Config:
    """Alembic's configuration for an open connection; it needs no file."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def migrate(admin_url: str) -> None:
    """Runs what is missing as the database's owner; safe to run again, and by several at once.

    Each login takes its password from a variable of its name, as in `PENSUM_GATEWAY_PASSWORD`; without one it keeps
    what it has (the embedded Postgres gives each its own). Raises `psycopg.OperationalError` when the
    server is away or refuses.
    """
    try:
        _upgrade(admin_url)
    except sa.exc.OperationalError as error:
        raise error.orig or error from None


def _upgrade(admin_url: str) -> None:
    scheme, _, rest = admin_url.partition("://")
    if scheme.split("+")[0] not in ("postgresql", "postgres"):
        raise psycopg.OperationalError("that is not the URL of a Postgres, like postgresql://user@host/database")
    engine = sa.create_engine(f"postgresql+psycopg://{rest}", poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.execute(sa.text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        command.upgrade(config(connection), "head")
        for login in LOGINS:
            if password := os.environ.get(f"PENSUM_{login.upper()}_PASSWORD"):
                statement = sa.text(f"select format('alter role pensum_{login} password %L', cast(:password as text))")
                connection.exec_driver_sql(
                    connection.execute(statement, {"password": password}).scalar_one().replace("%", "%%")
                )
    engine.dispose()
