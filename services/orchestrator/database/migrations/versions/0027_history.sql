-- What was known before there was a history is its first point, without a band.
insert into mastery_history (tenant_id, user_id, session_id, concept, at, score, answers, correct)
select tenant_id, user_id, session_id, concept, updated_at, score, answers, correct from concept_mastery where answers > 0;

create view mastery_history_view as select * from mastery_history;

grant select, insert, update, delete on mastery_history to pensum_orchestrator;
grant select on mastery_history_view to pensum_orchestrator, pensum_gateway;
