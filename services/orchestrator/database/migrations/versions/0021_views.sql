-- What the models of a turn took, as `spending_view` has it of a session: what has no price stands apart.
create or replace view turn_spending_view as
select a.session_id, a.tenant_id, a.user_id, a.turn_id, count(distinct a.message_id)::int as runs,
       coalesce(s.role, '') as role, coalesce(s.model, '') as model, s.currency,
       coalesce(sum(s.tokens_in), 0)::bigint as tokens_in, coalesce(sum(s.tokens_out), 0)::bigint as tokens_out,
       sum(s.cost) as cost, sum(a.duration_ms) as duration_ms, bool_or(coalesce(s.estimated, true)) as estimated
from agent_runs a
left join lateral json_to_recordset(a.spending)
  as s(role text, model text, tokens_in bigint, tokens_out bigint, cost numeric, currency text, estimated boolean) on true
where a.turn_id is not null and (s.model is not null or a.tokens_used > 0)
group by a.session_id, a.tenant_id, a.user_id, a.turn_id, s.role, s.model, s.currency, s.cost is null;

-- The runs of each turn, with a model and without.
create view turn_run_view as
select session_id, tenant_id, user_id, turn_id, count(*)::int as runs, sum(duration_ms) as duration_ms,
       min(timestamp) as first
from agent_runs where turn_id is not null
group by session_id, tenant_id, user_id, turn_id;

grant select on turn_run_view to pensum_orchestrator, pensum_gateway;
