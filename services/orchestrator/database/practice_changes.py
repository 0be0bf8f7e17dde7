"""Which rows of practice are changed, for `writes.py`: grades given again, progress, rulings, disputes, recalls."""

from services.orchestrator.database.changes import Change

_OWNED = {"tenant_id": "text", "user_id": "text"}

# What is left of an attempt's earlier grade, where the new one has less.
CUT = Change(
    {"attempt_id": "uuid", "patterns": "int", "concepts": "text"},
    """with r as (select * from {rows}), patterns as (
         delete from error_patterns p using r where p.attempt_id = r.attempt_id and p.ordinal >= r.patterns
       )
       delete from knowledge_gaps g using r
       where g.attempt_id = r.attempt_id and not r.concepts::jsonb ? g.concept""",
)
NOTES_CUT = Change(
    {"session_id": "uuid", "attempt_id": "uuid", "notes": "int"},
    """delete from notes n using {rows}
       where n.session_id = r.session_id and n.attempt_id = r.attempt_id and n.ordinal >= r.notes""",
)
ATTEMPT_GRADED = Change(
    {"attempt_id": "uuid", "score": "float8", "weak": "text", "improve": "text", "graded_at": "timestamptz"},
    """with r as (select * from {rows}), told as (
         update recalls c set score_after = r.score from r where c.attempt_id = r.attempt_id and c.score_after is null
       ), asked_before as (
         update results t set repeat = exists (
           select from attempts a, attempts e, json_array_elements(e.answers) g
           where a.attempt_id = t.attempt_id and e.session_id = a.session_id
             and (e.submitted_at, e.attempt_id) < (a.submitted_at, a.attempt_id)
             and (g ->> 'item_id')::uuid = t.item_id)
         from r where t.attempt_id = r.attempt_id
       )
       update attempts t set score = r.score, weak_concepts = r.weak::json, improvement_areas = r.improve::json,
         graded_at = r.graded_at
       from r where t.attempt_id = r.attempt_id""",
)
# A graded answer rates its item as of when it was handed in; one that nobody could judge (rating null) does not.
RATED = Change(
    {"event_id": "uuid", "attempt_id": "uuid", "card_id": "uuid", "rating": "int"},
    """with r as (select * from {rows}), unrated as (
         delete from review_events v using r where v.event_id = r.event_id and r.rating is null
       )
       insert into review_events (event_id, session_id, card_id, tenant_id, user_id, kind, rating, source, timestamp)
       select r.event_id, a.session_id, r.card_id, a.tenant_id, a.user_id, 'item', r.rating, 'answer', a.submitted_at
       from r join attempts a using (attempt_id) where r.rating is not null
       on conflict (event_id) do update set rating = excluded.rating""",
)
# The latest by its time counts, and nothing from before the quiz was last handed in.
PROGRESS = Change(
    {
        "quiz_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "answers": "text",
        "question_index": "int",
        "paused": "bool",
        "saved_at": "timestamptz",
        "message_id": "uuid",
    },
    """insert into quiz_progress as p (quiz_id, session_id, tenant_id, user_id, answers, question_index, paused,
         saved_at)
       select distinct on (r.quiz_id, r.session_id) r.quiz_id, r.session_id, r.tenant_id, r.user_id, r.answers::json,
         r.question_index, r.paused, r.saved_at
       from {rows}
       where not exists (select from attempts a where a.quiz_id = r.quiz_id and a.session_id = r.session_id
                         and a.submitted_at >= r.saved_at)
       order by r.quiz_id, r.session_id, r.saved_at desc, r.message_id
       on conflict (quiz_id, session_id) do update set answers = excluded.answers,
         question_index = excluded.question_index, paused = excluded.paused, saved_at = excluded.saved_at
       where p.saved_at < excluded.saved_at""",
)
PROGRESS_OVER = Change(
    {"quiz_id": "uuid", "session_id": "uuid", "at": "timestamptz"},
    """delete from quiz_progress p using {rows}
       where p.quiz_id = r.quiz_id and p.session_id = r.session_id and p.saved_at <= r.at""",
)
# The owner's ruling stands over the learner's, a person's over a model's; of two of the same the later by its time.
RULED = Change(
    {
        "result_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "attempt_id": "uuid",
        "item_id": "uuid",
        "credit": "float8",
        "by": "text",
        "timestamp": "timestamptz",
        "rank": "int",
    },
    """insert into rulings as u (result_id, session_id, tenant_id, user_id, attempt_id, item_id, credit, by, timestamp)
       select distinct on (r.result_id) r.result_id, r.session_id, r.tenant_id, r.user_id, r.attempt_id, r.item_id,
         r.credit, r.by, r.timestamp
       from {rows} order by r.result_id, r.rank desc, r.timestamp desc, r.credit desc
       on conflict (result_id) do update set credit = excluded.credit, by = excluded.by, timestamp = excluded.timestamp
       where (case excluded.by when 'owner' then 2 when 'learner' then 1 else 0 end, excluded.timestamp,
              excluded.credit)
           > (case u.by when 'owner' then 2 when 'learner' then 1 else 0 end, u.timestamp, u.credit)""",
)
UNRULED = Change(
    {"result_id": "uuid"},
    "delete from rulings u using {rows} where u.result_id = r.result_id and u.by = 'owner'",
)
DISPUTED = Change(
    {
        "dispute_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "of": "text",
        "result_id": "uuid",
        "attempt_id": "uuid",
        "note": "int",
        "reason": "text",
        "raised_at": "timestamptz",
    },
    """insert into disputes (dispute_id, session_id, tenant_id, user_id, of, result_id, attempt_id, note, subject,
         reason, state, decided_by, decision_reason, raised_at)
       select r.dispute_id, r.session_id, r.tenant_id, r.user_id, r.of, r.result_id,
         coalesce(r.attempt_id, (select t.attempt_id from results t where t.result_id = r.result_id)), r.note,
         coalesce((select n.note from notes n where n.session_id = r.session_id and n.attempt_id = r.attempt_id
                   and n.ordinal = r.note), ''), r.reason, 'open', '', '', r.raised_at
       from {rows} on conflict do nothing""",
)
DISPUTE_DECIDED = Change(
    {
        "dispute_id": "uuid",
        "state": "text",
        "credit": "float8",
        "decided_by": "text",
        "reason": "text",
        "decided_at": "timestamptz",
    },
    """update disputes d set state = r.state, credit = r.credit, decided_by = r.decided_by, decision_reason = r.reason,
         decided_at = r.decided_at
       from {rows} where d.dispute_id = r.dispute_id""",
    last=True,
)
# What becomes of a session's rows about an item that is recalled; after everything else, so that it finds all of them.
RECALLED = Change(
    {
        "message_id": "uuid",
        "attempt_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "item_id": "uuid",
        "what": "text",
        "reason": "text",
        "timestamp": "timestamptz",
    },
    """insert into recalls (message_id, attempt_id, session_id, tenant_id, user_id, item_id, what, reason, timestamp,
         score_before)
       select r.message_id, r.attempt_id, r.session_id, r.tenant_id, r.user_id, r.item_id, r.what, r.reason,
         r.timestamp, a.score
       from {rows} join attempts a on a.attempt_id = r.attempt_id on conflict do nothing""",
)
_OF_ITEM = {"session_id": "uuid", "item_id": "uuid"}
VOIDED = Change(
    _OF_ITEM,
    """with r as (select * from {rows}), unrated as (
         delete from review_events v using r where v.session_id = r.session_id and v.card_id = r.item_id
       )
       update results t set void = true from r where t.session_id = r.session_id and t.item_id = r.item_id""",
)
CORRECTED = Change(
    _OF_ITEM,
    """delete from rulings u using {rows}
       where u.session_id = r.session_id and u.item_id = r.item_id and u.by not in ('owner', 'learner')""",
)
EMPTIED = Change(
    {"attempt_id": "uuid", "at": "timestamptz"},
    """with r as (select * from {rows}), patterns as (
         delete from error_patterns p using r where p.attempt_id = r.attempt_id
       ), gaps as (
         delete from knowledge_gaps g using r where g.attempt_id = r.attempt_id
       ), told as (
         delete from notes n using r where n.attempt_id = r.attempt_id
       )
       update attempts t set score = null, weak_concepts = '[]', improvement_areas = '[]',
         graded_at = coalesce(t.graded_at, r.at)
       from r where t.attempt_id = r.attempt_id""",
)
