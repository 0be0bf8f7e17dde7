"""Searches of a session's text, as the tutor and the notes ask for them."""

import asyncio
from collections.abc import Sequence
from functools import partial
from uuid import UUID

from services.chassis.storage.database import Connection
from services.search.stored import CANDIDATES, COUNTS, Hit, Search


async def search(
    connection: Connection, session: UUID, questions: Sequence[str], *, otherwise: bool = False
) -> list[list[Hit]]:
    """To each question the passages that hold anything of it, the best first; `otherwise`: or everyday words in place
    of its own. The text's words are counted once for all."""
    if not questions:
        return []
    counted = await (await connection.execute(COUNTS, {"session": session})).fetchall()
    found: list[list[Hit]] = []
    for question in questions:
        asked = await asyncio.to_thread(partial(Search, question, counted, otherwise=otherwise))
        rows = []
        if asked.asks_anything:
            rows = await (await connection.execute(CANDIDATES, asked.asks(session))).fetchall()
        found.append(await asyncio.to_thread(asked.hits, rows))
    return found


async def likeliest(
    connection: Connection, session: UUID, questions: Sequence[str], unsure: Sequence[str]
) -> list[list[int]]:
    """To each question which of these texts, that were not read surely, hold anything of it, the best first."""
    counted = await (await connection.execute(COUNTS, {"session": session})).fetchall()
    found: list[list[int]] = []
    for question in questions:
        asked = await asyncio.to_thread(partial(Search, question, counted, otherwise=True))
        found.append([each.number for each in await asyncio.to_thread(asked.unsure, unsure)])
    return found
