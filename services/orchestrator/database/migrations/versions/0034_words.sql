-- What a session is found by, in small letters: `named` in the library (title, files' names and tags), `learnt` in the
-- history (title with the topic, then those of the cycles, each after a character that nobody types).
create view session_words_view as
select s.session_id, s.tenant_id, s.user_id, s.created_at,
       lower(t.title || ' ' || coalesce(d.names, '') || ' ' || coalesce(a.tags, '[]')) as named,
       lower(t.title || ' ' || coalesce(a.topic, '')) || coalesce(chr(1) || lower(c.topics), '') as learnt
from session_view s
cross join lateral (
  select max(v.value #>> '{}') filter (where v.key = 'name') as name, max(v.value::text) filter (where v.key = 'tags') as tags,
         max(v.value #>> '{}') filter (where v.key = 'current_topic') as topic
  from agent_state v where v.session_id = s.session_id and v.key in ('name', 'tags', 'current_topic')) a
cross join lateral (
  select coalesce(nullif(a.name, ''),
    case when s.status = 'pending_review' or s.error ->> 'code' in ('low_confidence', 'review_rejected') then ''
      else s.doc_meta ->> 'title' end, '') as title) t
cross join lateral (
  select string_agg(v.filename, ' ') as names from document_view v where v.session_id = s.session_id) d
cross join lateral (
  select string_agg(v.topic, chr(1)) as topics from learning_cycles v where v.session_id = s.session_id) c
where s.forgotten_at is null;
create view kept_words_view as select * from session_words;

grant select, insert, update, delete on session_words to pensum_orchestrator;
grant select on session_words_view, kept_words_view to pensum_orchestrator, pensum_gateway;
