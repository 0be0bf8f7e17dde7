"""Which cards would tell a learner the key of a question that is not answered yet: they wait. SQL alone.

A card tells a key that rests on the same place of the text (their spans overlap, or their quotes are the same words),
or is the key itself, word for word, about the same concept. A question is open from when a quiz of the session asks it
until an answer of this learner's is graded. The owner's role sees all.
"""

from typing import LiteralString

OPEN_KEYS: LiteralString = """
open_keys as materialized (
  select o.session_id, p.proof ->> 'document_sha256' as document, p.proof ->> 'block_id' as block,
    (p.proof ->> 'start')::int as "from", (p.proof ->> 'end')::int as until, lower(p.proof ->> 'quote') as quote,
    lower(o.body ->> 'concept') as concept, lower(coalesce(k.text, o.body ->> 'answer')) as key
  from mine join question_view o using (session_id)
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
    and not exists (select from result_view r where r.session_id = o.session_id and r.item_id = o.item_id))"""
"""After `mine`, which has the sessions."""

TELLS_A_KEY: LiteralString = """
exists (select from open_keys k where k.session_id = c.session_id and (
    k.document = c.body -> 'proof' ->> 'document_sha256' and k.block = c.body -> 'proof' ->> 'block_id'
      and k."from" < (c.body -> 'proof' ->> 'end')::int and (c.body -> 'proof' ->> 'start')::int < k.until
    or k.quote = lower(c.body -> 'proof' ->> 'quote')
    or k.concept = lower(c.body ->> 'concept')
      and k.key in (lower(c.body ->> 'answer'), lower(c.body ->> 'question'))))"""
"""Of a card `c`."""
