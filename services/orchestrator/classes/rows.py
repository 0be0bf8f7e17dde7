"""What the sharing of courses leaves in rows: the codes by which they are joined."""

from typing import LiteralString

from contracts.session import CourseClosed, CourseShared
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.workflow.state import State

# A course has one code at a time: the newest by its time. What closed it later is in the journal, also where that came
# in first.
_SHARE: LiteralString = """
with closed as (
  update course_shares set closed_at = %(at)s
  where course_id = %(course)s and code <> %(code)s and closed_at is null and created_at <= %(at)s
)
insert into course_shares (code, course_id, session_id, tenant_id, user_id, created_at, closed_at)
values (%(code)s, %(course)s, %(session)s, %(tenant)s, %(user)s, %(at)s,
  least((select min(created_at) from course_shares where course_id = %(course)s and created_at > %(at)s),
        (select min((meta ->> 'time')::timestamptz) from journal where session_id = %(session)s and type = %(closing)s
           and (meta ->> 'time')::timestamptz > %(at)s)))
on conflict (code) do nothing"""
_CLOSE: LiteralString = """update course_shares set closed_at = %(at)s
where course_id = %(course)s and closed_at is null and created_at <= %(at)s"""


def shared(writes: Writes, arrival: Arrival, message: CourseShared, state: State, own: Own) -> None:
    """The code by which a course is joined now."""
    course, at = state.course_id, arrival.envelope.time
    tenant, user = own["tenant_id"], own["user_id"]
    values = {"code": message.code, "course": course, "session": arrival.session, "tenant": tenant, "user": user}
    writes.then_named(_SHARE, **values, at=at, closing=CourseClosed.type_name)


def closed(writes: Writes, arrival: Arrival, state: State) -> None:
    """No code is open any more."""
    writes.then_named(_CLOSE, course=state.course_id, at=arrival.envelope.time)
