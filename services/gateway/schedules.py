"""What is due: a person's flashcards, and the items that they have answered, by the orchestrator's schedules."""

from uuid import UUID

from services.gateway.rows import Row, Rows
from services.gateway.who import Who

# A card without a schedule is new and due at once; its quiz may be gone with the owner it was written for. An item has
# one once an answer to it is graded, and not before: its answer would be told here.
SCHEDULED = """
with mine as (
  select session_id, created_at from session_view
  where tenant_id = %(tenant)s and user_id = %(user)s and forgotten_at is null and status <> 'pending_review'
    and (%(session)s::uuid is null or session_id = %(session)s::uuid)),
scheduled as (
  select c.card_id, c.session_id, 'card' as kind, c.body, coalesce(s.due, q.created_at, mine.created_at) as due,
    coalesce(s.state, 'new') as state, coalesce(s.reviews, 0) as reviews, coalesce(s.lapses, 0) as lapses,
    s.stability, s.difficulty
  from mine join card_view c using (session_id) left join quiz_view q on q.quiz_id = c.quiz_id
  left join schedule_view s on s.session_id = c.session_id and s.card_id = c.card_id
  where c.accepted and c.state in ('live', 'approved') and coalesce(q.ready, true)
  union all
  select s.card_id, s.session_id, 'item', i.body, s.due, s.state, s.reviews, s.lapses, s.stability, s.difficulty
  from mine join schedule_view s using (session_id) join item_view i on i.item_id = s.card_id
  where s.kind = 'item' and i.accepted and i.state in ('live', 'approved')
    and exists (select from result_view r where r.session_id = s.session_id and r.item_id = s.card_id and not r.void))
"""

DUE = f"""{SCHEDULED}
select *, count(*) over () as total, count(*) filter (where state = 'new') over () as new
from scheduled where due <= now()
order by state = 'new', due, session_id, card_id limit %(limit)s"""

FORECAST = f"""{SCHEDULED}
select greatest((due at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as day,
  (now() at time zone 'UTC')::date as today, count(*) as due
from scheduled group by 1, 2 order by 1"""

TODAY = "select (now() at time zone 'UTC')::date as today"

# What can be reviewed in a session: its cards, and the items that were answered in it.
HELD = """
select from card_view where session_id = %(session)s and card_id = %(card)s and accepted
  and state in ('live', 'approved')
union all
select from item_view i join result_view r on r.item_id = i.item_id
where r.session_id = %(session)s and i.item_id = %(card)s and not r.void and i.accepted
  and i.state in ('live', 'approved')
limit 1"""


class Schedules:
    """When a person's cards and items are due."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def due(self, who: Who, session: UUID | None, limit: int) -> list[Row]:
        """What is due now: what was reviewed before first, the most overdue first, then what is new."""
        values = {"tenant": who.tenant, "user": who.user, "session": session, "limit": limit}
        return await self._rows.all(DUE, values)

    async def by_day(self, who: Who, session: UUID | None) -> list[Row]:
        """How many fall due by day (UTC), from `today`; what is overdue is due today. At least today's row."""
        values = {"tenant": who.tenant, "user": who.user, "session": session}
        if found := await self._rows.all(FORECAST, values):
            return found
        today = await self._rows.one(TODAY)
        return [{"day": today["today"], "today": today["today"], "due": 0}] if today else []

    async def held(self, session: UUID, card: UUID) -> bool:
        """Whether the session has that card, or that item answered."""
        return await self._rows.one(HELD, {"session": session, "card": card}) is not None
