"""What is due: a person's flashcards, and the items that they have answered, by the orchestrator's schedules."""

from typing import Annotated, LiteralString
from uuid import UUID

from fastapi import Depends

from services.gateway.access.bearer import Who
from services.gateway.access.figures import COUNTS, MOVED, TOTALS, by_day
from services.gateway.database import Queries, Row
from services.gateway.items.withheld import OPEN_KEYS, TELLS_A_KEY

_OF_ONE = """mine as (
  select session_id, created_at from session_view
  where tenant_id = %(tenant)s and user_id = %(user)s and forgotten_at is null and status <> 'pending_review'
    and session_id = %(session)s::uuid)"""
# A card without a schedule is new and due at once; its quiz may be gone with the owner it was written for. An item has
# one once an answer to it is graded, and not before: its answer would be told here.
_SCHEDULED = f"""
{OPEN_KEYS},
scheduled as (
  select c.card_id, c.session_id, 'card' as kind, c.body, coalesce(s.due, q.created_at, mine.created_at) as due,
    coalesce(s.state, 'new') as state, coalesce(s.reviews, 0) as reviews, coalesce(s.lapses, 0) as lapses,
    s.stability, s.difficulty
  from mine cross join lateral (select * from card_view v where v.session_id = mine.session_id offset 0) c
  left join quiz_view q on q.quiz_id = c.quiz_id
  left join schedule_view s on s.session_id = c.session_id and s.card_id = c.card_id
  where c.accepted and c.state in ('live', 'approved') and coalesce(q.ready, true)
    and not (%(learner)s::bool and {TELLS_A_KEY})
  union all
  select d.item_id, d.session_id, 'item', d.body, d.due, d.state, d.reviews, d.lapses, d.stability, d.difficulty
  from mine cross join lateral (select * from due_view v where v.session_id = mine.session_id offset 0) d)"""
_ORDER = "order by state = 'new', due, session_id, card_id"

DUE = f"""with {_OF_ONE}, {_SCHEDULED}
select *, count(*) over () as total, count(*) filter (where state = 'new') over () as new
from scheduled where due <= now() {_ORDER} limit %(limit)s"""

FORECAST = f"""with {_OF_ONE}, {_SCHEDULED}
select greatest((due at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as day,
  (now() at time zone 'UTC')::date as today, count(*) as due, count(*) filter (where due <= now()) as due_now
from scheduled group by 1, 2 order by 1"""

# Over all documents the numbers are kept, by day; how many of today's are due by now is looked up among these.
_NUMBERS = f"""{MOVED}, {COUNTS}, {TOTALS}, today as (select (now() at time zone 'UTC')::date as day),
new_cards as (select case when %(learner)s::bool then cards_new_shown else cards_new end as many from totals),
by_day as materialized (
  select day, case when %(learner)s::bool then shown else total end as many from {by_day("due")} d),
mine as materialized (
  select v.session_id, v.created_at from (
    select distinct session_id from schedule_view where tenant_id = %(tenant)s and user_id = %(user)s
      and due >= (now() at time zone 'UTC')::date::timestamp at time zone 'UTC' and due <= now()) o
  cross join lateral (select * from session_view w where w.session_id = o.session_id offset 0) v
  where v.forgotten_at is null and v.status <> 'pending_review'),
{_SCHEDULED},
by_now as (
  select (select count(*) from scheduled where state <> 'new' and due <= now()
      and due >= (now() at time zone 'UTC')::date::timestamp at time zone 'UTC')
    + (select coalesce(sum(many), 0) from by_day join today on by_day.day < today.day) as many)"""
DUE_IN_ALL = f"""with {_NUMBERS}
select (by_now.many + new_cards.many)::int as total, new_cards.many::int as new from by_now, new_cards"""
FORECAST_IN_ALL = f"""with {_NUMBERS}
select greatest(d.day, today.day) as day, today.day as today, sum(d.many)::int as due,
  (case when greatest(d.day, today.day) = today.day then (select by_now.many + new_cards.many from by_now, new_cards)
   else 0 end)::int as due_now
from (select * from by_day union all select today.day, new_cards.many from today, new_cards) d, today
group by 1, 2 having sum(d.many) > 0 order by 1"""
# What was reviewed before stands in the order of an index, and is looked at until the page is full.
DUE_BEFORE = f"""
select each.* from (
  select session_id, card_id, due from schedule_view
  where tenant_id = %(tenant)s and user_id = %(user)s and due <= now() order by due, session_id, card_id) k
cross join lateral (
  select c.card_id, c.session_id, 'card' as kind, c.body, s.due, s.state, s.reviews, s.lapses, s.stability, s.difficulty
  from card_view c join schedule_view s using (session_id, card_id) left join quiz_view q on q.quiz_id = c.quiz_id
  where c.session_id = k.session_id and c.card_id = k.card_id and c.accepted and c.state in ('live', 'approved')
    and coalesce(q.ready, true)
    and not (%(learner)s::bool and {TELLS_A_KEY.replace("open_keys", "open_key_view")})
  union all
  select d.item_id, d.session_id, 'item', d.body, d.due, d.state, d.reviews, d.lapses, d.stability, d.difficulty
  from due_view d where d.session_id = k.session_id and d.item_id = k.card_id offset 0) each
cross join lateral (
  select from session_view v where v.session_id = k.session_id and v.forgotten_at is null
    and v.status <> 'pending_review' offset 0) shown
order by k.due, k.session_id, k.card_id limit %(limit)s"""


def _new_of(column: LiteralString) -> LiteralString:
    return f"""
select session_id from moved union (
  select session_id from counted_session_view where tenant_id = %(tenant)s and user_id = %(user)s
    and {column} is not null order by {column} limit %(limit)s)"""


# Of new cards those on the page are in the sessions whose first ones are the oldest: each has one at least.
DUE_NEW = f"""with {MOVED}, oldest as (
  select * from ({_new_of("new_since")}) k where not %(learner)s::bool
  union all select * from ({_new_of("new_shown_since")}) k where %(learner)s::bool),
mine as materialized (
  select v.session_id, v.created_at from oldest cross join lateral (
    select * from session_view v where v.session_id = oldest.session_id offset 0) v
  where v.forgotten_at is null and v.status <> 'pending_review'),
{_SCHEDULED}
select * from scheduled where state = 'new' and due <= now() {_ORDER} limit %(limit)s"""

TODAY = "select (now() at time zone 'UTC')::date as today, 0 as due_now"

WAITING = f"""with {_OF_ONE}, {OPEN_KEYS}
select count(*) as waiting from card_view c join mine using (session_id) left join quiz_view q on q.quiz_id = c.quiz_id
where c.accepted and c.state in ('live', 'approved') and coalesce(q.ready, true) and {TELLS_A_KEY}"""
WAITING_IN_ALL = f"with {MOVED}, {TOTALS} select cards_waiting as waiting from totals"

# What can be reviewed in a session: its cards, and the items that were answered in it.
HELD = f"""
with mine as (select %(session)s::uuid as session_id),
{OPEN_KEYS}
select from card_view c where c.session_id = %(session)s and c.card_id = %(card)s and c.accepted
  and c.state in ('live', 'approved') and not (%(learner)s::bool and {TELLS_A_KEY})
union all
select from item_view i join result_view r on r.item_id = i.item_id
where r.session_id = %(session)s and i.item_id = %(card)s and not r.void and i.accepted
  and i.state in ('live', 'approved')
limit 1"""


class Schedules(Queries):
    """When a person's cards and items are due."""

    async def due(self, who: Who, session: UUID | None, limit: int) -> list[Row]:
        """What is due now: what was reviewed before first, the most overdue first, then what is new.

        Each row has the `total`, and how many of these are `new`.
        """
        values = {**_whose(who, session), "limit": limit}
        if session is not None:
            return await self._rows.all(DUE, values)
        found = await self._rows.all(DUE_BEFORE, values)
        if len(found) < limit:
            found += await self._rows.all(DUE_NEW, {**values, "limit": limit - len(found)})
        numbers = await self._rows.one(DUE_IN_ALL, values) if found else None
        return [{**row, **numbers} for row in found] if numbers else []

    async def counts(self, who: Who, session: UUID) -> tuple[int, int]:
        """How many are due now in a session, and how many of these are new."""
        found = await self.due(who, session, 1)
        return (found[0]["total"], found[0]["new"]) if found else (0, 0)

    async def total(self, who: Who) -> int:
        """How many are due now over all documents."""
        numbers = await self._rows.one(DUE_IN_ALL, _whose(who, None))
        return int(numbers["total"]) if numbers else 0

    async def waiting(self, who: Who, session: UUID | None) -> int:
        """How many cards a learner is not shown yet, since they would tell an open question's key; 0 for an owner."""
        if not _learns(who):
            return 0
        row = await self._rows.one(WAITING if session else WAITING_IN_ALL, _whose(who, session))
        return int(row["waiting"]) if row else 0

    async def by_day(self, who: Who, session: UUID | None) -> list[Row]:
        """How many fall due by day (UTC), from `today`; what is overdue is due today. At least today's row."""
        if found := await self._rows.all(FORECAST if session else FORECAST_IN_ALL, _whose(who, session)):
            return found
        today = await self._rows.one(TODAY)
        return [{"day": today["today"], "due": 0, **today}] if today else []

    async def held(self, who: Who, session: UUID, card: UUID) -> bool:
        """Whether the session has that card, and it need not wait, or that item answered."""
        values = {"session": session, "card": card, "learner": _learns(who)}
        return await self._rows.one(HELD, values) is not None


def _learns(who: Who) -> bool:
    return who.role != "owner"


def _whose(who: Who, session: UUID | None) -> dict[str, object]:
    return {"tenant": who.tenant, "user": who.user, "session": session, "learner": _learns(who)}


ScheduleQueries = Annotated[Schedules, Depends(Schedules.of)]
