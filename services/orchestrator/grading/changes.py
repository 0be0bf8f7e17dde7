"""What a grade changes, and how far a quiz is answered."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from services.orchestrator.database.rows import Change, Json

# Whether an attempt before `this` answered the item too: by its grades; by its answers, where it has no grade yet; or
# where it was graded without this answer, since the item had been taken back or removed. So it is the same whichever
# of the two is graded first. One is enough, and the last two are looked for in few rows.
REPEAT: LiteralString = """(coalesce((
  select true from results p join attempts e on e.attempt_id = p.attempt_id
  where p.session_id = {this}.session_id and p.item_id = {item}
    and (e.submitted_at, e.attempt_id) < ({this}.submitted_at, {this}.attempt_id) limit 1), (
  select true from attempts e, json_array_elements(e.answers) g
  where e.session_id = {this}.session_id and e.graded_at is null and (g ->> 'item_id')::uuid = {item}
    and (e.submitted_at, e.attempt_id) < ({this}.submitted_at, {this}.attempt_id) limit 1), (
  select true from recalls c join attempts e on e.attempt_id = c.attempt_id
  where c.session_id = {this}.session_id and c.item_id = {item}
    and (e.submitted_at, e.attempt_id) < ({this}.submitted_at, {this}.attempt_id) limit 1), (
  select true from items y, attempts e, json_array_elements(e.answers) g
  where y.item_id = {item} and y.state not in ('live', 'approved')
    and e.session_id = {this}.session_id and (g ->> 'item_id')::uuid = {item}
    and (e.submitted_at, e.attempt_id) < ({this}.submitted_at, {this}.attempt_id) limit 1), false))"""


@dataclass(slots=True, kw_only=True)
class AnswerKept(Change):
    """An answer of an attempt that is not handed in. The first to an item counts, and none once it is handed in."""

    attempt_id: UUID
    session_id: UUID
    tenant_id: str
    user_id: str
    quiz_id: UUID
    item_id: UUID
    answer: Json
    at: datetime
    statement = """with first as (
         select distinct on (r.attempt_id, r.item_id) r.* from {rows} order by r.attempt_id, r.item_id, r.at
       )
       insert into attempts as t (attempt_id, session_id, tenant_id, user_id, quiz_id, answers, graded_by, submitted_at,
         open)
       select f.attempt_id, f.session_id, f.tenant_id, f.user_id, f.quiz_id, json_agg(f.answer::json order by f.at),
         'evaluator', min(f.at), true
       from first f group by f.attempt_id, f.session_id, f.tenant_id, f.user_id, f.quiz_id
       on conflict (attempt_id) do update set answers = (
         select json_agg(g.value order by g.n) from (
           select o.value, o.n from json_array_elements(t.answers) with ordinality o(value, n)
           union all
           select e.value, 1000 + e.n from json_array_elements(excluded.answers) with ordinality e(value, n)
           where not exists (select from json_array_elements(t.answers) o
                             where o.value ->> 'item_id' = e.value ->> 'item_id')) g)
       where t.open"""


@dataclass(slots=True, kw_only=True)
class EarlierGradeCut(Change):
    """What is left of an attempt's earlier grade, where the new one has less."""

    attempt_id: UUID
    patterns: int
    concepts: Json
    statement = """with r as (select * from {rows}), patterns as (
         delete from error_patterns p using r where p.attempt_id = r.attempt_id and p.ordinal >= r.patterns
       )
       delete from knowledge_gaps g using r
       where g.attempt_id = r.attempt_id and not r.concepts::jsonb ? g.concept"""


@dataclass(slots=True, kw_only=True)
class EarlierNotesCut(Change):
    session_id: UUID
    attempt_id: UUID
    notes: int
    statement = """delete from notes n using {rows}
       where n.session_id = r.session_id and n.attempt_id = r.attempt_id and n.ordinal >= r.notes"""


@dataclass(slots=True, kw_only=True)
class AttemptGraded(Change):
    attempt_id: UUID
    score: float
    weak: Json
    improve: Json
    graded_at: datetime
    statement = (
        """with r as (select * from {rows}), told as (
         update recalls c set score_after = r.score from r where c.attempt_id = r.attempt_id and c.score_after is null
       ), asked_before as (
         update results t set repeat = """
        + REPEAT.format(item="t.item_id", this="a")
        + """
         from r join attempts a using (attempt_id) where t.attempt_id = r.attempt_id
           and t.repeat <> """
        + REPEAT.format(item="t.item_id", this="a")
        + """
       )
       update attempts t set score = r.score, weak_concepts = r.weak::json, improvement_areas = r.improve::json,
         graded_at = r.graded_at
       from r where t.attempt_id = r.attempt_id"""
    )


@dataclass(slots=True, kw_only=True)
class AnswerRated(Change):
    """A graded answer rates its item as of when it was handed in; one that nobody could judge (no rating) does not."""

    event_id: UUID
    attempt_id: UUID
    card_id: UUID
    rating: int | None
    statement = """with r as (select * from {rows}), outdated as (
         update schedules s set last_event = null
         from r join attempts a using (attempt_id) left join review_events v on v.event_id = r.event_id
         where s.session_id = a.session_id and s.card_id = r.card_id and s.last_event is not null
           and case when v.event_id is not null then v.rating is distinct from r.rating
               else r.rating is not null and (a.submitted_at, r.event_id) <= (s.last_review, s.last_event) end
       ), unrated as (
         delete from review_events v using r where v.event_id = r.event_id and r.rating is null
       )
       insert into review_events (event_id, session_id, card_id, tenant_id, user_id, kind, rating, source, timestamp)
       select r.event_id, a.session_id, r.card_id, a.tenant_id, a.user_id, 'item', r.rating, 'answer', a.submitted_at
       from r join attempts a using (attempt_id) where r.rating is not null
       on conflict (event_id) do update set rating = excluded.rating"""


@dataclass(slots=True, kw_only=True)
class Ruled(Change):
    """The owner's ruling stands over the learner's, a person's over a model's; of two of the same the later by its
    time."""

    result_id: UUID
    session_id: UUID
    tenant_id: str
    user_id: str
    attempt_id: UUID
    item_id: UUID
    credit: float
    by: str
    timestamp: datetime
    rank: int
    statement = """
       insert into rulings as u (result_id, session_id, tenant_id, user_id, attempt_id, item_id, credit, by, timestamp)
       select distinct on (r.result_id) r.result_id, r.session_id, r.tenant_id, r.user_id, r.attempt_id, r.item_id,
         r.credit, r.by, r.timestamp
       from {rows} order by r.result_id, r.rank desc, r.timestamp desc, r.credit desc
       on conflict (result_id) do update set credit = excluded.credit, by = excluded.by, timestamp = excluded.timestamp
       where (case excluded.by when 'owner' then 2 when 'learner' then 1 else 0 end, excluded.timestamp,
              excluded.credit)
           > (case u.by when 'owner' then 2 when 'learner' then 1 else 0 end, u.timestamp, u.credit)"""
