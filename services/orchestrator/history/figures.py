"""Sessions in which nothing is done any more are counted: what each adds to its learner's sums, in the place of what it
added before, and by which words it is found.

A session that moves is marked (`sessions.uncounted`), nothing else, so learning costs no more than that. Whoever reads
sums takes what is marked as it is now in the place of what it was counted as: they are right at any time.
"""

from typing import LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.database.writes import Writes
from services.orchestrator.history.tables import Concepts, Sums
from services.search.filters import filter_of

QUIET_SECONDS = 30.0
AT_ONCE = 50

# One at a time counts, so that whether a document is there already is certain. Taken before sessions are locked by the
# sweep, which then waits for nobody, and after by whoever forgets one.
_ALONE: LiteralString = "select pg_advisory_xact_lock(hashtext('learner_figures'))"
# Whose course's owner is being worked on is left for later: what that one does marks all who learn from it, and would
# find a mark that is taken off a moment later. An owner waits until those who learn from it are counted.
_QUIET: LiteralString = """
with quiet as materialized (
  select session_id, course_id from sessions
  where uncounted and updated_at <= now() - make_interval(secs => %s) limit %s for no key update skip locked
), owning as materialized (
  select o.session_id, course_id from sessions o join courses c using (course_id, tenant_id, user_id)
  where course_id in (select course_id from quiet)
), free as materialized (
  select session_id from sessions where session_id in (select session_id from owning) for share skip locked)
select q.session_id from quiet q where not exists (
  select from owning o where o.course_id = q.course_id and o.session_id not in (select session_id from free))"""

_SUMMED: tuple[LiteralString, ...] = tuple(Sums.__annotations__)
_CONCEPTS: tuple[LiteralString, ...] = tuple(Concepts.__annotations__)
_SUMS: LiteralString = ", ".join(_SUMMED)
_OWN: LiteralString = ", ".join((*_CONCEPTS, *_SUMMED))
_TAKEN: LiteralString = ", ".join(f"-{name}" for name in _SUMMED)
_SUMMING: LiteralString = ", ".join(f"sum({name}) as {name}" for name in _SUMMED)
_ADDED: LiteralString = ", ".join(
    f"{name} = learner_figures.{name} + excluded.{name}" for name in ("sessions", "documents", *_CONCEPTS, *_SUMMED)
)
_SET: LiteralString = ", ".join(
    f"{name} = excluded.{name}" for name in (*_CONCEPTS, *_SUMMED, "new_since", "new_shown_since", "counts")
)
# What counts once however many sessions have it: the kind of what is counted, and what of it.
_ONCE: dict[LiteralString, tuple[LiteralString, LiteralString]] = {
    "documents": ("document", "total"),
    "concepts": ("concept", "total"),
    "concepts_seen": ("concept", "seen"),
    "concepts_mastered": ("concept", "mastered"),
}
_COUNTED: tuple[LiteralString, ...] = ("total", "shown", "seen", "mastered")
_GAINED: LiteralString = ", ".join(
    f"sum(({column} > 0)::int - ({column}_before > 0)::int) filter (where kind = '{kind}') as {name}"
    for name, (kind, column) in _ONCE.items()
)
_EACH: LiteralString = ", ".join(f"c.{column}" for column in _COUNTED)
_LESS: LiteralString = ", ".join(f"-c.{column}" for column in _COUNTED)
_SUMMED_EACH: LiteralString = ", ".join(f"coalesce(sum({column}), 0)::int as {column}" for column in _COUNTED)
_BECAME: LiteralString = ", ".join(
    f"coalesce(k.{column}, 0) + c.{column} as {column}, coalesce(k.{column}, 0) as {column}_before"
    for column in _COUNTED
)
_TYPED: LiteralString = ", ".join(f"{column} int" for column in _COUNTED)
_COUNT: LiteralString = f"""
with fresh as materialized (
  select v.* from unnest(%(sessions)s::uuid[]) u(session_id) cross join lateral (
    select * from session_figures_view f where f.session_id = u.session_id offset 0) v
), old as materialized (
  select * from session_figures where session_id = any(%(sessions)s::uuid[])
), counts as (
  select tenant_id, user_id, kind, value, {_SUMMED_EACH} from (
    select tenant_id, user_id, c.kind, c.value, {_EACH} from fresh
      cross join jsonb_to_recordset(counts) as c(kind text, value text, {_TYPED})
    union all
    select tenant_id, user_id, c.kind, c.value, {_LESS} from old
      cross join json_to_recordset(counts) as c(kind text, value text, {_TYPED})) each
  group by 1, 2, 3, 4 having {" or ".join(f"sum({column}) <> 0" for column in _COUNTED)}
), became as materialized (
  select c.tenant_id, c.user_id, c.kind, c.value, {_BECAME}
  from counts c left join learner_counts k using (tenant_id, user_id, kind, value)
), gone as (
  delete from learner_counts k using became b
  where (k.tenant_id, k.user_id, k.kind, k.value) = (b.tenant_id, b.user_id, b.kind, b.value) and b.total <= 0
), counted as (
  insert into learner_counts (tenant_id, user_id, kind, value, {", ".join(_COUNTED)})
  select tenant_id, user_id, kind, value, {", ".join(_COUNTED)} from became where total > 0
  on conflict (tenant_id, user_id, kind, value) do update
    set {", ".join(f"{column} = excluded.{column}" for column in _COUNTED)}
), summed as (
  insert into learner_figures (tenant_id, user_id, sessions, {", ".join(_ONCE)}, {_SUMS})
  select tenant_id, user_id, sum(sessions), {", ".join(f"coalesce(sum({name}), 0)" for name in _ONCE)}, {_SUMMING}
  from (
    select tenant_id, user_id, 1 as sessions, {", ".join(f"0 as {name}" for name in _ONCE)}, {_SUMS} from fresh
    union all select tenant_id, user_id, -1, {", ".join("0" for _ in _ONCE)}, {_TAKEN} from old
    union all select tenant_id, user_id, 0, {_GAINED}, {", ".join("0" for _ in _SUMMED)} from became group by 1, 2) each
  group by 1, 2
  on conflict (tenant_id, user_id) do update set {_ADDED}
), dropped as (
  delete from session_figures o where o.session_id = any(%(sessions)s::uuid[])
    and not exists (select from fresh f where f.session_id = o.session_id)
), unfound as (
  delete from session_words o where o.session_id = any(%(sessions)s::uuid[])
    and not exists (select from fresh f where f.session_id = o.session_id)
), unsought as (
  delete from session_filters o where o.session_id = any(%(sessions)s::uuid[])
    and not exists (select from fresh f where f.session_id = o.session_id)
), found_by as (
  insert into session_words (tenant_id, user_id, session_id, created_at, named, learnt)
  select v.tenant_id, v.user_id, v.session_id, v.created_at, v.named, v.learnt from fresh cross join lateral (
    select * from session_words_view w where w.session_id = fresh.session_id offset 0) v
  on conflict (session_id) do update set named = excluded.named, learnt = excluded.learnt
    where (session_words.named, session_words.learnt) is distinct from (excluded.named, excluded.learnt)
), kept as (
  insert into session_figures (tenant_id, user_id, session_id, {_OWN}, new_since, new_shown_since, counts)
  select tenant_id, user_id, session_id, {_OWN}, new_since, new_shown_since, counts::json from fresh
  on conflict (session_id) do update set {_SET}
)
update sessions set uncounted = false where session_id = any(%(sessions)s::uuid[])"""

# A text never changes: what has another one than when it was counted last gets its filters anew.
_TEXTS: LiteralString = """
with other as (
  select s.session_id, s.tenant_id, s.user_id, s.created_at, c.reading_id
  from sessions s join courses c using (course_id)
  where s.session_id = any(%(sessions)s::uuid[]) and s.forgotten_at is null
    and not exists (
      select from session_filters f where f.session_id = s.session_id and f.reading_id = c.reading_id)
), gone as (
  delete from session_filters f using other o where f.session_id = o.session_id
)
select o.*, t.language, t.terms from other o cross join lateral (
  select coalesce(r.doc_meta ->> 'language', '') as language, array_agg(distinct e.term) as terms
  from reading_members m join readings r on r.reading_id = m.reading_id
  join blocks b on b.reading_id = m.reading_id and b.terms is not null
  cross join lateral unnest(tsvector_to_array(b.terms)) e(term)
  where m.set_id = o.reading_id group by 1) t"""
_FILTERED: LiteralString = """
insert into session_filters (tenant_id, user_id, session_id, language, reading_id, created_at, filter)
values (%(tenant_id)s, %(user_id)s, %(session_id)s, %(language)s, %(reading_id)s, %(created_at)s, %(filter)s)"""


async def count(connection: Connection, quiet: float = QUIET_SECONDS) -> int:
    """Counts sessions that moved, but not within the last so many seconds; how many there were, at most `AT_ONCE`."""
    async with connection.transaction():
        await connection.execute(_ALONE)
        found = await (await connection.execute(_QUIET, (quiet, AT_ONCE))).fetchall()
        if found:
            sessions = {"sessions": [row["session_id"] for row in found]}
            await connection.execute(_COUNT, sessions)
            for row in await (await connection.execute(_TEXTS, sessions)).fetchall():
                await connection.execute(_FILTERED, {**row, "filter": filter_of(row.pop("terms"))})
    return len(found)


def forgotten(writes: Writes, session: UUID) -> None:
    """A session is forgotten: what it added is taken away at once, and no row is left of it."""
    writes.then(_ALONE)
    writes.then_named(_COUNT, sessions=[session])
