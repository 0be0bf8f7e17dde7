grant select, insert, update, delete on teaching_guidelines to pensum_orchestrator;

-- Where there is a guideline, and for whom: neither what it tells teachers nor its tasks, whose keys nobody is to see.
create view guideline_view as
select guideline_id, country, board, grade, subject, topic, subtopic, language, title from teaching_guidelines;

grant select on guideline_view to pensum_orchestrator, pensum_gateway;
