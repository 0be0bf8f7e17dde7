"""What is due: a person's flashcards, and the items that they have answered, by the orchestrator's schedules."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from services.gateway.access.bearer import Who
from services.gateway.database import Queries, Row
from services.gateway.items.withheld import OPEN_KEYS, TELLS_A_KEY

# A card without a schedule is new and due at once; its quiz may be gone with the owner it was written for. An item has
# one once an answer to it is graded, and not before: its answer would be told here.
SCHEDULED = f"""
with mine as (
  select session_id, created_at from session_view
  where tenant_id = %(tenant)s and user_id = %(user)s and forgotten_at is null and status <> 'pending_review'
    and (%(session)s::uuid is null or session_id = %(session)s::uuid)),
{OPEN_KEYS},
scheduled as (
  select c.card_id, c.session_id, 'card' as kind, c.body, coalesce(s.due, q.created_at, mine.created_at) as due,
    coalesce(s.state, 'new') as state, coalesce(s.reviews, 0) as reviews, coalesce(s.lapses, 0) as lapses,
    s.stability, s.difficulty
  from mine join card_view c using (session_id) left join quiz_view q on q.quiz_id = c.quiz_id
  left join schedule_view s on s.session_id = c.session_id and s.card_id = c.card_id
  where c.accepted and c.state in ('live', 'approved') and coalesce(q.ready, true)
    and not (%(learner)s::bool and {TELLS_A_KEY})
  union all
  select d.item_id, d.session_id, 'item', d.body, d.due, d.state, d.reviews, d.lapses, d.stability, d.difficulty
  from mine join due_view d using (session_id))
"""

DUE = f"""{SCHEDULED}
select *, count(*) over () as total, count(*) filter (where state = 'new') over () as new
from scheduled where due <= now()
order by state = 'new', due, session_id, card_id limit %(limit)s"""

FORECAST = f"""{SCHEDULED}
select greatest((due at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as day,
  (now() at time zone 'UTC')::date as today, count(*) as due, count(*) filter (where due <= now()) as due_now
from scheduled group by 1, 2 order by 1"""

TODAY = "select (now() at time zone 'UTC')::date as today, 0 as due_now"

WAITING = f"""
with mine as (
  select session_id from session_view
  where tenant_id = %(tenant)s and user_id = %(user)s and forgotten_at is null and status <> 'pending_review'
    and (%(session)s::uuid is null or session_id = %(session)s::uuid)),
{OPEN_KEYS}
select count(*) as waiting from card_view c join mine using (session_id) left join quiz_view q on q.quiz_id = c.quiz_id
where c.accepted and c.state in ('live', 'approved') and coalesce(q.ready, true) and {TELLS_A_KEY}"""

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
        """What is due now: what was reviewed before first, the most overdue first, then what is new."""
        return await self._rows.all(DUE, {**_whose(who, session), "limit": limit})

    async def waiting(self, who: Who, session: UUID | None) -> int:
        """How many cards a learner is not shown yet, since they would tell an open question's key; 0 for an owner."""
        if not _learns(who):
            return 0
        row = await self._rows.one(WAITING, _whose(who, session))
        return int(row["waiting"]) if row else 0

    async def by_day(self, who: Who, session: UUID | None) -> list[Row]:
        """How many fall due by day (UTC), from `today`; what is overdue is due today. At least today's row."""
        if found := await self._rows.all(FORECAST, _whose(who, session)):
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
