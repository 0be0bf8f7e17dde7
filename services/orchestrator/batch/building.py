"""Commands that are due are built from rows and measured, within the transaction (rule 5).

All of a batch at once: what each asks of the database travels with the others' questions, in the batch's pipeline.
"""

import asyncio
import logging
from collections.abc import Sequence

import psycopg

from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import about
from services.chassis.storage.database import Connection
from services.orchestrator.batch.locked import Due, Guilty
from services.orchestrator.outbox.commands import build
from services.orchestrator.outbox.outgoing import command

log = logging.getLogger(__name__)


async def built(connection: Connection, due_now: Sequence[Due]) -> list[Outgoing]:
    """Those that are still open at that very attempt. Raises `Guilty` for a cause whose command cannot be built.

    A command that a duplicate brings up again has no cause to park: it is left out, and an error logged.
    """
    built = await asyncio.gather(*(_built(connection, due) for due in due_now), return_exceptions=True)
    failed = [each for each in built if isinstance(each, BaseException)]
    if failed:
        # Of the database's errors the first is the cause, and those after it say that nothing else was done.
        raise next((each for each in failed if isinstance(each, psycopg.Error) and each.sqlstate), failed[0])
    return [each for each in built if isinstance(each, Outgoing)]


async def _built(connection: Connection, due: Due) -> Outgoing | None:
    step = due.session.state.open.get(due.ask.command)
    if step is None or step.attempt != due.ask.attempt:
        return None
    with about(due.session.state.session_id):
        body = await _body(connection, due)
    return None if body is None else command(due.session.state, due.ask, due.cause, body, due.traceparent)


async def _body(connection: Connection, due: Due) -> bytes | None:
    """The command, None for one that is left out."""
    try:
        body = await build(connection, due.session.state, due.ask)
    except psycopg.Error:
        raise
    except Exception as error:
        log.exception("building the command %s failed", due.ask.kind)
        if due.arrival is None:
            return None
        raise Guilty(due.arrival, f"its command {due.ask.kind} cannot be built: {error!r}") from error
    which = {"command": str(due.ask.command)}
    if body is None:
        log.warning("a command is skipped, its rows are gone", extra=which)
    elif len(body) > MAX_MESSAGE_BYTES:
        too_large = f"its command {due.ask.kind} has {len(body)} bytes, over {MAX_MESSAGE_BYTES}"
        if due.arrival is not None:
            raise Guilty(due.arrival, too_large)
        log.error("a command is not sent again: %s", too_large, extra=which)
        return None
    return body
