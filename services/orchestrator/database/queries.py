"""Rows looked up for commands, and JSON put together from them as it is, unparsed."""

from collections.abc import Iterable
from typing import Any

from services.chassis.storage.database import Connection


async def every(connection: Connection, statement: str, *values: Any) -> list[dict[str, Any]]:
    """The rows of a query."""
    return await (await connection.execute(statement.encode(), values)).fetchall()


async def one(connection: Connection, statement: str, *values: Any) -> dict[str, Any] | None:
    """The first row of a query, if there is one."""
    return await (await connection.execute(statement.encode(), values)).fetchone()


def array(bodies: Iterable[str]) -> str:
    """A JSON array of values that are JSON already."""
    return f"[{','.join(bodies)}]"


def joined(fields: dict[str, str | None]) -> bytes:
    """A JSON object of such values; None is left out."""
    told = ",".join(f'"{name}":{body}' for name, body in fields.items() if body is not None)
    return f"{{{told}}}".encode()
