"""What the gateway reads of disputes: a learner's own, and those of an owner's course, with their trail."""

from collections.abc import Sequence
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends

from services.gateway.database import Queries, Row

DisputeState = Literal["open", "upheld", "rejected"]

COLUMNS = """
select d.dispute_id, d.session_id, d.of, d.result_id, d.attempt_id, d.note, d.reason, d.state, d.decided_by,
  d.decision_reason, d.raised_at, d.decided_at, d.user_id, r.answer, i.body, d.subject as sentence, n.phrase,
  count(*) over () as total
from dispute_view d
left join result_view r on r.result_id = d.result_id and r.session_id = d.session_id
left join item_view i on i.item_id = r.item_id
left join note_view n on d.of = 'note' and n.session_id = d.session_id and n.attempt_id = d.attempt_id
  and n.ordinal = d.note and n.note = d.subject
"""
PAGE = """
  and (%(state)s::text is null or d.state = %(state)s::text)
order by d.raised_at, d.dispute_id offset %(offset)s limit %(limit)s"""

OF_SESSION = f"{COLUMNS} where d.session_id = %(session)s {PAGE}"
OF_COURSE = f"{COLUMNS} where d.course_id = %(course)s {PAGE}"

ONE = """
select session_id, of, state from dispute_view where dispute_id = %(dispute)s and course_id = %(course)s"""

TRAIL = """
select dispute_id, timestamp, type, message, user_id from dispute_log
where dispute_id = any(%(disputes)s::uuid[]) order by timestamp, seq"""

# Raised and not decided.
OPEN = """
select from dispute_view where session_id = %(session)s and state = 'open'
  and result_id is not distinct from %(result)s::uuid
  and (%(result)s::uuid is not null or (attempt_id = %(attempt)s::uuid and note = %(note)s::int))
limit 1"""


class Disputes(Queries):
    """Rows of disputes."""

    async def of_session(self, session: UUID, state: DisputeState | None, offset: int, limit: int) -> list[Row]:
        """A session's disputes, oldest first. Whose session it is must have been asked before."""
        values = {"session": session, "state": state, "offset": offset, "limit": limit}
        return await self._rows.all(OF_SESSION, values)

    async def of_course(self, course: UUID, state: DisputeState | None, offset: int, limit: int) -> list[Row]:
        """Those of all learners of a course, likewise. Whose course it is must have been asked before."""
        return await self._rows.all(OF_COURSE, {"course": course, "state": state, "offset": offset, "limit": limit})

    async def one(self, course: UUID, dispute: UUID) -> Row | None:
        """A dispute of a course: whose session, about what, and how it stands."""
        return await self._rows.one(ONE, {"course": course, "dispute": dispute})

    async def trail(self, disputes: Sequence[UUID]) -> list[Row]:
        """What was done about them, from the journal, oldest first."""
        return await self._rows.all(TRAIL, {"disputes": list(disputes)}) if disputes else []

    async def open(
        self, session: UUID, *, result: UUID | None = None, attempt: UUID | None = None, note: int | None = None
    ) -> bool:
        """Whether a grade, or a note by its attempt and place, is disputed and not decided yet."""
        values = {"session": session, "result": result, "attempt": attempt, "note": note}
        return await self._rows.one(OPEN, values) is not None


DisputeQueries = Annotated[Disputes, Depends(Disputes.of)]
