-- Both are few: what the gate holds, and what was read without some of its pages and not approved.
create index idx_documents_pending on documents (tenant_id, user_id) where review = 'pending';
create index idx_readings_left_out on readings (tenant_id, user_id, document_sha256)
  where jsonb_path_exists(recognition::jsonb, '$.pages[*] ? (@.verdict == "low" || @.verdict == "failed")')
    and not coalesce((recognition ->> 'approved')::boolean, false);

-- Which of one's own documents may wait; `document_view` tells which do.
create view waiting_document_view as
select s.tenant_id, s.user_id, s.session_id, w.sha256 from (
  select tenant_id, user_id, course_id, sha256 from documents where review = 'pending'
  union
  select r.tenant_id, r.user_id, d.course_id, d.sha256
  from readings r join documents d on d.sha256 = r.document_sha256 and d.reading_id = r.reading_id
  where jsonb_path_exists(r.recognition::jsonb, '$.pages[*] ? (@.verdict == "low" || @.verdict == "failed")')
    and not coalesce((r.recognition ->> 'approved')::boolean, false)) w
join sessions s on s.course_id = w.course_id and s.tenant_id = w.tenant_id and s.user_id = w.user_id;
grant select on waiting_document_view to pensum_orchestrator, pensum_gateway;
