-- A session begins with documents, by joining a course, or with a lesson of its own; it is shown from when that is
-- accepted. One that has no course (its guideline was gone before it began) has its own id in that place.
create or replace view session_view as
select s.session_id, s.tenant_id, s.user_id, coalesce(s.course_id, s.session_id) as course_id, s.status, s.version,
       s.progress, s.error, s.focus_areas, s.created_at, s.updated_at,
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
select i.session_id, i.tenant_id, i.user_id,
       coalesce((i.message ->> 'course_id')::uuid, (i.answer ->> 'course_id')::uuid, i.session_id), 'accepted', 0, null,
       null, '[]'::json, i.accepted_at, i.accepted_at, coalesce(i.message -> 'document' ->> 'filename', ''),
       i.accepted_at, coalesce(i.message -> 'document' ->> 'sha256', ''), null, null, null, null,
       coalesce(i.message ->> 'name', ''), null
from intake i
where (i.type in ('pensum.session.document_submitted.v1', 'pensum.session.course_joined.v1')
    or (i.type = 'pensum.session.lesson_requested.v1' and i.message -> 'begins' is not null)) and not i.settled
  and not exists (select from sessions s where s.session_id = i.session_id);

-- With what the concepts of the plan showed after the turn.
create or replace view lesson_turn_view as
select t.session_id, t.tenant_id, t.user_id, t.turn_id, t.lesson_id, t.seq, t.number, t.step_idx, t.current_step,
       t.intent, t.routing, t.directive, t.pacing, t.message, t.phrase, t.hints, t.quotes, t.mastery_score,
       t.is_complete, t.started_at, t.completed_at, t.output ->> 'question_asked' as question,
       (t.assessment ->> 'score')::float8 as score, coalesce(t.assessment ->> 'feedback', '') as rationale,
       t.assessment -> 'phrase' as rationale_phrase,
       coalesce((select json_agg(m.value ->> 'id') from json_array_elements(t.assessment -> 'misconceptions') m),
         '[]'::json) as labels,
       t.output -> 'mastery_updates' as standings
from lesson_turns t;

-- By its id and its course too, for who begins a lesson.
create or replace view guideline_view as
select guideline_id, country, board, grade, subject, topic, subtopic, language, title,
       md5(guideline_id::text || sha256)::uuid as course_id
from teaching_guidelines;
