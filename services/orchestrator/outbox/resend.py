"""After a start on a broker that keeps nothing: what is open goes out again, at the attempt it is at.

A command that a worker has in hand or has answered is ignored or answered from its memo, so this costs messages only;
without it a wiped broker would cost each open step a deadline.
"""

import logging

from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import about
from services.chassis.storage.database import Connection
from services.orchestrator.outbox.commands import build
from services.orchestrator.outbox.deadlines import Publish
from services.orchestrator.outbox.outgoing import command
from services.orchestrator.workflow.state import Ask, State

log = logging.getLogger(__name__)


async def resend(connection: Connection, publish: Publish) -> int:
    """Publishes all open commands; how many."""
    found = await connection.execute(
        """select d.command_id, d.attempt, d.traceparent, s.state, j.message_id from deadlines d
           join sessions s using (session_id)
           join lateral (select message_id from journal where session_id = d.session_id
                         and commands::text like '%%' || d.command_id || '%%' order by seq limit 1) j on true"""
    )
    out: list[Outgoing] = []
    for row in await found.fetchall():
        state = State.model_validate(row["state"])
        step = state.open.get(row["command_id"])
        if step is None or step.attempt != row["attempt"]:
            continue
        ask = Ask(command=row["command_id"], kind=step.kind, params=step.params, attempt=step.attempt)
        body = await build(connection, state, ask)
        if body is not None and len(body) > MAX_MESSAGE_BYTES:
            with about(state.session_id):
                which = {"command": str(ask.command)}
                log.error("not sent again, the command %s has %d bytes", ask.kind, len(body), extra=which)
        elif body:
            out.append(command(state, ask, row["message_id"], body, row["traceparent"]))
    if out:
        await publish(out)
    return len(out)
