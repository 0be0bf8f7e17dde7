"""What the gateway reads over all of a person's documents: history, figures, scorecard, progress by section."""

from collections.abc import Mapping
from typing import Annotated, Any, LiteralString
from uuid import UUID

from fastapi import Depends

from services.gateway.access.bearer import Who
from services.gateway.access.figures import (
    COUNTS,
    HOW_MANY,
    MOVED,
    TOTALS,
    UNHEARD,
    by_day,
    containing,
    found_by,
    newest_with,
    once,
)
from services.gateway.access.standing import NEWEST, NEWEST_FOUND, ON_PAGE, TITLE
from services.gateway.database import Queries, Row
from services.gateway.http.paging import Place
from services.gateway.learning.queries import COMPLETED

_LINE = f"""
  select s.session_id, s.status, s.filename, s.created_at, s.updated_at, s.learning,
    {TITLE} as title,
    coalesce((select t.value #>> '{{}}' from agent_state_view t
      where t.session_id = s.session_id and t.key = 'current_topic'), '') as topic"""
LISTED = f"""
with listed as ({_LINE}
  from session_view s
  where s.tenant_id = %(tenant)s and s.user_id = %(user)s and s.forgotten_at is null)
"""

# What is answered in a lesson counts as answers, not as quizzes that were taken.
NO_LESSON = "not exists (select from quiz_view q where q.quiz_id = a.quiz_id and q.purpose = 'lesson')"
# Of a session that a guideline teaches in place of a document.
SUBTOPIC = """(select l.subtopic from lesson_view l where l.session_id = s.session_id and l.subtopic <> ''
  order by l.created_at desc limit 1)"""

_SINCE_UNTIL: LiteralString = """(%(since)s::timestamptz is null or w.created_at >= %(since)s)
    and (%(until)s::timestamptz is null or w.created_at < %(until)s)"""
_SUCH = f"""own_session_view w
  where w.tenant_id = %(tenant)s and w.user_id = %(user)s and w.forgotten_at is null and {_SINCE_UNTIL}
    and (%(status)s::text is null or w.status = %(status)s::text)"""
# From the newest on, until the page is full: those behind it are not looked at.
_NEWEST_SUCH = f"""page as materialized (
  select w.session_id from {_SUCH}
    and (%(before)s::timestamptz is null or (w.created_at, w.session_id) < (%(before)s::timestamptz, %(last)s::uuid))
  order by w.created_at desc, w.session_id desc limit %(limit)s)"""
# A topic is looked for in the title, in what is being learnt, and in what was.
FOUND_BY_TOPIC = found_by(
    "w.learnt like lower(%(topic)s::text)",
    f"""{_SINCE_UNTIL} and (%(status)s::text is null or w.session_id in (
      select o.session_id from own_session_view o
      where o.tenant_id = %(tenant)s and o.user_id = %(user)s and o.status = %(status)s::text))""",
)

# The session's own number, as the learner's view tells it; null before the first answer.
MASTERY = """case when exists (select from mastery_view m where m.session_id = s.session_id and m.answers > 0)
    then (s.learning ->> 'mastery_score')::float end"""

_HISTORY = f"""
select s.session_id, s.title, s.filename, s.status, s.topic, s.created_at, s.updated_at,
  {MASTERY} as mastery_score,
  (select count(*) from attempt_view a where a.session_id = s.session_id and {NO_LESSON}) as attempts,
  (select count(*) from result_view r where r.session_id = s.session_id and not r.void) as answers,
  (select avg(a.score) from attempt_view a where a.session_id = s.session_id) as score,
  (select count(*) from cycle_view c where c.session_id = s.session_id and {COMPLETED}) as cycles
from listed s"""
_PAGE = f"listed as ({_LINE} from {ON_PAGE}) {_HISTORY} order by s.created_at desc, s.session_id desc"
HISTORY = f"with {_NEWEST_SUCH}, {_PAGE}"
HISTORY_BY_TOPIC = f"with {FOUND_BY_TOPIC}, {NEWEST_FOUND}, {_PAGE}"
WHOLE_HISTORY = f"with {NEWEST}, {_PAGE}"
COUNTED = f"select count(*) as total from {_SUCH}"
COUNTED_BY_TOPIC = f"with {FOUND_BY_TOPIC} select count(*) as total from found"
STATS = f"""with {MOVED}, {COUNTS}, {TOTALS}
select sessions + {UNHEARD} as sessions, documents + {once("document")} as documents, quizzes_taken, answers, decided,
  correct, seconds, concepts + {once("concept")} as concepts,
  concepts_seen + {once("concept", "seen")} as concepts_seen,
  concepts_mastered + {once("concept", "mastered")} as concepts_mastered
from totals"""

DAYS = f"""with {MOVED}, {COUNTS}
select day, (now() at time zone 'UTC')::date as today from {by_day("day")} d order by day desc"""

# Of all documents the page is chosen by what is kept; what it shows is looked up for those on it alone.
_SCORED = f"""
select s.session_id, s.title, {MASTERY} as mastery_score, coalesce({SUBTOPIC}, '') as subtopic"""
SCORED = f"""{LISTED}
{_SCORED}, 1 as total from listed s
where s.session_id = %(session)s::uuid
  and exists (select from attempt_view a where a.session_id = s.session_id and a.score is not null)
order by s.created_at desc offset %(offset)s limit %(limit)s"""
WHOLE_SCORED = f"""with {MOVED}, {TOTALS}, page as materialized (
  select * from {newest_with("scored", "%(offset)s + %(limit)s")} p order by created_at desc, session_id desc
  offset %(offset)s), listed as ({_LINE}
  from page cross join lateral (select v.* from session_view v where v.session_id = page.session_id offset 0) s)
{_SCORED}, (select scored from totals) as total from listed s order by s.created_at desc, s.session_id desc"""

TREND = """
select session_id, attempt_id, score from attempt_view
where session_id = any(%(sessions)s::uuid[]) and score is not null order by submitted_at, attempt_id"""

STANDINGS = """
select session_id, concept, score, answers, mastered from mastery_view
where session_id = any(%(sessions)s::uuid[]) and answers > 0 order by score, concept"""

PATTERNS = """
select attempt_id, pattern_type, description, affected_questions, suggested_remediation, concept, made_by,
  phrase, remediation_phrase
from pattern_view where attempt_id = any(%(attempts)s::uuid[]) order by attempt_id, ordinal"""

_SECTIONS = f"""
select s.session_id, s.title, s.created_at, coalesce(s.subtopic, m.section) as subtopic, count(*) as concepts,
  count(*) filter (where m.mastered) as mastered,
  avg(case when m.answers > 0 then m.score else 0 end) as score, min(m.ordinal) as first
from (select s.*, {SUBTOPIC} as subtopic from listed s) s
join lateral (select * from concept_view v where v.session_id = s.session_id offset 0) m on true
where s.status <> 'pending_review'
group by s.session_id, s.title, s.created_at, coalesce(s.subtopic, m.section)"""
_BY_SECTION = "order by s.created_at desc, s.session_id desc, s.first nulls last"
SUBTOPICS = f"""{LISTED}
select s.*, count(*) over () as total from ({_SECTIONS} having s.session_id = %(session)s::uuid) s
{_BY_SECTION} offset %(offset)s limit %(limit)s"""
# A session on the page has a section at least, so those of the page are among so many sessions as it ends with.
WHOLE_SUBTOPICS = f"""with {MOVED}, {TOTALS}, near as materialized (
  select p.*, sum(many) over (order by created_at desc, session_id desc) - many as before
  from {newest_with("sections", "%(offset)s + %(limit)s")} p
), page as materialized (
  select * from near where before < %(offset)s + %(limit)s and before + many > %(offset)s
), listed as ({_LINE}
  from page cross join lateral (select v.* from session_view v where v.session_id = page.session_id offset 0) s)
select s.*, (select sections from totals) as total from ({_SECTIONS}) s
{_BY_SECTION} offset %(offset)s - coalesce((select min(before) from page), 0) limit %(limit)s"""


POINTS = """
select concept, at, score, low, high, answers, correct from mastery_history_view
where session_id = %(session)s order by lower(concept), at"""

# Whoever lies down with a question open does not learn for the night.
SECONDS = "coalesce(sum(least(r.latency_sec, 600)), 0)::float"
SPENT = f"""
select lower(r.concept) as concept, {SECONDS} as seconds, count(*)::int as answers
from result_view r where r.session_id = %(session)s and not r.void group by lower(r.concept)"""
WORKED = f"""
select (r.timestamp at time zone 'UTC')::date as day, count(*)::int as answers,
  count(*) filter (where r.is_correct and not r.undecided)::int as correct, {SECONDS} as seconds
from result_view r where r.session_id = %(session)s and not r.void group by 1 order by 1"""


class Records(Queries):
    """Rows over all sessions of one person."""

    async def history(self, who: Who, filters: Mapping[str, Any], after: Place, limit: int) -> tuple[list[Row], int]:
        """Sessions that the filters (`status`, `topic`, `since`, `until`) let through, newest first; how many in all.

        Only those that come after the place are in the list.
        """
        values, listed, total = {**_mine(who), **filters}, WHOLE_HISTORY, HOW_MANY
        if filters["topic"] is not None:
            values["topic"] = containing(filters["topic"])
            listed, total = HISTORY_BY_TOPIC, COUNTED_BY_TOPIC
        elif any(value is not None for value in filters.values()):
            listed, total = HISTORY, COUNTED
        found = await self._rows.all(listed, {**values, "before": after.at, "last": after.session, "limit": limit})
        counted = await self._rows.one(total, values)
        return found, counted["total"] if counted else 0

    async def stats(self, who: Who) -> Row:
        """The counts."""
        row = await self._rows.one(STATS, _mine(who))
        assert row is not None
        return row

    async def days(self, who: Who) -> list[Row]:
        """The days (UTC) on which something was learnt, newest first, each with `today`."""
        return await self._rows.all(DAYS, _mine(who))

    async def scored(self, who: Who, session: UUID | None, offset: int, limit: int) -> list[Row]:
        """Sessions with a graded attempt, newest first, each with the `total`."""
        values = {**_mine(who), "session": session, "offset": offset, "limit": limit}
        return await self._rows.all(SCORED if session else WHOLE_SCORED, values)

    async def trend(self, sessions: list[UUID]) -> list[Row]:
        """Scores of graded attempts, oldest first."""
        return await self._rows.all(TREND, {"sessions": sessions})

    async def standings(self, sessions: list[UUID]) -> list[Row]:
        """Mastery of the concepts that were asked, weakest first."""
        return await self._rows.all(STANDINGS, {"sessions": sessions})

    async def patterns(self, attempts: list[UUID]) -> list[Row]:
        """Patterns in the mistakes of these attempts."""
        return await self._rows.all(PATTERNS, {"attempts": attempts})

    async def points(self, session: UUID) -> list[Row]:
        """How well each concept was known over time, by concept, oldest first."""
        return await self._rows.all(POINTS, {"session": session})

    async def spent(self, session: UUID) -> list[Row]:
        """Seconds and answers of each concept, whose name is in small letters."""
        return await self._rows.all(SPENT, {"session": session})

    async def worked(self, session: UUID) -> list[Row]:
        """Answers and seconds of each day, oldest first."""
        return await self._rows.all(WORKED, {"session": session})

    async def subtopics(self, who: Who, session: UUID | None, offset: int, limit: int) -> list[Row]:
        """Concepts by section in the document's order, newest session first, each with the `total`."""
        values = {**_mine(who), "session": session, "offset": offset, "limit": limit}
        return await self._rows.all(SUBTOPICS if session else WHOLE_SUBTOPICS, values)


def _mine(who: Who) -> dict[str, Any]:
    return {"tenant": who.tenant, "user": who.user}


RecordQueries = Annotated[Records, Depends(Records.of)]
