grant select, insert, update, delete on embeddings, block_vectors to pensum_orchestrator;

-- The vectors of a session's text.
create view vector_view as
select s.session_id, s.tenant_id, s.user_id, v.reading_id, v.block_id, v.model, v.start, v.stop, v.vector, v.sketch
from sessions s join courses c on c.course_id = s.course_id
join reading_members m on m.set_id = c.reading_id
join block_vectors v on v.reading_id = m.reading_id;

-- Which documents of a session have them, by model.
create view embedding_view as
select s.session_id, s.tenant_id, s.user_id, m.reading_id, e.model, e.done, e.problem
from sessions s join courses c on c.course_id = s.course_id
join reading_members m on m.set_id = c.reading_id
join embeddings e on e.reading_id = m.reading_id;

grant select on vector_view, embedding_view to pensum_orchestrator, pensum_gateway;
