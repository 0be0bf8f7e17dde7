"""Which blocks the tutor explains from: those about concepts, those that a search for a question finds, and near them.

A language model finds by meaning what shares no word with the question, so whatever room is left is filled: with what
stands around the best, and of a short document with all of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.documents.searching import likeliest, search
from services.orchestrator.workflow.state import State
from services.text.words import holds, stems_of

MOST_BYTES, MOST_FOUND, FOLLOWING = 60_000, 40, 8
BEST, REACH, SHORT = 10, 12, 150
"""Blocks around which, how far, and how many a short document has."""

MOST_UNSURE = 1_000
"""Blocks of a text that were not read surely and are looked at."""
MEANT, _MOST_NAMED = 2, 12
"""A question may lean on so many before it, and names so many concepts at most."""

_BRIEF, _SPOKEN, _MOST_SPOKEN = 10, 2, 6
"""Words of a message that may ask for what was told in other words; of so many lines so many concepts may be meant."""

# First what introduces a concept, then what follows it in its section (there its example stands), then what its items'
# proofs name, then what mentions it.
_ABOUT: LiteralString = """
with wanted as (select c.concept from unnest(%(concepts)s::text[]) c(concept)),
there as (
  select b.*, m.ordinal as document from reading_members m join blocks b using (reading_id)
  where m.set_id = %(reading)s and b.body ->> 'kind' <> 'heading' and coalesce((b.body ->> 'material')::boolean, true)
), introducing as (
  select t.value ->> 'block_id' as block_id
  from readings r cross join lateral json_array_elements(r.digest -> 'terms') t(value)
  where r.reading_id = %(reading)s and lower(t.value ->> 'term') in (select lower(concept) from wanted)
), following as (
  select x.block_id from there t join introducing using (block_id)
  left join lateral (
    select h.part, h.ordinal from blocks h
    where h.reading_id = t.reading_id and h.body ->> 'kind' = 'heading' and (h.part, h.ordinal) > (t.part, t.ordinal)
    order by h.part, h.ordinal limit 1
  ) ends on true
  cross join lateral (
    select f.block_id from there f
    where f.reading_id = t.reading_id and (f.part, f.ordinal) > (t.part, t.ordinal)
      and (ends.part is null or (f.part, f.ordinal) < (ends.part, ends.ordinal))
    order by f.part, f.ordinal limit %(following)s
  ) x
), proving as (
  select i.body -> 'proof' ->> 'block_id' as block_id from items i
  where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved')
    and lower(i.body ->> 'concept') in (select lower(concept) from wanted)
), ranked as (
  select t.*, case when t.block_id in (select block_id from introducing) then 0
                   when t.block_id in (select block_id from following) then 1
                   when t.block_id in (select block_id from proving) then 2
                   when exists (select from wanted where strpos(lower(t.body ->> 'text'), lower(concept)) > 0) then 3
              end as rank
  from there t
)
select body::text, body ->> 'document_sha256' as sha256, rank::float8 as rank, document, part, ordinal, block_id
from ranked where rank is not null order by rank, document, part, ordinal limit 200"""
# Each with its heading and with what stands before it, as a sentence may lean on that, and where it breaks off with the
# code, the formula or the list that it leads in.
_THESE: LiteralString = """
with there as materialized (
  select b.reading_id, b.block_id, m.ordinal as document, b.part, b.ordinal, b.body ->> 'kind' = 'heading' as heads,
         row_number() over (order by m.ordinal, b.part, b.ordinal) as n
  from reading_members m join blocks b using (reading_id)
  where m.set_id = %(reading)s
    and (coalesce((b.body ->> 'material')::boolean, true)
      or (b.body ->> 'aside' = 'low_confidence' and b.block_id = any(%(blocks)s::text[])))
), under as (
  select *, max(n) filter (where heads) over (order by n) as heading from there
), wanted as (
  select p.n, min(array_position(%(blocks)s::text[], u.block_id) + case when p.n = u.n then 0 else 0.5 end) as place
  from under u cross join lateral (
    values (u.n), (u.n - 1), (u.heading), ((
      select u.n + 1 from blocks x where x.reading_id = u.reading_id and x.block_id = u.block_id
        and x.body ->> 'text' !~ '[.!?…][]"”’»)]*[[:space:]]*$'
    ))
  ) p(n)
  where u.block_id = any(%(blocks)s::text[]) and p.n is not null group by p.n
)
select b.body::text, b.body ->> 'document_sha256' as sha256, t.document, t.part, t.ordinal, t.block_id
from wanted w join there t using (n) join blocks b using (reading_id, block_id) order by w.place, t.n"""

_AROUND: LiteralString = """
with there as materialized (
  select b.reading_id, b.block_id, m.ordinal as document, b.part, b.ordinal,
         row_number() over (order by m.ordinal, b.part, b.ordinal) as n, count(*) over () as count
  from reading_members m join blocks b using (reading_id)
  where m.set_id = %(reading)s and coalesce((b.body ->> 'material')::boolean, true)
), best as (
  select n, array_position(%(blocks)s::text[], block_id) as place from there where block_id = any(%(blocks)s::text[])
), near as (
  select t.n, min(x.place * %(reach)s + abs(t.n - x.n)) as far
  from there t join best x on t.n between x.n - %(reach)s and x.n + %(reach)s group by t.n
)
select b.body::text, b.body ->> 'document_sha256' as sha256, t.document, t.part, t.ordinal, t.block_id
from there t left join near using (n) join blocks b using (reading_id, block_id)
where near.n is not null or t.count <= %(short)s order by near.far nulls last, t.n limit 400"""

# A concept may be only the name of a section: that heading, and what stands under it.
_UNDER: LiteralString = """
with there as (
  select b.*, m.ordinal as document from reading_members m join blocks b using (reading_id)
  where m.set_id = %(reading)s and coalesce((b.body ->> 'material')::boolean, true)
), named as (
  select h.* from there h where h.body ->> 'kind' = 'heading'
    and lower(regexp_replace(h.body ->> 'text', '^[0-9.]+[[:space:]]+', '')) in (
      select lower(concept) from unnest(%(concepts)s::text[]) c(concept))
)
select x.body::text, x.body ->> 'document_sha256' as sha256, x.document, x.part, x.ordinal, x.block_id
from named h cross join lateral (
  select t.* from there t where t.reading_id = h.reading_id and (t.part, t.ordinal) >= (h.part, h.ordinal)
  order by t.part, t.ordinal limit %(following)s
) x order by x.document, x.part, x.ordinal limit 40"""

# What was not read surely: it is searched by nobody else.
_UNSURE: LiteralString = """
select b.block_id, b.body ->> 'text' as text from reading_members m join blocks b using (reading_id)
where m.set_id = %(reading)s and b.terms is null and b.body ->> 'aside' = 'low_confidence'
order by m.ordinal, b.part, b.ordinal limit %(most)s"""

_HEADINGS: LiteralString = """
select b.block_id, coalesce((
  select h.body ->> 'text' from blocks h
  where h.reading_id = b.reading_id and h.body ->> 'kind' = 'heading' and (h.part, h.ordinal) < (b.part, b.ordinal)
  order by h.part desc, h.ordinal desc limit 1
), '') as heading
from reading_members m join blocks b using (reading_id)
where m.set_id = %(reading)s and b.block_id = any(%(blocks)s::text[])"""


def named_in(said: Sequence[str], concepts: Sequence[str], language: str) -> list[str]:
    """The concepts that lines of the conversation name, in any form: those that a question may be about, those of the
    first line first; at most `_MOST_NAMED`."""
    lines = [stems_of(line, language) for line in said]
    keys = [(concept, key) for concept in concepts if (key := stems_of(concept, language))]
    named = (concept for line in lines for concept, key in keys if holds(line, key))
    return list(dict.fromkeys(named))[:_MOST_NAMED]


def spoken_of(question: str, tutors: Sequence[str], concepts: Sequence[str], language: str) -> list[str]:
    """The concepts in the tutor's last lines, where a message is so short that it may ask for that in other words."""
    brief = 0 < len(question.split()) <= _BRIEF
    return named_in(tutors[: -_SPOKEN - 1 : -1], concepts, language)[:_MOST_SPOKEN] if brief else []


async def about(
    connection: Connection, reading: UUID, course: UUID | None, concepts: Sequence[str]
) -> list[dict[str, Any]]:
    """The blocks about concepts, the most telling first."""
    if not concepts:
        return []
    values = {"reading": reading, "course": course, "concepts": list(concepts), "following": FOLLOWING}
    return await (await connection.execute(_ABOUT, values)).fetchall()


async def found(connection: Connection, session: UUID, reading: UUID, question: str) -> list[dict[str, Any]]:
    """The blocks that a search for the question finds, the best first."""
    (hits,) = await search(connection, session, [question], otherwise=True)
    blocks = list(dict.fromkeys(hit.place.block.block_id for hit in hits))[:MOST_FOUND]
    values = {"reading": reading, "blocks": blocks}
    return await (await connection.execute(_THESE, values)).fetchall() if blocks else []


async def under(connection: Connection, reading: UUID, concepts: Sequence[str]) -> list[dict[str, Any]]:
    """The headings that are called like concepts, each with what stands right under it."""
    values = {"reading": reading, "concepts": list(concepts), "following": FOLLOWING}
    return await (await connection.execute(_UNDER, values)).fetchall() if concepts else []


async def around(connection: Connection, reading: UUID, blocks: Sequence[str]) -> list[dict[str, Any]]:
    """What stands around the best of these, the nearest first; of a short document the rest, too."""
    values = {"reading": reading, "blocks": list(blocks)[:BEST], "reach": REACH, "short": SHORT}
    return await (await connection.execute(_AROUND, values)).fetchall()


async def unsure(
    connection: Connection, session: UUID, reading: UUID, questions: Sequence[str]
) -> list[dict[str, Any]]:
    """The blocks that were not read surely and hold most of these questions, with what stands around them."""
    values: dict[str, Any] = {"reading": reading, "most": MOST_UNSURE}
    rows = await (await connection.execute(_UNSURE, values)).fetchall()
    if not rows:
        return []
    hits = await likeliest(connection, session, questions, [row["text"] for row in rows])
    best = dict.fromkeys(rows[number]["block_id"] for found in hits for number in found[:BEST])
    values = {"reading": reading, "blocks": list(best)}
    return await (await connection.execute(_THESE, values)).fetchall() if best else []


async def cited_under(connection: Connection, state: State, rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What the blocks of documents without pages stand under, by their ids ("": before the first heading): by that they
    are cited."""
    papers = {paper.sha256 for paper in state.papers if paper.doc_meta and paper.doc_meta.page_kind == "section"}
    only = state.papers[0].sha256 if state.papers else ""
    unpaged = [row["block_id"] for row in rows if (row["sha256"] or only) in papers]
    if state.reading_id is None or not unpaged:
        return {}
    values = {"reading": state.reading_id, "blocks": unpaged}
    headed = await (await connection.execute(_HEADINGS, values)).fetchall()
    return {row["block_id"]: row["heading"] for row in headed}


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
