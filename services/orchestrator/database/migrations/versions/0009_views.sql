-- What a session's text is searched by: the blocks of its course that are to be found, each with the heading it is under.
create view passage_view as
select s.session_id, s.tenant_id, s.user_id, m.ordinal as document, b.reading_id, b.block_id, b.part, b.ordinal, b.body,
       b.terms, coalesce(r.doc_meta ->> 'language', '') as language, r.document_sha256,
       coalesce((select h.body ->> 'text' from blocks h
                 where h.reading_id = b.reading_id and (h.body ->> 'kind') = 'heading'
                   and (h.part, h.ordinal) <= (b.part, b.ordinal)
                 order by h.part desc, h.ordinal desc limit 1), '') as heading
from sessions s join courses c on c.course_id = s.course_id
join reading_members m on m.set_id = c.reading_id
join readings r on r.reading_id = m.reading_id
join blocks b on b.reading_id = m.reading_id and b.terms is not null;

grant select on passage_view to pensum_orchestrator, pensum_gateway;
