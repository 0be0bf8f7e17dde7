"""`python -m tests.orchestrator.database.one_head` fails where two migrations follow the same one, or bear one number.

Two that were written side by side are each right alone. Together no house starts over them, and `make check` says why.
"""

import sys
import warnings
from pathlib import Path

from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from services.orchestrator.database import migrating

MIGRATIONS = Path(migrating.__file__).parent / "migrations"


def complaint(migrations: Path) -> str:
    """What is wrong with the chain of migrations; empty when there is one head that all lead to."""
    scripts = ScriptDirectory(str(migrations))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Of two with one number, and of one that follows none, Alembic only warns.
        try:
            heads = scripts.get_heads()
        except (UserWarning, CommandError, KeyError) as error:
            return f"The migrations are no chain: {error}"
    if len(heads) != 1:
        return f"{len(heads)} migrations are the last one: {', '.join(heads)}. The later to land follows the earlier."
    return ""


if __name__ == "__main__":
    if said := complaint(MIGRATIONS):
        sys.exit(said)
    print("one head of the migrations")
