"""The orchestrator's part of the `pensum` command: migrate, curriculum, parked, replay."""

import asyncio
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from services.chassis.settings import Settings
from services.chassis.storage.database import connect

if TYPE_CHECKING:
    from services.curriculum.guideline import Guideline
    from services.orchestrator.workflow.state import State


def migrate(settings: Settings, admin_url: str) -> None:
    """Brings the database to the newest tables, as its owner."""
    from services.orchestrator.database.migrating import migrate as run

    run(admin_url or settings.database)
    asyncio.run(_shipped(admin_url or settings.database))


def import_guidelines(settings: Settings, guidelines: "Sequence[Guideline]") -> list[str]:
    """Stores guidelines, all of them or none, each in the place of the one that was there; what became of each."""
    return asyncio.run(_imported(settings, guidelines))


def list_guidelines(settings: Settings) -> int:
    """Lists the guidelines that are stored."""
    return asyncio.run(_listed(settings))


def parked(settings: Settings, id: str | None) -> int:
    """Lists the messages that were put aside, or shows one with its bytes."""
    return asyncio.run(_parked(settings, id))


def replay(settings: Settings, session_id: str, until: int | None = None) -> int:
    """Folds a session's journal again and compares it with what is stored; `until`: shows the state after that row."""
    return asyncio.run(_replay(settings, session_id, until))


async def _shipped(database: str) -> None:
    from services.curriculum.shipped import shipped
    from services.orchestrator.curriculum.rows import store

    async with await connect(database) as connection:
        await store(connection, shipped(), datetime.now(UTC), shipped=True)


async def _imported(settings: Settings, guidelines: "Sequence[Guideline]") -> list[str]:
    from services.orchestrator.curriculum.rows import store

    async with await connect(settings.database) as connection:
        return list(await store(connection, guidelines, datetime.now(UTC), shipped=False))


async def _listed(settings: Settings) -> int:
    async with await connect(settings.database) as connection:
        found = await connection.execute(
            "select guideline_id, country, board, grade, subject, topic, subtopic, language, shipped, imported_at,"
            " json_array_length(objectives) as objectives, json_array_length(material -> 'items') as tasks"
            " from teaching_guidelines order by country, board, grade, subject, topic, subtopic"
        )
        rows = await found.fetchall()
    if not rows:
        print("There is no guideline.")
    for row in rows:
        where = " > ".join((row["subject"], row["topic"], row["subtopic"]))
        print(f"{row['country']}, {row['board']}, grade {row['grade']}: {where}")
        whose = "came with Pensum" if row["shipped"] else f"imported {row['imported_at']:%Y-%m-%d %H:%M}"
        held = f"{row['objectives']} objectives, {row['tasks']} tasks"
        print(f"    {row['guideline_id']}  {row['language']}  {held}, {whose}")
    return 0


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


async def _replay(settings: Settings, session_id: str, until: int | None) -> int:
    from services.orchestrator.batch.replay import replay as fold_again
    from services.orchestrator.batch.replay import state_after

    try:
        session = UUID(session_id)
    except ValueError:
        print(f"{session_id} is not a session's id.", file=sys.stderr)
        return 1
    async with await connect(settings.database) as connection:
        if until is not None:
            return _shown(await state_after(connection, session, until), session, until)
        done = await fold_again(connection, session)
    if done is None:
        print(f"There is no session {session}.", file=sys.stderr)
        return 1
    print(f"{done.rows} rows folded in {done.seconds:.2f} s, {done.older} of other rules not compared")
    print(done.differs or "equal: the journal leads to the state that is stored")
    return 1 if done.differs else 0


def _shown(state: "State | None", session: UUID, row: int) -> int:
    if state is None:
        print(f"The journal of session {session} has no row {row}.", file=sys.stderr)
        return 1
    print(state.model_dump_json(indent=2, exclude_defaults=True))
    return 0
