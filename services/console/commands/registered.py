"""Commands that belong to services, found by entry point: the console imports no room."""

import os
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from services.console.endings import Said

if TYPE_CHECKING:
    from services.chassis.settings import Settings


def command(name: str) -> Callable[..., Any]:
    """What the entry-point group `pensum.commands` calls `name`; what it raises for a person is a sentence."""
    found = next(iter(entry_points(group="pensum.commands", name=name)), None)
    try:
        if found is None:
            raise ModuleNotFoundError(name)
        run = found.load()
    except ImportError as error:
        raise Said(f"`pensum {name}` needs a service that is not installed here ({error}).") from error

    def guarded(*args: object) -> Any:
        from psycopg import OperationalError
        from psycopg.errors import UndefinedTable

        try:
            return run(*args)
        except UndefinedTable as error:
            raise Said("The database has no tables of Pensum yet: `pensum migrate` makes them.") from error
        except OperationalError as error:
            said = str(error).partition("\n")[0]
            raise Said(f"The database does not answer as it should: {said}") from error

    return guarded


def settings(data: Path, database: str | None) -> "Settings":
    """Settings whose `database` is the given URL, else the running house's, else that of PENSUM_DATABASE."""
    from services.chassis.settings import Settings
    from services.chassis.storage.database import checked
    from services.console.house.place import running

    if database is None:
        house = running(data)
        database = house.database if house else os.environ.get("PENSUM_DATABASE")
    if not database:
        raise Said(f"No house runs on {data}, and neither --database nor PENSUM_DATABASE says where the tables are.")
    return Settings(data=data, database=checked(database))
