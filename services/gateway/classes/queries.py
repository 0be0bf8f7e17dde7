"""What the gateway reads of a class: a course, its code, its learners, and their answers. For the course's owner alone,
but for `joinable`."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from contracts.problems import Code
from services.chassis.problems import failed
from services.gateway.access.bearer import Who
from services.gateway.database import Queries, Row

OWNED = "course_id = %(course)s and tenant_id = %(tenant)s and owner_id = %(user)s"
COURSE = (
    f"select course_id, title, session_id from class_session_view where {OWNED} and own order by created_at limit 1"
)
CODE = """select code from share_view where course_id = %(course)s and closed_at is null
          order by created_at desc, code limit 1"""
LEARNERS = f"select count(*)::int as learners from class_session_view where {OWNED} and not own"
# `asked`: whether so many have answered that a key could be suspect.
DESK = """
with mine as materialized (
  select k.course_id, k.session_id, k.title, k.created_at from own_session_view o
  cross join lateral (select * from class_session_view v where v.session_id = o.session_id and v.own offset 0) k
  where o.tenant_id = %(tenant)s and o.user_id = %(user)s and o.forgotten_at is null
    and exists (select from quiz_view q where q.session_id = k.session_id and q.ready)
  order by o.created_at desc, o.session_id desc limit %(limit)s)
select k.course_id, k.session_id,
  coalesce(nullif(s.name, ''), nullif(s.doc_meta ->> 'title', ''), nullif(k.title, ''), s.filename) as title,
  (select count(*) from class_session_view l where l.course_id = k.course_id and not l.own)::int as learners,
  coalesce(d.disputes, 0)::int as disputes, d.since,
  (select count(*) from item_history_view h where h.session_id = k.session_id and h.outcome is null)::int as under_way,
  exists (select from class_result_view r where r.course_id = k.course_id and not r.void and not r.undecided
          group by r.item_id having count(distinct r.session_id) >= %(least)s) as asked
from mine k cross join lateral (select * from session_view v where v.session_id = k.session_id offset 0) s
cross join lateral (select count(*) as disputes, min(raised_at) as since from class_session_view l
  cross join lateral (select * from dispute_view v where v.session_id = l.session_id and v.state = 'open' offset 0) v
  where l.course_id = k.course_id) d
order by k.created_at desc, k.session_id desc"""
JOINABLE = """
select s.course_id, s.tenant_id, s.user_id, s.title, s.session_id,
  (select v.reading_id from session_view v where v.session_id = s.session_id) is not null as read
from share_view s where s.code = %(code)s and s.closed_at is null
  and not exists (select from share_view n where n.course_id = s.course_id and n.created_at > s.created_at)"""
# Each learner's rows are looked up by that learner's own index entries, one learner after the other: however wrong the
# database's idea of a class that has just answered is, there is no other way for it to go.
LINES = f"""
with learners as materialized (
  select session_id, name, created_at, updated_at, learning, count(*) over ()::int as total from class_session_view
  where {OWNED} and not own order by created_at, session_id offset %(offset)s limit %(limit)s)
select k.session_id, k.name, k.created_at as joined_at, k.updated_at as last_seen, k.learning, a.attempts, a.score,
  r.answers, m.mastered, k.total
from learners k
cross join lateral (select count(*)::int as attempts, avg(score) as score from attempt_view
  where session_id = k.session_id) a
cross join lateral (select count(*)::int as answers from result_view v cross join lateral (
    select from attempt_view w where w.attempt_id = v.attempt_id offset 0) handed_in
  where v.session_id = k.session_id and not v.void) r
cross join lateral (select (count(*) filter (where mastered))::int as mastered from mastery_view
  where session_id = k.session_id) m
order by k.created_at, k.session_id"""
_LEARNERS = f"""
with learners as materialized (
  select session_id from class_session_view where {OWNED} and session_id <> all(%(own)s::uuid[]))"""
_ANSWERS = """
learners k cross join lateral (
  select v.*, w.submitted_at from result_view v cross join lateral (
    select submitted_at from attempt_view w where w.attempt_id = v.attempt_id offset 0) w
  where v.session_id = k.session_id and not v.void and not v.undecided offset 0) r"""
CONCEPTS = f"""{_LEARNERS}, standings as materialized (
  select m.concept, avg(m.score) filter (where m.answers > 0) as mean_score,
    (count(*) filter (where m.mastered))::int as mastered
  from learners k cross join lateral (select * from mastery_view v where v.session_id = k.session_id offset 0) m
  group by m.concept)
select r.concept, count(distinct r.session_id)::int as learners, count(*)::int as answers, avg(r.credit) as facility,
  coalesce(min(s.mean_score), 0) as mean_score, coalesce(min(s.mastered), 0) as mastered
from {_ANSWERS} left join standings s on s.concept = r.concept
group by r.concept order by facility, r.concept"""
MASTERY = f"""
select m.session_id, m.concept, m.score, m.answers, m.mastered from class_mastery_view m
where m.{OWNED.replace(" and ", " and m.")} and m.session_id = any(%(sessions)s::uuid[])"""
ITEMS = f"""
select body, state, count(*) over ()::int as total from class_item_view where {OWNED} and accepted
order by body ->> 'concept', item_id offset %(offset)s limit %(limit)s"""
ANSWERS = f"""{_LEARNERS}
select r.session_id, r.attempt_id, r.item_id, r.answer, r.credit, r.latency_sec from {_ANSWERS}
where not r.repeat order by r.submitted_at, r.attempt_id, r.item_id"""


class Classes(Queries):
    """Courses as their owners see them."""

    async def course(self, who: Who, course: UUID) -> Row:
        """The course with its owner's own session. Raises `Failure` 404 unless it is the person's."""
        row = await self._rows.one(COURSE, _of(who, course))
        if row is None:
            raise failed(Code.NOT_FOUND, "no_course")
        return row

    async def code(self, who: Who, course: UUID) -> str | None:
        """The code that opens it now."""
        row = await self._rows.one(CODE, _of(who, course))
        return row["code"] if row else None

    async def learners(self, who: Who, course: UUID) -> int:
        """How many joined."""
        row = await self._rows.one(LEARNERS, _of(who, course))
        return row["learners"] if row else 0

    async def desk(self, who: Who, least: int, limit: int) -> list[Row]:
        """The person's own courses that have questions, newest first, and what waits in each."""
        values = {"tenant": who.tenant, "user": who.user, "least": least, "limit": limit}
        return await self._rows.all(DESK, values)

    async def joinable(self, code: str) -> Row | None:
        """The course that a code opens."""
        return await self._rows.one(JOINABLE, {"code": code})

    async def lines(self, who: Who, course: UUID, offset: int, limit: int | None) -> list[Row]:
        """Who joined, as they came; `total` counts all of them."""
        return await self._rows.all(LINES, {**_of(who, course), "offset": offset, "limit": limit})

    async def concepts(self, who: Who, course: UUID, own: list[UUID]) -> list[Row]:
        """How each concept went, the hardest first."""
        return await self._rows.all(CONCEPTS, {**_of(who, course), "own": own})

    async def mastery(self, who: Who, course: UUID, sessions: list[UUID]) -> list[Row]:
        """Where these learners stand."""
        return await self._rows.all(MASTERY, {**_of(who, course), "sessions": sessions})

    async def items(self, who: Who, course: UUID, offset: int, limit: int | None) -> list[Row]:
        """The course's items, whoever's quiz they were written for."""
        return await self._rows.all(ITEMS, {**_of(who, course), "offset": offset, "limit": limit})

    async def answers(self, who: Who, course: UUID, own: list[UUID]) -> list[Row]:
        """The answers that count, oldest first; those of the sessions `own` are left out."""
        return await self._rows.all(ANSWERS, {**_of(who, course), "own": own})


def _of(who: Who, course: UUID) -> dict[str, object]:
    return {"course": course, "tenant": who.tenant, "user": who.user}


ClassQueries = Annotated[Classes, Depends(Classes.of)]
