-- What was made before is whole, and its answers are an option's words or a gap's.

update quizzes set complete = ready;

update items set answer_text = coalesce(
  (select o ->> 'text' from json_array_elements(body -> 'options') o where o ->> 'option_id' = body ->> 'answer'),
  body ->> 'answer', '');

create or replace view quiz_view as select * from quizzes;
create or replace view item_view as select * from items;
create or replace view flashcard_view as select * from flashcards;
create or replace view result_view as select * from results;

-- Of what is under way, `before` is the text as it stands.
create view item_history_view as
select h.message_id, h.item_id, h.session_id, h.tenant_id, h.user_id, h.action, h.outcome, h.reason, h.reasons,
       case when h.before is null and h.outcome is null then coalesce(i.body, f.body) else h.before end as before,
       h.after, h.timestamp
from item_history h
left join items i on i.item_id = h.item_id and i.session_id = h.session_id
left join flashcards f on f.card_id = h.item_id and f.session_id = h.session_id;

create view digest_view as
select s.session_id, s.tenant_id, s.user_id, c.reading_id, r.digest -> 'terms' as terms, r.digest -> 'blocks' as blocks
from sessions s join courses c on c.course_id = s.course_id join readings r on r.reading_id = c.reading_id
where r.digest is not null;

-- The blocks of what a session reads, counted: what a report on coverage needs of them.
create view block_words_view as
select session_id, tenant_id, user_id, block_id, part, ordinal, source_page, body ->> 'document_sha256' as document_sha256,
       coalesce(body ->> 'kind', 'paragraph') as kind, coalesce((body ->> 'material')::boolean, true) as material,
       (select count(*) from regexp_split_to_table(body ->> 'text', '\s+') word where word <> '')::int as words,
       left(body ->> 'text', 160) as excerpt
from block_view;

grant select, insert, update, delete on item_history to pensum_orchestrator;
grant select on item_history_view, digest_view, block_words_view to pensum_orchestrator, pensum_gateway;
