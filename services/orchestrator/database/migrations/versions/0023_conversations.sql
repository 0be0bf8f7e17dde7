-- What the orchestrator remembers of a course's chat for the assistant.
create table assistant_states (
  tenant_id varchar not null,
  user_id varchar not null,
  session_id uuid primary key,
  remembered json not null,
  updated_at timestamptz not null
);

do $$
begin
  if not exists (select from pg_roles where rolname = 'pensum_assistant') then
    create role pensum_assistant login;
  end if;
  execute format('grant connect on database %I to pensum_assistant', current_database());
end $$;
grant usage on schema public to pensum_assistant;

-- A conversation. Removed, it stays as a tombstone for as long as a message to it may still come.
create table conversations (
  conversation_id uuid primary key,
  tenant_id varchar not null,
  user_id varchar not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz
);
create index on conversations (tenant_id, user_id, updated_at desc) where removed_at is null;
create index on conversations (updated_at);

create table conversation_messages (
  conversation_id uuid not null references conversations on delete cascade,
  index integer not null,
  message_id uuid not null,
  role varchar not null check (role in ('user', 'assistant')),
  content varchar not null,
  status varchar check (status in ('success', 'clarification_needed', 'confirmation_required', 'error')),
  clarification jsonb,
  tool_calls jsonb not null default '[]',
  phrase jsonb,
  problem jsonb,
  reasoning varchar not null default '',
  created_at timestamptz not null,
  primary key (conversation_id, index),
  unique (message_id, role)
);

-- What a turn chose and what a call answered, by its ordinal: so that a turn that was cut off goes on and does nothing
-- twice. `message_id`: of the user's message that it answers.
create table assistant_steps (
  message_id uuid not null,
  ordinal integer not null,
  kind varchar not null check (kind in ('choice', 'call')),
  body jsonb not null,
  at timestamptz not null default now(),
  primary key (message_id, ordinal)
);
create index on assistant_steps (at);

-- What the assistant has taken, so that the gateway need not publish it again.
create table assistant_inbox (
  message_id uuid primary key,
  taken_at timestamptz not null default now()
);
create index on assistant_inbox (taken_at);

revoke all on conversations, conversation_messages, assistant_steps, assistant_inbox from pensum_orchestrator;
grant select, insert, update, delete on conversations, conversation_messages, assistant_steps, assistant_inbox
  to pensum_assistant;

-- What was accepted for a conversation that is removed holds its words too.
create function empty_conversation_intake(conversation uuid) returns void
language sql security definer set search_path = public as $$
  update intake set message = '{}', answer = '{}', settled = true
  where session_id = conversation and type like 'pensum.assistant.%'
$$;
revoke all on function empty_conversation_intake(uuid) from public;
grant execute on function empty_conversation_intake(uuid) to pensum_assistant;

-- A conversation is there as soon as it is accepted.
create view conversation_view as
select conversation_id, tenant_id, user_id, created_at, updated_at from conversations where removed_at is null
union all
select i.session_id, i.tenant_id, i.user_id, i.accepted_at, i.accepted_at from intake i
where i.type = 'pensum.assistant.open_conversation.v1' and i.message::text <> '{}'
  and not exists (select from conversations c where c.conversation_id = i.session_id);

create view conversation_message_view as
select m.* from conversation_messages m join conversations c using (conversation_id) where c.removed_at is null;

create or replace view known_message as
select message_id from journal
union all select message_id from parked where message_id is not null
union all select i.message_id from intake i join sessions s on s.session_id = i.session_id where s.forgotten_at is not null
union all select message_id from assistant_inbox;

grant select on conversation_view, conversation_message_view to pensum_gateway;
