"""What the gateway reads of a session's log: runs of its agents, who handed over to whom, and sessions with logs."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from contracts.agents import Spending
from services.gateway.access.bearer import Who
from services.gateway.access.figures import HOW_MANY
from services.gateway.access.standing import NEWEST, ON_PAGE, TITLE
from services.gateway.database import Queries, Row
from services.gateway.http.paging import Place
from services.gateway.runs.spending import SPENT, SPENT_IN_TURN, spending

COLUMNS = """seq, part, timestamp, agent, input_summary, output, reasoning, duration_ms, input_hash, output_hash,
  tokens_used, errors, spending"""
CHOSEN = """
from session_logs where session_id = %(session)s and (%(agent)s::text is null or agent = %(agent)s::text)
  and (%(after)s::int is null or seq > %(after)s::int)"""

LINES = f"select {COLUMNS} {CHOSEN} order by seq, part, timestamp, agent offset %(offset)s limit %(limit)s"
COUNTED = f"select count(*) as total {CHOSEN}"

FIGURES = """
select agent, count(*) as runs, count(*) filter (where json_array_length(errors) > 0) as failed,
  sum(duration_ms) as duration_ms, max(duration_ms) as longest_ms, coalesce(sum(tokens_used), 0)::int as tokens_used,
  sum(json_array_length(errors))::int as errors, min(timestamp) as first, max(timestamp) as last
from session_logs where session_id = %(session)s group by agent order by agent"""

SPENDING = f"select ({SPENT} %(session)s) as spending"

TURNS = f"""
select r.turn_id, r.runs, r.duration_ms, ({SPENT_IN_TURN}) as spending
from turn_run_view r where r.session_id = %(session)s
order by r.first, r.turn_id offset %(offset)s limit %(limit)s"""

HOW_MANY_TURNS = "select count(*) as total from turn_run_view where session_id = %(session)s"

TRANSITIONS = """
select from_agent, to_agent, reason, message_excerpt, timestamp from transition_view
where session_id = %(session)s order by id"""

SESSIONS = f"""
with {NEWEST}
select s.session_id, s.filename, s.status, s.created_at,
  {TITLE} as title, l.lines, l.errors, l.last
from {ON_PAGE}
cross join lateral (select count(*) as lines, coalesce(sum(json_array_length(errors)), 0)::int as errors,
    max(timestamp) as last from session_logs where session_id = s.session_id) l
order by s.created_at desc, s.session_id desc"""


class Logbook(Queries):
    """Log lines. Whose session it is must have been asked before."""

    async def lines(
        self, session: UUID, agent: str | None = None, *, after: int | None = None, offset: int = 0, limit: int = 100
    ) -> list[Row]:
        """Lines in their order; `after`: only those of later messages of the session."""
        values = {"session": session, "agent": agent, "after": after, "offset": offset, "limit": limit}
        return await self._rows.all(LINES, values)

    async def counted(self, session: UUID, agent: str | None = None) -> int:
        """How many lines there are."""
        row = await self._rows.one(COUNTED, {"session": session, "agent": agent, "after": None})
        return row["total"] if row else 0

    async def figures(self, session: UUID) -> list[Row]:
        """The runs added up, by agent."""
        return await self._rows.all(FIGURES, {"session": session})

    async def spending(self, session: UUID) -> Spending:
        """What models took, added up."""
        row = await self._rows.one(SPENDING, {"session": session})
        return spending(row["spending"] if row else ())

    async def turns(self, session: UUID, offset: int, limit: int) -> tuple[list[Row], int]:
        """What each turn of its lessons took, oldest first; how many turns there are."""
        found = await self._rows.all(TURNS, {"session": session, "offset": offset, "limit": limit})
        counted = await self._rows.one(HOW_MANY_TURNS, {"session": session})
        return found, counted["total"] if counted else 0

    async def transitions(self, session: UUID) -> list[Row]:
        """Who handed over to whom, oldest first."""
        return await self._rows.all(TRANSITIONS, {"session": session})

    async def sessions(self, who: Who, after: Place, limit: int) -> tuple[list[Row], int]:
        """The person's sessions after the place, newest first, with their logs counted; how many there are in all."""
        mine = {"tenant": who.tenant, "user": who.user}
        found = await self._rows.all(SESSIONS, {**mine, "before": after.at, "last": after.session, "limit": limit})
        counted = await self._rows.one(HOW_MANY, mine)
        return found, counted["total"] if counted else 0


LogQueries = Annotated[Logbook, Depends(Logbook.of)]
