-- What a person decided in a review is under way from the moment it is accepted: the session is being read again, though
-- the orchestrator has not heard of it yet. Once it has (or the message is parked), its own word counts.
create or replace view session_view as
select s.session_id, s.tenant_id, s.user_id, coalesce(s.course_id, s.session_id) as course_id,
       case when u.decided then 'reading' else s.status end as status, s.version, s.progress,
       case when u.decided then null else s.error end as error, s.focus_areas, s.created_at, s.updated_at,
       coalesce(d.filename, (select i.message -> 'document' ->> 'filename' from intake i
                             where i.session_id = s.session_id order by i.accepted_at limit 1), '') as filename,
       coalesce(d.uploaded_at, s.created_at) as uploaded_at, coalesce(d.sha256, '') as sha256, c.reading_id, r.doc_meta,
       r.digest -> 'context' as context, s.forgotten_at, s.name, s.learning
from sessions s
left join courses c on c.course_id = s.course_id
left join lateral (select * from documents where course_id = s.course_id and replaced_at is null
                   order by ordinal, uploaded_at limit 1) d on true
left join readings r on r.reading_id = c.reading_id
cross join lateral (select s.status in ('pending_review', 'ready') and exists (
  select from intake i where i.session_id = s.session_id and not i.settled
    and i.type in ('pensum.session.review_decided.v1', 'pensum.session.document_replaced.v1')
    and not exists (select from known_message k where k.message_id = i.message_id)) as decided) u
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

-- `state`: reading, pending (held by the gate), left_out (read without some pages), unsure (without some lines), approved,
-- rejected, read.
create or replace view document_view as
select s.session_id, s.tenant_id, s.user_id, d.ordinal, d.sha256, d.filename, d.media_type, d.bytes, d.blob, d.password,
       d.uploaded_at, d.reading_id, r.doc_meta, r.recognition, r.notices, coalesce(d.review = 'pending', false) as held,
       r.blob as reading, r.problem, coalesce(r.created_at, d.uploaded_at) as since,
       case when d.review is not null then d.review
            when not coalesce(r.complete, false) then 'reading'
            when (r.recognition ->> 'approved')::boolean then 'approved'
            when exists (select from json_array_elements(r.recognition -> 'pages') p
                         where p ->> 'verdict' in ('low', 'failed')) then 'left_out'
            when exists (select from json_array_elements(r.recognition -> 'pages') p
                         where (p ->> 'unsure_lines')::int > 0) then 'unsure'
            else 'read' end as state
from sessions s join documents d on d.course_id = s.course_id and d.replaced_at is null
left join readings r on r.reading_id = d.reading_id;

-- Until now an approval let every page pass as it was recognised.
update readings r set recognition = jsonb_set(r.recognition::jsonb, '{pages}', (
  select coalesce(jsonb_agg(case when p ->> 'verdict' in ('low', 'failed') then p || '{"accepted": true}' else p end
                            order by place), '[]')
  from jsonb_array_elements(r.recognition::jsonb -> 'pages') with ordinality as found(p, place)))::json
where (r.recognition ->> 'approved')::boolean;
