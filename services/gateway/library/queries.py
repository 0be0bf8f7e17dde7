"""What the gateway reads of a person's library: the shelf, the tags, and which texts hold a word."""

from collections.abc import Sequence
from typing import Annotated, Any, LiteralString

from fastapi import Depends

from services.gateway.access.bearer import Who
from services.gateway.access.figures import HOW_MANY, MINE, containing, found_by
from services.gateway.access.standing import NEWEST, NEWEST_FOUND, ON_PAGE, TAGS, TITLE
from services.gateway.database import Queries, Row
from services.gateway.http.paging import Place
from services.search.filters import MAY_HOLD, numbers_of

# Of words and a tag each must be there: a title's, a file's name or a tag's.
FOUND = found_by(
    "w.named like all(%(words)s::text[])",
    """(%(tag)s::text is null or w.session_id in (
      select a.session_id from agent_state_view a cross join json_array_elements_text(a.value) t
      where a.tenant_id = %(tenant)s and a.user_id = %(user)s and a.key = 'tags'
        and lower(t.value) = lower(%(tag)s::text)))""",
)
# What is made from the same bytes is alike; without a document nothing is. Only who has one of its files can be.
_LINES = f"""
select s.session_id, s.course_id, s.status, s.version, s.filename, s.created_at, s.updated_at,
  {TITLE} as title, {TAGS} as tags, d.documents, greatest(a.nth, 1) as nth, greatest(a.alike, 1) as alike,
  q.questions, q.answered, c.concepts, c.mastered,
  case when c.asked > 0 then (s.learning ->> 'mastery_score')::float end as mastery_score
from {ON_PAGE}
cross join lateral (
  select count(*) as documents, min(sha256) as one, string_agg(sha256, ' ' order by sha256) as bytes
  from document_view where session_id = s.session_id) d
cross join lateral (
  select count(*) as alike,
    count(*) filter (where (o.created_at, o.session_id) <= (s.created_at, s.session_id)) as nth
  from (select session_id from document_view
    where sha256 = d.one and tenant_id = %(tenant)s and user_id = %(user)s offset 0) h
  cross join lateral (
    select * from own_session_view w where w.session_id = h.session_id and w.forgotten_at is null offset 0) o
  where d.bytes = (
    select string_agg(sha256, ' ' order by sha256) from document_view v where v.session_id = h.session_id)) a
cross join lateral (
  select count(distinct v.item_id) as questions, count(distinct v.item_id) filter (where exists (
      select from result_view r where r.session_id = v.session_id and r.item_id = v.item_id and not r.void)) as answered
  from question_view v join quiz_view z using (quiz_id)
  where v.session_id = s.session_id and v.accepted and v.state in ('live', 'approved') and z.ready) q
cross join lateral (
  select count(*) as concepts, count(*) filter (where v.mastered) as mastered,
    count(*) filter (where v.answers > 0) as asked
  from concept_view v where v.session_id = s.session_id and s.status <> 'pending_review') c
order by s.created_at desc, s.session_id desc"""
LINES = f"with {FOUND}, {NEWEST_FOUND} {_LINES}"
ALL_LINES = f"with {NEWEST} {_LINES}"
COUNTED = f"with {FOUND} select count(*) as total from found"

TAGGED = """
select min(t.value) as tag, count(distinct a.session_id) as sessions
from agent_state_view a cross join json_array_elements_text(a.value) t
where a.tenant_id = %(tenant)s and a.user_id = %(user)s and a.key = 'tags'
  and exists (select from own_session_view o where o.session_id = a.session_id and o.forgotten_at is null)
group by lower(t.value) order by lower(t.value)"""

_STALE: LiteralString = f"""moved as materialized (
  select session_id from uncounted_session_view where {MINE}
), stale as materialized (
  select v.session_id, coalesce(v.doc_meta ->> 'language', '') as language
  from moved cross join lateral (
    select * from session_view s where s.session_id = moved.session_id and s.forgotten_at is null offset 0) v)"""
# From one language to the next by the index alone, however many texts have it.
LANGUAGES = f"""with recursive kept as (
  (select language from kept_filter_view where {MINE} order by language limit 1)
  union all
  select (select f.language from kept_filter_view f
    where f.{MINE.replace(" and ", " and f.")} and f.language > kept.language order by f.language limit 1)
  from kept where kept.language is not null
), {_STALE}
select language from kept where language is not null union select language from stale"""

# Of several sessions on one reading the newest: they hold the same text. What moved is looked at, whatever it holds; of
# the others those that may hold the most of the terms, the newest first (`is true` has them looked up by hash).
HOLDING = f"""with {_STALE}, sought as materialized (
  select * from unnest(%(firsts)s::bigint[], %(steps)s::bigint[]) as q(first, step)
), maybe as materialized (
  select f.session_id, f.reading_id, f.created_at, h.many from kept_filter_view f
  cross join lateral (select count(*) as many from sought q where {MAY_HOLD}) h
  where f.{MINE.replace(" and ", " and f.")} and h.many > 0 and f.session_id not in (select session_id from moved)
), near as materialized (
  select reading_id from maybe group by reading_id order by max(many) desc, max(created_at) desc limit %(most)s
), texts as materialized (
  select distinct on (s.reading_id) s.* from (
    select session_id from maybe where (reading_id in (select reading_id from near)) is true
    union select session_id from stale) n
  cross join lateral (select * from session_view v where v.session_id = n.session_id offset 0) s
  where s.forgotten_at is null and s.status <> 'pending_review' and s.reading_id is not null
  order by s.reading_id, s.created_at desc
)
select s.session_id, {TITLE} as title from texts s
cross join lateral (
  select max((select count(*) from unnest(%(terms)s::text[]) t(term) where p.terms @@ t.term::tsquery)) as held,
    count(*) as blocks
  from passage_view p where p.session_id = s.session_id and p.terms @@ %(any)s::tsquery) h
where h.blocks > 0 order by h.held desc, h.blocks desc, s.created_at desc, s.session_id limit %(limit)s"""
MOST_LOOKED_AT = 40
"""So many texts are looked at for a search in all of them, twice as many as are shown at most."""


class Shelves(Queries):
    """Rows of one person's library."""

    async def lines(
        self, who: Who, words: Sequence[str], tag: str | None, after: Place, limit: int
    ) -> tuple[list[Row], int]:
        """Sessions, newest first, whose title, file names or tags hold all `words` (in small letters), of a tag; those
        after the place, and how many there are in all."""
        values = {**_mine(who), "words": [containing(word) for word in words], "tag": tag}
        lines, total = (LINES, COUNTED) if words or tag is not None else (ALL_LINES, HOW_MANY)
        found = await self._rows.all(lines, {**values, "before": after.at, "last": after.session, "limit": limit})
        counted = await self._rows.one(total, values)
        return found, counted["total"] if counted else 0

    async def tags(self, who: Who) -> list[Row]:
        """Each tag with how many sessions have it."""
        return await self._rows.all(TAGGED, _mine(who))

    async def languages(self, who: Who) -> list[str]:
        """Those of the person's documents."""
        return [row["language"] for row in await self._rows.all(LANGUAGES, _mine(who))]

    async def holding(self, who: Who, terms: Sequence[str], limit: int) -> list[Row]:
        """Sessions whose text holds any of the terms, those first that have most of them in one place."""
        quoted = [f"'{term}'" for term in terms]
        firsts, steps = zip(*map(numbers_of, terms), strict=True)
        sought = {"firsts": list(firsts), "steps": list(steps), "terms": quoted, "any": " | ".join(quoted)}
        return await self._rows.all(HOLDING, {**_mine(who), **sought, "most": MOST_LOOKED_AT, "limit": limit})


def _mine(who: Who) -> dict[str, Any]:
    return {"tenant": who.tenant, "user": who.user}


ShelfQueries = Annotated[Shelves, Depends(Shelves.of)]
