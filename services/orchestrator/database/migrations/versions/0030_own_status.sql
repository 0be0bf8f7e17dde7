-- `status`: as `session_view` tells it.
create or replace view own_session_view as
select s.session_id, s.tenant_id, s.user_id, s.created_at, s.forgotten_at,
       case when s.status in ('pending_review', 'ready') and exists (
         select from intake i where i.session_id = s.session_id and not i.settled
           and i.type in ('pensum.session.review_decided.v1', 'pensum.session.document_replaced.v1')
           and not exists (select from known_message k where k.message_id = i.message_id))
         then 'reading' else s.status end as status
from sessions s
union all
select i.session_id, i.tenant_id, i.user_id, i.accepted_at, null, 'accepted' from intake i
where not i.settled
  and (i.type in ('pensum.session.document_submitted.v1', 'pensum.session.course_joined.v1')
    or (i.type = 'pensum.session.lesson_requested.v1' and i.message -> 'begins' is not null))
  and not exists (select from sessions s where s.session_id = i.session_id);

create index idx_agent_state_tags on agent_state (tenant_id, user_id) where key = 'tags';
