"""A search of a session's text, as the tutor and the notes ask for it."""

import asyncio
from functools import partial
from uuid import UUID

from services.chassis.storage.database import Connection
from services.search.stored import CANDIDATES, COUNTS, Hit, Search


async def search(connection: Connection, session: UUID, question: str, *, otherwise: bool = False) -> list[Hit]:
    """The passages that hold anything of the question, the best first; `otherwise`: or everyday words in place of its
    own."""
    counted = await (await connection.execute(COUNTS, {"session": session})).fetchall()
    asked = await asyncio.to_thread(partial(Search, question, counted, otherwise=otherwise))
    if not asked.asks_anything:
        return []
    rows = await (await connection.execute(CANDIDATES, asked.asks(session))).fetchall()
    return await asyncio.to_thread(asked.hits, rows)
