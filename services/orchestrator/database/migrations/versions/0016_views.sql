-- When the items of a session's course are due again that can be asked and have an answer that counts; `asked`: a quiz of
-- the session's that is not handed in yet asks it.
create view due_view as
select s.session_id, s.tenant_id, s.user_id, s.card_id as item_id, i.body, s.due, s.state, s.reviews, s.lapses,
       s.stability, s.difficulty,
       exists (
         select from quiz_items q where q.session_id = s.session_id and q.item_id = s.card_id and not exists (
           select from attempts a where a.quiz_id = q.quiz_id and a.session_id = q.session_id and not a.open)) as asked
from schedules s
join sessions o on o.session_id = s.session_id
join items i on i.item_id = s.card_id and i.course_id = o.course_id
where s.kind = 'item' and i.accepted and i.state in ('live', 'approved')
  and exists (select from results r where r.session_id = s.session_id and r.item_id = s.card_id and not r.void);

grant select on due_view to pensum_orchestrator, pensum_gateway;
