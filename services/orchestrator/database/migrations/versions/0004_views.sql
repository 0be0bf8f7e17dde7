-- Learning: what a quiz asks, who stands where, what is due; and what a course's owner sees of a class.

insert into quiz_items (tenant_id, user_id, quiz_id, item_id, session_id, ordinal)
select tenant_id, user_id, quiz_id, item_id, session_id, ordinal from items;

create or replace view session_view as
select s.session_id, s.tenant_id, s.user_id, s.course_id, s.status, s.version, s.progress, s.error, s.focus_areas,
       s.created_at, s.updated_at,
       coalesce(d.filename, (select i.message -> 'document' ->> 'filename' from intake i
                             where i.session_id = s.session_id order by i.accepted_at limit 1), '') as filename,
       coalesce(d.uploaded_at, s.created_at) as uploaded_at, coalesce(d.sha256, '') as sha256, c.reading_id, r.doc_meta,
       r.digest -> 'context' as context, s.forgotten_at, s.name, s.learning
from sessions s
left join courses c on c.course_id = s.course_id
left join lateral (select * from documents where course_id = s.course_id and replaced_at is null
                   order by ordinal, uploaded_at limit 1) d on true
left join readings r on r.reading_id = c.reading_id
union all
select i.session_id, i.tenant_id, i.user_id, (i.message ->> 'course_id')::uuid, 'accepted', 0, null, null, '[]'::json,
       i.accepted_at, i.accepted_at, coalesce(i.message -> 'document' ->> 'filename', ''), i.accepted_at,
       coalesce(i.message -> 'document' ->> 'sha256', ''), null, null, null, null, coalesce(i.message ->> 'name', ''), null
from intake i
where i.type in ('pensum.session.document_submitted.v1', 'pensum.session.course_joined.v1') and not i.settled
  and not exists (select from sessions s where s.session_id = i.session_id);

create or replace view quiz_view as select * from quizzes;
create or replace view result_view as select * from results;
create or replace view note_view as select * from notes;

-- The questions of a quiz, whoever's quiz they were written for. `accepted` and `state` say whether they are asked.
create view question_view as
select q.session_id, q.tenant_id, q.user_id, q.quiz_id, q.item_id, q.ordinal, q.repeat, i.body, i.accepted, i.state,
       i.revision, i.batch, i.answer_text, i.course_id
from quiz_items q join items i on i.item_id = q.item_id;

-- The cards that a session has: its own, and those that were written for its course's owner.
create view card_view as
select s.session_id, s.tenant_id, s.user_id, f.card_id, f.quiz_id, f.course_id, f.ordinal, f.body, f.accepted, f.state,
       f.revision, f.batch
from sessions s join courses c on c.course_id = s.course_id
join flashcards f on f.course_id = s.course_id and (f.session_id = s.session_id or f.user_id = c.user_id);

create view mastery_view as select * from concept_mastery;
create view gap_view as select * from knowledge_gaps;
create view pattern_view as select * from error_patterns;
create view cycle_view as select * from learning_cycles;
create view diagnosis_view as select * from diagnostic_results;
create view agent_state_view as select * from agent_state;
create view message_view as select * from messages;
create view recall_view as select * from recalls;
create view ruling_view as select * from rulings;
create view quiz_progress_view as select * from quiz_progress;
create view schedule_view as select * from schedules;
create view review_event_view as select * from review_events;

create view dispute_view as
select d.*, s.course_id, c.user_id as owner_id
from disputes d join sessions s on s.session_id = d.session_id join courses c on c.course_id = s.course_id;

-- A course that can be joined; `user_id` is its owner's.
create view share_view as
select h.code, h.course_id, h.session_id, h.tenant_id, h.user_id, h.created_at, h.closed_at, c.title
from course_shares h join courses c on c.course_id = h.course_id;

-- Every session of a course, for its owner. `own`: the owner's own walk.
create view class_session_view as
select c.course_id, c.tenant_id, c.user_id as owner_id, c.title, s.session_id, s.user_id, s.name, s.status,
       s.created_at, s.updated_at, s.learning, s.user_id = c.user_id as own
from courses c join sessions s on s.course_id = c.course_id and s.forgotten_at is null;

create view class_result_view as
select k.course_id, k.tenant_id, k.owner_id, r.session_id, r.attempt_id, r.quiz_id, r.item_id, r.concept, r.answer,
       r.is_correct, r.credit, r.latency_sec, r.undecided, r.void, r.repeat, r.timestamp, a.submitted_at, a.score
from class_session_view k join results r on r.session_id = k.session_id
join attempts a on a.attempt_id = r.attempt_id;

create view class_attempt_view as
select k.course_id, k.tenant_id, k.owner_id, a.session_id, a.attempt_id, a.quiz_id, a.score, a.submitted_at, a.graded_at
from class_session_view k join attempts a on a.session_id = k.session_id;

create view class_mastery_view as
select k.course_id, k.tenant_id, k.owner_id, m.session_id, m.concept, m.score, m.answers, m.correct, m.decided,
       m.mastered, m.mark
from class_session_view k join concept_mastery m on m.session_id = k.session_id;

create view class_item_view as
select c.course_id, c.tenant_id, c.user_id as owner_id, i.item_id, i.session_id, i.quiz_id, i.body, i.accepted, i.state
from courses c join items i on i.course_id = c.course_id;

-- Where the document introduces each concept, in its order; `text` is that passage's.
create view concept_place_view as
select s.session_id, s.tenant_id, s.user_id, t.value ->> 'term' as concept,
       coalesce(t.value ->> 'definition', '') as definition, t.value ->> 'relevance' as relevance,
       b.block_id, b.source_page, b.body ->> 'text' as text, coalesce(h.title, '') as section,
       (row_number() over (partition by s.session_id
                           order by m.ordinal, b.part, b.ordinal, (t.value ->> 'start')::int, t.n) - 1)::int as ordinal
from sessions s join courses c on c.course_id = s.course_id join readings r on r.reading_id = c.reading_id
cross join lateral json_array_elements(r.digest -> 'terms') with ordinality as t(value, n)
join reading_members m on m.set_id = c.reading_id
join blocks b on b.reading_id = m.reading_id and b.block_id = t.value ->> 'block_id'
left join lateral (
  select x.body ->> 'text' as title from blocks x
  where x.reading_id = b.reading_id and x.body ->> 'kind' = 'heading' and (x.part, x.ordinal) <= (b.part, b.ordinal)
  order by x.part desc, x.ordinal desc limit 1
) h on true;

-- Seed 000's entities that are views of what is kept elsewhere.
create view extracted_concepts as
select session_id, tenant_id, user_id, concept, definition, relevance, section, block_id, source_page, ordinal
from concept_place_view;

-- Whether a passage names a concept, as words of their own and not within others ("organ" is not in "organic").
create function names_concept(passage text, concept text) returns boolean language sql immutable parallel safe as $$
  select strpos(lower(passage), lower(concept)) > 0
     and lower(passage) ~ ('(^|[^[:alnum:]])' || regexp_replace(lower(concept), '([^[:alnum:][:space:]])', '\\\1', 'g')
                           || '(s|es|e|n|en|et|er|r|ne|ene)?($|[^[:alnum:]])')
$$;

-- A concept builds on those that come earlier and that the passage which introduces it uses.
create view concept_relationships as
select b.session_id, b.tenant_id, b.user_id, b.concept, a.concept as prerequisite, 'prerequisite' as relationship
from concept_place_view b join concept_place_view a on a.session_id = b.session_id and a.ordinal < b.ordinal
where a.concept <> b.concept and names_concept(b.text, a.concept);

create view quiz_results as
select a.attempt_id, a.quiz_id, a.session_id, a.tenant_id, a.user_id, a.score, a.weak_concepts, a.submitted_at,
       a.graded_at, (select count(*) from results r where r.attempt_id = a.attempt_id and not r.void)::int as answers,
       (select count(*) from results r where r.attempt_id = a.attempt_id and not r.void and r.is_correct)::int as correct
from attempts a;

-- A run has the place of the message that told of it (`seq`), and stands before what the coordinator made of that.
create view session_logs as
select a.session_id, a.tenant_id, a.user_id, j.seq, 0 as part, a.timestamp, a.agent, a.input_summary, a.output,
       a.reasoning, a.duration_ms, a.input_hash, a.output_hash, a.tokens_used, a.errors
from agent_runs a join journal j on j.session_id = a.session_id and j.message_id = a.message_id
union all
select session_id, tenant_id, user_id, seq, 1, received_at, 'coordinator', type,
       json_array_length(commands) || ' commands', '', decide_ms,
       encode(sha256(convert_to(message::text, 'UTF8')), 'hex'),
       encode(sha256(convert_to(commands::text, 'UTF8')), 'hex'), null, '[]'::json
from journal;

-- What was disputed, and what was decided on it: the audit.
create view dispute_log as
select session_id, tenant_id, user_id, seq, received_at as timestamp, type, message,
       coalesce(message ->> 'dispute_id', message_id::text)::uuid as dispute_id
from journal
where kept and type in ('pensum.session.dispute_raised.v1', 'pensum.session.dispute_decided.v1');

grant select, insert, update, delete on quiz_items, quiz_progress, review_events, schedules, concept_mastery,
  knowledge_gaps, error_patterns, learning_cycles, diagnostic_results, agent_state, messages, recalls, disputes, rulings,
  course_shares to pensum_orchestrator;
grant select on question_view, card_view, mastery_view, gap_view, pattern_view, cycle_view, diagnosis_view,
  agent_state_view, message_view, recall_view, ruling_view, quiz_progress_view, schedule_view, review_event_view,
  dispute_view, share_view, class_session_view, class_result_view, class_attempt_view, class_mastery_view,
  class_item_view, concept_place_view, extracted_concepts, concept_relationships, quiz_results, session_logs, dispute_log
  to pensum_orchestrator, pensum_gateway;
