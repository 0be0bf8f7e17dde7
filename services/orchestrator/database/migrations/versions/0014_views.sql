-- The items of a session's course that can be asked and whose newest answer that counts and was judged is wrong, whether
-- its attempt is handed in or was answered singly so far.
create view missed_view as
select newest.session_id, newest.tenant_id, newest.user_id, newest.item_id, newest.submitted_at, newest.ordinal
from (
  select distinct on (r.session_id, r.item_id) r.session_id, r.tenant_id, r.user_id, r.item_id, r.is_correct, r.ordinal,
         a.submitted_at
  from results r join attempts a on a.attempt_id = r.attempt_id where not r.void and not r.undecided
  order by r.session_id, r.item_id, a.submitted_at desc, r.attempt_id desc, r.ordinal desc) newest
join sessions s on s.session_id = newest.session_id
join items i on i.item_id = newest.item_id and i.course_id = s.course_id
where not newest.is_correct and i.accepted and i.state in ('live', 'approved');

grant select on missed_view to pensum_orchestrator, pensum_gateway;
