"""A turn's journal: what it chose and what a call answered, by its place, in a table that a kill cannot reach."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal
from uuid import UUID

from psycopg.types.json import Jsonb

from services.chassis.storage.database import Connection

_KEPT = "select body from assistant_steps where message_id = %s and ordinal = %s"
_KEEP = """
insert into assistant_steps (message_id, ordinal, kind, body) values (%s, %s, %s, %s)
on conflict (message_id, ordinal) do nothing"""


class Steps:
    """`services.assistant.agent.ports.Journal` of one message, on its turn's own connection."""

    def __init__(self, connection: Connection, message: UUID) -> None:
        self._connection, self._message, self._place = connection, message, -1

    async def once(
        self, kind: Literal["choice", "call"], make: Callable[[], Awaitable[dict[str, Any]]]
    ) -> dict[str, Any]:
        """The step at the next place: what is kept there, else what `make` makes, once it is kept."""
        self._place += 1
        where = (self._message, self._place)
        if (row := await (await self._connection.execute(_KEPT, where)).fetchone()) is not None:
            body: dict[str, Any] = row["body"]
            return body
        made = await make()
        await self._connection.execute(_KEEP, (*where, kind, Jsonb(made)))
        return made
