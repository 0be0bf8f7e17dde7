-- The audit of the tasks' calls ends. Its login still cannot delete a call: it may ask for this alone, which leaves
-- what is younger. What was listed is in the tasks, and no call comes again after two days.
create index on task_calls (at);

create function drop_old_task_calls() returns void
language sql security definer set search_path = public as $$
  delete from task_calls where at < now() - interval '90 days';
  update task_calls set result = null
  where tool = 'list_tasks' and result is not null and at < now() - interval '2 days';
$$;
revoke all on function drop_old_task_calls() from public;
grant execute on function drop_old_task_calls() to pensum_tasks;
