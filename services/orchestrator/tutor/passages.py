"""Which blocks the tutor explains from: those about concepts, and those that a question's words are found in."""

from collections.abc import Sequence
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection

MOST_BYTES, MOST_FOUND = 60_000, 25
_DICTIONARY = {"en": "english", "no": "norwegian", "nb": "norwegian", "nn": "norwegian"}

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
# Any of the question's words, in the forms that the document has them. A dictionary that the server lacks is no error.
_FOUND: LiteralString = """
with tongue as (
  select coalesce((select oid from pg_ts_config where cfgname = %(dictionary)s limit 1), 'simple'::regconfig)::regconfig
    as name
), asked as (
  select string_agg(chr(39) || replace(replace(lexeme, chr(92), ''), chr(39), chr(39) || chr(39)) || chr(39), ' | ')
    ::tsquery as query
  from tongue cross join lateral unnest(to_tsvector(tongue.name, %(question)s))
)
select b.body::text, b.body ->> 'document_sha256' as sha256, m.ordinal as document, b.part, b.ordinal, b.block_id,
       ts_rank(to_tsvector(tongue.name, b.body ->> 'text'), asked.query)::float8 as rank
from tongue, asked, reading_members m join blocks b using (reading_id)
where m.set_id = %(reading)s and b.body ->> 'kind' <> 'heading'
  and to_tsvector(tongue.name, b.body ->> 'text') @@ asked.query
order by rank desc, document, b.part, b.ordinal limit %(most)s"""


async def about(
    connection: Connection, reading: UUID, course: UUID | None, concepts: Sequence[str]
) -> list[dict[str, Any]]:
    """The blocks about concepts, the most telling first."""
    if not concepts:
        return []
    values = {"reading": reading, "course": course, "concepts": list(concepts)}
    return await (await connection.execute(_ABOUT, values)).fetchall()


async def found(connection: Connection, reading: UUID, question: str, language: str) -> list[dict[str, Any]]:
    """The blocks in which a question's words are found, the best first."""
    dictionary = _DICTIONARY.get(language.lower().replace("_", "-").split("-")[0], "simple")
    values = {"reading": reading, "question": question, "dictionary": dictionary, "most": MOST_FOUND}
    return await (await connection.execute(_FOUND, values)).fetchall()


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
