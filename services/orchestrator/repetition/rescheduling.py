"""Schedules are folded from all ratings of a card: on from the last where one came after it, else anew from all.

Whatever changes a rating that is folded, takes it away, or puts one before it, makes `last_event` null.
"""

from collections.abc import Collection
from datetime import UTC
from typing import Any, LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.repetition.schedule import Due, Rated, scheduled

_RATINGS: LiteralString = """
select v.session_id, v.card_id, v.tenant_id, v.user_id, v.kind, v.event_id, v.rating, v.timestamp
from unnest(%s::uuid[], %s::uuid[]) as w(session_id, card_id)
left join schedules s on (s.session_id, s.card_id) = (w.session_id, w.card_id) and s.last_event is not null
cross join lateral (
  select v.* from review_events v where (v.session_id, v.card_id) = (w.session_id, w.card_id)
    and (v.timestamp, v.event_id) > (coalesce(s.last_review, '-infinity'),
      coalesce(s.last_event, '00000000-0000-0000-0000-000000000000'))
) v"""
_FOLDED: LiteralString = """
select s.* from schedules s join unnest(%s::uuid[], %s::uuid[]) as w(session_id, card_id) using (session_id, card_id)
where s.last_event is not null"""
_NEW: LiteralString = """
delete from schedules s using unnest(%s::uuid[], %s::uuid[]) as w(session_id, card_id)
where s.session_id = w.session_id and s.card_id = w.card_id"""
_SCHEDULE: LiteralString = """
insert into schedules (session_id, card_id, tenant_id, user_id, kind, due, state, stability, difficulty, reviews,
  lapses, last_review, step, last_event)
select * from unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[], %s::text[], %s::timestamptz[], %s::text[],
  %s::float8[], %s::float8[], %s::int[], %s::int[], %s::timestamptz[], %s::int[], %s::uuid[])
on conflict (session_id, card_id) do update set due = excluded.due, state = excluded.state,
  stability = excluded.stability, difficulty = excluded.difficulty, reviews = excluded.reviews,
  lapses = excluded.lapses, last_review = excluded.last_review, step = excluded.step,
  last_event = excluded.last_event"""


async def reschedule(connection: Connection, cards: Collection[tuple[UUID, UUID]]) -> None:
    """Folds the schedules of these cards, each of a session; a card without a rating is new again."""
    if not cards:
        return
    wanted = sorted(cards)
    columns = tuple(map(list, zip(*wanted, strict=True)))
    found = await connection.execute(_RATINGS, columns)
    folded = await connection.execute(_FOLDED, columns)
    ratings: dict[tuple[UUID, UUID], list[Rated]] = {}
    owned: dict[tuple[UUID, UUID], tuple[str, str, str]] = {}
    for row in await found.fetchall():
        key = (row["session_id"], row["card_id"])
        rated = Rated(row["timestamp"].astimezone(UTC), row["event_id"], row["rating"])
        ratings.setdefault(key, []).append(rated)
        owned[key] = (row["tenant_id"], row["user_id"], row["kind"])
    places = {(row["session_id"], row["card_id"]): _due(row) for row in await folded.fetchall()}
    new = [key for key in wanted if key not in ratings and key not in places]
    if new:
        await connection.execute(_NEW, tuple(map(list, zip(*new, strict=True))))
    rows = []
    for key, given in ratings.items():
        if (one := scheduled(given, places.get(key))) is not None:
            place = (one.due, one.state, one.stability, one.difficulty, one.reviews, one.lapses, one.last_review)
            rows.append((*key, *owned[key], *place, one.step, one.last_event))
    if rows:
        await connection.execute(_SCHEDULE, tuple(map(list, zip(*rows, strict=True))))


def _due(row: dict[str, Any]) -> Due:
    """A schedule as it is stored."""
    names = ("state", "stability", "difficulty", "reviews", "lapses", "step", "last_event")
    told = {name: row[name] for name in names}
    return Due(due=row["due"].astimezone(UTC), last_review=row["last_review"].astimezone(UTC), **told)
