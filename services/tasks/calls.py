"""A call is done once: its change and its row in `task_calls` are one transaction, and that row answers it again.

The row is also the audit: who called what, when, and what came of it. A call that was refused has one, too; a call that
could not be taken down (the database is away) was not done. How long rows stay `drop_old_task_calls` says.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg_pool import PoolTimeout, TooManyRequests

from contracts.message import Fields
from contracts.tasks import TaskResult
from services.chassis.process.kill_points import passes
from services.chassis.storage.database import Pool
from services.chassis.tokens import Claims
from services.tasks.rows import Rows
from services.tasks.tools import FORGET, Tool, perform, read, refused

PATIENCE_SECONDS = 5.0
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, TooManyRequests, TimeoutError)
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Call:
    """One call as it came. `said`: its arguments as JSON, always spelt the same; `id` None: it is no UUID."""

    who: Claims
    tool: Tool
    said: str
    wanted: Fields | TaskResult
    id: UUID

    @classmethod
    def of(cls, who: Claims, tool: Tool, arguments: Mapping[str, Any], id: object) -> "Call":
        """What came, or why it cannot be done. Without an id it gets a fresh one."""
        try:
            said = json.dumps(arguments, sort_keys=True, allow_nan=False)
        except (ValueError, RecursionError):  # NaN, more digits than anybody counts, brackets without end.
            unfit = refused("VALIDATION_ERROR", "arguments: That is nothing that JSON can say.", "arguments")
            return cls(who, tool, "{}", unfit, uuid4())
        if tool.name == FORGET and who.role != "owner":
            return cls(who, tool, said, refused("UNAUTHORIZED", "That is for an owner's token alone."), uuid4())
        wanted = read(tool, arguments)
        if id is None:
            return cls(who, tool, said, wanted, uuid4())
        try:
            return cls(who, tool, said, wanted, UUID(id if isinstance(id, str) else ""))
        except ValueError:
            unfit = refused("VALIDATION_ERROR", "_meta: The call's id is no UUID.", "_meta")
            return cls(who, tool, said, unfit, uuid4())


class Calls:
    """Answers calls, each once."""

    def __init__(self, pool: Pool, patience: float = PATIENCE_SECONDS) -> None:
        self._pool, self._patience = pool, patience

    async def answer(self, call: Call) -> TaskResult:
        """Does it, or says what it came to when it was done."""
        try:
            try:
                return await self._once(call)
            except psycopg.OperationalError:
                # The connection may have been of a server that is gone since. Done twice, it is done once.
                await self._pool.check()
                return await self._once(call)
        except AWAY as error:
            log.warning("The database is away.", extra={"error": error})
            return refused("UNAVAILABLE", "The tasks cannot be reached just now. Try again in a moment.")
        except Exception:
            log.exception("A call failed.", extra={"tool": call.tool.name})
            failed = refused("INTERNAL_ERROR", "That did not work, and it is not the caller's fault.")
            return await self._noted(call, failed)

    async def sweep(self) -> None:
        """Removes what is too old of the audit, which this login could not do by itself."""
        async with self._pool.connection(timeout=self._patience) as connection:
            await connection.execute("select drop_old_task_calls()")

    async def _once(self, call: Call) -> TaskResult:
        result = await self._committed(call)
        return result or await self._noted(
            call, refused("CALL_REUSED", "_meta: That call's id was of another call.", "_meta")
        )

    @passes(after="committed")
    async def _committed(self, call: Call) -> TaskResult | None:
        """What the call came to, now or before; None if its id was another call's."""
        async with (
            asyncio.timeout(self._patience * 2),
            self._pool.connection(timeout=self._patience) as connection,
            connection.transaction(),
        ):
            # Whoever has the same id waits here until this transaction is over.
            cursor = await connection.execute(
                "insert into task_calls (call_id, tenant_id, user_id, tool, parameters) values"
                " (%s, %s, %s, %s, %s::json) on conflict do nothing",
                (call.id, call.who.tenant, call.who.user, call.tool.name, call.said),
            )
            if not cursor.rowcount:
                cursor = await connection.execute(
                    "select result from task_calls where call_id = %s and tenant_id = %s and user_id = %s"
                    " and tool = %s and parameters::text = %s and result is not null",
                    (call.id, call.who.tenant, call.who.user, call.tool.name, call.said),
                )
                row = await cursor.fetchone()
                return TaskResult.model_validate(row["result"]) if row else None
            result = (
                call.wanted
                if isinstance(call.wanted, TaskResult)
                else await perform(call.wanted, call.tool, Rows(connection, call.who))
            )
            await connection.execute(
                "update task_calls set parameters = %s::json, result = %s::json where call_id = %s",
                (call.said, result.model_dump_json(), call.id),
            )
            return result

    async def _noted(self, call: Call, result: TaskResult) -> TaskResult:
        """Takes down under an id of its own what came of a call that was not done."""
        try:
            await self._committed(replace(call, id=uuid4(), wanted=result))
        except Exception as error:
            log.warning("A call could not be taken down.", extra={"error": error, "tool": call.tool.name})
        return result
