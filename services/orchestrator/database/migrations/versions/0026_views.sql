-- Whose a session is and when it began, and nothing that is to be looked up elsewhere: who wants some of many sessions
-- chooses by this, in the order of an index, and looks at those alone.
create view own_session_view as
select session_id, tenant_id, user_id, created_at, forgotten_at from sessions
union all
select i.session_id, i.tenant_id, i.user_id, i.accepted_at, null from intake i
where not i.settled
  and (i.type in ('pensum.session.document_submitted.v1', 'pensum.session.course_joined.v1')
    or (i.type = 'pensum.session.lesson_requested.v1' and i.message -> 'begins' is not null))
  and not exists (select from sessions s where s.session_id = i.session_id);

grant select on own_session_view to pensum_orchestrator, pensum_gateway;
