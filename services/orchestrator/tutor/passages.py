"""Which blocks the tutor explains from: those about concepts, and those that a search for a question finds."""

import asyncio
from collections.abc import Sequence
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.search.stored import CANDIDATES, COUNTS, Search

MOST_BYTES, MOST_FOUND = 60_000, 25

# First what introduces a concept, then what its items' proofs name, then what mentions it.
_ABOUT: LiteralString = """
with wanted as (select c.concept from unnest(%(concepts)s::text[]) c(concept)),
there as (
  select b.*, m.ordinal as document from reading_members m join blocks b using (reading_id)
  where m.set_id = %(reading)s and b.body ->> 'kind' <> 'heading'
), introducing as (
  select t.value ->> 'block_id' as block_id
  from readings r cross join lateral json_array_elements(r.digest -> 'terms') t(value)
  where r.reading_id = %(reading)s and lower(t.value ->> 'term') in (select lower(concept) from wanted)
), proving as (
  select i.body -> 'proof' ->> 'block_id' as block_id from items i
  where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved')
    and lower(i.body ->> 'concept') in (select lower(concept) from wanted)
), ranked as (
  select t.*, case when t.block_id in (select block_id from introducing) then 0
                   when t.block_id in (select block_id from proving) then 1
                   when exists (select from wanted where strpos(lower(t.body ->> 'text'), lower(concept)) > 0) then 2
              end as rank
  from there t
)
select body::text, body ->> 'document_sha256' as sha256, rank::float8 as rank, document, part, ordinal, block_id
from ranked where rank is not null order by rank, document, part, ordinal limit 200"""
_THESE: LiteralString = """
select b.body::text, b.body ->> 'document_sha256' as sha256, m.ordinal as document, b.part, b.ordinal, b.block_id
from reading_members m join blocks b using (reading_id)
where m.set_id = %(reading)s and b.block_id = any(%(blocks)s::text[])
order by array_position(%(blocks)s::text[], b.block_id), document, b.part, b.ordinal"""


async def about(
    connection: Connection, reading: UUID, course: UUID | None, concepts: Sequence[str]
) -> list[dict[str, Any]]:
    """The blocks about concepts, the most telling first."""
    if not concepts:
        return []
    values = {"reading": reading, "course": course, "concepts": list(concepts)}
    return await (await connection.execute(_ABOUT, values)).fetchall()


async def found(connection: Connection, session: UUID, reading: UUID, question: str) -> list[dict[str, Any]]:
    """The blocks that a search for the question finds, the best first."""
    counted = await (await connection.execute(COUNTS, {"session": session})).fetchall()
    search = await asyncio.to_thread(Search, question, counted)
    if not search.asks_anything:
        return []
    rows = await (await connection.execute(CANDIDATES, search.asks(session))).fetchall()
    hits = await asyncio.to_thread(search.hits, rows)
    blocks = list(dict.fromkeys(hit.place.block.block_id for hit in hits))[:MOST_FOUND]
    return await (await connection.execute(_THESE, {"reading": reading, "blocks": blocks})).fetchall()


def within(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first of these that fit into one command, each once, in the document's order."""
    taken: dict[str, dict[str, Any]] = {}
    left = MOST_BYTES
    for row in rows:
        size = len(row["body"].encode())
        if row["block_id"] not in taken and size <= left:
            taken[row["block_id"]] = row
            left -= size
    return sorted(taken.values(), key=lambda row: (row["document"], row["part"], row["ordinal"]))
