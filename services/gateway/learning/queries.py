"""What the gateway reads of one learner's session: the agents' state, mastery, cycles.

Whose session it is must have been asked before.
"""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends

from services.gateway.database import Queries, Row

LEARNING = """
select learning, coalesce(doc_meta ->> 'language', '') as language from session_view where session_id = %(session)s"""
STATE = "select key, value from agent_state_view where session_id = %(session)s"

CONCEPTS = """
select concept, relevance, section, score, answers, correct, decided, mastered, mark, needed from concept_view
where session_id = %(session)s order by ordinal nulls last, concept"""

PREREQUISITES = """
select distinct concept, prerequisite from concept_relationships
where session_id = %(session)s and relationship = 'prerequisite' order by concept, prerequisite"""

PLACES = """
select p.concept, p.definition, p.source_page, p.block_id,
  coalesce(b.body ->> 'document_sha256', (select d.sha256 from document_view d
    where d.session_id = p.session_id order by d.ordinal limit 1), '') as document_sha256
from concept_place_view p join block_view b on b.session_id = p.session_id and b.block_id = p.block_id
where p.session_id = %(session)s order by p.ordinal"""

# `part` has the document's place among the session's before the part of its reading.
TEXT = """
select b.block_id, b.part / 100000 as member, b.source_page,
  coalesce(b.body ->> 'document_sha256', (select d.sha256 from document_view d
    where d.session_id = b.session_id order by d.ordinal limit 1), '') as document_sha256,
  coalesce((b.body ->> 'material')::boolean, true) as material,
  array_length(regexp_split_to_array(btrim(b.body ->> 'text'), '\\s+'), 1) as words,
  case when b.body ->> 'kind' = 'heading' then b.body ->> 'text' end as title
from block_view b where b.session_id = %(session)s order by b.part, b.ordinal"""

# The newest answer that counts says how it went.
QUESTIONS = """
select distinct on (q.item_id) q.body, r.is_correct from question_view q
left join lateral (select a.is_correct from result_view a
  where a.session_id = q.session_id and a.item_id = q.item_id and not a.void and not a.undecided
  order by a.timestamp desc, a.result_id limit 1) r on true
where q.session_id = %(session)s and q.accepted and q.state in ('live', 'approved')"""

# A round that was left for another topic is over too, but has no score.
COMPLETED = "completed_at is not null and quiz_score is not null"
CYCLES = f"""
select topic, cycle_number, quiz_id, quiz_score, mastery_achieved, started_at, completed_at, {COMPLETED} as completed
from cycle_view
where session_id = %(session)s order by started_at, cycle_number"""

NEWEST_CYCLES = f"""
select * from (
  select * from ({CYCLES}) c
  order by started_at desc, cycle_number desc offset %(offset)s limit %(limit)s) c
order by started_at, cycle_number"""

# A concept's newest gap, while it is not mastered.
# What was answered rightly since is no gap any more.
GAPS = """
select * from (
  select distinct on (g.concept) g.concept, g.description, g.phrase, g.severity, g.item_ids, g.mistaken_for,
    g.timestamp
  from gap_view g left join mastery_view m on m.session_id = g.session_id and lower(m.concept) = lower(g.concept)
  join attempt_view showed on showed.attempt_id = g.attempt_id
  where g.session_id = %(session)s and not coalesce(m.mastered, false)
    and not exists (select from result_view r join attempt_view later on later.attempt_id = r.attempt_id
      where r.session_id = g.session_id and lower(r.concept) = lower(g.concept) and r.is_correct and not r.void
        and later.submitted_at > showed.submitted_at)
  order by g.concept, g.timestamp desc) gaps
order by timestamp desc, concept"""

# What the newest attempt's notes say: the feedback, note by note.
FEEDBACK = """
select n.note, n.phrase from note_view n
where n.session_id = %(session)s and not n.taken_back and n.attempt_id = (
  select a.attempt_id from attempt_view a where a.session_id = %(session)s
  order by a.submitted_at desc, a.attempt_id desc limit 1)
order by n.ordinal"""

RECALLS = """
select p.*, i.body from (
  select item_id, attempt_id, what, reason, score_before, score_after, timestamp
  from recall_view where session_id = %(session)s
  order by timestamp desc, attempt_id desc, item_id desc offset %(offset)s limit %(limit)s) p
join item_view i on i.item_id = p.item_id order by p.timestamp, p.attempt_id, p.item_id"""

# Apart from the pages: past the end of one list another may still go on.
TOTALS = """
select
  (select count(*) from result_view
    where session_id = %(session)s and quiz_id = %(quiz)s::uuid and not void)::int as quiz_responses,
  (select count(*) from cycle_view where session_id = %(session)s)::int as cycles,
  (select count(*) from recall_view where session_id = %(session)s)::int as recalls"""


class Learners(Queries):
    """Rows of one session's learner."""

    async def learning(self, session: UUID) -> dict[str, Any]:
        """What of the orchestrator's own state the learner may see, with the document's `language`."""
        row = await self._rows.one(LEARNING, {"session": session})
        return {**(row["learning"] or {}), "language": row["language"]} if row else {}

    async def state(self, session: UUID) -> dict[str, Any]:
        """Each agent's keys with their values."""
        return {row["key"]: row["value"] for row in await self._rows.all(STATE, {"session": session})}

    async def concepts(self, session: UUID) -> list[Row]:
        """Every concept in the document's order, with its mastery; None where nothing is known of that."""
        return await self._rows.all(CONCEPTS, {"session": session})

    async def prerequisites(self, session: UUID) -> list[Row]:
        """Which concept builds on which."""
        return await self._rows.all(PREREQUISITES, {"session": session})

    async def places(self, session: UUID) -> list[Row]:
        """Where the documents introduce each concept, in their order; one may have several places."""
        return await self._rows.all(PLACES, {"session": session})

    async def text(self, session: UUID) -> list[Row]:
        """Every block of the text in reading order, without its words: where it stands and how many it has."""
        return await self._rows.all(TEXT, {"session": session})

    async def questions(self, session: UUID) -> list[Row]:
        """What is asked in the session's quizzes and lessons, and how the newest answer was; None: there is none."""
        return await self._rows.all(QUESTIONS, {"session": session})

    async def cycles(self, session: UUID) -> list[Row]:
        """The rounds of learning, oldest first."""
        return await self._rows.all(CYCLES, {"session": session})

    async def newest_cycles(self, session: UUID, offset: int, limit: int) -> list[Row]:
        """A page of them that goes back from the newest, oldest first."""
        return await self._rows.all(NEWEST_CYCLES, {"session": session, "offset": offset, "limit": limit})

    async def gaps(self, session: UUID) -> list[Row]:
        """What is lacking, newest first."""
        return await self._rows.all(GAPS, {"session": session})

    async def feedback(self, session: UUID) -> list[Row]:
        """The notes about the newest attempt, in their order."""
        return await self._rows.all(FEEDBACK, {"session": session})

    async def recalls(self, session: UUID, offset: int, limit: int) -> list[Row]:
        """What was taken back or corrected: a page that goes back from the newest, oldest first."""
        return await self._rows.all(RECALLS, {"session": session, "offset": offset, "limit": limit})

    async def totals(self, session: UUID, quiz: UUID | None) -> Row | None:
        """How many rounds, recalls, and graded answers of a quiz that count there are in all."""
        return await self._rows.one(TOTALS, {"session": session, "quiz": quiz})


LearnerQueries = Annotated[Learners, Depends(Learners.of)]
