-- The login of the tasks' MCP server, which alone may read or write tasks and their calls. The orchestrator's has what
-- is made later by default, so that is taken from it. A call is never deleted: forgetting empties it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'pensum_tasks') then
    create role pensum_tasks login;
  end if;
  execute format('grant connect on database %I to pensum_tasks', current_database());
end $$;

grant usage on schema public to pensum_tasks;
revoke all on tasks, task_calls from public, pensum_orchestrator, pensum_gateway;
revoke all on sequence tasks_id_seq from public, pensum_orchestrator, pensum_gateway;
grant select, insert, update, delete on tasks to pensum_tasks;
grant select, insert, update on task_calls to pensum_tasks;
