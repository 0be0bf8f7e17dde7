-- What the gateway may read, and the two logins: the gateway writes its intake and selects from views, nothing else.

create view session_view as
select s.session_id, s.tenant_id, s.user_id, s.course_id, s.status, s.version, s.progress, s.error, s.focus_areas,
       s.created_at, s.updated_at,
       coalesce(d.filename, (select i.message -> 'document' ->> 'filename' from intake i
                             where i.session_id = s.session_id order by i.accepted_at limit 1), '') as filename,
       coalesce(d.uploaded_at, s.created_at) as uploaded_at, coalesce(d.sha256, '') as sha256, c.reading_id, r.doc_meta,
       r.digest -> 'context' as context, s.forgotten_at
from sessions s
left join courses c on c.course_id = s.course_id
left join lateral (select * from documents where course_id = s.course_id order by uploaded_at limit 1) d on true
left join readings r on r.reading_id = c.reading_id
union all
select i.session_id, i.tenant_id, i.user_id, (i.message ->> 'course_id')::uuid, 'accepted', 0, null, null, '[]'::json,
       i.accepted_at, i.accepted_at, i.message -> 'document' ->> 'filename', i.accepted_at,
       i.message -> 'document' ->> 'sha256', null, null, null, null
from intake i
where i.type = 'pensum.session.document_submitted.v1' and not i.settled
  and not exists (select from sessions s where s.session_id = i.session_id);

create view block_view as
select s.session_id, s.tenant_id, s.user_id, b.block_id, b.part, b.ordinal, b.source_page, b.body
from sessions s join courses c on c.course_id = s.course_id join blocks b on b.reading_id = c.reading_id;

create view quiz_view as select * from quizzes;
create view item_view as select * from items;
create view flashcard_view as select * from flashcards;
create view attempt_view as select * from attempts;
create view result_view as select * from results;
create view note_view as select * from notes;
create view transition_view as select * from agent_transitions;

create view agent_log as
select session_id, tenant_id, user_id, timestamp, agent, input_summary, output, reasoning, duration_ms, input_hash,
       output_hash, tokens_used, errors
from agent_runs
union all
select session_id, tenant_id, user_id, received_at, 'coordinator', type, json_array_length(commands) || ' commands', '',
       decide_ms, encode(sha256(convert_to(message::text, 'UTF8')), 'hex'), encode(sha256(convert_to(commands::text, 'UTF8')), 'hex'), null, '[]'::json
from journal;

-- What the intake's sweep need not publish again: journaled, parked, or of a forgotten session.
create view known_message as
select message_id from journal
union all select message_id from parked where message_id is not null
union all select i.message_id from intake i join sessions s on s.session_id = i.session_id where s.forgotten_at is not null;

do $$
declare login text;
begin
  foreach login in array array['pensum_orchestrator', 'pensum_gateway'] loop
    if not exists (select from pg_roles where rolname = login) then
      execute format('create role %I login', login);
    end if;
    execute format('grant connect on database %I to %I', current_database(), login);
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to pensum_orchestrator, pensum_gateway;
grant select, insert, update, delete on all tables in schema public to pensum_orchestrator;
revoke all on alembic_version from pensum_orchestrator;
grant usage on all sequences in schema public to pensum_orchestrator;
alter default privileges in schema public grant select, insert, update, delete on tables to pensum_orchestrator;
alter default privileges in schema public grant usage on sequences to pensum_orchestrator;
grant select, insert, update on intake to pensum_gateway;
grant select on session_view, block_view, quiz_view, item_view, flashcard_view, attempt_view, result_view, note_view,
  transition_view, agent_log, known_message to pensum_gateway;
