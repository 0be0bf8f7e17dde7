"""The intake's sweep: publishes again what the journal does not know (rule 2 of the protocol).

A row waits 5 s before the sweep looks at it and twice as long after each try, up to 10 min; none waits when the broker
is there again, which may have lost what it held. Several gateways may sweep at once: each takes rows that no other has
in hand.
"""

import asyncio
import contextlib
import logging

import psycopg
from psycopg_pool import PoolTimeout

from services.chassis.logs.json_lines import about
from services.gateway.database import Rows
from services.gateway.messaging.intake import FIRST_WAIT_SECONDS, Publish, outgoing

LONGEST_WAIT_SECONDS = 600
EVERY_SECONDS = 2.0
ROWS_AT_MOST = 100
PUBLISH_SECONDS = 10.0
log = logging.getLogger(__name__)

SWEEP = """
with due as (
  select i.message_id, exists (select from known_message k where k.message_id = i.message_id) as known
  from intake i where not i.settled and (i.due_at <= now() or %(all)s)
  order by i.due_at limit %(most)s for update of i skip locked
)
update intake i set settled = due.known,
  tries = case when due.known then i.tries else i.tries + 1 end,
  due_at = case when due.known then i.due_at
    else now() + make_interval(secs => least(%(first)s * power(2, least(i.tries + 1, 20)), %(longest)s)) end
from due where i.message_id = due.message_id
returning i.message_id, i.session_id, i.type, i.message::text as value, i.traceparent, i.accepted_at, due.known"""


async def sweep(rows: Rows, publish: Publish, *, at_once: bool = False) -> int:
    """Settles what is known and publishes what is due and unknown, in the order of acceptance; how many.

    `at_once`: also what is not due yet.
    """
    values = {"most": ROWS_AT_MOST, "first": FIRST_WAIT_SECONDS, "longest": LONGEST_WAIT_SECONDS, "all": at_once}
    taken = await rows.all(SWEEP, values)
    unknown = sorted((row for row in taken if not row["known"]), key=lambda row: row["accepted_at"])
    for row in unknown:
        with about(row["session_id"]):
            log.info("An accepted message that the journal does not know is published again.")
    if unknown:
        await asyncio.wait_for(publish([outgoing(row) for row in unknown]), PUBLISH_SECONDS)
    return len(unknown)


async def sweep_forever(rows: Rows, publish: Publish, returned: asyncio.Event) -> None:
    """Sweeps again and again until cancelled, all of it when the broker has `returned`; an outage is waited out."""
    while True:
        at_once = returned.is_set()
        returned.clear()
        try:
            await sweep(rows, publish, at_once=at_once)
        except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout) as error:
            log.warning("The sweep waits for the database.", extra={"error": error})
        except Exception as error:  # Whatever the broker says: the rows are due again later.
            log.warning("The sweep could not publish.", extra={"error": error})
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(returned.wait(), EVERY_SECONDS)
