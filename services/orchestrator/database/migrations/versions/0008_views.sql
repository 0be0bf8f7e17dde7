create or replace view quiz_view as select * from quizzes;

-- Attempts that are handed in; of those that are not, `given_view` has what was given so far.
create or replace view attempt_view as select * from attempts where not open;

create view given_view as
select session_id, tenant_id, user_id, quiz_id, attempt_id, answers, submitted_at from attempts where open;

create or replace view class_result_view as
select k.course_id, k.tenant_id, k.owner_id, r.session_id, r.attempt_id, r.quiz_id, r.item_id, r.concept, r.answer,
       r.is_correct, r.credit, r.latency_sec, r.undecided, r.void, r.repeat, r.timestamp, a.submitted_at, a.score
from class_session_view k join results r on r.session_id = k.session_id
join attempts a on a.attempt_id = r.attempt_id and not a.open;

create or replace view class_attempt_view as
select k.course_id, k.tenant_id, k.owner_id, a.session_id, a.attempt_id, a.quiz_id, a.score, a.submitted_at, a.graded_at
from class_session_view k join attempts a on a.session_id = k.session_id and not a.open;

create or replace view quiz_results as
select a.attempt_id, a.quiz_id, a.session_id, a.tenant_id, a.user_id, a.score, a.weak_concepts, a.submitted_at,
       a.graded_at, (select count(*) from results r where r.attempt_id = a.attempt_id and not r.void)::int as answers,
       (select count(*) from results r where r.attempt_id = a.attempt_id and not r.void and r.is_correct)::int as correct
from attempts a where not a.open;

grant select on given_view to pensum_orchestrator, pensum_gateway;
