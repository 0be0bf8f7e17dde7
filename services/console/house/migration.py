"""The migration of the house's database: found by entry point, run in a child, and only when something changed."""

import hashlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

DATABASE = "pensum"
_READ = frozenset([".py", ".sql", ".md"])


@dataclass(frozen=True)
class Migration:
    """`run` takes the superuser's URL of the database; `version` changes whenever running it would do something."""

    version: str
    run: Callable[[str], None]


def registered() -> Migration | None:
    """The migration that a service has registered as `migrate` in the entry-point group `pensum.commands`."""
    found = next(iter(entry_points(group="pensum.commands", name="migrate")), None)
    return Migration(_version(found), partial(_run, found)) if found else None


def _version(entry: EntryPoint) -> str:
    """A hash over the migration scripts beside the command and the guidelines that it loads, with what reads them; as
    files, since importing the tools takes too long."""
    digest = hashlib.sha256(entry.value.encode())
    for package, pattern in ((entry.module.rpartition(".")[0], "**/migrations/**/*"), ("services.curriculum", "**/*")):
        spec = importlib.util.find_spec(package)
        for folder in spec.submodule_search_locations or () if spec else ():
            for script in sorted(Path(folder).glob(pattern)):
                if script.suffix in _READ:
                    digest.update(script.read_bytes())
    return digest.hexdigest()


def _run(entry: EntryPoint, admin_url: str) -> None:
    from services.chassis.settings import Settings

    entry.load()(Settings(), admin_url)


def create_database(server_url: str) -> None:
    """Create the house's database on the server where it does not exist."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(server_url, autocommit=True) as connection:
        if connection.execute("select from pg_database where datname = %s", (DATABASE,)).rowcount == 0:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))
