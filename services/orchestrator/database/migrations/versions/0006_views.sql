-- A run has the place of the message that told of it (`seq`), and stands before what the coordinator made of that.
create or replace view session_logs as
select a.session_id, a.tenant_id, a.user_id, j.seq, 0 as part, a.timestamp, a.agent, a.input_summary, a.output,
       a.reasoning, a.duration_ms, a.input_hash, a.output_hash, a.tokens_used, a.errors, a.spending
from agent_runs a join journal j on j.session_id = a.session_id and j.message_id = a.message_id
union all
select session_id, tenant_id, user_id, seq, 1, received_at, 'coordinator', type,
       json_array_length(commands) || ' commands', '', decide_ms,
       encode(sha256(convert_to(message::text, 'UTF8')), 'hex'),
       encode(sha256(convert_to(commands::text, 'UTF8')), 'hex'), null, '[]'::json, '[]'::json
from journal;

-- What each model took in each role, over a session's runs. Of a run that says no more than its tokens (an older one,
-- or a third party's) role and model are empty, and so are the tokens in and out.
create view spending_view as
select a.session_id, a.tenant_id, a.user_id, coalesce(s.role, '') as role, coalesce(s.model, '') as model, s.currency,
       sum(s.tokens_in)::bigint as tokens_in, sum(s.tokens_out)::bigint as tokens_out, sum(s.cost) as cost,
       bool_or(coalesce(s.estimated, true)) as estimated
from agent_runs a
left join lateral json_to_recordset(a.spending)
  as s(role text, model text, tokens_in bigint, tokens_out bigint, cost numeric, currency text, estimated boolean) on true
where s.model is not null or a.tokens_used > 0
group by a.session_id, a.tenant_id, a.user_id, s.role, s.model, s.currency, s.cost is null;

grant select on spending_view to pensum_orchestrator, pensum_gateway;
