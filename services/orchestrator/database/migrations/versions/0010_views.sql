-- A view keeps the columns that its table had when it was made.
create or replace view mastery_view as select * from concept_mastery;

-- The concepts of a session: those that its document introduces, each once, where it comes first, and what else was
-- asked about; with the learner's mastery of each, null where there is none. Every count of concepts is of these rows.
create view concept_view as
select p.session_id, p.tenant_id, p.user_id, p.concept, p.relevance, p.section, p.ordinal, m.score, m.answers, m.correct,
       m.decided, m.mastered, m.mark, m.needed
from (select distinct on (session_id, lower(concept)) * from concept_place_view
      order by session_id, lower(concept), ordinal) p
left join concept_mastery m on m.session_id = p.session_id and lower(m.concept) = lower(p.concept)
union all
select m.session_id, m.tenant_id, m.user_id, m.concept, 'Medium', '', null, m.score, m.answers, m.correct, m.decided,
       m.mastered, m.mark, m.needed
from concept_mastery m where not exists (select from concept_place_view p
  where p.session_id = m.session_id and lower(p.concept) = lower(m.concept));

grant select on concept_view to pensum_orchestrator, pensum_gateway;
