"""The tasks of one user, in the transaction of one call: SQL alone, and never a row of anybody else's."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, LiteralString

from contracts.tasks import MOST_TASKS, AddTask, ListTasks, Task, UpdateTask
from services.chassis.storage.database import Connection
from services.chassis.tokens import Claims

FIELDS: LiteralString = "id, title, description, status, created_at, completed_at, due_at, session_id, concept"
MINE: LiteralString = "tenant_id = %(tenant)s and user_id = %(user)s"
# Letters are folded by Unicode, whatever the database's own locale is.
FOUND: LiteralString = """
    (select coalesce(bool_and(strpos(
       lower(concat_ws(E'\\n', title, description, concept) collate "pg_c_utf8"), word) > 0), true)
     from unnest(string_to_array(lower(%(query)s::text collate "pg_c_utf8"), ' ')) word where word <> '')"""


class Rows:
    """One user's tasks."""

    def __init__(self, connection: Connection, who: Claims) -> None:
        self._connection = connection
        self._mine = {"tenant": who.tenant, "user": who.user}

    async def add(self, wanted: AddTask) -> Task | None:
        """A new one, pending; None where there are `MOST_TASKS` already."""
        # One at a time for a user, so that two at once cannot both be the last one.
        await self._connection.execute(
            "select pg_advisory_xact_lock(hashtextextended(%(tenant)s::text || E'\\n' || %(user)s::text, 7267))",
            self._mine,
        )
        return await self._one(
            "insert into tasks (tenant_id, user_id, title, description, due_at, session_id, concept)"
            " select %(tenant)s::varchar, %(user)s::varchar, %(title)s::varchar, %(description)s::varchar,"
            " %(due_at)s::timestamptz, %(session_id)s::uuid, %(concept)s::varchar"
            f" where (select count(*) from tasks where {MINE}) < %(most)s returning {FIELDS}",
            {**wanted.model_dump(), "most": MOST_TASKS},
        )

    async def list(self, wanted: ListTasks) -> tuple[list[Task], int]:
        """Those that are asked for, up to the limit, and how many there are in all."""
        cursor = await self._connection.execute(
            f"select {FIELDS}, count(*) over () as total from tasks where {MINE}"
            " and (%(status)s = 'all' or status = %(status)s)"
            f" and (%(due_before)s::timestamptz is null or due_at < %(due_before)s) and {FOUND}"
            " order by status = 'completed', case when status = 'pending' then due_at end, completed_at desc, id"
            " limit %(limit)s",
            {**self._mine, **wanted.model_dump(), "query": " ".join(wanted.query.split())},
        )
        rows = await cursor.fetchall()
        return [_task(row) for row in rows], rows[0]["total"] if rows else 0

    async def update(self, wanted: UpdateTask) -> Task | None:
        """The task as it is then; None without it."""
        return await self._one(
            "update tasks set title = coalesce(%(title)s, title),"
            " description = case when 'description' = any(%(clear)s) then null"
            "   else coalesce(%(description)s, description) end,"
            " due_at = case when 'due_at' = any(%(clear)s) then null else coalesce(%(due_at)s, due_at) end,"
            " session_id = case when 'session_id' = any(%(clear)s) then null"
            "   else coalesce(%(session_id)s, session_id) end,"
            " concept = case when 'concept' = any(%(clear)s) then '' else coalesce(%(concept)s, concept) end,"
            " status = coalesce(%(status)s, status),"
            " completed_at = case coalesce(%(status)s, status) when 'completed' then coalesce(completed_at, now()) end"
            f" where id = %(task_id)s and {MINE} returning {FIELDS}",
            wanted.model_dump(),
        )

    async def complete(self, task_id: int) -> Task | None:
        """The task, completed now or before; None without it."""
        return await self._one(
            "update tasks set status = 'completed', completed_at = coalesce(completed_at, now())"
            f" where id = %(task_id)s and {MINE} returning {FIELDS}",
            {"task_id": task_id},
        )

    async def delete(self, task_id: int) -> Task | None:
        """The task as it was; None without it."""
        return await self._one(
            f"delete from tasks where id = %(task_id)s and {MINE} returning {FIELDS}", {"task_id": task_id}
        )

    async def forget(self) -> int:
        """All of them, and what was said in the calls: how many tasks there were."""
        cursor = await self._connection.execute(f"delete from tasks where {MINE}".encode(), self._mine)
        gone = cursor.rowcount
        await self._connection.execute(
            f"update task_calls set parameters = null, result = null where {MINE} and parameters is not null",
            self._mine,
        )
        return gone

    async def _one(self, statement: LiteralString, values: Mapping[str, Any]) -> Task | None:
        cursor = await self._connection.execute(statement, {**values, **self._mine})
        row = await cursor.fetchone()
        return _task(row) if row else None


def _task(row: Mapping[str, Any]) -> Task:
    """A row as the contract has it, its times in UTC."""
    values = {name: row[name] for name in Task.model_fields}
    return Task.model_validate(
        {name: value.astimezone(UTC) if isinstance(value, datetime) else value for name, value in values.items()}
    )
