-- What each turn of a lesson took of a model, in each role; `tokens_used` and `runs` are of all its runs.
create view turn_spending_view as
select a.session_id, a.tenant_id, a.user_id, a.turn_id, count(distinct a.message_id)::int as runs,
       coalesce(s.role, '') as role, coalesce(s.model, '') as model, s.currency,
       coalesce(sum(s.tokens_in), 0)::bigint as tokens_in, coalesce(sum(s.tokens_out), 0)::bigint as tokens_out,
       sum(s.cost) as cost, sum(a.duration_ms) as duration_ms
from agent_runs a
left join lateral json_to_recordset(a.spending)
  as s(role text, model text, tokens_in bigint, tokens_out bigint, cost numeric, currency text) on true
where a.turn_id is not null
group by a.session_id, a.tenant_id, a.user_id, a.turn_id, s.role, s.model, s.currency;

grant select on turn_spending_view to pensum_orchestrator, pensum_gateway;
