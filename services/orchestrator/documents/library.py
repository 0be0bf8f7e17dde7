"""What an owner has had read before: looked up, and locked against a forgetting, by owner and bytes.

Whoever begins on bytes and whoever forgets them take the same lock until they commit: so either the forgetting sees the
document that has just come, or what comes sees that the reading is gone. Sessions' rows are locked before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import LiteralString
from uuid import UUID

from contracts.reading import READER
from services.chassis.storage.database import Connection
from services.orchestrator.workflow.state import KnownReading

Owned = tuple[str, str, str]
"""Tenant, user, and the hash of a document."""

LOCK: LiteralString = """select pg_advisory_xact_lock(hashtextextended(named, 7266002))
                          from (select named from unnest(%s::text[]) as named order by named) as in_order"""
# A reading of other rules, languages or settings than the newest is not used again.
_READINGS: LiteralString = """
select distinct on (tenant_id, user_id, document_sha256)
       tenant_id, user_id, document_sha256, reading_id, blob, doc_meta, plan, coalesce(ranges, '[]') as ranges,
       coalesce(corrections, '{}') as corrections,
       coalesce(json_array_length(digest -> 'blocks'), 0) > 0 as digested,
       coalesce(json_array_length(recognition -> 'pages'), 0) > 0 as reviewable
from readings join unnest(%s::text[], %s::text[], %s::text[]) as w(tenant_id, user_id, document_sha256)
     using (tenant_id, user_id, document_sha256)
where complete and reader = (select reader from readings where starts_with(reader, %s) order by created_at desc limit 1)
order by tenant_id, user_id, document_sha256, digest is null, created_at desc"""
_WHOLE: LiteralString = """
select m.set_id from reading_members m join readings r on r.reading_id = m.set_id
where r.document_sha256 = '' and json_array_length(r.digest -> 'blocks') > 0
  and m.set_id in (select set_id from reading_members where reading_id = %s)
group by m.set_id having array_agg(m.reading_id order by m.ordinal) = %s::uuid[] limit 1"""
_OWNED: LiteralString = """select distinct d.tenant_id, d.user_id, d.sha256 from documents d
                           join sessions s using (course_id) where s.session_id = any(%s)"""


async def owned_by(connection: Connection, sessions: Sequence[UUID]) -> list[Owned]:
    """The documents of sessions, also those that were replaced."""
    rows = await (await connection.execute(_OWNED, (list(sessions),))).fetchall()
    return [(row["tenant_id"], row["user_id"], row["sha256"]) for row in rows]


@dataclass
class Library:
    """Known readings by owner and bytes, and digested sets by their members in order."""

    readings: dict[Owned, KnownReading] = field(default_factory=dict)
    sets: dict[tuple[UUID, ...], UUID] = field(default_factory=dict)

    async def load(self, connection: Connection, touched: Iterable[Owned], wanted: Sequence[Sequence[Owned]]) -> None:
        """Locks what is touched, then looks up what is `wanted`: for each upload its documents, in order."""
        named = sorted({"\n".join(owned) for owned in touched} | {"\n".join(o) for each in wanted for o in each})
        if not named:
            return
        await connection.execute(LOCK, (named,))
        columns = list(map(list, zip(*sorted({owned for each in wanted for owned in each}), strict=True)))
        if not columns:
            return
        for row in await (await connection.execute(_READINGS, (*columns, READER))).fetchall():
            owner = (row.pop("tenant_id"), row.pop("user_id"), row.pop("document_sha256"))
            self.readings[owner] = KnownReading.model_validate(row)
        for each in wanted:
            members = tuple(self.readings[owned].reading_id for owned in each if owned in self.readings)
            if len(each) > 1 and len(members) == len(each):
                found = await (await connection.execute(_WHOLE, (members[0], list(members)))).fetchone()
                if found is not None:
                    self.sets[members] = found["set_id"]

    def of(self, owned: Sequence[Owned]) -> tuple[dict[str, KnownReading], UUID | None]:
        """What is known of an upload's documents, by hash; and of all of them together."""
        found = {sha256: self.readings[t, u, sha256] for t, u, sha256 in owned if (t, u, sha256) in self.readings}
        members = tuple(self.readings[each].reading_id for each in owned if each in self.readings)
        return found, self.sets.get(members) if len(members) == len(owned) > 1 else None
