"""Vectors of passages come in: kept beside their blocks, each once, and only what was asked for and still stands.

They are no step of a session, so no state and no journal hears of them. What makes that safe:
1. A command's id derives from what it asks for, and the row of the reading names those under way. An answer to any
   other changes nothing: it is late, repeated, or of what was forgotten. One that has other vectors than its command
   asked for is put aside.
2. Whoever keeps vectors takes the lock that a forgetting takes before it deletes their blocks (`library.py`).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString
from uuid import UUID, uuid5

from contracts.digest import PassagesEmbedded, PassageText, PassageVector
from contracts.problems import Code
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.library import LOCK
from services.orchestrator.runs.rows import run_row
from services.orchestrator.workflow.state import State
from services.search.vectors import kept, sketch

MOST_TRIES, AGAIN_S, LONGEST_S = 8, 60.0, 3600.0
HOPELESS = (Code.MODEL_REJECTED, Code.MODEL_REFUSED)
"""What another try cannot help, unless somebody sets something else and starts the house anew."""
_SESSION: LiteralString = """select session_id, tenant_id, user_id, forgotten_at is not null as forgotten from sessions
                             where session_id = %s for share"""
_READING: LiteralString = "select tenant_id, user_id, document_sha256 from readings where reading_id = %s"
_ROW: LiteralString = "select open, follow, tries from embeddings where reading_id = %s and model = %s for update"
_KEEP: LiteralString = """
insert into block_vectors (tenant_id, user_id, reading_id, model, block_id, start, stop, vector, sketch)
select b.tenant_id, b.user_id, b.reading_id, %(model)s, b.block_id, v.start, v.stop, v.vector, v.sketch::varbit
from unnest(%(blocks)s::text[], %(starts)s::int[], %(stops)s::int[], %(vectors)s::bytea[], %(sketches)s::text[])
       as v(block_id, start, stop, vector, sketch)
join blocks b on b.reading_id = %(reading)s and b.block_id = v.block_id and b.terms is not null
on conflict do nothing"""
_CLOSED: LiteralString = """
update embeddings set open = %(open)s::json, problem = null, tries = case when %(last)s then 0 else tries end,
  part = case when %(last)s then (follow ->> 0)::int else part end,
  ordinal = case when %(last)s then (follow ->> 1)::int else ordinal end,
  start = case when %(last)s then (follow ->> 2)::int else start end,
  due_at = case when %(last)s then now() else due_at end
where reading_id = %(reading)s and model = %(model)s"""
_FAILED: LiteralString = """
update embeddings set problem = %(problem)s, due_at = now() + make_interval(secs => %(wait)s)
where reading_id = %(reading)s and model = %(model)s"""


@dataclass(frozen=True)
class _Asked:
    """What is under way of a reading."""

    open: list[str]
    tries: int


def portion_id(reading: UUID, model: str, passages: Iterable[PassageText | PassageVector]) -> UUID:
    """The id of the command that asks for these passages: the same for the same ones."""
    return uuid5(reading, "\n".join([model, *(f"{one.block_id}:{one.start}:{one.end}" for one in passages)]))


def misfit(arrival: Arrival) -> str | None:
    """Why an answer is not about what its command asked for; None if it is. Where it has no vectors, it cannot tell."""
    message = arrival.message
    assert isinstance(message, PassagesEmbedded)
    if message.problem is None and arrival.command != portion_id(message.reading_id, message.model, message.vectors):
        return "vectors: its command asked for others"
    return None


async def keep_vectors(connection: Connection, arrival: Arrival) -> None:
    """Keeps the vectors of an answer, or when to ask again. Raises psycopg.DataError for what Postgres cannot hold."""
    message = arrival.message
    assert isinstance(message, PassagesEmbedded)
    async with connection.transaction():
        session = await (await connection.execute(_SESSION, (arrival.session,))).fetchone()
        reading = await (await connection.execute(_READING, (message.reading_id,))).fetchone()
        if session is None or reading is None:
            return
        await connection.execute(LOCK, ([named(reading)],))
        asked = await _asked(connection, message.reading_id, message.model)
        command = str(arrival.envelope.cause)
        if asked is None or command not in asked.open:
            return
        if message.problem is not None:
            await _failed(connection, message, asked.tries)
            return
        await connection.execute(_KEEP, {"reading": message.reading_id, "model": message.model, **_columns(message)})
        left = [each for each in asked.open if each != command]
        values = {"open": json.dumps(left), "last": not left, "reading": message.reading_id, "model": message.model}
        await connection.execute(_CLOSED, values)
        if not session["forgotten"]:
            await _run(connection, arrival, Own(tenant_id=session["tenant_id"], user_id=session["user_id"]))


def named(reading: Mapping[str, Any]) -> str:
    """A reading's owner and bytes, as the library's lock names them."""
    return "\n".join(reading[name] for name in ("tenant_id", "user_id", "document_sha256"))


def patience(tries: int) -> float:
    """Seconds until what failed, or got no answer, is asked for again."""
    return min(AGAIN_S * 2.0 ** min(tries, MOST_TRIES), LONGEST_S)


def _columns(message: PassagesEmbedded) -> dict[str, Sequence[Any]]:
    vectors = [kept(each.vector) for each in message.vectors]
    return {
        "blocks": [each.block_id for each in message.vectors],
        "starts": [each.start for each in message.vectors],
        "stops": [each.end for each in message.vectors],
        "vectors": vectors,
        "sketches": [sketch(vector) for vector in vectors],
    }


async def _asked(connection: Connection, reading: UUID, model: str) -> _Asked | None:
    row = await (await connection.execute(_ROW, (reading, model))).fetchone()
    return None if row is None else _Asked(row["open"], row["tries"])


async def _failed(connection: Connection, message: PassagesEmbedded, tries: int) -> None:
    assert message.problem is not None
    code = message.problem.code
    wait = None if code in HOPELESS else patience(tries)
    values = {"problem": str(code), "wait": wait, "reading": message.reading_id, "model": message.model}
    await connection.execute(_FAILED, values)


async def _run(connection: Connection, arrival: Arrival, own: Own) -> None:
    """What it took is the session's, by whose upload or whose course the text came."""
    writes = Writes()
    run_row(writes, arrival, State(session_id=arrival.session), own, datetime.now(UTC))
    await writes.run(connection)
