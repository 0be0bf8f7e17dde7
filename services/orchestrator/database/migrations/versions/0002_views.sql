-- A course has one reading or a set of them; its documents, their readings and reviews may be looked at one by one.

insert into reading_members (tenant_id, user_id, set_id, reading_id, ordinal)
select tenant_id, user_id, reading_id, reading_id, 0 from readings;

update documents d set reading_id = c.reading_id from courses c where c.course_id = d.course_id;

create or replace view session_view as
select s.session_id, s.tenant_id, s.user_id, s.course_id, s.status, s.version, s.progress, s.error, s.focus_areas,
       s.created_at, s.updated_at,
       coalesce(d.filename, (select i.message -> 'document' ->> 'filename' from intake i
                             where i.session_id = s.session_id order by i.accepted_at limit 1), '') as filename,
       coalesce(d.uploaded_at, s.created_at) as uploaded_at, coalesce(d.sha256, '') as sha256, c.reading_id, r.doc_meta,
       r.digest -> 'context' as context, s.forgotten_at
from sessions s
left join courses c on c.course_id = s.course_id
left join lateral (select * from documents where course_id = s.course_id and replaced_at is null
                   order by ordinal, uploaded_at limit 1) d on true
left join readings r on r.reading_id = c.reading_id
union all
select i.session_id, i.tenant_id, i.user_id, (i.message ->> 'course_id')::uuid, 'accepted', 0, null, null, '[]'::json,
       i.accepted_at, i.accepted_at, i.message -> 'document' ->> 'filename', i.accepted_at,
       i.message -> 'document' ->> 'sha256', null, null, null, null
from intake i
where i.type = 'pensum.session.document_submitted.v1' and not i.settled
  and not exists (select from sessions s where s.session_id = i.session_id);

-- `part` counts on over the documents of a set, so that part and ordinal are the order of all blocks.
create or replace view block_view as
select s.session_id, s.tenant_id, s.user_id, b.block_id, m.ordinal * 100000 + b.part as part, b.ordinal, b.source_page,
       b.body
from sessions s join courses c on c.course_id = s.course_id
join reading_members m on m.set_id = c.reading_id join blocks b on b.reading_id = m.reading_id;

-- `state`: reading, pending (held by the gate), left_out (read without some pages), approved, rejected, read.
create view document_view as
select s.session_id, s.tenant_id, s.user_id, d.ordinal, d.sha256, d.filename, d.media_type, d.bytes, d.blob, d.password,
       d.uploaded_at, d.reading_id, r.doc_meta, r.recognition, r.notices, coalesce(d.review = 'pending', false) as held,
       r.blob as reading, r.problem, coalesce(r.created_at, d.uploaded_at) as since,
       case when d.review is not null then d.review
            when not coalesce(r.complete, false) then 'reading'
            when (r.recognition ->> 'approved')::boolean then 'approved'
            when exists (select from json_array_elements(r.recognition -> 'pages') p
                         where p ->> 'verdict' in ('low', 'failed')) then 'left_out'
            else 'read' end as state
from sessions s join documents d on d.course_id = s.course_id and d.replaced_at is null
left join readings r on r.reading_id = d.reading_id;

-- What was done in a review: messages that moved nothing are left out.
create view review_log as
select j.seq as id, j.session_id, j.tenant_id, j.user_id, j.received_at as timestamp, j.type, j.message,
       coalesce(j.message ->> 'document_sha256', j.message ->> 'replaces') as document_sha256,
       case j.type when 'pensum.reader.reading_held.v1' then 'held'
                   when 'pensum.session.page_corrected.v1' then 'corrected'
                   when 'pensum.session.document_replaced.v1' then 'replaced'
                   else case j.message ->> 'decision' when 'approve' then 'approved' else 'rejected' end end as action,
       (j.message ->> 'page')::int as page, (j.message ->> 'characters')::int as characters,
       coalesce(j.message -> 'problem' ->> 'detail', j.message ->> 'reason',
                j.message -> 'document' ->> 'filename', '') as detail
from journal j
where j.kept and j.type in ('pensum.reader.reading_held.v1', 'pensum.session.page_corrected.v1',
                            'pensum.session.review_decided.v1', 'pensum.session.document_replaced.v1');

grant select, insert, update, delete on reading_members, dropped_blobs to pensum_orchestrator;
grant select on document_view, review_log to pensum_orchestrator, pensum_gateway;
