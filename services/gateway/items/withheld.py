"""Which cards would tell a learner the key of a question that is not answered yet: they wait. SQL alone.

A card tells a key that rests on the same place of the text (their spans overlap, or their quotes are the same words),
or is the key itself, word for word, about the same concept. A question is open from when a quiz of the session asks it
until an answer of this learner's is graded. The owner's role sees all.
"""

from typing import LiteralString

OPEN_KEYS: LiteralString = """
open_keys as materialized (
  select k.* from mine cross join lateral (
    select * from open_key_view o where o.session_id = mine.session_id offset 0) k)"""
"""After `mine`, which has the sessions."""

TELLS_A_KEY: LiteralString = """
exists (select from open_keys k where k.session_id = c.session_id
  and tells_key(k.document, k.block, k."from", k.until, k.quote, k.concept, k.key, c.body))"""
"""Of a card `c`."""
