"""The orchestrator's part of the `pensum` command: migrate, parked, replay; each prints, and returns an exit status."""

import asyncio
import json
import sys
from uuid import UUID

from services.chassis.settings import Settings
from services.chassis.storage.database import connect


def migrate(settings: Settings, admin_url: str) -> None:
    """Brings the database to the newest tables, as its owner."""
    from services.orchestrator.database.migrating import migrate as run

    run(admin_url or settings.database)


def parked(settings: Settings, id: str | None) -> int:
    """Lists the messages that were put aside, or shows one with its bytes."""
    return asyncio.run(_parked(settings, id))


def replay(settings: Settings, session_id: str) -> int:
    """Folds a session's journal again and compares it with what is stored."""
    return asyncio.run(_replay(settings, session_id))


async def _parked(settings: Settings, id: str | None) -> int:
    async with await connect(settings.database) as connection:
        if id is None:
            found = await connection.execute("select * from parked order by parked_at desc limit 200")
            rows = await found.fetchall()
            if not rows:
                print("Nothing is parked.")
            for row in rows:
                print(f"{row['parked_id']}  {row['parked_at']:%Y-%m-%d %H:%M:%S}  {row['topic']}  {row['type']}")
                print(f"    {row['reason']}")
            return 0
        try:
            row_of = await connection.execute("select * from parked where parked_id = %s", (UUID(id),))
        except ValueError:
            print(f"{id} is not an id; `pensum parked list` shows them.", file=sys.stderr)
            return 1
        shown = await row_of.fetchone()
        if shown is None:
            print(f"There is no parked message {id}.", file=sys.stderr)
            return 1
        for name in ("key", "value"):
            shown[name] = bytes(shown[name]).decode("utf-8", "replace") if shown[name] is not None else None
        print(json.dumps(shown, default=str, indent=2, ensure_ascii=False))
        return 0


async def _replay(settings: Settings, session_id: str) -> int:
    from services.orchestrator.batch.replay import replay as fold_again

    try:
        session = UUID(session_id)
    except ValueError:
        print(f"{session_id} is not a session's id.", file=sys.stderr)
        return 1
    async with await connect(settings.database) as connection:
        done = await fold_again(connection, session)
    if done is None:
        print(f"There is no session {session}.", file=sys.stderr)
        return 1
    print(f"{done.rows} rows folded in {done.seconds:.2f} s, {done.older} of other rules not compared")
    print(done.differs or "equal: the journal leads to the state that is stored")
    return 1 if done.differs else 0
