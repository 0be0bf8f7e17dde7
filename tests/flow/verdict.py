"""Whether what a walk left is right: nothing lost, doubled, gapped or endless."""

import json
from collections import Counter
from uuid import UUID

from services.chassis.database import Connection
from services.orchestrator.decide.state import State
from services.orchestrator.decide.steps import FAILURES
from services.orchestrator.replay import replay

ROWS = ("blocks", "readings", "quizzes", "items", "flashcards", "attempts", "results", "notes", "documents", "courses")
BLOCKS, ITEMS = 4, 4


class Wrong(AssertionError):
    """A promise is broken."""


async def row(connection: Connection, session: UUID) -> dict[str, object] | None:
    """The session's row."""
    found = await connection.execute("select * from sessions where session_id = %s", (session,))
    return await found.fetchone()


async def counts(connection: Connection, session: UUID, course: UUID | None, reading: UUID | None) -> dict[str, int]:
    """How many rows of each table belong to a session."""
    by = {"blocks": ("reading_id", reading), "readings": ("reading_id", reading)}
    by |= {"documents": ("course_id", course), "courses": ("course_id", course)}
    found = {}
    for table in ROWS:
        column, value = by.get(table, ("session_id", session))
        cursor = await connection.execute(f"select count(*) as n from {table} where {column} = %s".encode(), (value,))
        counted = await cursor.fetchone()
        assert counted
        found[table] = counted["n"]
    return found


async def judge(
    connection: Connection, session: UUID, *, course: UUID, forgotten: bool, poisoned: bool, quizzes: int, attempts: int
) -> str:
    """Raises `Wrong`; the session's status otherwise. `quizzes` and `attempts`: asked for and handed in so far."""
    found = await row(connection, session)
    if found is None:
        raise Wrong("an accepted upload is lost")
    status = str(found["status"])
    if forgotten:
        await _tombstone(connection, session, course, status)
        return status
    state = State.model_validate(found["state"])
    await _journal(connection, session, found["version"])
    open_rows = await (
        await connection.execute("select command_id from deadlines where session_id = %s", (session,))
    ).fetchall()
    if state.open or open_rows:
        raise Wrong(f"stuck in {status}: {list(state.open.values())}, deadlines {open_rows}")
    if status == "failed":
        spent = [step for step in state.unfinished.values() if step.failures >= FAILURES]
        if not poisoned and not spent:
            raise Wrong(f"failed without a counted reason: {found['error']}")
        return status
    if status != "ready":
        raise Wrong(f"ended in {status}")
    expected = {"blocks": BLOCKS, "readings": 1, "quizzes": quizzes, "items": ITEMS * quizzes, "flashcards": quizzes}
    expected |= {"attempts": attempts, "results": ITEMS * attempts, "notes": attempts, "documents": 1, "courses": 1}
    if not poisoned and (got := await counts(connection, session, course, state.reading_id)) != expected:
        raise Wrong(f"rows {got}, not {expected}")
    return status


async def _journal(connection: Connection, session: UUID, version: object) -> None:
    cursor = await connection.execute(
        "select seq, message_id, commands from journal where session_id = %s order by seq", (session,)
    )
    rows = await cursor.fetchall()
    if [row["seq"] for row in rows] != list(range(1, len(rows) + 1)) or len(rows) != version:
        raise Wrong(f"the journal has gaps: {[row['seq'] for row in rows]} at version {version}")
    decided = Counter((command["command"], command["attempt"]) for row in rows for command in row["commands"])
    if twice := [each for each, count in decided.items() if count > 1]:
        raise Wrong(f"decided twice: {twice}")
    done = await replay(connection, session)
    if done is None or done.differs:
        raise Wrong(f"a replay differs: {done and done.differs}")


async def _tombstone(connection: Connection, session: UUID, course: UUID, status: str) -> None:
    if status != "forgotten":
        raise Wrong(f"forgotten, yet {status}")
    left = await counts(connection, session, course, None)
    for table in ("journal", "deadlines", "agent_runs", "agent_transitions"):
        cursor = await connection.execute(f"select 1 from {table} where session_id = %s".encode(), (session,))
        left[table] = len(await cursor.fetchall())
    if any(left.values()):
        raise Wrong(f"forgotten, yet rows are left: {left}")
    cursor = await connection.execute("select message, answer from intake where session_id = %s", (session,))
    if told := [row for row in await cursor.fetchall() if json.dumps(row["message"]) != "{}" or row["answer"]]:
        raise Wrong(f"forgotten, yet the intake tells {told}")
