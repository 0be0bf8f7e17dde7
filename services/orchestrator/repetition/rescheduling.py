"""Schedules are folded anew from all ratings of a card, whenever one of them came, changed or dropped out."""

from collections.abc import Collection
from datetime import UTC
from typing import LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.repetition.schedule import Rated, scheduled

_RATINGS: LiteralString = """
select v.session_id, v.card_id, v.tenant_id, v.user_id, v.kind, v.event_id, v.rating, v.timestamp
from review_events v join unnest(%s::uuid[], %s::uuid[]) as w(session_id, card_id) using (session_id, card_id)"""
_NEW: LiteralString = """
delete from schedules s using unnest(%s::uuid[], %s::uuid[]) as w(session_id, card_id)
where s.session_id = w.session_id and s.card_id = w.card_id"""
_SCHEDULE: LiteralString = """
insert into schedules (session_id, card_id, tenant_id, user_id, kind, due, state, stability, difficulty, reviews,
  lapses, last_review)
select * from unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[], %s::text[], %s::timestamptz[], %s::text[],
  %s::float8[], %s::float8[], %s::int[], %s::int[], %s::timestamptz[])
on conflict (session_id, card_id) do update set due = excluded.due, state = excluded.state,
  stability = excluded.stability, difficulty = excluded.difficulty, reviews = excluded.reviews,
  lapses = excluded.lapses, last_review = excluded.last_review"""


async def reschedule(connection: Connection, cards: Collection[tuple[UUID, UUID]]) -> None:
    """Folds the schedules of these cards, each of a session; a card without a rating is new again."""
    if not cards:
        return
    wanted = sorted(cards)
    found = await connection.execute(_RATINGS, (list(map(list, zip(*wanted, strict=True)))))
    ratings: dict[tuple[UUID, UUID], list[Rated]] = {}
    owned: dict[tuple[UUID, UUID], tuple[str, str, str]] = {}
    for row in await found.fetchall():
        key = (row["session_id"], row["card_id"])
        rated = Rated(row["timestamp"].astimezone(UTC), row["event_id"], row["rating"])
        ratings.setdefault(key, []).append(rated)
        owned[key] = (row["tenant_id"], row["user_id"], row["kind"])
    new = [key for key in wanted if key not in ratings]
    if new:
        await connection.execute(_NEW, tuple(map(list, zip(*new, strict=True))))
    rows = []
    for key, given in ratings.items():
        if (one := scheduled(given)) is not None:
            place = (one.due, one.state, one.stability, one.difficulty, one.reviews, one.lapses, one.last_review)
            rows.append((*key, *owned[key], *place))
    if rows:
        await connection.execute(_SCHEDULE, tuple(map(list, zip(*rows, strict=True))))
