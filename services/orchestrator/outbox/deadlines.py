"""The sweeper: a missed deadline becomes an ordinary message, so that `decide` has no clock (rule 11)."""

import asyncio
import itertools
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from contracts.envelope import Envelope, timeout_id
from contracts.session import StepTimedOut
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import about
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.documents.dropped_files import drop_blobs
from services.orchestrator.history.figures import count
from services.orchestrator.outbox.outgoing import SOURCE

Publish = Callable[[Sequence[Outgoing]], Awaitable[None]]
log = logging.getLogger(__name__)
LEASE_SECONDS = 30.0
DROP_TURNS = 30
COUNT_TURNS = 5
SILENT_S = 10.0

_MISSED = """update deadlines d set due_at = now() + make_interval(secs => %s)
             from (select command_id, attempt from deadlines where due_at <= now() order by due_at limit 200
                   for update skip locked) late
             where d.command_id = late.command_id and d.attempt = late.attempt
             returning d.session_id, d.command_id, d.attempt, d.traceparent"""


# A row that somebody has locked is about to be closed or moved anyway: nobody waits for it here, nor for each other.
_POSTPONED = """update deadlines d
                set due_at = greatest(d.due_at, least(now() + make_interval(secs => d.silence_s), d.limit_at))
                from (select k.command_id from deadlines k
                      join unnest(%s::uuid[], %s::uuid[], %s::int[]) as h(command_id, session_id, attempt)
                        using (command_id, session_id, attempt)
                      where k.silence_s is not null for update of k skip locked) heard
                where d.command_id = heard.command_id"""


async def postpone(connection: Connection, heard: Sequence[Arrival]) -> None:
    """Workers have these commands in hand and come further: their deadlines move on, and nothing else happens.

    Only of the attempt that is open, and up to its limit: what is of another one moves nothing.
    """
    told = {(one.envelope.cause, one.session, one.envelope.attempt) for one in heard}
    async with connection.transaction():
        await connection.execute(_POSTPONED, tuple(map(list, zip(*told, strict=True))))


_GRACE = """update deadlines set due_at = now() + make_interval(secs => least(silence_s, %s))
            where silence_s is not null and due_at < now() + make_interval(secs => least(silence_s, %s))"""


async def grace(connection: Connection, lease: float = LEASE_SECONDS) -> None:
    """At the orchestrator's start: while it was away it heard nobody, and what was said meanwhile is read first."""
    async with connection.transaction():
        await connection.execute(_GRACE, (lease, lease))


async def sweep(connection: Connection, publish: Publish, lease: float = LEASE_SECONDS) -> int:
    """Tells every missed deadline once; how many. The due time moves on by a finite lease before it is told."""
    async with connection.transaction():
        missed = await (await connection.execute(_MISSED, (lease,))).fetchall()
    if missed:
        for row in missed:
            with about(row["session_id"]):
                late = {"command_id": str(row["command_id"]), "attempt": row["attempt"]}
                log.warning("a step got no answer in time", extra=late)
        await publish(_timeouts(missed))
    return len(missed)


class Sweeps:
    """Says whether the database answers, by when the last sweep was over: nothing else need be asked for that."""

    def __init__(self, every: float = 1) -> None:
        self.every, self.last = every, time.monotonic()

    async def trouble(self) -> str | None:
        """Why nothing can be asked of it just now, as a sentence; None when it answers."""
        return None if time.monotonic() - self.last < self.every + SILENT_S else "The database does not answer."


async def sweep_for_ever(connection: Connection, publish: Publish, sweeps: Sweeps, blobs: Blobs | None = None) -> None:
    """Until cancelled; what goes wrong ends the process. Every `DROP_TURNS` turns it drops what was forgotten, and
    every `COUNT_TURNS` it counts sessions that moved."""
    for turn in itertools.count():
        await asyncio.sleep(sweeps.every)
        await sweep(connection, publish)
        sweeps.last = time.monotonic()
        if blobs is not None and turn % DROP_TURNS == 0:
            await drop_blobs(connection, blobs)
        if turn % COUNT_TURNS == 0:
            await count(connection)


def _timeouts(missed: Sequence[dict[str, Any]]) -> list[Outgoing]:
    body = StepTimedOut().write()
    return [
        Outgoing(
            "session.inputs",
            str(row["session_id"]).encode(),
            body,
            Envelope(
                id=timeout_id(row["command_id"], row["attempt"]),
                type=StepTimedOut.type_name,
                source=SOURCE,
                subject=row["session_id"],
                time=datetime.now(UTC),
                cause=row["command_id"],
                attempt=row["attempt"],
                traceparent=row["traceparent"],
            ).headers(),
        )
        for row in missed
    ]
