"""How attempts, answers, rulings and disputes are looked up, for `lookup.py`."""

from typing import LiteralString

# The answers of an attempt that a grade may be about: to questions of its quiz.
ANSWERED: LiteralString = """array(
  select q.item_id from quiz_items q join items i on i.item_id = q.item_id
  where q.quiz_id = a.quiz_id and i.accepted and q.item_id in (
    select (g ->> 'item_id')::uuid from json_array_elements(a.answers) g))"""
ATTEMPTS: LiteralString = (
    "select a.session_id, a.attempt_id, a.quiz_id, "
    + ANSWERED
    + """ as items from attempts a where a.session_id = any(%(sessions)s)
  and exists (select from quiz_items q where q.quiz_id = a.quiz_id and q.item_id = any(%(items)s))
order by a.submitted_at, a.attempt_id"""
)
RATED: LiteralString = """select distinct session_id, card_id from review_events
                           where session_id = any(%(sessions)s) and card_id = any(%(items)s)"""
ASKED: LiteralString = """select q.quiz_id, q.item_id from quiz_items q join items i on i.item_id = q.item_id
                           where q.quiz_id = any(%s) and i.accepted"""
RETRACTED: LiteralString = "select item_id from items where item_id = any(%s) and state = 'retracted'"
LEFT: LiteralString = ASKED + " and i.state in ('live', 'approved')"
LATER: LiteralString = (
    "select w.message_id, a.attempt_id, a.quiz_id, "
    + ANSWERED
    + """ as items
from unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::timestamptz[]) as w(message_id, session_id, attempt_id, at)
join attempts a on a.session_id = w.session_id and (a.submitted_at, a.attempt_id) > (w.at, w.attempt_id)
order by a.submitted_at, a.attempt_id"""
)
TOLD: LiteralString = """
select w.attempt_id as earlier, a.attempt_id, a.quiz_id
from unnest(%(attempts)s::uuid[]) as w(attempt_id) join attempts t on t.attempt_id = w.attempt_id
join attempts a on a.session_id = t.session_id and a.score is not null
  and (a.submitted_at, a.attempt_id) > (t.submitted_at, t.attempt_id)
where exists (select from results r where r.attempt_id = a.attempt_id and not r.void and (r.concept = any(%(concepts)s)
                or r.concept in (select concept from results where attempt_id = t.attempt_id)))
order by a.submitted_at, a.attempt_id"""
RESULT: LiteralString = """
r.result_id, r.session_id, r.attempt_id, r.quiz_id, r.item_id, r.void, coalesce(u.by, '') as ruled_by,
r.undecided or coalesce(u.by, '') = 'learner' as open
from results r left join rulings u on u.result_id = r.result_id"""
RESULTS: LiteralString = "select " + RESULT + " where r.result_id = any(%s)"
NOTES: LiteralString = """
select n.session_id, n.attempt_id, n.ordinal from notes n
join unnest(%s::uuid[], %s::uuid[], %s::int[]) as w(session_id, attempt_id, ordinal)
  using (session_id, attempt_id, ordinal)"""
DISPUTES: LiteralString = (
    """select d.dispute_id, d.of, d.decided_at, d.session_id as of_session, d.attempt_id as of_attempt, x.*
from disputes d left join lateral (select """
    + RESULT
    + """ where r.result_id = d.result_id) x on true where d.dispute_id = any(%s)"""
)
