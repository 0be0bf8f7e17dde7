-- A lesson with what it was begun with, and the plan that counts now.
create view lesson_view as
select l.*, w.student, w.goal, w.minutes, w.guideline, w.subtopic, w.country, w.language, w.objectives,
       w.misconceptions
from lessons l join lesson_wishes w using (lesson_id);

create view lesson_plan_view as select * from lesson_plans;

-- A turn as it may be shown: of an answer that is still looked for nothing is here, and nothing of what agents say
-- among themselves.
create view lesson_turn_view as
select t.session_id, t.tenant_id, t.user_id, t.turn_id, t.lesson_id, t.seq, t.number, t.step_idx, t.current_step,
       t.intent, t.routing, t.directive, t.pacing, t.message, t.phrase, t.hints, t.quotes, t.mastery_score,
       t.is_complete, t.started_at, t.completed_at, t.output ->> 'question_asked' as question,
       (t.assessment ->> 'score')::float8 as score, coalesce(t.assessment ->> 'feedback', '') as rationale,
       t.assessment -> 'phrase' as rationale_phrase,
       coalesce((select json_agg(m.value ->> 'id') from json_array_elements(t.assessment -> 'misconceptions') m),
         '[]'::json) as labels
from lesson_turns t;

-- Seed 003's `events`: what ran for a session, in order.
create view events as select * from session_logs;

create or replace view message_view as select * from messages;

grant select, insert, update, delete on lessons, lesson_wishes, lesson_plans, lesson_turns to pensum_orchestrator;
grant select on lesson_view, lesson_plan_view, lesson_turn_view, events to pensum_orchestrator, pensum_gateway;
