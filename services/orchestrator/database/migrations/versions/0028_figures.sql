-- The keys of questions that a session was asked and has no graded answer to yet, with the places of the text that they
-- rest on: a card that tells one waits.
create view open_key_view as
select o.session_id, p.proof ->> 'document_sha256' as document, p.proof ->> 'block_id' as block,
       (p.proof ->> 'start')::int as "from", (p.proof ->> 'end')::int as until, lower(p.proof ->> 'quote') as quote,
       lower(o.body ->> 'concept') as concept, lower(coalesce(k.text, o.body ->> 'answer')) as key
from question_view o
left join lateral (
  select c.value ->> 'text' as text
  from json_array_elements(case when json_typeof(o.body -> 'options') = 'array' then o.body -> 'options' end) c
  where c.value ->> 'option_id' = o.body ->> 'answer') k on true
cross join lateral (
  select o.body -> 'proof' as proof
  union all
  select e.value -> 'proof'
  from json_array_elements(
    case when o.body ->> 'type' in ('matching', 'ordering') then o.body -> 'explanations' end) e
  where json_typeof(e.value -> 'proof') = 'object') p
where o.accepted and o.state in ('live', 'approved')
  and not exists (select from results r where r.session_id = o.session_id and r.item_id = o.item_id);

-- Whether a card tells such a key: it rests on the same place of the text, or on the same words, or is the key itself.
create function tells_key(document text, block text, "from" int, until int, quote text, concept text, key text, card json)
returns boolean language sql immutable as $$
  select document = card -> 'proof' ->> 'document_sha256' and block = card -> 'proof' ->> 'block_id'
      and "from" < (card -> 'proof' ->> 'end')::int and (card -> 'proof' ->> 'start')::int < until
    or quote = lower(card -> 'proof' ->> 'quote')
    or concept = lower(card ->> 'concept') and key in (lower(card ->> 'answer'), lower(card ->> 'question'))
$$;

-- What one session adds to its learner's figures. `sections`: of the progress by section; `scored`: 1 with a graded
-- attempt; cards that nobody rated yet are new, `shown` counts those that tell a learner no open question's key, and
-- `cards_waiting` those that do. `counts`: documents, days on which something was done, and what is due on a day, but
-- for what is new.
create view session_figures_view as
select s.session_id, s.tenant_id, s.user_id, a.quizzes_taken, r.answers, r.decided, r.correct, c.concepts,
       c.concepts_seen, c.concepts_mastered, c.sections, a.scored, v.cards_new, v.cards_new_shown, v.cards_waiting,
       r.seconds, v.new_since, v.new_shown_since,
       coalesce(d.counts, '[]'::jsonb) || coalesce(y.counts, '[]'::jsonb) || coalesce(w.counts, '[]'::jsonb) as counts
from sessions s
cross join lateral (
  select (count(*) filter (where not exists (
           select from quizzes q where q.quiz_id = t.quiz_id and q.purpose = 'lesson')))::int as quizzes_taken,
         (count(*) filter (where t.score is not null) > 0)::int as scored
  from attempts t where t.session_id = s.session_id and not t.open) a
cross join lateral (
  select (count(*) filter (where not t.void))::int as answers,
         (count(*) filter (where not t.void and not t.undecided))::int as decided,
         (count(*) filter (where not t.void and not t.undecided and t.is_correct))::int as correct,
         coalesce(sum(least(t.latency_sec, 86400)), 0)::float8 as seconds
  from results t where t.session_id = s.session_id) r
cross join lateral (
  select count(*)::int as concepts, (count(*) filter (where n.answers > 0))::int as concepts_seen,
         (count(*) filter (where n.mastered))::int as concepts_mastered,
         count(distinct coalesce((
           select w.subtopic from lesson_wishes w join lessons l using (lesson_id)
           where l.session_id = s.session_id and w.subtopic <> '' order by l.created_at desc limit 1), n.section))::int
           as sections
  from concept_view n where n.session_id = s.session_id and s.status <> 'pending_review') c
cross join lateral (
  select jsonb_agg(jsonb_build_object('kind', 'document', 'value', t.sha256, 'total', 1, 'shown', 1)) as counts
  from (select distinct p.sha256 from documents p where p.course_id = s.course_id and p.replaced_at is null) t) d
cross join lateral (
  select jsonb_agg(jsonb_build_object('kind', 'day', 'value', t.day, 'total', 1, 'shown', 1)) as counts
  from (
    select (submitted_at at time zone 'UTC')::date as day from attempts where session_id = s.session_id and not open
    union
    select (timestamp at time zone 'UTC')::date from review_events
    where session_id = s.session_id and source = 'review'
    union
    select (timestamp at time zone 'UTC')::date from messages where session_id = s.session_id and role = 'learner') t) y
cross join lateral (
  with keys as materialized (select * from open_key_view o where o.session_id = s.session_id),
  held as (
    select h.due is null as new, coalesce(h.due, q.created_at, s.created_at) as due,
           exists (select from keys k
             where tells_key(k.document, k.block, k."from", k.until, k.quote, k.concept, k.key, f.body)) as waits
    from card_view f
    left join quizzes q on q.quiz_id = f.quiz_id
    left join schedules h on h.session_id = f.session_id and h.card_id = f.card_id
    where f.session_id = s.session_id and f.accepted and f.state in ('live', 'approved') and coalesce(q.ready, true)
      and s.status <> 'pending_review'
    union all
    select false, i.due, false from due_view i where i.session_id = s.session_id and s.status <> 'pending_review')
  select (count(*) filter (where h.new))::int as cards_new,
         (count(*) filter (where h.new and not h.waits))::int as cards_new_shown,
         (count(*) filter (where h.waits))::int as cards_waiting,
         min(h.due) filter (where h.new) as new_since, min(h.due) filter (where h.new and not h.waits) as new_shown_since,
         (select jsonb_agg(jsonb_build_object('kind', 'due', 'value', t.day, 'total', t.total, 'shown', t.shown))
          from (select (b.due at time zone 'UTC')::date as day, count(*) as total,
                       count(*) filter (where not b.waits) as shown
                from held b where not b.new group by 1) t) as counts
  from held h) v(cards_new, cards_new_shown, cards_waiting, new_since, new_shown_since, due)
cross join lateral (select v.due as counts) w
where s.forgotten_at is null;

-- Sessions in which something was done since they were counted: of these the view above says what is true now.
create view uncounted_session_view as select session_id, tenant_id, user_id from sessions where uncounted;
-- Those that were accepted, and that the orchestrator has not heard of.
create view unheard_session_view as
select i.session_id, i.tenant_id, i.user_id from intake i
where not i.settled
  and (i.type in ('pensum.session.document_submitted.v1', 'pensum.session.course_joined.v1')
    or (i.type = 'pensum.session.lesson_requested.v1' and i.message -> 'begins' is not null))
  and not exists (select from sessions s where s.session_id = i.session_id);
create view counted_session_view as select * from session_figures;
create view learner_figures_view as select * from learner_figures;
create view learner_count_view as select * from learner_counts;

grant select, insert, update, delete on session_figures, learner_figures, learner_counts to pensum_orchestrator;
grant select on open_key_view, session_figures_view, uncounted_session_view, unheard_session_view, counted_session_view,
  learner_figures_view, learner_count_view to pensum_orchestrator, pensum_gateway;
