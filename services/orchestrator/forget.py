"""Forgetting: a session's rows go, its own row stays as a tombstone.

A reading goes with its owner's last course on it.
"""

from typing import LiteralString
from uuid import UUID

from services.chassis.blobs import Blobs
from services.chassis.database import Connection
from services.orchestrator.decide.state import State
from services.orchestrator.writes import Writes

EMPTY_INTAKE: LiteralString = "update intake set message = '{}', answer = '{}', settled = true where session_id = %s"
OF_THE_SESSION: tuple[LiteralString, ...] = (
    "delete from journal where session_id = %s",
    "delete from deadlines where session_id = %s",
    "delete from items where session_id = %s",
    "delete from flashcards where session_id = %s",
    "delete from quizzes where session_id = %s",
    "delete from attempts where session_id = %s",
    "delete from results where session_id = %s",
    "delete from notes where session_id = %s",
    "delete from agent_runs where session_id = %s",
    "delete from agent_transitions where session_id = %s",
    "update parked set value = null, headers = '{}', reason = 'forgotten' where session_id = %s",
    EMPTY_INTAKE,
)
ORPHANS: tuple[LiteralString, ...] = (
    """delete from documents where course_id = %(course)s
       and not exists (select from sessions where course_id = %(course)s and session_id <> %(session)s)""",
    """delete from courses where course_id = %(course)s
       and not exists (select from sessions where course_id = %(course)s and session_id <> %(session)s)""",
    """delete from blocks where reading_id = %(reading)s
       and not exists (select from courses where reading_id = %(reading)s)""",
    """delete from readings where reading_id = %(reading)s
       and not exists (select from courses where reading_id = %(reading)s)""",
)


def forget(writes: Writes, state: State) -> None:
    """Empties what the session holds."""
    for statement in OF_THE_SESSION:
        writes.then(statement, state.session_id)
    for orphan in ORPHANS:
        writes.then_named(orphan, course=state.course_id, session=state.session_id, reading=state.reading_id)
    writes.then("update sessions set course_id = null where session_id = %s", state.session_id)


async def drop_blobs(connection: Connection, blobs: Blobs, session: UUID, names: list[str]) -> None:
    """Removes the files of a forgotten session that nobody names any more, and what workers remembered of it."""
    for name in names:
        found = await connection.execute(
            """select exists (select from documents where blob = %(name)s)
                   or exists (select from readings where blob = %(name)s)
                   or exists (select from intake where not settled and message -> 'document' ->> 'blob' = %(name)s)
               as needed""",
            {"name": name},
        )
        row = await found.fetchone()
        if row is not None and not row["needed"]:
            blobs.delete(name)
    blobs.delete_folder(f"memo/{session}")


def blob_names(state: State) -> list[str]:
    """The blobs that a session's state names."""
    names = (state.document.blob if state.document else None, state.reading_blob)
    return [name for name in names if name]
