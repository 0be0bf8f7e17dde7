"""Replay: a journal folded again must give the state that is stored (`pensum replay SESSION`), or is shown by rows."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.decide.events import EVENTS
from services.orchestrator.decide.routing import decide
from services.orchestrator.workflow.state import RULES, Ask, Meta, State


class Replayed(NamedTuple):
    """How a replay went. `older`: rows that other rules decided, folded but not compared. `differs`: "" if nothing."""

    rows: int
    older: int
    differs: str
    seconds: float


def refold(session: UUID, journal: Sequence[dict[str, Any]]) -> tuple[State, int, str]:
    """The state that the rows lead to, how many are of other rules, and the first difference in commands.

    After a row of other rules nothing is compared: these rules may have led elsewhere.
    """
    state, older = State(session_id=session), 0
    for row in journal:
        event = EVENTS[row["type"]].model_validate(row["message"])
        decision = decide(state, event, Meta.model_validate(row["meta"]))
        state = decision.state
        if row["rules"] != RULES:
            older += 1
        elif not older and list(decision.asks) != [Ask.model_validate(ask) for ask in row["commands"]]:
            return state, older, f"row {row['seq']} ({row['type']}) leads to other commands"
    return state, older, ""


async def state_after(connection: Connection, session: UUID, row: int) -> State | None:
    """The state that a session's journal leads to up to and with a row; None: it has no such row."""
    rows = await _rows(connection, session)
    upto = [each for each in rows if each["seq"] <= row]
    if not upto or upto[-1]["seq"] != row:
        return None
    return refold(session, upto)[0]


async def replay(connection: Connection, session: UUID) -> Replayed | None:
    """Folds a session's journal again and compares; None for a session that is not there."""
    started = time.perf_counter()
    found = await (await connection.execute("select * from sessions where session_id = %s", (session,))).fetchone()
    if found is None:
        return None
    rows = await _rows(connection, session)
    stored = State.model_validate(found["state"] or {"session_id": session})
    if stored.forgotten:
        return Replayed(0, 0, "", time.perf_counter() - started)
    state, older, differs = refold(session, rows)
    if not differs and not older and state.model_dump_json() != stored.model_dump_json():
        differs = "the state that is stored is not the one that the journal leads to"
    return Replayed(len(rows), older, differs, time.perf_counter() - started)


async def _rows(connection: Connection, session: UUID) -> list[dict[str, Any]]:
    found = await connection.execute("select * from journal where session_id = %s order by seq", (session,))
    return await found.fetchall()
