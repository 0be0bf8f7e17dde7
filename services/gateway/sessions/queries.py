"""What the gateway reads of a person's sessions: the list, and one whole."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from services.gateway.access.bearer import Who
from services.gateway.access.standing import MINE, NEWEST, ON_PAGE, TAGS, TITLE, checked, whose
from services.gateway.database import Queries, Row
from services.gateway.http.paging import Place
from services.gateway.runs.spending import SPENT

SESSION = f"""
select v.*,
  (select count(*) from block_view where session_id = v.session_id) as blocks,
  (select count(*) from question_view i join quiz_view q using (quiz_id)
    where i.session_id = v.session_id and i.accepted and i.state in ('live', 'approved') and q.ready
      and q.purpose <> 'lesson') as questions,
  (select count(*) from card_view f where f.session_id = v.session_id and f.accepted
    and f.state in ('live', 'approved')) as flashcards,
  (select count(*) from quiz_view where session_id = v.session_id and ready and purpose <> 'lesson') as quizzes,
  (select count(*) from attempt_view a join quiz_view q using (quiz_id)
    where a.session_id = v.session_id and q.purpose <> 'lesson') as attempts,
  (select count(*) from result_view where session_id = v.session_id) as results,
  (select count(*) from note_view where session_id = v.session_id) as notes,
  ({SPENT} v.session_id) as spending,
  coalesce((select n.value #>> '{{}}' from agent_state_view n
    where n.session_id = v.session_id and n.key = 'name'), '') as name,
  coalesce((select n.value from agent_state_view n where n.session_id = v.session_id and n.key = 'tags'), '[]') as tags
from session_view v where {MINE}"""

SESSIONS = f"""
with {NEWEST}
select s.session_id, course_id, status, version, filename, created_at, updated_at, {TITLE} as title, {TAGS} as tags
from {ON_PAGE}
order by created_at desc, s.session_id desc"""


class Sessions(Queries):
    """Rows of sessions, always one person's."""

    async def session(self, who: Who, session: UUID) -> Row:
        """The session's row and its totals. Raises `Failure` 404."""
        return checked(await self._rows.one(SESSION, whose(who, session)))

    async def sessions(self, who: Who, after: Place, limit: int) -> list[Row]:
        """The person's sessions, newest first, those that come after the place."""
        values = {"tenant": who.tenant, "user": who.user, "before": after.at, "last": after.session, "limit": limit}
        return await self._rows.all(SESSIONS, values)


SessionQueries = Annotated[Sessions, Depends(Sessions.of)]
