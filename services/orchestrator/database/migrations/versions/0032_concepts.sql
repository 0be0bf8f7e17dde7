-- What the text of a session introduces, with its place.
create view introduced_view as
select t.session_id, t.tenant_id, t.user_id, t.concept, t.definition, t.relevance, b.block_id, b.source_page,
       b.body ->> 'text' as text, coalesce(h.title, '') as section,
       array[m.ordinal, b.part, b.ordinal, t.start, t.n] as place
from (
  select s.session_id, s.tenant_id, s.user_id, e.value ->> 'term' as concept,
         coalesce(e.value ->> 'definition', '') as definition, e.value ->> 'relevance' as relevance, c.reading_id,
         e.value ->> 'block_id' as block_id, (e.value ->> 'start')::int as start, e.n::int
  from sessions s join courses c on c.course_id = s.course_id join readings r on r.reading_id = c.reading_id
  cross join lateral json_array_elements(r.digest -> 'terms') with ordinality as e(value, n)) t
join reading_members m on m.set_id = t.reading_id
join blocks b on b.reading_id = m.reading_id and b.block_id = t.block_id
left join lateral (
  select x.body ->> 'text' as title from blocks x
  where x.reading_id = b.reading_id and x.body ->> 'kind' = 'heading' and (x.part, x.ordinal) <= (b.part, b.ordinal)
  order by x.part desc, x.ordinal desc limit 1
) h on true;

-- What somebody was asked about and the text does not introduce: of a focus area, or of the beginning of a long
-- document, which names some otherwise than the whole.
create view beside_view as
select m.* from concept_mastery m
where not exists (
  select from sessions s join courses c on c.course_id = s.course_id join readings r on r.reading_id = c.reading_id
  cross join lateral json_array_elements(r.digest -> 'terms') t
  where s.session_id = m.session_id and lower(t.value ->> 'term') = lower(m.concept));

-- All concepts in the text's order: what is beside the text stands where its first question does.
create or replace view concept_place_view as
with beside as (
select t.session_id, t.tenant_id, t.user_id, t.concept, t.definition, t.relevance, b.block_id, b.source_page,
       b.body ->> 'text' as text, coalesce(h.title, '') as section,
       array[m.ordinal, b.part, b.ordinal, t.start, t.n] as place
  from (
  select a.session_id, a.tenant_id, a.user_id, a.concept, '' as definition, 'Medium' as relevance, c.reading_id,
         i.body #>> '{proof,block_id}' as block_id, (i.body #>> '{proof,start}')::int as start, 0 as n
  from beside_view a join sessions s on s.session_id = a.session_id join courses c on c.course_id = s.course_id
  cross join lateral (
    select i.body from items i join quizzes q on q.quiz_id = i.quiz_id
    where i.course_id = s.course_id and i.accepted and md5(lower(i.body ->> 'concept')) = md5(lower(a.concept))
    order by q.number, q.created_at, i.batch, i.ordinal, i.item_id limit 1) i) t
join reading_members m on m.set_id = t.reading_id
join blocks b on b.reading_id = m.reading_id and b.block_id = t.block_id
left join lateral (
  select x.body ->> 'text' as title from blocks x
  where x.reading_id = b.reading_id and x.body ->> 'kind' = 'heading' and (x.part, x.ordinal) <= (b.part, b.ordinal)
  order by x.part desc, x.ordinal desc limit 1
) h on true)
select session_id, tenant_id, user_id, concept, definition, relevance, block_id, source_page, text, section,
       (row_number() over (partition by session_id order by place) - 1)::int as ordinal, introduced
from (select *, true as introduced from introduced_view union all select *, false from beside) t;

create or replace view extracted_concepts as
select session_id, tenant_id, user_id, concept, definition, relevance, section, block_id, source_page, ordinal
from concept_place_view where introduced;

create or replace view concept_view as
select p.session_id, p.tenant_id, p.user_id, p.concept, p.relevance, p.section,
       (row_number() over (partition by p.session_id order by p.place) - 1)::int as ordinal, m.score, m.answers, m.correct,
       m.decided, m.mastered, m.mark, m.needed, true as introduced
from (select distinct on (session_id, lower(concept)) * from introduced_view
      order by session_id, lower(concept), place) p
left join concept_mastery m on m.session_id = p.session_id and lower(m.concept) = lower(p.concept)
union all
select session_id, tenant_id, user_id, concept, 'Medium', '', null, score, answers, correct, decided, mastered, mark,
       needed, false
from beside_view;

grant select on introduced_view, beside_view to pensum_orchestrator, pensum_gateway;

-- What one session adds to its learner's figures. `sections`: of the progress by section; `scored`: 1 with a graded
-- attempt; cards that nobody rated yet are new, `shown` counts those that tell a learner no open question's key, and
-- `cards_waiting` those that do. `counts`: documents, days on which something was done, what is due on a day, but for what
-- is new, and by the text's name and theirs, since two sessions on one text have them in common, the concepts, those
-- with an answer, and those that are mastered.
create or replace view session_figures_view as
select s.session_id, s.tenant_id, s.user_id, a.quizzes_taken, r.answers, r.decided, r.correct, c.concepts,
       c.concepts_seen, c.concepts_mastered, c.sections, a.scored, v.cards_new, v.cards_new_shown, v.cards_waiting,
       r.seconds, v.new_since, v.new_shown_since,
       coalesce(d.counts, '[]'::jsonb) || coalesce(y.counts, '[]'::jsonb) || coalesce(w.counts, '[]'::jsonb)
         || coalesce(n.counts, '[]'::jsonb) as counts
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
  with texts as (
    select coalesce(md5(string_agg(distinct p.sha256, ' ')), s.session_id::text) as text
    from documents p where p.course_id = s.course_id and p.replaced_at is null),
  known as (
    select v.mastered, v.answers > 0 as seen, texts.text || ' ' || lower(v.concept) as name
    from texts, concept_view v where v.session_id = s.session_id and s.status <> 'pending_review')
  select jsonb_agg(jsonb_build_object('kind', t.kind, 'value', t.value, 'total', 1, 'shown', 1)) as counts
  from (
    select distinct 'concept' as kind, k.name as value from known k
    union all select distinct 'seen', k.name from known k where k.seen
    union all select distinct 'mastered', k.name from known k where k.mastered) t) n
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
