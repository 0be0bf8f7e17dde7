create or replace view learner_count_view as select * from learner_counts;

-- What one session adds to its learner's figures. `sections`: of the progress by section; `scored`: 1 with a graded
-- attempt; cards that nobody rated yet are new, `shown` counts those that tell a learner no open question's key, and
-- `cards_waiting` those that do. `counts`: documents, days on which something was done, what is due on a day, but for what
-- is new, and by a hash of the text's name and theirs, since two sessions on one text have them in common, the concepts,
-- each with whether it has an answer and is mastered. They are those of `concept_view`, looked up once.
create or replace view session_figures_view as
select s.session_id, s.tenant_id, s.user_id, a.quizzes_taken, r.answers, r.decided, r.correct, c.concepts,
       c.concepts_seen, c.concepts_mastered, c.sections, a.scored, v.cards_new, v.cards_new_shown, v.cards_waiting,
       r.seconds, v.new_since, v.new_shown_since,
       coalesce(d.counts, '[]'::jsonb) || coalesce(y.counts, '[]'::jsonb) || coalesce(w.counts, '[]'::jsonb)
         || coalesce(c.counts, '[]'::jsonb) as counts
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
  select coalesce(md5(string_agg(t.sha256, ' ' order by t.sha256)), s.session_id::text) as text,
         jsonb_agg(jsonb_build_object('kind', 'document', 'value', t.sha256, 'total', 1, 'shown', 1) order by t.sha256)
           as counts
  from (select distinct p.sha256 from documents p where p.course_id = s.course_id and p.replaced_at is null) t) d
cross join lateral (
  with standing as materialized (
    select lower(m.concept) as name, m.answers > 0 as seen, m.mastered from concept_mastery m
    where m.session_id = s.session_id),
  known as materialized (
    select i.name, i.section, m.seen, m.mastered
    from (select distinct on (lower(v.concept)) lower(v.concept) as name, v.section from introduced_view v
          where v.session_id = s.session_id and s.status <> 'pending_review'
          order by lower(v.concept), v.place) i left join standing m using (name)
    union all
    select lower(b.concept), '', b.answers > 0, b.mastered from beside_view b
    where b.session_id = s.session_id and s.status <> 'pending_review'),
  once as (
    select left(encode(decode(md5(d.text || ' ' || k.name), 'hex'), 'base64'), 22) as value,
           coalesce(bool_or(k.seen), false)::int as seen, coalesce(bool_or(k.mastered), false)::int as mastered
    from known k group by k.name)
  select count(*)::int as concepts, (count(*) filter (where k.seen))::int as concepts_seen,
         (count(*) filter (where k.mastered))::int as concepts_mastered,
         count(distinct coalesce((
           select w.subtopic from lesson_wishes w join lessons l using (lesson_id)
           where l.session_id = s.session_id and w.subtopic <> '' order by l.created_at desc limit 1), k.section))::int
           as sections,
         (select jsonb_agg(jsonb_build_object('kind', 'concept', 'value', o.value, 'total', 1, 'shown', 1,
            'seen', o.seen, 'mastered', o.mastered) order by o.value) from once o) as counts
  from known k) c
cross join lateral (
  select jsonb_agg(jsonb_build_object('kind', 'day', 'value', t.day, 'total', 1, 'shown', 1)) as counts
  from (
    select (submitted_at at time zone 'UTC')::date as day from attempts where session_id = s.session_id
    union
    select (timestamp at time zone 'UTC')::date from review_events where session_id = s.session_id
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
