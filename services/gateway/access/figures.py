"""A person's sums over all sessions, as SQL: what is kept of those that were counted, and of those that moved since,
what is true now in the place of what they were counted as. It costs the same however many sessions there are.

Each part stands after `with`; `MOVED` comes first.
"""

import re
from typing import LiteralString

MINE: LiteralString = "tenant_id = %(tenant)s and user_id = %(user)s"
MOVED: LiteralString = f"""
moved as materialized (select session_id from uncounted_session_view where {MINE}),
live as materialized (
  select v.* from moved cross join lateral (
    select * from session_figures_view f where f.session_id = moved.session_id offset 0) v),
old as materialized (select k.* from moved join counted_session_view k using (session_id))"""
# How often each of a kind is there: a document's hash, a day on which something was done, a day with reviews due, a
# concept.
COUNTS: LiteralString = """
changed as materialized (
  select kind, value, sum(total)::int as total, sum(shown)::int as shown, coalesce(sum(seen), 0)::int as seen,
    coalesce(sum(mastered), 0)::int as mastered from (
    select c.* from live cross join jsonb_to_recordset(live.counts)
      as c(kind text, value text, total int, shown int, seen int, mastered int)
    union all
    select c.kind, c.value, -c.total, -c.shown, -c.seen, -c.mastered from old cross join json_to_recordset(old.counts)
      as c(kind text, value text, total int, shown int, seen int, mastered int)) each
  group by kind, value)"""


def once(kind: LiteralString, column: LiteralString = "total") -> LiteralString:
    """How many more there are now of what counts once however many sessions have it: documents and concepts, of these
    also those that are `seen` or `mastered`. They are looked up and not listed: there are more than there are
    sessions."""
    return f"""(
  select coalesce(sum(
    (coalesce(k.{column}, 0) + c.{column} > 0)::int - (coalesce(k.{column}, 0) > 0)::int), 0)::int
  from changed c left join lateral (
    select {column} from learner_count_view v where v.{MINE.replace(" and ", " and v.")}
      and v.kind = c.kind and v.value = c.value) k on true
  where c.kind = '{kind}')"""


def by_day(kind: LiteralString) -> LiteralString:
    """Days with how many are there, in all and shown."""
    return f"""(
  select value::date as day, sum(total)::int as total, sum(shown)::int as shown from (
    select value, total, shown from learner_count_view where {MINE} and kind = '{kind}'
    union all select value, total, shown from changed where kind = '{kind}') each
  group by value having sum(total) > 0)"""


SUMMED: tuple[LiteralString, ...] = (
    "quizzes_taken",
    "answers",
    "decided",
    "correct",
    "seconds",
    "sections",
    "scored",
    "cards_new",
    "cards_new_shown",
    "cards_waiting",
)
ONCE: tuple[LiteralString, ...] = ("documents", "concepts", "concepts_seen", "concepts_mastered")
_SUMS: LiteralString = ", ".join(SUMMED)
TOTALS: LiteralString = f"""
totals as materialized (
  select coalesce(sum(sessions), 0)::int as sessions,
    {", ".join(f"coalesce(sum({name}), 0)::int as {name}" for name in ONCE)},
    {", ".join(f"coalesce(sum({name}), 0){'' if name == 'seconds' else '::int'} as {name}" for name in SUMMED)}
  from (
    select sessions, {", ".join(ONCE)}, {_SUMS} from learner_figures_view where {MINE}
    union all select 1, {", ".join("0" for _ in ONCE)}, {_SUMS} from live
    union all select -1, {", ".join("0" for _ in ONCE)}, {", ".join(f"-{name}" for name in SUMMED)} from old) each)"""
UNHEARD: LiteralString = f"(select count(*)::int from unheard_session_view where {MINE})"

HOW_MANY: LiteralString = f"with {MOVED}, {TOTALS} select sessions + {UNHEARD} as total from totals"


def newest_with(column: LiteralString, limit: LiteralString) -> LiteralString:
    """The newest sessions, at most so many, that have any of that: each with how many."""
    return f"""(
  select * from (
    select o.session_id, o.created_at, coalesce(
      (select l.{column} from live l where l.session_id = o.session_id),
      (select k.{column} from counted_session_view k where k.session_id = o.session_id)) as many
    from own_session_view o where o.{MINE.replace(" and ", " and o.")} and o.forgotten_at is null) o
  where o.many > 0 order by o.created_at desc, o.session_id desc limit {limit})"""


def found_by(words: LiteralString, so: LiteralString) -> LiteralString:
    """`found`: all one's sessions whose words are so, and of which the rest is so: a condition on `w`.

    Of those that were counted the words are kept, a few hundred bytes each; of those that moved they are looked up.
    """
    return f"""found as materialized (
  with stale as materialized (
    select session_id from uncounted_session_view where {MINE}
    union all select session_id from unheard_session_view where {MINE})
  select w.session_id, w.created_at from kept_words_view w
  where {MINE.replace(" and ", " and w.")} and {words} and {so}
    and not exists (select from stale x where x.session_id = w.session_id)
  union all
  select w.session_id, w.created_at from stale x cross join lateral (
    select * from session_words_view v where v.session_id = x.session_id offset 0) w
  where {words} and {so})"""


def containing(word: str) -> str:
    """The pattern of `like` for what has a word anywhere in it."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", word) + "%"
